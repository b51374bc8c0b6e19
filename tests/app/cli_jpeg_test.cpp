// fathom render -o FILE.jpg, and JPEGs as places.
#include "render/base/error.h"
#include "render/images/jpeg_metadata.h"
#include "render/images/jpeg_writer.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/png_reading.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace fathom::cli_jpeg_test {

const Arguments kView = {"--re", "-0.5", "--im", "0.625", "--zoom", "4", "--iterations", "500"};

std::string render(const std::string &file, const Arguments &options) {
    const RunResult result = run_fathom(
        joined(joined({"render", "--quiet", "-o", file, "--size", "161x97"}, kView), options));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return read_all(file);
}

TEST(Jpeg, AnotherProgramReadsThePicture) {
    if (std::system("command -v convert >/dev/null && command -v identify >/dev/null") != 0)
        GTEST_SKIP() << "ImageMagick is not installed";
    const TempFolder folder;
    const Arguments options = {"--dither", "none", "--samples", "2", "--device", "cpu"};
    render(folder / "a.png", options);
    render(folder / "a.jpg", joined(options, {"--quality", "100", "--dpi", "300"}));
    const std::string jpeg = folder / "a.jpg", back = folder / "back.png", said = folder / "said";
    ASSERT_EQ(
        std::system(("identify -format '%m %w %h %[colorspace] %x %U %Q %[jpeg:sampling-factor]"
                     "' '" +
                     jpeg + "' >'" + said + "'")
                        .c_str()),
        0);
    EXPECT_EQ(read_all(said), "JPEG 161 97 sRGB 300 PixelsPerInch 100 1x1,1x1,1x1");
    ASSERT_EQ(std::system(("convert '" + jpeg + "' -strip PNG24:'" + back + "'").c_str()), 0);
    const DecodedPng exact = decode_png(folder / "a.png");
    const DecodedPng lossy = decode_png(back);
    ASSERT_EQ(exact.rgb.size(), lossy.rgb.size());
    double error = 0;
    for (std::size_t at = 0; at < exact.rgb.size(); ++at)
        error += std::abs(exact.rgb[at] - lossy.rgb[at]);
    EXPECT_LT(error / static_cast<double>(exact.rgb.size()), 1.5);
}

TEST(Jpeg, OpensAtItsPlace) {
    const TempFolder folder;
    const std::string jpeg = folder / "a.JPEG", png = folder / "b.png", toml = folder / "b.toml";
    render(jpeg, {"--palette", "ember"});
    EXPECT_EQ(render(png, {"--palette", "ember"}), [&] {
        const RunResult result =
            run_fathom({"render", "--location", jpeg, "--size", "161x97", "-o", "-"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result.out;
    }());
    EXPECT_EQ(run_fathom({"convert", jpeg, toml}).exit_code, 0);
    EXPECT_TRUE(contains(read_all(toml), "ember"));
}

TEST(Jpeg, IsTheSameOnAllWays) {
    const TempFolder folder;
    const std::string cpu = render(folder / "a.jpg", {"--device", "cpu", "--threads", "3"});
    EXPECT_EQ(cpu, render(folder / "a.jpg", {"--device", "reference"}));
    EXPECT_EQ(cpu, render(folder / "a.jpeg", {"--quality", "95"}));
    EXPECT_LT(render(folder / "b.jpg", {"--quality", "30"}).size(), cpu.size() / 2);
    const RunResult streamed =
        run_fathom(joined({"render", "-o", "-", "--format", "jpg", "--size", "161x97"}, kView));
    EXPECT_TRUE(streamed.out == cpu);
}

TEST(Jpeg, SaysWhyItCannotBeWritten) {
    const TempFolder folder;
    const std::string file = folder / "a.jpg";
    const auto refused = [&](const Arguments &options, int exit_code, const char *part) {
        const RunResult result = run_fathom(joined({"render", "-o", file}, options));
        EXPECT_EQ(result.exit_code, exit_code);
        EXPECT_TRUE(contains(result.err, part));
        EXPECT_EQ(result.err.find('\n') + 1, result.err.size());
        EXPECT_EQ(folder.count(), 0);
    };
    refused({"--size", "65501x10"}, 2, "at most 65500 pixels");
    refused({"--size", "20x10", "--dpi", "70000"}, 2, "at most 65535 pixels an inch");
    refused({"--size", "20x10", "--quality", "101"}, 2, "--quality");
    refused({"--size", "20x10", "--depth", "16"}, 2, "for a .png");
    refused({"--size", "20x10", "--raw"}, 2, ".exr");
    const FileSizeLimit limit(20'000);
    refused({"--size", "640x480", "--quality", "100"}, 3, "a.jpg");
}

TEST(Jpeg, KeepsLongTexts) {
    const TempFolder folder;
    const std::string text(200'000, 'x');
    JpegOptions options;
    options.width = options.height = 1;
    options.text = {{"Other", "y"}, {"Fathom", text + "end"}, {"Empty", ""}};
    JpegWriter writer(folder / "a.jpg", options);
    const auto pixel = std::make_shared<std::vector<std::uint8_t>>(3);
    EXPECT_THROW(writer.finish(), std::logic_error);
    writer.write_rows({{pixel, pixel->data()}, 3, 1});
    EXPECT_THROW(writer.write_rows({{pixel, pixel->data()}, 3, 1}), std::logic_error);
    writer.finish();
    EXPECT_EQ(read_jpeg_text(folder / "a.jpg", "Fathom"), text + "end");
    EXPECT_EQ(read_jpeg_text(folder / "a.jpg", "Empty"), "");
    EXPECT_FALSE(read_jpeg_text(folder / "a.jpg", "Fatho"));
}

TEST(Jpeg, BrokenOnesAreRefused) {
    const TempFolder folder;
    const std::string whole = render(folder / "a.jpg", {});
    const std::string file = folder / "b.jpg";
    const std::size_t scan = whole.find("\xff\xda");
    for (std::size_t size = 3; size < scan; size += 7) {
        write_all(file, whole.substr(0, size));
        EXPECT_TRUE(
            contains(message_of<InputError>([&] { read_jpeg_text(file, "Fathom"); }), "b.jpg"))
            << size;
    }
    // More than a place can be.
    std::string comment = "\xff\xfe\xff\xff" + ("Fathom\n" + std::string(65526, 'x'));
    std::string many = "\xff\xd8";
    for (int i = 0; i < 17; ++i)
        many += comment;
    write_all(file, many + "\xff\xd9");
    EXPECT_TRUE(contains(message_of<InputError>([&] { read_jpeg_text(file, "Fathom"); }),
                         "its text is too long"));
    using namespace std::string_literals;
    for (const std::string &head : {"\xff\xd8\xff\xfe\0\1"s, "\xff\xd8\xff\0"s, "\xff\xd8x"s}) {
        write_all(file, head);
        EXPECT_THROW(read_jpeg_text(file, "Fathom"), InputError);
    }
}

} // namespace fathom::cli_jpeg_test
