// fathom render --depth: how finely a picture's colours are kept.
#include "tests/support/png_reading.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <set>

namespace fathom::cli_depth_test {

std::string render(const std::string &file, const Arguments &options) {
    const RunResult result =
        run_fathom(joined({"render", "--quiet", "-o", file, "--size", "161x97", "--re", "-0.5",
                           "--im", "0.625", "--zoom", "4", "--iterations", "500"},
                          options));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return read_all(file);
}

TEST(Depth, SixteenBitsOfOneSampleAreThoseOfItsBytes) {
    const TempFolder folder;
    render(folder / "8.png", {"--dither", "none"});
    render(folder / "16.png", {"--dither", "none", "--depth", "16"});
    const DecodedPng bytes = decode_png(folder / "8.png");
    const DecodedPng16 fine = decode_png16(folder / "16.png");
    ASSERT_EQ(fine.rgb.size(), bytes.rgb.size());
    for (std::size_t at = 0; at < fine.rgb.size(); ++at)
        ASSERT_EQ(fine.rgb[at], 257 * bytes.rgb[at]) << at;
}

TEST(Depth, SixteenBitsAreFinerThanTheBytesOfTheSameMeans) {
    const TempFolder folder;
    const Arguments options = {"--dither", "none", "--samples", "5", "--depth"};
    render(folder / "8.png", joined(options, {"8"}));
    render(folder / "16.png", joined(options, {"16"}));
    const DecodedPng bytes = decode_png(folder / "8.png");
    const DecodedPng16 fine = decode_png16(folder / "16.png");
    ASSERT_EQ(fine.rgb.size(), bytes.rgb.size());
    std::set<std::uint16_t> different;
    for (std::size_t at = 0; at < fine.rgb.size(); ++at) {
        ASSERT_NEAR(fine.rgb[at], 257 * bytes.rgb[at], 136) << at; // half a byte and rounded light
        different.insert(fine.rgb[at]);
    }
    EXPECT_GT(different.size(), 4000U);
}

TEST(Depth, SixteenBitsAreNotDithered) {
    const TempFolder folder;
    // Of dithered values all are bytes; here those of the interior, and some others.
    render(folder / "a.png", {"--depth", "16"});
    const DecodedPng16 fine = decode_png16(folder / "a.png");
    std::size_t between = 0;
    for (const std::uint16_t value : fine.rgb)
        between += value % 257 != 0 ? 1 : 0;
    EXPECT_GT(between, fine.rgb.size() / 3);
}

TEST(Depth, SixteenBitsAreTheSameOnAllWays) {
    const TempFolder folder;
    for (const Arguments &look : {Arguments{}, Arguments{"--samples", "3"}}) {
        const Arguments options = joined(look, {"--depth", "16"});
        const std::string cpu =
            render(folder / "a.png", joined(options, {"--device", "cpu", "--threads", "3"}));
        EXPECT_EQ(cpu, render(folder / "a.png", joined(options, {"--device", "reference"})));
        EXPECT_EQ(cpu, render(folder / "b.png", joined(options, {"--continue"})));
    }
    const std::string data = folder / "data.exr";
    render(data, {"--raw"});
    const RunResult again =
        run_fathom({"recolour", data, "--depth", "16", "-o", "-", "--palette", "ember"});
    EXPECT_EQ(again.exit_code, 0) << again.err;
    const RunResult fresh =
        run_fathom({"render", "--location", data, "--size", "161x97", "--precision", "f64",
                    "--depth", "16", "-o", "-", "--palette", "ember"});
    EXPECT_TRUE(again.out == fresh.out);
}

TEST(Depth, SaysWhatItsColoursMean) {
    const TempFolder folder;
    const std::string fine = render(folder / "16.png", {"--depth", "16"});
    using namespace std::string_literals;
    EXPECT_EQ(fine.substr(37, 8), "cICP\1\15\0\1"s);
    EXPECT_EQ(chunk_types(fine)[2], "sRGB");
    const std::string plain = render(folder / "8.png", {});
    EXPECT_EQ(plain.substr(37, 5), "sRGB\0"s);
    EXPECT_TRUE(plain == render(folder / "8.png", {"--depth", "8"}));
    if (std::system("command -v identify >/dev/null") != 0)
        GTEST_SKIP() << "ImageMagick is not installed";
    const std::string said = folder / "said.txt";
    ASSERT_EQ(std::system(("identify -format '%m %w %h %[bit-depth] %[colorspace]' '" +
                           (folder / "16.png").string() + "' >'" + said + "'")
                              .c_str()),
              0);
    EXPECT_EQ(read_all(said), "PNG 161 97 16 sRGB");
}

TEST(Depth, RefusesWhatATypeDoesNotHave) {
    const TempFolder folder;
    const auto refused = [&](const char *name, const char *depth, const char *part) {
        const RunResult result =
            run_fathom({"render", "--size", "20x10", "--depth", depth, "-o", folder / name});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_TRUE(contains(result.err, part));
        EXPECT_EQ(folder.count(), 0);
    };
    refused("a.exr", "16", "a.exr: colours of that depth are for a .png");
    refused("a.npy", "8", "a.npy: colours of that depth are for a .png");
    refused("a.png", "half", "a.png: colours of that depth are for a .exr");
    refused("a.png", "12", "--depth takes 8 or 16");
}

} // namespace fathom::cli_depth_test
