// The colour options of the command line.
#include "render/base/output_file.h"
#include "render/import/location_file.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

namespace fathom::cli_colour_test {

TEST(ColourOptions, GoIntoTheLocation) {
    const TempFolder folder;
    const std::string file = (folder / "place.toml").string();
    const RunResult result = run_fathom({"render",
                                         "--colour",
                                         "trap",
                                         "--mapping",
                                         "cbrt",
                                         "--density",
                                         "0.25",
                                         "--offset",
                                         "-0.5",
                                         "--shade",
                                         "slope",
                                         "--light",
                                         "120",
                                         "--light-height",
                                         "2",
                                         "--shade-strength",
                                         "0.5",
                                         "--interior",
                                         "period",
                                         "--interior-rgb",
                                         "#102aF0",
                                         "--trap",
                                         "circle,0.5,-0.25,0.125",
                                         "-o",
                                         file});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const Location location = read_location_file(file).location;
    using namespace kernels;
    EXPECT_EQ(location.colour,
              (ColourScheme{ColourBase::trap, ColourMapping::cube_root, 0.25, -0.5,
                            ColourShade::slope, 120, 2, 0.5, InteriorColour::period, 0x102af0,
                            ColourFilter::footprint, ColourDither::ordered}));
    EXPECT_EQ(location.trap, (Trap<double>{TrapShape::circle, 0.5, -0.25, 0.125}));
}

TEST(ColourOptions, WithoutADensityFitTheView) {
    const TempFolder folder;
    const std::string file = (folder / "place.toml").string();
    const auto written = [&](std::vector<std::string> options) {
        options.insert(options.begin(), "render");
        options.insert(options.end(), {"--size", "160x100", "-o", file});
        const RunResult result = run_fathom(options);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_location_file(file).location;
    };
    const Location usual = written({});
    EXPECT_TRUE(usual.automatic_colours);
    EXPECT_EQ(usual.colour.mapping, kernels::ColourMapping::rank);
    EXPECT_EQ(usual.colour.density, 0.75);

    const Location root = written({"--mapping", "sqrt"});
    EXPECT_TRUE(root.automatic_colours);
    EXPECT_NE(root.colour.density, 0.75);

    const Location own = written({"--density", "0.25"});
    EXPECT_FALSE(own.automatic_colours);
    EXPECT_EQ(own.colour.mapping, kernels::ColourMapping::linear);
    EXPECT_EQ(own.colour.density, 0.25);

    // A file that says nothing of it keeps its look until another base or mapping is asked for.
    write_text_file(folder / "old.toml",
                    "fathom = 1\n[view]\nre = \"0\"\nim = \"0\"\nzoom = \"1\"\n");
    const std::string old = (folder / "old.toml").string();
    EXPECT_EQ(written({"--location", old}).colour, kernels::ColourScheme());
    const Location again = written({"--location", old, "--mapping", "rank"});
    EXPECT_TRUE(again.automatic_colours);
    EXPECT_EQ(again.colour.density, 0.75);
}

TEST(ColourOptions, NameTheirChoicesWhenRefused) {
    const auto refusal = [](const char *option, const char *value) {
        const RunResult result = run_fathom({"render", option, value, "-o", "unwritten.png"});
        EXPECT_EQ(result.exit_code, 2) << option << ' ' << value;
        return result.err;
    };
    EXPECT_TRUE(
        contains(refusal("--colour", "hue"),
                 "--colour takes smooth, bands, distance, angle, trap or atom, not \"hue\""));
    EXPECT_TRUE(contains(refusal("--mapping", "x"), "linear, sqrt, cbrt, log or rank"));
    EXPECT_TRUE(contains(refusal("--shade", "x"), "none, slope or distance"));
    EXPECT_TRUE(contains(refusal("--interior", "x"), "flat, period or distance"));
    EXPECT_TRUE(contains(refusal("--filter", "x"), "--filter takes none or footprint, not \"x\""));
    EXPECT_TRUE(contains(refusal("--dither", "x"), "--dither takes none or ordered, not \"x\""));
    EXPECT_TRUE(contains(refusal("--trap", "oval,0,0"), "point, cross or circle"));
    EXPECT_TRUE(contains(refusal("--trap", "point,0"), "SHAPE,RE,IM"));
    EXPECT_TRUE(contains(refusal("--trap", "point,0,zero"), "--trap"));
    EXPECT_TRUE(contains(refusal("--trap", "circle,0,0,0"), "trap radius"));
    for (const char *colour : {"12345", "#1234567", "12345g", "-12345", ""})
        EXPECT_TRUE(contains(refusal("--interior-rgb", colour), "six hexadecimal digits"))
            << colour;
    EXPECT_TRUE(contains(refusal("--density", "0"), "density"));
    EXPECT_TRUE(contains(refusal("--offset", "1.5"), "offset"));
    EXPECT_TRUE(contains(refusal("--light-height", "-1"), "light height"));
    EXPECT_TRUE(contains(refusal("--shade-strength", "2"), "shade strength"));
}

TEST(ColourOptions, RankedPicturesAreTheSameOnBothEnginesAndInBands) {
    // 1100 x 2000 pixels are two bands, which have to share one table of ranks.
    const TempFolder folder;
    const auto render = [&](const char *device, const char *name) {
        const RunResult result =
            run_fathom({"render", "--mapping", "rank", "--density", "1", "--size", "1100x2000",
                        "--iterations", "200", "--device", device, "-o", (folder / name).string()});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_all(folder / name);
    };
    const std::string reference = render("reference", "a.png");
    EXPECT_EQ(render("cpu", "b.png"), reference);
    const RunResult compared =
        run_fathom({"compare", "--json", "--devices", "reference,cpu", "--mapping", "rank",
                    "--colour", "angle", "--size", "320x200"});
    EXPECT_EQ(compared.exit_code, 0) << compared.err;
    EXPECT_EQ(compared.json()["rgba_differ"], 0);
}

TEST(ColourOptions, FilterNewPlacesUnlessTheyAreToldNotTo) {
    const TempFolder folder;
    const auto render = [&](std::vector<std::string> options, const char *name) {
        options.insert(options.begin(), "render");
        options.insert(options.end(), {"--size", "160x90", "-o", (folder / name).string()});
        const RunResult result = run_fathom(options);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_all(folder / name);
    };
    EXPECT_TRUE(contains(render({}, "new.toml"), "filter = \"footprint\""));
    EXPECT_FALSE(contains(render({"--filter", "none"}, "old.toml"), "filter"));
    const std::string file = (folder / "old.toml").string();
    const std::string old = render({"--location", file}, "old.png");
    EXPECT_EQ(render({"--filter", "none"}, "none.png"), old);
    EXPECT_NE(render({"--location", file, "--filter", "footprint"}, "new.png"), old);
    EXPECT_EQ(render({}, "new2.png"), read_all(folder / "new.png"));
}

TEST(ColourOptions, DitherNewPlacesUnlessTheyAreToldNotTo) {
    const TempFolder folder;
    const auto render = [&](std::vector<std::string> options, const char *name) {
        options.insert(options.begin(), "render");
        options.insert(options.end(), {"--size", "160x90", "-o", (folder / name).string()});
        const RunResult result = run_fathom(options);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_all(folder / name);
    };
    EXPECT_TRUE(contains(render({}, "new.toml"), "dither = \"ordered\""));
    EXPECT_FALSE(contains(render({"--dither", "none"}, "old.toml"), "dither"));
    const std::string file = (folder / "old.toml").string();
    for (const std::string samples : {"1", "3"}) {
        const std::string old = render({"--samples", samples, "--location", file}, "old.png");
        EXPECT_EQ(render({"--samples", samples, "--dither", "none"}, "none.png"), old);
        EXPECT_NE(
            render({"--samples", samples, "--location", file, "--dither", "ordered"}, "a.png"),
            old);
        EXPECT_EQ(render({"--samples", samples}, "b.png"), read_all(folder / "a.png"));
    }
}

} // namespace fathom::cli_colour_test
