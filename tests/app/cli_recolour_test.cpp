// fathom render --raw and fathom recolour as a user meets them.
#include "render/images/exr_reader.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace fathom::cli_recolour_test {

void run_well(const Arguments &arguments) {
    const RunResult result = run_fathom(joined(arguments, {"--quiet"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
}

const Arguments kView = {"--re", "-0.743643887037151", "--im", "0.13182590420533", "--zoom",
                         "500",  "--iterations",       "2000"};

/// Renders raw data in one look and expects each of the others to be what a render of that place
/// gives, in every byte.
void expect_same_as_rendered(const Arguments &place, const std::string &precision,
                             const std::vector<Arguments> &looks) {
    const TempFolder folder;
    const std::string data = folder / "data.exr";
    run_well(
        joined({"render", "--device", "cpu", "--raw", "-o", data, "--size", "301x223"}, place));
    for (const Arguments &look : looks)
        for (const char *type : {"picture.png", "picture.exr"}) {
            const std::string name = folder / type;
            run_well(joined({"render", "--device", "cpu", "--location", data, "--size", "301x223",
                             "--precision", precision, "-o", name},
                            look));
            const std::string fresh = read_all(name);
            run_well(joined({"recolour", data, "-o", name}, look));
            EXPECT_EQ(read_all(name), fresh) << testing::PrintToString(look);
        }
}

TEST(Recolour, GivesTheBytesOfARender) {
    expect_same_as_rendered(joined(kView, {"--colour", "distance", "--interior", "distance"}),
                            "f64",
                            {{},
                             {"--colour", "smooth", "--mapping", "linear", "--density", "0.03"},
                             {"--colour", "smooth"},
                             {"--colour", "bands", "--shade", "slope", "--palette", "viridis"},
                             {"--colour", "distance", "--mapping", "log"},
                             {"--colour", "trap", "--interior", "flat"},
                             {"--colour", "atom", "--filter", "none"}});
    expect_same_as_rendered(joined(kView, {"--colour", "smooth", "--precision", "f32"}), "f32",
                            {{"--colour", "angle"}, {"--mapping", "sqrt"}});
}

TEST(Recolour, GivesTheBytesOfADeepRender) {
    const std::string place = std::string(FATHOM_SOURCE_DIR) + "/assets/deep/e14.toml";
    expect_same_as_rendered({"--location", place, "--colour", "distance"}, "perturb-f64",
                            {{}, {"--colour", "smooth"}, {"--shade", "slope"}});
}

TEST(Recolour, ManyBandsGiveTheBytesOfOnePicture) {
    const TempFolder folder;
    const std::string data = folder / "data.exr";
    const std::string picture = folder / "picture.png";
    run_well(joined({"render", "--device", "cpu", "--raw", "-o", data, "--size", "200000x20",
                     "--iterations", "30", "--threads", "1"},
                    {}));
    run_well({"render", "--device", "cpu", "--location", data, "--size", "200000x20", "--palette",
              "ember", "-o", picture});
    const std::string fresh = read_all(picture);
    run_well({"recolour", data, "--palette", "ember", "-o", picture});
    EXPECT_EQ(read_all(picture), fresh);
    run_well({"render", "--device", "cpu", "--raw", "-o", folder / "again.exr", "--size",
              "200000x20", "--iterations", "30", "--threads", "3"});
    EXPECT_EQ(read_all(folder / "again.exr"), read_all(data));
}

TEST(Recolour, SaysWhatAFileLacks) {
    const TempFolder folder;
    const std::string data = folder / "data.exr";
    const std::string picture = folder / "picture.png";
    const auto refusal = [&](const Arguments &arguments) {
        const RunResult result = run_fathom(arguments);
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_FALSE(std::filesystem::exists(picture));
        return result.err;
    };
    run_well(joined({"render", "-o", data, "--size", "40x30", "--colour", "smooth"}, kView));
    EXPECT_TRUE(
        contains(refusal({"recolour", data, "-o", picture}), "holds no raw data of Fathom"));
    run_well(
        joined({"render", "--raw", "-o", data, "--size", "40x30", "--colour", "smooth"}, kView));
    EXPECT_TRUE(contains(refusal({"recolour", data, "--colour", "distance", "-o", picture}),
                         "render it again with --raw and these colours"));
    EXPECT_TRUE(contains(refusal(joined({"render", "--raw", "-o", picture}, kView)), ".exr"));
    EXPECT_TRUE(contains(
        refusal(joined({"render", "--raw", "--samples", "4", "-o", folder / "b.exr"}, kView)),
        "leave --samples out"));
    std::string bytes = read_all(data);
    EXPECT_TRUE(contains(refusal({"recolour", data, "-o", folder / "./data.exr"}),
                         "data.exr holds the samples that the picture is made of"));
    EXPECT_EQ(read_all(data), bytes);
    write_all(data, bytes.substr(0, bytes.size() - 100));
    EXPECT_TRUE(contains(refusal({"recolour", data, "-o", picture}), "data.exr"));
}

// Two points that are iterated by hand.
TEST(RawData, HoldsWhatItsChannelsMean) {
    const TempFolder folder;
    const std::string data = folder / "data.exr";
    // Pixels 3 apart: c = 3 goes to 3 and 12, which is beyond 10; 0 stays.
    run_well({"render", "--raw", "-o", data, "--size", "3x1", "--re", "0", "--im", "0", "--zoom",
              "1.3333333333333333", "--bailout", "10", "--iterations", "50", "--device", "cpu"});
    ExrReader reader(data);
    EXPECT_EQ(reader.header().numbers.at("IterationsBias"), 1024);
    EXPECT_EQ(reader.header().numbers.at("Iterations"), 50);
    std::vector<std::uint32_t> n(3);
    reader.read(0, std::vector<ExrReader::Wanted>{{"N", n}});
    EXPECT_EQ(n[2], 1024U + 2U);
    EXPECT_EQ(n[1], 0xffffffffU);
}

// Not exrinfo: that of OpenEXR 3.1 ends with a status that it never set.
TEST(RawData, AnotherProgramReadsIt) {
    if (std::system("command -v exrheader >/dev/null") != 0)
        GTEST_SKIP() << "exrheader is not installed";
    const TempFolder folder;
    const std::string data = folder / "data.exr";
    run_well(joined({"render", "--raw", "-o", data, "--size", "40x30"}, kView));
    const std::string list = folder / "list.txt";
    ASSERT_EQ(std::system(("exrheader '" + data + "' >'" + list + "' 2>&1").c_str()), 0);
    const std::string text = read_all(list);
    for (const char *word : {"fathom.zx0", "NF", "IterationsBias"})
        EXPECT_TRUE(contains(text, word));
}

} // namespace fathom::cli_recolour_test
