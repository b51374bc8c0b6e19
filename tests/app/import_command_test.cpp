// fathom convert, and other programs' places wherever a location is taken.
#include "render/import/location_file.h"
#include "render/import/palette_import.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

namespace fathom::import_command_test {

const std::string kPlace = "Re: -1.755\r\nIm: -0.03\r\nZoom: 25\r\nIterations: 300\r\n"
                           "FractalType: 1\r\nColors: 1,2,3,40,50,60,\r\nJitterSeed: 5\r\n";

TEST(Convert, APlaceBecomesOurs) {
    const TempFolder folder;
    const std::string in = folder / "ship.kfr";
    const std::string out = folder / "ship.toml";
    write_all(in, kPlace);
    const RunResult plain = run_fathom({"convert", in, out});
    EXPECT_EQ(plain.exit_code, 0) << plain.err;
    EXPECT_TRUE(contains(plain.err, "ship.kfr:7: JitterSeed = 5: jitter"));
    EXPECT_TRUE(contains(plain.out, "the location"));
    const ParsedLocation converted = read_location_file(out);
    EXPECT_EQ(converted.location, read_location_file(in).location);
    EXPECT_TRUE(converted.warnings.empty());

    const RunResult json = run_fathom({"convert", "--json", "--quiet", in, out});
    EXPECT_EQ(json.err, "");
    EXPECT_EQ(json.json()["file"], out);
    EXPECT_EQ(json.json()["kind"], "location");
    EXPECT_EQ(json.json()["warnings"].size(), 1u);
}

TEST(Convert, APaletteBecomesOursOrTheirs) {
    const TempFolder folder;
    const std::string in = folder / "three.map";
    write_all(in, "0 0 0\n255 128 7\n1 2 3\n");
    for (const char *name : {"out.toml", "out.gpl", "out.map"}) {
        const RunResult result = run_fathom({"convert", "--json", in, folder / name});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.json()["kind"], "palette");
        std::vector<std::string> warnings;
        const Palette back = read_palette_file(folder / name, warnings);
        EXPECT_EQ(back.stops[0].r, 0) << name;
    }
    // what holds a place and a palette
    write_all(folder / "ship.kfr", kPlace);
    EXPECT_EQ(run_fathom({"convert", folder / "ship.kfr", folder / "ship.map"}).exit_code, 0);
    std::vector<std::string> warnings;
    EXPECT_EQ(read_palette_file(folder / "ship.map", warnings).stops[0].r, 3);
    write_all(folder / "two.ugr", "a {\ngradient:\nindex=0 color=0\n}\n"
                                  "b {\ngradient:\nindex=0 color=255\n}\n");
    EXPECT_EQ(
        run_fathom({"convert", "--gradient", "b", folder / "two.ugr", folder / "b.toml"}).exit_code,
        0);
    EXPECT_EQ(read_palette_file(folder / "b.toml", warnings).stops[0].r, 255);
}

TEST(Convert, OursBecomesTheirsAndComesBack) {
    const TempFolder folder;
    const std::string in = folder / "place.toml";
    write_all(in, "fathom = 3\n[view]\nre = \"-1.7550000000000000000000000000001\"\nim = \"0.03\"\n"
                  "zoom = \"2.5e27\"\nrotation = 12.5\n[iteration]\nformula = \"burning-ship\"\n"
                  "limit = 4000\n[colour]\nmapping = \"rank\"\n");
    const Location place = read_location_file(in).location;
    for (const auto &[name, warning] : {std::pair{"out.kfr", "colour.mapping = \"rank\""},
                                        std::pair{"OUT.F3.toml", "[colour]"}}) {
        const RunResult run = run_fathom({"convert", in, folder / name});
        EXPECT_EQ(run.exit_code, 0) << run.err;
        EXPECT_TRUE(contains(run.err, warning));
        EXPECT_TRUE(contains(run.out, "the location"));
        const Location back = read_location_file(folder / name).location;
        EXPECT_EQ(back.view, place.view) << name;
        EXPECT_EQ(back.formula, place.formula) << name;
        EXPECT_EQ(back.iterations, place.iterations) << name;
    }
    write_all(folder / "julia.toml", "fathom = 2\n[view]\nre = \"0\"\nim = \"0\"\nzoom = \"1\"\n"
                                     "[iteration]\njulia = true\n");
    write_all(folder / "three.map", "0 0 0\n255 128 7\n");
    for (const char *name : {"no.kfr", "no.f3.toml"}) {
        EXPECT_TRUE(contains(run_fathom({"convert", folder / "julia.toml", folder / name}).err,
                             "iteration.julia"));
        EXPECT_EQ(run_fathom({"convert", folder / "julia.toml", folder / name}).exit_code, 2);
        EXPECT_TRUE(contains(run_fathom({"convert", folder / "three.map", folder / name}).err,
                             "a Fractint colour map, not a place"));
        EXPECT_TRUE(contains(run_fathom({"convert", "--gradient", "a", in, folder / name}).err,
                             "--gradient"));
        EXPECT_FALSE(std::filesystem::exists(folder / name));
    }
}

TEST(Convert, CoordinatesWithCommasNeverLeadElsewhere) {
    const TempFolder folder;
    const auto place = [&](const char *text) {
        const RunResult run = run_fathom({"render", "--location", text, "-o", folder / "a.toml"});
        return run.exit_code == 0
                   ? read_location_file(folder / "a.toml").location.view.re.to_string()
                   : run.err;
    };
    EXPECT_EQ(place("-1,7 2"), "-1.7");
    EXPECT_TRUE(contains(place("-1,7"), "more than one way"));
    const RunResult window = run_fathom({"-1,7"});
    EXPECT_EQ(window.exit_code, 2);
    EXPECT_TRUE(contains(window.err, "more than one way"));
}

TEST(Convert, RefusesAndLeavesNothing) {
    const TempFolder folder;
    write_all(folder / "bad.kfr", "Re: x\nIm: 0\nZoom: 1\n");
    write_all(folder / "good.map", "0 0 0\n");
    const std::pair<std::vector<std::string>, const char *> misuses[] = {
        {{"convert"}, "IN"},
        {{"convert", folder / "good.map"}, "OUT"},
        {{"convert", folder / "none.kfr", folder / "out.toml"}, "there is no such file"},
        {{"convert", folder / "bad.kfr", folder / "out.toml"}, "bad.kfr:1: Re must be"},
        {{"convert", folder / "good.map", folder / "out.png"}, ".gpl or .map"},
        {{"convert", folder / "bad.kfr", folder / "out.gpl"}, "no colours (Colors)"},
        {{"convert", "--gradient", "a", folder / "good.map", folder / "out.toml"}, "only .ugr"}};
    for (const auto &[arguments, reason] : misuses) {
        const RunResult result = run_fathom(arguments);
        EXPECT_EQ(result.exit_code, 2) << reason;
        EXPECT_TRUE(contains(result.err, reason));
        EXPECT_EQ(result.out, "");
    }
    EXPECT_EQ(folder.count(), 2);
    EXPECT_EQ(run_fathom({"convert", folder / "good.map", folder / "no/out.toml"}).exit_code, 3);
}

TEST(Convert, OtherProgramsPlacesOpenWhereOursDo) {
    const TempFolder folder;
    const std::string in = folder / "ship.kfr";
    write_all(in, kPlace);
    const RunResult rendered = run_fathom({"render", "--location", in, "--size", "32x24",
                                           "--device", "cpu", "-o", folder / "ship.png"});
    EXPECT_EQ(rendered.exit_code, 0) << rendered.err;
    EXPECT_TRUE(contains(rendered.err, "jitter"));
    EXPECT_EQ(read_location_file(folder / "ship.png").location, read_location_file(in).location);
    const RunResult other =
        run_fathom({"render", "--location", in, "--palette", "dusk", "-o", folder / "dusk.toml"});
    EXPECT_EQ(other.exit_code, 0) << other.err;
    EXPECT_FALSE(read_location_file(folder / "dusk.toml").location.own_palette);
    // a deep one opens too, without a word
    write_all(folder / "deep.toml", "real = \"-1.76\"\nimag = \"0.01\"\nzoom = \"1e40\"\n");
    const RunResult deep = run_fathom(
        {"render", "--location", folder / "deep.toml", "--size", "8x8", "-o", folder / "deep.png"});
    EXPECT_EQ(deep.exit_code, 0);
    EXPECT_FALSE(contains(deep.err, "warning")) << deep.err;
}

} // namespace fathom::import_command_test
