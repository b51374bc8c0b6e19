// fathom recolour of what other programs wrote, and what the channels that they share mean.
#include "render/images/exr_reader.h"
#include "render/images/exr_writer.h"
#include "tests/support/png_reading.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <gtest/gtest.h>

namespace fathom::cli_foreign_exr_test {

constexpr int kWidth = 161, kHeight = 97;
constexpr std::size_t kPixels = std::size_t{kWidth} * kHeight;

void run_well(const Arguments &arguments) {
    const RunResult result = run_fathom(joined(arguments, {"--quiet"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
}

const Arguments kLook = {"--palette", "dusk", "--dither", "none",
                         "--filter",  "none", "--offset", "0"};

void render_raw(const std::filesystem::path &file, const Arguments &place) {
    run_well(joined(joined({"render", "--raw", "--device", "cpu", "--size", "161x97", "--colour",
                            "distance", "-o", file.string()},
                           place),
                    kLook));
}

/// The channels that others write too.
struct Shared {
    std::vector<std::uint32_t> n = std::vector<std::uint32_t>(kPixels);
    std::vector<float> fraction = std::vector<float>(kPixels), angle = fraction, x = fraction,
                       y = fraction;

    explicit Shared(const std::filesystem::path &file) {
        ExrReader reader(file);
        reader.read(0, std::vector<ExrReader::Wanted>{
                           {"N", n}, {"NF", fraction}, {"T", angle}, {"DEX", x}, {"DEY", y}});
    }
};

/// A file as another program writes it.
struct Foreign {
    std::string place;    ///< its text
    std::string channels; ///< those that it has besides counts
    std::uint32_t bias = 1024;
    bool long_counts = false; ///< N0 and N1
    const char *key = "Fraktaler3";
    float down = 1; ///< -1: DEY points down
};

void write_foreign(const std::filesystem::path &file, const Shared &from, const Foreign &as) {
    ExrOptions options;
    options.width = kWidth;
    options.height = kHeight;
    options.channels = {{as.long_counts ? "N0" : "N", ExrType::whole}};
    options.texts = {{as.key, as.place}};
    options.numbers = {{"IterationsBias", static_cast<int>(as.bias)}};
    std::vector<std::uint32_t> n = from.n, high(kPixels);
    std::vector<float> upwards = from.y;
    // Kalles Fraktaler's count of z_1 is 0.
    const std::uint32_t less = std::string(as.key) == "KallesFraktaler2+" ? 1 : 0;
    for (std::size_t at = 0; at < kPixels; ++at) {
        const bool inside = n[at] == 0xffffffffU;
        n[at] = inside || n[at] == 0 ? n[at] : n[at] - 1024 + as.bias - less;
        upwards[at] *= as.down;
        high[at] = inside ? n[at] : 0;
    }
    std::vector<ExrValues> values = {std::span<const std::uint32_t>(n)};
    if (as.long_counts) {
        options.channels.push_back({"N1", ExrType::whole});
        values.emplace_back(std::span<const std::uint32_t>(high));
    }
    const auto add = [&](const std::string &name, const std::vector<float> &reals) {
        if (as.channels.find(name) == as.channels.npos)
            return;
        options.channels.push_back({name, ExrType::real});
        values.emplace_back(std::span<const float>(reals));
    };
    add("NF", from.fraction);
    add("T", from.angle);
    add("DEX", from.x);
    add("DEY", upwards);
    ExrWriter writer(file, options);
    writer.write_rows(kHeight, values);
    writer.finish();
}

/// Where Fraktaler-3 shows the same picture.
std::string place_text(const std::string &zoom, int iterations) {
    return "location.real = \"-0.743643887037151\"\nlocation.imag = \"0.13182590420533\"\n"
           "location.zoom = \"" +
           zoom + "\"\nbailout.iterations = " + std::to_string(iterations) +
           "\nbailout.escape_radius = 625\n";
}
Arguments place_options(const std::string &zoom, const std::string &iterations) {
    return {"--re", "-0.743643887037151", "--im",     "0.13182590420533", "--zoom",
            zoom,   "--iterations",       iterations, "--bailout",        "625"};
}

/// The share of bytes that differ by more than 2.
double different(const std::filesystem::path &a, const std::filesystem::path &b) {
    const DecodedPng one = decode_png(a), other = decode_png(b);
    EXPECT_EQ(one.rgb.size(), other.rgb.size());
    std::size_t count = 0;
    for (std::size_t at = 0; at < one.rgb.size(); ++at)
        count += std::abs(one.rgb[at] - other.rgb[at]) > 2 ? 1 : 0;
    return static_cast<double>(count) / static_cast<double>(one.rgb.size());
}

TEST(ForeignExr, GetsTheColoursOfTheSamplesItWasMadeOf) {
    for (const char *zoom : {"500", "1e9"}) {
        const TempFolder folder;
        render_raw(folder / "own.exr", place_options(zoom, "3000"));
        write_foreign(folder / "theirs.exr", Shared(folder / "own.exr"),
                      {place_text(zoom, 3000), "NF T DEX DEY"});
        for (const Arguments &look : std::vector<Arguments>{
                 {"--colour", "smooth", "--mapping", "log", "--density", "0.7"},
                 {"--colour", "bands", "--mapping", "linear", "--density", "0.01"},
                 {"--colour", "angle", "--mapping", "linear", "--density", "1"},
                 {"--colour", "distance", "--mapping", "log", "--density", "0.2"},
                 {"--colour", "smooth", "--mapping", "sqrt", "--density", "0.1", "--shade", "slope",
                  "--light", "30"}}) {
            run_well(joined(
                joined({"recolour", folder / "own.exr", "-o", folder / "own.png"}, kLook), look));
            run_well(joined(
                joined({"recolour", folder / "theirs.exr", "-o", folder / "theirs.png"}, kLook),
                look));
            EXPECT_LT(different(folder / "own.png", folder / "theirs.png"), 0.003)
                << zoom << testing::PrintToString(look);
            run_well(
                joined(joined({"recolour", folder / "own.exr", "-o", folder / "other.png"}, kLook),
                       {"--colour", "smooth", "--mapping", "linear", "--density", "0.013"}));
            EXPECT_GT(different(folder / "other.png", folder / "theirs.png"), 0.3);
        }
    }
}

TEST(ForeignExr, ReadsCountsByTheirBiasAndInTwoWords) {
    const TempFolder folder;
    render_raw(folder / "own.exr", place_options("500", "3000"));
    const Shared shared(folder / "own.exr");
    const std::string place = place_text("500", 3000);
    const auto colours = [&](const Foreign &as) {
        write_foreign(folder / "a.exr", shared, as);
        run_well(joined(joined({"recolour", folder / "a.exr", "-o", folder / "a.png"}, kLook),
                        {"--colour", "smooth", "--mapping", "linear", "--density", "0.03"}));
        return decode_png(folder / "a.png").rgb;
    };
    const auto expected = colours({place, "NF"});
    EXPECT_EQ(colours({place, "NF", 0}), expected);
    EXPECT_EQ(colours({place, "NF", 1024, true}), expected);
    // Kalles Fraktaler's text, of the same picture.
    const std::string kfr = "Re: -0.743643887037151\r\nIm: -0.13182590420533\r\nZoom: 1000\r\n"
                            "Iterations: 3000\r\nBailoutRadiusPreset: 3\r\n"
                            "BailoutRadiusCustom: 625\r\n";
    EXPECT_EQ(colours({kfr, "NF", 1024, false, "KallesFraktaler2+"}), expected);
}

TEST(ForeignExr, FindsOutWhichWayDistancesPoint) {
    const TempFolder folder;
    const Arguments slopes = {"--colour", "smooth",  "--mapping", "linear",  "--density",
                              "0.03",     "--shade", "slope",     "--light", "70"};
    const auto bytes = [&](const char *name, const Arguments &look) {
        run_well(joined(joined({"recolour", folder / name, "-o", folder / "a.png"}, kLook), look));
        return decode_png(folder / "a.png").rgb;
    };
    for (const char *rotation : {"0", "75"}) {
        render_raw(folder / "own.exr",
                   joined(place_options("500", "3000"), {"--rotate", rotation}));
        const Shared shared(folder / "own.exr");
        const std::string place = place_text("500", 3000) + "transform.rotate = " + rotation + "\n";
        write_foreign(folder / "up.exr", shared, {place, "NF T DEX DEY"});
        Foreign as = {place, "NF T DEX DEY"};
        as.down = -1;
        write_foreign(folder / "down.exr", shared, as);
        EXPECT_EQ(bytes("down.exr", slopes), bytes("up.exr", slopes)) << rotation;
        // Half of their own pixels' width, where 2 of those are one of the picture.
        as.place = "image.supersampling = 2\nimage.subsampling = 1\n" + place;
        Shared nominal = shared;
        for (auto *plane : {&nominal.x, &nominal.y})
            for (float &value : *plane)
                value /= 2;
        write_foreign(folder / "nominal.exr", nominal, as);
        const Arguments distances = {"--colour", "distance",  "--mapping",
                                     "log",      "--density", "0.2"};
        EXPECT_EQ(bytes("nominal.exr", distances), bytes("up.exr", distances));
    }
}

TEST(ForeignExr, ShowsWhatWasNotComputedAsTheInterior) {
    const TempFolder folder;
    render_raw(folder / "own.exr", place_options("500", "3000"));
    Shared shared(folder / "own.exr");
    for (auto *plane : {&shared.fraction, &shared.angle, &shared.x, &shared.y})
        std::fill(plane->begin(), plane->begin() + kWidth, 0.0F);
    std::fill(shared.n.begin(), shared.n.begin() + kWidth, 0U);
    write_foreign(folder / "a.exr", shared, {place_text("500", 3000), "NF T DEX DEY"});
    run_well(joined(joined({"recolour", folder / "a.exr", "-o", folder / "a.png"}, kLook),
                    {"--colour", "distance", "--mapping", "log", "--density", "1"}));
    const DecodedPng picture = decode_png(folder / "a.png");
    const auto row_is_black = [&](int row) {
        const auto begin = picture.rgb.begin() + 3 * kWidth * row;
        return std::all_of(begin, begin + 3 * kWidth, [](auto byte) { return byte == 0; });
    };
    EXPECT_TRUE(row_is_black(0));
    EXPECT_FALSE(row_is_black(1));
}

TEST(ForeignExr, SaysWhatAFileLacks) {
    const TempFolder folder;
    render_raw(folder / "own.exr", place_options("500", "3000"));
    const Shared shared(folder / "own.exr");
    const auto refusal = [&](const std::string &channels, const Arguments &look) {
        write_foreign(folder / "a.exr", shared, {place_text("500", 3000), channels});
        const RunResult result = run_fathom(
            joined(joined({"recolour", folder / "a.exr", "-o", folder / "a.png"}, kLook), look));
        EXPECT_EQ(result.exit_code, 2) << channels;
        EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << result.err;
        EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
        return result.err;
    };
    EXPECT_TRUE(contains(refusal("T", {"--colour", "smooth"}), "the channel NF"));
    EXPECT_TRUE(contains(refusal("NF", {"--colour", "angle"}), "the channel T"));
    EXPECT_TRUE(contains(refusal("NF T", {"--colour", "distance"}), "the channels DEX and DEY"));
    EXPECT_TRUE(contains(refusal("NF T DEX", {"--shade", "slope"}), "the channels DEX and DEY"));
    EXPECT_TRUE(contains(refusal("NF T DEX DEY", {"--colour", "trap"}), "distances to a trap"));
    EXPECT_TRUE(contains(refusal("NF T DEX DEY", {"--colour", "atom"}), "choose others"));
    EXPECT_TRUE(contains(refusal("NF T DEX DEY", {"--interior", "period"}), "the interior"));
}

/// What the channels have to be, by arithmetic of our own: z^p + c in long double.
struct Expected {
    std::uint64_t n = 0;
    long double fraction = 0, angle = 0, x = 0, y = 0;
};
using Complex = std::complex<long double>;
Expected expected(Complex c, long double spacing, int power, long double bailout) {
    Expected made;
    Complex z = 0, derivative = 0;
    while (std::abs(z) <= bailout) {
        derivative = static_cast<long double>(power) * std::pow(z, power - 1) * derivative + 1.0L;
        z = std::pow(z, power) + c;
        ++made.n;
    }
    const long double size = std::log(std::abs(z));
    made.fraction =
        1 - std::log(size / std::log(bailout)) / std::log(static_cast<long double>(power));
    made.angle = std::arg(z) / (2 * std::acos(-1.0L));
    made.angle -= std::floor(made.angle);
    // |z| ln|z| / |dz|, towards where |z| grows: the direction of conj(dz / z).
    const Complex slope = std::conj(derivative / z);
    const long double distance = size / std::abs(slope) / spacing;
    made.x = distance * slope.real() / std::abs(slope);
    made.y = distance * slope.imag() / std::abs(slope);
    return made;
}

TEST(RawData, HoldsTheNumbersOfTheOrbit) {
    for (const int power : {2, 3}) {
        const TempFolder folder;
        const Complex centre(0.3123L, power == 2 ? 0.5541L : 0.6031L);
        const std::string re = std::to_string(static_cast<double>(centre.real()));
        const std::string im = std::to_string(static_cast<double>(centre.imag()));
        render_raw(folder / "own.exr",
                   {"--re", re, "--im", im, "--zoom", "8", "--iterations", "1000", "--bailout",
                    "400", "--formula", power == 2 ? "mandelbrot" : "multibrot-3"});
        const Shared shared(folder / "own.exr");
        const long double spacing = 4.0L / (8 * kHeight);
        int compared = 0;
        for (std::size_t at = 0; at < kPixels; at += 111) {
            // Double cannot tell much about orbits that stay long.
            if (shared.n[at] > 1024 + 60)
                continue;
            const int column = static_cast<int>(at % kWidth), row = static_cast<int>(at / kWidth);
            const Complex c(centre.real() + (column + 0.5L - kWidth / 2.0L) * spacing,
                            centre.imag() - (row + 0.5L - kHeight / 2.0L) * spacing);
            ++compared;
            const Expected is = expected(c, spacing, power, 400);
            EXPECT_EQ(shared.n[at], is.n + 1024);
            EXPECT_NEAR(shared.fraction[at], static_cast<double>(is.fraction), 1e-6);
            EXPECT_NEAR(shared.angle[at], static_cast<double>(is.angle), 1e-6);
            const double near = 1e-5 * static_cast<double>(std::hypot(is.x, is.y));
            EXPECT_NEAR(shared.x[at], static_cast<double>(is.x), near);
            EXPECT_NEAR(shared.y[at], static_cast<double>(is.y), near);
        }
        EXPECT_GE(compared, 50);
    }
}

} // namespace fathom::cli_foreign_exr_test
