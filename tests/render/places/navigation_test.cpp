#include "render/places/navigation.h"

#include "render/base/error.h"
#include "render/engines/render_request.h"
#include "render/places/location.h"

#include <cmath>
#include <complex>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>
#include <utility>

namespace fathom::navigation_test {

constexpr double kPi = 3.14159265358979323846;
constexpr Size kSize{1280, 721};

View view_at(const char *re, const char *im, const char *zoom, double rotation = 0.0) {
    return {Decimal::parse(re), Decimal::parse(im), Decimal::parse(zoom), rotation};
}

/// How far the point under (x, y) of one view lies from (ex, ey) of another, in pixels of the
/// other: computed from the definition of a view, in exact decimals but for the turn.
double distance_in_pixels(const View &from, Size from_size, double x, double y, const View &to,
                          Size to_size, double ex, double ey) {
    const auto spacing = [](const View &view, Size size) {
        return divide(Decimal::parse("4"), view.zoom * Decimal::parse(std::to_string(size.height)),
                      40);
    };
    const auto offset = [](const View &view, Size size, double px, double py) {
        return std::complex<double>(px - size.width / 2.0, size.height / 2.0 - py) *
               std::polar(1.0, view.rotation_degrees * kPi / 180.0);
    };
    const std::complex<double> a = offset(from, from_size, x, y);
    const std::complex<double> b = offset(to, to_size, ex, ey);
    const Decimal sa = spacing(from, from_size);
    const Decimal sb = spacing(to, to_size);
    const Decimal re =
        from.re + Decimal::from_double(a.real()) * sa - to.re - Decimal::from_double(b.real()) * sb;
    const Decimal im =
        from.im + Decimal::from_double(a.imag()) * sa - to.im - Decimal::from_double(b.imag()) * sb;
    return std::hypot(divide(re, sb, 20).to_double(), divide(im, sb, 20).to_double());
}

std::string random_fraction(std::mt19937_64 &random, int digits) {
    std::string text = "-0.";
    for (int i = 0; i < digits; ++i) {
        text += static_cast<char>('0' + random() % 10);
    }
    return text;
}

TEST(Navigation, ZoomingOutAndInAgainLeadsBack) {
    const Size size{1280, 800};
    View deep;
    deep.re = Decimal::parse("-0.743643887037158704752191506114774");
    deep.im = Decimal::parse("0.131825904205311970493132056385139");
    deep.zoom = Decimal::parse("3.2e12");
    for (const auto &[x, y] : {std::pair{640.0, 400.0}, {17.0, 777.0}}) {
        View view = deep;
        for (int notch = 0; notch < 60; ++notch)
            view = zoom_about(view, size, x, y, 0.5);
        EXPECT_EQ(view.zoom, ViewLimits().min_zoom) << "the stop is reached on the way";
        view = deep;
        for (int notch = 0; notch < 40; ++notch)
            view = zoom_about(view, size, x, y, 0.70710678118654752);
        for (int notch = 0; notch < 40; ++notch)
            view = zoom_about(view, size, x, y, 1.4142135623730951);
        const AffineMap map = pixel_offset(deep, size, view, size);
        EXPECT_NEAR(map.x0, 0, 1e-3);
        EXPECT_NEAR(map.y0, 0, 1e-3);
        EXPECT_LE(view.re.to_string().size(), 40u) << "and needs no more digits than before";
    }
    // About the exact centre not a digit changes.
    EXPECT_EQ(zoom_about(deep, size, 640, 400, 0.01).re, deep.re);
}

TEST(View, StartsAtTheWholeSet) {
    const View view;
    EXPECT_EQ(view, view_at("-0.75", "0", "1"));
    EXPECT_EQ(exact_pixel_spacing(view, 1000).to_string(), "0.004");
    EXPECT_EQ(exact_pixel_spacing(view_at("0", "0", "1e90000"), 2).to_string(), "2e-90000");
}

TEST(View, DoublesReachAsDeepAsTheirLastPlace) {
    const double deepest = deepest_zoom_for_f64(View{}, 1000);
    // At that zoom a neighbouring pixel of any place of size 1 is 4 units in the last place away.
    EXPECT_EQ(4.0 / (deepest * 1000), 4.0 * std::numeric_limits<double>::epsilon());
    EXPECT_EQ(deepest_zoom_for_f64(view_at("-3", "0", "1"), 1000), deepest / 2);
    EXPECT_EQ(deepest_zoom_for_f64(View{}, 2000), deepest / 2);
}

TEST(Navigation, RightIsEastAndUpIsNorth) {
    // height 4 over 400 pixels: a pixel is 0.01
    const Size size{600, 400};
    const View view = view_at("0", "0", "1");
    EXPECT_EQ(centre_on(view, size, 400, 150), view_at("1", "0.5", "1"));
    EXPECT_EQ(centre_on(view, size, 0, 400), view_at("-3", "-2", "1"));
    // dragging right and down brings the west and the north in
    EXPECT_EQ(pan_by_pixels(view, size, 100, 50), view_at("-1", "0.5", "1"));
    EXPECT_EQ(zoom_about(view, size, 400, 150, 2), view_at("0.5", "0.25", "2"));
    EXPECT_EQ(zoom_about(view, size, 300, 200, 10), view_at("0", "0", "10"));
}

TEST(Navigation, RotationTurnsTheSampledAxesCounterClockwise) {
    // Turned by 90 degrees, a step to the right of the screen goes up the imaginary axis, a step up
    // to the west.
    const Size size{600, 400};
    const View view = view_at("0", "0", "1", 90.0);
    EXPECT_EQ(centre_on(view, size, 400, 200), view_at("0", "1", "1", 90.0));
    EXPECT_EQ(centre_on(view, size, 300, 150), view_at("-0.5", "0", "1", 90.0));
    EXPECT_EQ(pan_by_pixels(view, size, 100, 0), view_at("0", "-1", "1", 90.0));
    const View slanted = centre_on(view_at("0", "0", "1", 30.0), size, 400, 200);
    EXPECT_NEAR(slanted.re.to_double(), std::sqrt(0.75), 1e-6);
    EXPECT_NEAR(slanted.im.to_double(), 0.5, 1e-6);
}

TEST(Navigation, ZoomKeepsThePointUnderTheMouse) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int depth = 0; depth <= 300; depth += 3) {
        View view = view_at(random_fraction(random, depth + 10).c_str(),
                            random_fraction(random, depth + 10).c_str(),
                            fmt::format("3.7e{}", depth).c_str(), 360.0 * unit(random) - 180);
        const double x = unit(random) * kSize.width;
        const double y = unit(random) * kSize.height;
        for (const double factor : {1.1892071150027210667, 0.31, 50.0}) {
            const View next = zoom_about(view, kSize, x, y, factor);
            EXPECT_LT(distance_in_pixels(view, kSize, x, y, next, kSize, x, y), 1e-3)
                << view.zoom.to_string() << " by " << factor;
            EXPECT_NEAR(divide(next.zoom, view.zoom, 20).to_double(), factor, 1e-15 * factor);
        }
    }
}

TEST(Navigation, AThousandWheelStepsStayOnThePoint) {
    View view;
    for (int step = 0; step < 1000; ++step) {
        const View next = zoom_about(view, kSize, 1000.25, 99.5, 1.25);
        ASSERT_LT(distance_in_pixels(view, kSize, 1000.25, 99.5, next, kSize, 1000.25, 99.5), 1e-3);
        view = next;
    }
    EXPECT_NEAR(view.zoom.log10(), 1000 * std::log10(1.25), 1e-6);
    // the text is as long as the depth needs
    EXPECT_LT(view.re.to_string().size(), 97u + 15u);
    EXPECT_LE(view.zoom.to_string().size(), 17u + 4u);
}

TEST(Navigation, PanFollowsTheMouseAtAnyDepth) {
    std::mt19937_64 random(2);
    for (const char *zoom : {"0.5", "7e40", "2.5e300", "1e5000", "1e99999"}) {
        const View view = view_at(random_fraction(random, 50).c_str(),
                                  random_fraction(random, 5000).c_str(), zoom, 21.5);
        const View next = pan_by_pixels(view, kSize, 33.25, -210.5);
        EXPECT_LT(distance_in_pixels(view, kSize, 500, 400, next, kSize, 533.25, 189.5), 1e-3)
            << zoom;
        EXPECT_EQ(next.zoom, view.zoom);
    }
}

TEST(Navigation, ABoxComesToTheCentreAsLargeAsItFits) {
    const Size size{600, 400};
    const View view = view_at("0", "0", "1");
    // 60 x 20 pixels around (400, 150), corners in any order: ten times larger, its width decides
    const View wide = zoom_to_box(view, size, 430, 140, 370, 160);
    EXPECT_EQ(wide, view_at("1", "0.5", "10"));
    const View tall = zoom_to_box(view, size, 395, 140, 405, 160);
    EXPECT_EQ(tall, view_at("1", "0.5", "20"));
    // a box without area counts as one pixel
    EXPECT_EQ(zoom_to_box(view, size, 400, 150, 400, 150), view_at("1", "0.5", "400"));
}

TEST(Navigation, StaysWithinTheLimits) {
    const ViewLimits limits;
    const Size size{600, 400};
    EXPECT_EQ(zoom_about(View{}, size, 10, 10, 1e-30).zoom, limits.min_zoom);
    const View deepest = zoom_about(view_at("0", "0", "1e99999"), size, 10, 10, 1e300);
    EXPECT_EQ(deepest.zoom, limits.max_zoom);
    EXPECT_EQ(deepest.zoom, zoom_about(deepest, size, 599, 3, 1.2).zoom);
    // the deepest view's texts can be read back
    EXPECT_EQ(Decimal::parse(deepest.re.to_string()), deepest.re);
    View far = view_at("0", "0", "1e-3");
    for (int i = 0; i < 100; ++i) {
        far = pan_by_pixels(far, size, -600, 400);
    }
    EXPECT_EQ(far.re, limits.max_coordinate);
    EXPECT_EQ(far.im, limits.max_coordinate);
    EXPECT_THROW(pan_by_pixels(View{}, size, std::nan(""), 0), InputError);
    EXPECT_THROW(zoom_about(View{}, size, 0, 0, std::numeric_limits<double>::infinity()),
                 InputError);
}

TEST(Navigation, WarpsOnePictureIntoTheNext) {
    const View from = view_at("-0.743", "0.131", "1e30", 15.0);
    const Size from_size{800, 600};
    View to = zoom_about(from, from_size, 300, 520, 3.0);
    to.rotation_degrees -= 40.0;
    const Size to_size{1024, 333};
    const AffineMap map = pixel_offset(from, from_size, to, to_size);
    for (const auto &[x, y] : {std::pair{0.0, 0.0}, {800.0, 0.0}, {123.5, 456.25}}) {
        EXPECT_LT(distance_in_pixels(from, from_size, x, y, to, to_size,
                                     map.xx * x + map.xy * y + map.x0,
                                     map.yx * x + map.yy * y + map.y0),
                  1e-3);
    }
    const AffineMap same = pixel_offset(from, from_size, from, from_size);
    EXPECT_DOUBLE_EQ(same.xx, 1.0);
    EXPECT_EQ(same.xy, 0.0);
    EXPECT_EQ(same.x0, 0.0);
    EXPECT_EQ(same.y0, 0.0);
}

// The place of the plane that engines sample at a position of the picture.
std::complex<double> sampled(const View &view, Size size, double x, double y) {
    Location location;
    location.view = view;
    kernels::PixelMap map =
        make_request(location, size, {0, 0, size.width, size.height}, {}, Precision::f64).map;
    map.origin_x += x - 0.5; // pixel (0, 0) at its corner, moved to the position
    map.origin_y -= y - 0.5;
    return {kernels::pixel_re(map, 0, 0), kernels::pixel_im(map, 0, 0)};
}

double pixels_apart(std::complex<double> a, std::complex<double> b, const View &view) {
    return std::abs(a - b) / pixel_spacing(view, kSize.height);
}

/// The identity, a stretch, and a matrix with a turn in it.
const PlaneMatrix kMatrices[] = {{}, stretching(7.5, 25), {0.5, 1.25, -0.8, 0}};

TEST(Navigation, MovesMirroredTurnedAndStretchedViewsAsTheEnginesSampleThem) {
    for (const bool mirrored : {false, true})
        for (const auto &[rotation, matrix] : {std::pair{0.0, kMatrices[0]},
                                               {30.0, kMatrices[0]},
                                               {-120.0, kMatrices[0]},
                                               {0.0, kMatrices[1]},
                                               {-120.0, kMatrices[1]},
                                               {30.0, kMatrices[2]}}) {
            View view = view_at("-0.5", "0.25", "3", rotation);
            view.mirrored = mirrored;
            view.matrix = matrix;
            SCOPED_TRACE(testing::Message() << mirrored << ' ' << rotation << ' ' << matrix.a);
            const auto at = [&](const View &of, double x, double y) {
                return sampled(of, kSize, x, y);
            };
            const View zoomed = zoom_about(view, kSize, 200, 600, 1.75);
            EXPECT_LT(pixels_apart(at(view, 200, 600), at(zoomed, 200, 600), zoomed), 1e-3);
            const View panned = pan_by_pixels(view, kSize, 40, -25);
            EXPECT_LT(pixels_apart(at(view, 300, 300), at(panned, 340, 275), view), 1e-3);
            const View centred = centre_on(view, kSize, 1000, 50);
            EXPECT_LT(pixels_apart(at(view, 1000, 50),
                                   at(centred, kSize.width / 2.0, kSize.height / 2.0), view),
                      1e-3);
            const View boxed = zoom_to_box(view, kSize, 900, 100, 1000, 120);
            EXPECT_LT(pixels_apart(at(view, 950, 110),
                                   at(boxed, kSize.width / 2.0, kSize.height / 2.0), boxed),
                      2e-3);
            const View turned = rotate_about(view, kSize, 222, 111, 90);
            EXPECT_LT(pixels_apart(at(view, 222, 111), at(turned, 222, 111), view), 1e-3);
            // Clockwise: what was to the right of the point lies below it.
            EXPECT_LT(pixels_apart(at(view, 322, 111), at(turned, 222, 211), view), 1e-3);
            const AffineMap map = pixel_offset(view, kSize, turned, kSize);
            EXPECT_NEAR(map.xx * 322 + map.xy * 111 + map.x0, 222, 1e-3);
            EXPECT_NEAR(map.yx * 322 + map.yy * 111 + map.y0, 211, 1e-3);
        }
}

TEST(Navigation, WarpsBetweenAViewAndItsMirrorImage) {
    const View plain = view_at("-0.5", "0.25", "3", 20);
    View mirror = plain;
    mirror.mirrored = true;
    const AffineMap map = pixel_offset(plain, kSize, mirror, kSize);
    const double x = map.xx * 100 + map.xy * 200 + map.x0;
    const double y = map.yx * 100 + map.yy * 200 + map.y0;
    EXPECT_LT(pixels_apart(sampled(plain, kSize, 100, 200), sampled(mirror, kSize, x, y), plain),
              1e-6);
    const AffineMap same = after(inverse(map), map);
    EXPECT_NEAR(same.xx * 7 + same.xy * 9 + same.x0, 7, 1e-9);
    EXPECT_NEAR(same.yx * 7 + same.yy * 9 + same.y0, 9, 1e-9);
}

TEST(Navigation, WarpsBetweenViewsOfDifferentMatrices) {
    View from = view_at("-0.5", "0.25", "3", 20);
    View to = view_at("-0.52", "0.27", "4.5", -35);
    to.mirrored = true;
    for (const PlaneMatrix &first : kMatrices)
        for (const PlaneMatrix &second : kMatrices) {
            from.matrix = first;
            to.matrix = second;
            const AffineMap map = pixel_offset(from, kSize, to, kSize);
            for (const auto &[x, y] : {std::pair{100.0, 200.0}, {1280.0, 0.0}, {3.0, 700.0}})
                EXPECT_LT(pixels_apart(sampled(from, kSize, x, y),
                                       sampled(to, kSize, map.xx * x + map.xy * y + map.x0,
                                               map.yx * x + map.yy * y + map.y0),
                                       to),
                          1e-6);
        }
    from.matrix = kMatrices[1];
    const AffineMap same = pixel_offset(from, kSize, from, kSize);
    EXPECT_EQ(same.xx, 1);
    EXPECT_EQ(same.xy, 0);
    EXPECT_EQ(same.x0, 0);
}

TEST(Navigation, RoundsACentreAsFineAsTheShortestSideOfItsPixels) {
    View view = view_at("-0.743643887037158704752191506114774", "0", "1e10");
    const long usual = tidied(view, 1000).re.decimals();
    view.matrix = stretching(1e6, 30); // 1000 times nearer one way
    EXPECT_EQ(tidied(view, 1000).re.decimals(), usual + 3);
}

TEST(PlaneMatrix, StretchesAsItSays) {
    // What lies on an ellipse of the plane, 4 times as long as wide, its length at 30 degrees,
    // appears as its image under the inverse: of a circle the ellipse.
    const PlaneMatrix matrix = stretching(4, 30);
    EXPECT_NEAR(determinant(matrix), 1, 1e-15);
    EXPECT_EQ(matrix.b, matrix.c);
    const double angle = 30 * kPi / 180;
    const PlaneVector along = inverse(matrix) * PlaneVector{std::cos(angle), std::sin(angle)};
    const PlaneVector across = inverse(matrix) * PlaneVector{-std::sin(angle), std::cos(angle)};
    EXPECT_NEAR(std::hypot(along.re, along.im), 2, 1e-14);
    EXPECT_NEAR(std::atan2(along.im, along.re), angle, 1e-14);
    EXPECT_NEAR(std::hypot(across.re, across.im), 0.5, 1e-14);
    EXPECT_NEAR(longest(matrix), 2, 1e-14);
    EXPECT_EQ(longest(PlaneMatrix()), 1);
    EXPECT_EQ(stretching(1, 77), PlaneMatrix());
    for (const double degrees : {-89.0, -30.0, 0.0, 30.0, 90.0})
        for (const double turn : {0.0, 40.0, 170.0, -100.0}) {
            const double c = std::cos(turn * kPi / 180), s = std::sin(turn * kPi / 180);
            const PlaneMatrix turned = stretching(9, degrees) * PlaneMatrix{c, -s, s, c};
            const Stretching found = stretching_of(turned);
            EXPECT_NEAR(found.ratio, 9, 1e-12);
            EXPECT_NEAR(std::remainder(found.degrees - degrees, 180), 0, 1e-12);
            EXPECT_NEAR(stretch_of(turned).a, stretching(9, degrees).a, 1e-13);
            EXPECT_NEAR(stretch_of(turned).b, stretching(9, degrees).b, 1e-13);
        }
    EXPECT_EQ(stretching_of({}).ratio, 1);
}

TEST(PlaneMatrix, ComesFromOneToTheOtherWithoutGreaterStretches) {
    const PlaneMatrix from = stretching(50, 20);
    const PlaneMatrix to = stretching(3, -60);
    ASSERT_TRUE(has_way(from, to));
    EXPECT_FALSE(has_way({}, {-1, 0, 0, -1}));
    EXPECT_NEAR(matrix_between(from, to, 0).a, from.a, 1e-14);
    EXPECT_NEAR(matrix_between(from, to, 1).b, to.b, 1e-14);
    for (const double share : {0.1, 0.5, 0.9}) {
        const PlaneMatrix between = matrix_between(from, to, share);
        EXPECT_NEAR(determinant(between), 1, 1e-12);
        EXPECT_LE(longest(between), longest(from));
        EXPECT_TRUE(is_view_matrix(between, 1000));
    }
}

TEST(PlaneMatrix, ComesFromOneToTheOtherAtAnEvenPace) {
    // The stretch grows by the same factor in each part of the way.
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const Stretching out = stretching_of(matrix_between({}, stretching(81, 20), share));
        EXPECT_NEAR(out.ratio, std::pow(81, share), 1e-10);
        const Stretching across =
            stretching_of(matrix_between(stretching(9, 20), stretching(1.0 / 9, 20), share));
        EXPECT_NEAR(across.ratio, std::pow(9, std::fabs(1 - 2 * share)), 1e-10);
    }
    // And two parts of the way are the whole: the same factor from the right leads on.
    const PlaneMatrix from = stretching(50, 20) * PlaneMatrix{0.8, -0.6, 0.6, 0.8};
    const PlaneMatrix to = stretching(3, -60);
    const PlaneMatrix third = inverse(from) * matrix_between(from, to, 1.0 / 3);
    const PlaneMatrix all = third * third * third;
    const PlaneMatrix whole = inverse(from) * to;
    EXPECT_NEAR(all.a, whole.a, 1e-9);
    EXPECT_NEAR(all.b, whole.b, 1e-9);
    EXPECT_NEAR(all.c, whole.c, 1e-9);
    EXPECT_NEAR(all.d, whole.d, 1e-9);
}

TEST(PlaneMatrix, OfAViewKeepsAreas) {
    EXPECT_TRUE(is_view_matrix({0, -1, 1, 0}, 1));
    EXPECT_TRUE(is_view_matrix({2, 0, 0, 0.5000001}, 10));
    EXPECT_FALSE(is_view_matrix({2, 0, 0, 0.50001}, 10));
    EXPECT_FALSE(is_view_matrix({-1, 0, 0, 1}, 10)) << "mirrored";
    EXPECT_FALSE(is_view_matrix({16, 0, 0, 1.0 / 16}, 10));
    EXPECT_FALSE(is_view_matrix({std::nan(""), 0, 0, 1}, 10));
    EXPECT_FALSE(is_view_matrix({1e300, 1e300, 1e300, 1e300}, 10));
    EXPECT_FALSE(is_view_matrix({HUGE_VAL, 0, 0, 0}, HUGE_VAL));
}

TEST(Navigation, TurningBackLeadsBack) {
    const View start = view_at("-0.743643887037158704752191506114774", "0.1", "3.2e12", 170);
    View view = start;
    for (int turn = 0; turn < 24; ++turn)
        view = rotate_about(view, kSize, 17, 700, 15);
    EXPECT_EQ(view.rotation_degrees, 170);
    const AffineMap map = pixel_offset(start, kSize, view, kSize);
    EXPECT_NEAR(map.x0, 0, 0.01);
    EXPECT_NEAR(map.y0, 0, 0.01);
    EXPECT_EQ(rotate_about(rotate_about(start, kSize, 640, 360.5, 15), kSize, 640, 360.5, -15),
              start);
    EXPECT_THROW(rotate_about(start, kSize, 0, 0, std::nan("")), InputError);
}

TEST(ViewHistory, GoesBackAndForwardLikeABrowser) {
    const View a = view_at("0", "0", "1");
    const View b = view_at("0", "0", "2");
    const View c = view_at("0", "0", "3");
    ViewHistory history(a);
    EXPECT_FALSE(history.can_go_back());
    EXPECT_EQ(history.back(), a);
    history.visit(b);
    history.visit(b); // again: nothing new
    history.visit(c);
    EXPECT_EQ(history.back(), b);
    EXPECT_EQ(history.back(), a);
    EXPECT_FALSE(history.can_go_back());
    EXPECT_EQ(history.forward(), b);
    EXPECT_TRUE(history.can_go_forward());
    history.visit(a); // forgets c
    EXPECT_FALSE(history.can_go_forward());
    EXPECT_EQ(history.forward(), a);
    EXPECT_EQ(history.back(), b);
}

TEST(History, AmendsTheCurrentPlaceAlone) {
    History<int> history(1);
    history.visit(2);
    history.visit(3);
    history.back();
    history.amend(20);
    EXPECT_EQ(history.current(), 20);
    EXPECT_EQ(history.back(), 1);
    EXPECT_EQ(history.forward(), 20);
    EXPECT_EQ(history.forward(), 3);
}

TEST(ViewHistory, KeepsTheLastThousand) {
    ViewHistory history{View{}};
    for (int i = 1; i <= 1500; ++i) {
        history.visit(view_at("0", "0", std::to_string(i + 1).c_str()));
    }
    int steps = 0;
    while (history.can_go_back()) {
        history.back();
        ++steps;
    }
    EXPECT_EQ(steps, 999);
    EXPECT_EQ(history.current().zoom.to_string(), "502");
}

} // namespace fathom::navigation_test
