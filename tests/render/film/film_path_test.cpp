// Where films are between their keys.
#include "render/base/error.h"
#include "render/film/easing.h"
#include "render/film/film_of_places.h"
#include "render/film/film_path.h"
#include "render/film/zoom_way.h"
#include "render/places/flight.h"
#include "render/places/navigation.h"
#include "tests/support/location_at.h"
#include "tests/support/temp_folder.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace fathom::film::film_path_test {

constexpr Size kSize{1280, 800};

FilmKey key(double seconds, const Location &location, FilmWay way = FilmWay::automatic) {
    FilmKey key;
    key.seconds = seconds;
    key.location = location;
    key.way = way;
    return key;
}

Film film_of(std::vector<FilmKey> keys) {
    Film film;
    film.keys = std::move(keys);
    return film;
}

/// In 4 s.
Film film_from(const Location &from, const Location &to, FilmWay way = FilmWay::automatic) {
    return film_of({key(0, from, way), key(4, to)});
}

/// A place at 10^exponent whose digits go as deep.
Location deep_place(int exponent, const char *mantissa = "1") {
    std::mt19937 random(7);
    Location location;
    std::string digits = "0.";
    for (int i = 0; i < exponent + 8; ++i)
        digits += static_cast<char>('1' + random() % 9);
    location.view.re = -Decimal::parse(digits);
    location.view.im = Decimal::parse(digits + "7") * Decimal::parse("0.25");
    location.view.zoom = Decimal::parse(fmt::format("{}e{}", mantissa, exponent));
    return location;
}

/// The place that is seen at (x, y) of the view, `factor` times as large or small.
View zoomed(const View &view, double x, double y, const Decimal &factor) {
    View result = view;
    result.zoom = view.zoom * factor;
    const auto [right, up] = screen_axes(view);
    const double across = x - 0.5 * kSize.width;
    const double above = 0.5 * kSize.height - y;
    const Decimal way =
        exact_pixel_spacing(view, kSize.height) - exact_pixel_spacing(result, kSize.height);
    result.re = view.re + Decimal::from_double(across * right.re + above * up.re) * way;
    result.im = view.im + Decimal::from_double(across * right.im + above * up.im) * way;
    return result;
}

/// Where what lies at `at` of the picture of `from` lies in that of `to`.
PixelPosition seen(const View &from, PixelPosition at, const View &to) {
    return mapped(pixel_offset(from, kSize, to, kSize), at);
}

TEST(FilmPath, KeepsAPointWhereItIsAtAnyDepth) {
    constexpr PixelPosition kPoint{900, 130};
    for (const int exponent : {10, 50, 500, 5000}) {
        const Location deep = deep_place(exponent);
        Location shallow = deep;
        shallow.view =
            zoomed(deep.view, kPoint.x, kPoint.y, divide(Decimal::parse("3"), deep.view.zoom, 25));
        for (const bool inwards : {true, false}) {
            const FilmPath path(inwards ? film_from(shallow, deep) : film_from(deep, shallow),
                                kSize);
            ASSERT_EQ(path.legs().size(), 1U);
            EXPECT_TRUE(path.legs()[0].zooms);
            double depth = path.at(0).view.zoom.log10();
            const double step_depth =
                (deep.view.zoom.log10() - shallow.view.zoom.log10()) * (inwards ? 0.01 : -0.01);
            for (int step = 1; step <= 100; ++step) {
                const View view = path.at(0.04 * step).view;
                const PixelPosition there = seen(view, kPoint, deep.view);
                // Seen from the deeper picture this view's pixels are large.
                const double pixel = std::pow(10, deep.view.zoom.log10() - view.zoom.log10());
                if (std::isfinite(pixel)) {
                    EXPECT_NEAR((there.x - kPoint.x) / pixel, 0, 1e-3) << exponent << ' ' << step;
                    EXPECT_NEAR((there.y - kPoint.y) / pixel, 0, 1e-3) << exponent << ' ' << step;
                }
                EXPECT_NEAR(view.zoom.log10() - depth, step_depth, 1e-9 * exponent) << step;
                depth = view.zoom.log10();
            }
        }
    }
}

// Neighbouring frames of a deep zoom, so that what is tested needs no common picture.
TEST(FilmPath, EachFrameMapsToTheNextAboutThePoint) {
    constexpr PixelPosition kPoint{300, 700};
    const Location deep = deep_place(5000);
    Location shallow = deep;
    shallow.view =
        zoomed(deep.view, kPoint.x, kPoint.y, divide(Decimal::parse("3"), deep.view.zoom, 25));
    const FilmPath path(film_from(shallow, deep), kSize);
    View last = path.at(0).view;
    for (int frame = 1; frame <= 200; ++frame) {
        const View view = path.at(0.02 * frame).view;
        const PixelPosition there = seen(view, kPoint, last);
        EXPECT_NEAR(there.x, kPoint.x, 1e-3) << frame;
        EXPECT_NEAR(there.y, kPoint.y, 1e-3) << frame;
        last = view;
    }
}

TEST(FilmPath, TurnsAndStretchesAboutThePoint) {
    const Location from = location_at("-0.75", "0.1", "2", 100);
    Location to = from;
    to.view = zoomed(from.view, 800, 300, Decimal::parse("1e6"));
    // Turned about the same point, and once around besides.
    to.view = rotate_about(to.view, kSize, 800, 300, 40);
    to.view.rotation_degrees += 360;
    const FilmPath path(film_from(from, to), kSize);
    EXPECT_TRUE(path.legs()[0].zooms);
    EXPECT_NEAR(path.ring_way(path.legs()[0])->position(0, 1).x, 800, 1e-6);
    EXPECT_NEAR(path.ring_way(path.legs()[0])->position(0, 1).y, 300, 1e-6);
    const View first = path.at(0).view;
    for (int step = 0; step <= 50; ++step) {
        const View view = path.at(0.08 * step).view;
        const PixelPosition there = seen(first, {800, 300}, view);
        const double pixel = view.zoom.to_double() / first.zoom.to_double();
        EXPECT_NEAR(there.x, 800, 1e-3 * (1 + pixel)) << step;
        EXPECT_NEAR(there.y, 300, 1e-3 * (1 + pixel)) << step;
        EXPECT_NEAR(view.rotation_degrees, to.view.rotation_degrees * step / 50, 1e-9);
    }
    Location stretched = from;
    stretched.view.zoom = Decimal::parse("40");
    stretched.view.matrix = stretching(9, 30);
    const FilmPath stretch(film_from(from, stretched), kSize);
    EXPECT_TRUE(stretch.legs()[0].zooms);
    Location fast = stretched;
    fast.view.zoom = Decimal::parse("6");
    EXPECT_FALSE(FilmPath(film_from(from, fast), kSize).legs()[0].zooms);
    fast.view.matrix = stretching(3.9, 30);
    EXPECT_TRUE(FilmPath(film_from(from, fast), kSize).legs()[0].zooms);
    const View half = stretch.at(2).view;
    EXPECT_NEAR(stretching_of(half.matrix).ratio, 3, 1e-9);
    EXPECT_NEAR(seen(from.view, {640, 400}, half).x, 640, 1e-3);
}

TEST(FilmPath, FliesWhereNoPointCanStay) {
    const Location from = location_at("-0.7436", "0.1318", "1e4", 100);
    const Location to = location_at("0.36", "0.1", "1e4", 100);
    const FilmPath path(film_from(from, to), kSize);
    ASSERT_EQ(path.legs().size(), 2U) << "out and in";
    EXPECT_NEAR(path.legs()[0].end, 2, 1e-6);
    EXPECT_EQ(path.legs()[0].end, path.legs()[1].begin);
    EXPECT_EQ(path.legs()[1].end, 4);
    EXPECT_TRUE(path.legs()[0].zooms && path.legs()[1].zooms);
    EXPECT_LT(path.at_end(path.legs()[0]).view.zoom, path.at(1.9).view.zoom);
    EXPECT_EQ(path.at_end(path.legs()[1]), to);
    Location stretched = to;
    stretched.view.matrix = stretching(1.5, 0);
    EXPECT_FALSE(FilmPath(film_from(from, stretched), kSize).legs()[0].zooms);
    const auto flight = Flight::plan(from.view, to.view, kSize);
    ASSERT_TRUE(flight);
    for (int step = 0; step <= 10; ++step)
        EXPECT_EQ(path.at(0.4 * step).view, flight->at_share(0.1 * step, kSize.height)) << step;
    EXPECT_LT(path.at(2).view.zoom.to_double(), 100);
    // A point that stays a little beside the picture does, one farther away does not.
    for (const auto &[x, zooms] : {std::pair{1280 + 600, true}, std::pair{1280 + 680, false}}) {
        Location other = from;
        other.view = zoomed(from.view, x, 400, Decimal::parse("8"));
        const FilmPath path_to_it(film_from(from, other), kSize);
        EXPECT_TRUE(path_to_it.legs()[0].zooms) << x;
        const auto way =
            std::dynamic_pointer_cast<const ZoomWay>(path_to_it.ring_way(path_to_it.legs()[0]));
        EXPECT_EQ(way != nullptr, zooms) << x;
        // Who asks for a zoom gets one all the same.
        const FilmPath asked(film_from(from, other, FilmWay::zoom), kSize);
        EXPECT_NEAR(asked.at(2).view.zoom.to_double(), 1e4 * std::sqrt(8), 1e-6);
        EXPECT_NEAR(seen(from.view, {static_cast<double>(x), 400}, asked.at(2).view).x, x, 1e-3);
    }
    // And a flight where a point could stay.
    Location deep = from;
    deep.view = zoomed(from.view, 100, 100, Decimal::parse("1e5"));
    EXPECT_EQ(FilmPath(film_from(from, deep), kSize).legs().size(), 1U);
    EXPECT_EQ(FilmPath(film_from(from, deep, FilmWay::flight), kSize).at(2).view,
              Flight::plan(from.view, deep.view, kSize)->at_share(0.5, kSize.height));
}

TEST(FilmPath, MeetsItsKeysExactly) {
    const Location a = location_at("-0.75", "0", "1", 500);
    const Location b = location_at("-0.743643887037158704752191506114774", "0.1318", "1e9", 9000);
    Location c = location_at("0.3", "0.01", "30", 700);
    c.colour.density = 0.3;
    const Film film = film_of({key(0, a), key(2.5, b, FilmWay::flight), key(3, b), key(7, c)});
    const FilmPath path(film, kSize);
    EXPECT_EQ(path.seconds(), 7);
    EXPECT_EQ(path.frames(60), 420);
    EXPECT_EQ(path.frames(0.1), 1);
    EXPECT_EQ(FilmPath(film_of({key(0, a), key(1.1, b)}), kSize).frames(10), 11);
    ASSERT_EQ(path.legs().size(), 4U); // the last one is a flight out and in
    EXPECT_EQ(path.legs()[1].begin, 2.5);
    EXPECT_EQ(path.legs()[1].end, 3);
    for (const FilmKey &at : film.keys)
        EXPECT_EQ(path.at(at.seconds), at.location) << at.seconds;
    EXPECT_EQ(path.at(-1), a);
    EXPECT_EQ(path.at(8), c);
    EXPECT_EQ(path.at(2.7).view.zoom, b.view.zoom);
    // A copy is the same path.
    const FilmPath copy = path;
    EXPECT_EQ(copy.at(1.3), path.at(1.3));
}

TEST(FilmPath, CutsStandStillUntilTheyCut) {
    const Location a = location_at("-0.75", "0", "1", 500);
    Location b = location_at("0.3", "0", "20", 900);
    b.formula.julia = true;
    b.view.mirrored = true;
    b.palette = "no-such-palette"; // which a cut does not have to mix
    Film film = film_from(a, b, FilmWay::cut);
    const FilmPath path(film, kSize);
    EXPECT_TRUE(path.legs()[0].zooms) << "nothing moves";
    EXPECT_EQ(path.at(3.999), a);
    EXPECT_EQ(path.at(4), b);
    for (const FilmWay way : {FilmWay::automatic, FilmWay::zoom, FilmWay::flight}) {
        film.keys[0].way = way;
        EXPECT_EQ(message_of<InputError>([&] { FilmPath(film, kSize); }),
                  "nothing but a cut leads from key 1 of the film to key 2, which shows another "
                  "formula; make the way of key 1 a cut");
    }
    b.formula = {};
    EXPECT_TRUE(contains(message_of<InputError>([&] { FilmPath(film_from(a, b), kSize); }),
                         "which is mirrored the other way"));
    b.view.mirrored = false;
    b.view.matrix = {-1, 0, 0, -1};
    EXPECT_TRUE(contains(message_of<InputError>([&] { FilmPath(film_from(a, b), kSize); }),
                         "whose matrix is turned half about"));
    b.view.matrix = {};
    EXPECT_TRUE(contains(message_of<InputError>([&] { FilmPath(film_from(a, b), kSize); }),
                         "there is no palette no-such-palette"));
    EXPECT_THROW(FilmPath(film_of({key(0, a)}), kSize), InputError);
    EXPECT_THROW(FilmPath(film_of({key(0, a), key(0, a)}), kSize), InputError);
}

TEST(FilmEasing, GoesFromRestToFullSpeedAndBack) {
    for (const auto &[out, in] : {std::pair{1.0, 2.0}, {0.0, 0.0}, {0.0, 2.5}, {2.5, 2.5}}) {
        const Easing easing(5, out, in);
        EXPECT_EQ(easing.share(0), 0);
        EXPECT_EQ(easing.share(5), 1);
        EXPECT_EQ(easing.share(-1), 0);
        EXPECT_EQ(easing.share(6), 1);
        // The distance is that of a trapezoid of this speed.
        const double full = 1 / (5 - 0.5 * (out + in));
        constexpr double kStep = 1e-4;
        double last_speed = out > 0 ? 0 : full;
        for (double time = kStep; time < 5; time += kStep) {
            const double speed = (easing.share(time) - easing.share(time - kStep)) / kStep;
            EXPECT_LE(std::fabs(speed - last_speed), 2 * full * kStep / 1.0 + 1e-9) << time;
            EXPECT_LE(speed, full * (1 + 1e-9));
            if (time > out + kStep && time < 5 - in - kStep) {
                EXPECT_NEAR(speed, full, 1e-9);
            }
            last_speed = speed;
        }
        if (in > 0) {
            EXPECT_LT(last_speed, 2 * full * kStep / in);
        }
    }
}

TEST(FilmPath, EasesItsWays) {
    Film film =
        film_from(location_at("-0.75", "0", "1", 100), location_at("-0.75", "0", "1e8", 100));
    film.keys[0].ease_out = 1;
    film.keys[0].ease_in = 2;
    const FilmPath path(film, kSize);
    // 8 octaves of ten in 4 s, of which 3 at half of the full speed.
    const double full = 8 / 2.5;
    EXPECT_NEAR(path.at(1).view.zoom.log10(), full * 0.5, 1e-9);
    EXPECT_NEAR(path.at(2).view.zoom.log10(), full * 1.5, 1e-9);
    EXPECT_NEAR(path.at(3).view.zoom.log10(), full * (1.5 + 0.75), 1e-9);
    EXPECT_NEAR(path.at(0.01).view.zoom.log10(), full * 0.5 * 1e-4, 1e-9);
}

TEST(FilmPath, LooksGoAlong) {
    Location a = location_at("-0.75", "0", "1", 100);
    Location b = location_at("-0.75", "0", "1e4", 10'000);
    a.colour.density = 0.01;
    b.colour.density = 1;
    a.colour.offset = -0.5;
    b.colour.offset = 0.5;
    b.colour.shade = kernels::ColourShade::slope;
    b.colour.shade_strength = 0.6;
    b.colour.light_degrees = 90;
    b.colour.interior_rgb = 0xff8000;
    a.colour.interior_rgb = 0x008080;
    Film film = film_from(a, b);
    film.keys[1].palette_cycles = 10;
    const FilmPath path(film, kSize);
    const Location half = path.at(2);
    EXPECT_EQ(half.iterations, 1000U);
    EXPECT_NEAR(half.colour.density, 0.1, 1e-12);
    EXPECT_NEAR(path.palette_cycles(2), 5, 1e-12);
    EXPECT_NEAR(std::remainder(half.colour.offset - 5, 1), 0, 1e-12);
    EXPECT_EQ(half.colour.shade, kernels::ColourShade::slope);
    EXPECT_NEAR(half.colour.shade_strength, 0.3, 1e-12);
    EXPECT_EQ(half.colour.light_degrees, 90) << "of the key that has one";
    EXPECT_EQ(half.colour.interior_rgb, 0x808040U);
    EXPECT_NEAR(path.at(4).colour.offset, 0.5, 1e-12);
    EXPECT_TRUE(path.legs()[0].zooms) << "colours are another matter";
    for (int step = 0; step <= 400; ++step)
        EXPECT_NO_THROW(check_location(path.at(0.01 * step)));
    // Other numbers under another mapping are no way to these.
    b.colour.mapping = kernels::ColourMapping::logarithm;
    EXPECT_EQ(FilmPath(film_from(a, b), kSize).at(3.9).colour.density, 0.01);
    // What is found by itself.
    b.automatic_iterations = true;
    b.automatic_colours = true;
    const FilmPath one(film_from(a, b), kSize);
    EXPECT_TRUE(one.at(1).automatic_iterations);
    EXPECT_FALSE(one.at(1).automatic_colours);
    EXPECT_FALSE(one.at(0).automatic_iterations);
    a.automatic_colours = true;
    EXPECT_TRUE(FilmPath(film_from(a, b), kSize).at(1).automatic_colours);
}

TEST(FilmPath, PalettesMixStraightly) {
    Location a = location_at("-0.75", "0", "1", 100);
    Location b = a;
    a.own_palette = Palette{"", {{0, 0, 0, 0}, {0.5, 255, 0, 0}}, Palette::Blend::linear_light};
    b.own_palette = Palette{"", {{0.25, 0, 0, 0}, {0.5, 255, 0, 0}}, Palette::Blend::linear_light};
    const FilmPath path(film_from(a, b), kSize);
    const std::vector<std::uint32_t> first = make_lut(*a.own_palette);
    const std::vector<std::uint32_t> last = make_lut(*b.own_palette);
    const auto red = [](const std::vector<std::uint32_t> &lut, std::size_t at) {
        return static_cast<int>(lut[at] & 0xff);
    };
    // Near the ends the table is nearly theirs, and no step is a jump.
    for (const auto &[seconds, end] : {std::pair{0.01, &first}, std::pair{3.99, &last}}) {
        const auto lut = make_lut(path.at(seconds).own_palette.value());
        for (std::size_t at = 0; at < lut.size(); ++at)
            ASSERT_LE(std::abs(red(lut, at) - red(*end, at)), 12) << seconds << ' ' << at;
    }
    // In the middle it is the light's mean.
    const auto lut = make_lut(path.at(2).own_palette.value());
    const auto light = [](int level) { return std::pow(level / 255.0, 2.2); };
    for (std::size_t at = 0; at < lut.size(); at += 64)
        EXPECT_NEAR(light(red(lut, at)), 0.5 * (light(red(first, at)) + light(red(last, at))), 0.03)
            << at;
    // A name beside an own one; both ends stay as they are.
    b.own_palette.reset();
    const FilmPath named(film_from(a, b), kSize);
    EXPECT_EQ(named.at(4), b);
    EXPECT_TRUE(named.at(2).own_palette->name.empty());
    EXPECT_NO_THROW(check_location(named.at(2)));
    // Edges stay edges, and as many stops as there may be are mixed, too.
    Palette edge{"", {{0, 0, 0, 0}, {0.3, 0, 0, 0}, {0.3 + 1e-6, 255, 255, 255}}};
    const Palette mixed = palette_between(edge, Palette{"", {{0, 0, 0, 0}}}, 0.5);
    const auto sharp = make_lut(mixed, 4096);
    EXPECT_LT(red(sharp, 1228), 4);
    EXPECT_GT(red(sharp, 1230), 60);
    Palette full;
    for (int stop = 0; stop < 256; ++stop)
        full.stops.push_back({stop / 256.0, static_cast<std::uint8_t>(stop), 0, 0});
    EXPECT_NO_THROW(check_palette(palette_between(full, edge, 0.5)));
    EXPECT_THROW(palette_between(Palette(), edge, 0.5), InputError);
}

TEST(FilmPath, JuliaSetsMoveWithTheirSeed) {
    Location a = location_at("0", "0", "1", 100);
    a.formula.julia = true;
    a.formula.seed_re = Decimal::parse("-0.8");
    a.formula.seed_im = Decimal::parse("0.1");
    Location b = a;
    b.formula.seed_re = Decimal::parse("-0.4");
    b.formula.seed_im = Decimal::parse("0.6");
    const FilmPath path(film_from(a, b), kSize);
    EXPECT_FALSE(path.legs()[0].zooms);
    for (int step = 0; step <= 40; ++step) {
        const Location at = path.at(0.1 * step);
        EXPECT_NEAR(at.formula.seed_re.to_double(), -0.8 + 0.01 * step, 1e-15);
        EXPECT_NEAR(at.formula.seed_im.to_double(), 0.1 + 0.0125 * step, 1e-15);
        EXPECT_EQ(at.view, a.view);
    }
    // Another formula's parameter, likewise.
    a = b = location_at("0", "0", "1", 100);
    a.formula.id = b.formula.id = *kernels::find_formula("phoenix");
    a.formula.parameter_re = -0.5;
    b.formula.parameter_re = 0.5;
    const FilmPath phoenix(film_from(a, b), kSize);
    EXPECT_FALSE(phoenix.legs()[0].zooms);
    EXPECT_NEAR(phoenix.at(3).formula.parameter_re, 0.25, 1e-15);
}

TEST(FilmOfPlaces, LeadsFromEachToTheNext) {
    Location a = location_at("-0.75", "0", "1", 100);
    a.view.rotation_degrees = 170;
    Location b = location_at("-0.75", "0", "50", 100);
    b.view.rotation_degrees = -170;
    const Film film = film_between(a, b, 8);
    EXPECT_EQ(film.keys.at(0).location, a);
    EXPECT_EQ(film.keys.at(1).location.view.rotation_degrees, 190) << "the shorter way";
    EXPECT_EQ(film.keys[1].seconds, 8);
    EXPECT_EQ(film.keys[0].ease_out, 1);
    Location julia = location_at("0", "0", "1", 100);
    julia.formula.julia = true;
    const Film history = film_of_places({a, b, julia, a}, 2);
    ASSERT_EQ(history.keys.size(), 4U);
    EXPECT_EQ(history.keys[3].seconds, 6);
    EXPECT_EQ(history.keys[0].way, FilmWay::automatic);
    EXPECT_EQ(history.keys[1].way, FilmWay::cut);
    EXPECT_EQ(history.keys[2].way, FilmWay::cut);
    EXPECT_NO_THROW(FilmPath(history, kSize));
    EXPECT_TRUE(
        contains(message_of<InputError>([&] { film_of_places({a}, 2); }), "2 to 1000 keys"));
    EXPECT_THROW(film_between(a, b, 0), InputError);
    EXPECT_THROW(film_between(a, b, 1e9), InputError);
    EXPECT_TRUE(contains(
        message_of<InputError>([&] { FilmPath(film_between(a, julia, 2), kSize); }), "formula"));
}

} // namespace fathom::film::film_path_test
