#include "render/images/screenshot_png.h"

#include "render/base/error.h"
#include "render/images/png_metadata.h"
#include "tests/support/png_reading.h"
#include "tests/support/temp_folder.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace fathom::screenshot_png_test {

namespace fs = std::filesystem;

TEST(Screenshot, ReadsBackEveryPixelAndText) {
    const TempFolder folder;
    const fs::path path = folder / "a.png";
    for (const auto &[width, height] : {std::pair{1, 1}, std::pair{1, 50}, std::pair{317, 203}}) {
        std::mt19937 random(3);
        std::vector<std::uint8_t> rgba;
        std::vector<std::uint8_t> rgb;
        for (int i = 0; i < width * height; ++i) {
            const auto value = static_cast<std::uint32_t>(i % 7 == 0 ? random() : 1000ul * i);
            for (int channel = 0; channel < 4; ++channel) {
                rgba.push_back(static_cast<std::uint8_t>(value >> (8 * channel)));
                if (channel < 3) {
                    rgb.push_back(rgba.back());
                }
            }
        }
        write_screenshot_png(path, rgba.data(), width, height,
                             {{"Fathom", "re = 1"}, {"Title", "größe"}});
        const DecodedPng decoded = decode_png(path);
        EXPECT_EQ(decoded.width, static_cast<std::uint32_t>(width));
        EXPECT_EQ(decoded.height, static_cast<std::uint32_t>(height));
        EXPECT_TRUE(decoded.rgb == rgb);
        EXPECT_EQ(read_png_text(path, "Fathom"), "re = 1");
        EXPECT_EQ(read_png_text(path, "Title"), "größe");
    }
    EXPECT_EQ(folder.count(), 1);
}

TEST(Screenshot, RefusesWhatIsTooLargeForIt) {
    const TempFolder folder;
    const std::uint8_t unread = 0;
    for (const auto &size : {std::pair{8193, 8192}, std::pair{2147483647, 2147483647},
                             std::pair{0, 1}, std::pair{1, -1}}) {
        const std::string message = message_of<InputError>(
            [&] { write_screenshot_png(folder / "a.png", &unread, size.first, size.second, {}); });
        EXPECT_TRUE(contains(message, "use export for larger pictures"));
    }
    EXPECT_EQ(folder.count(), 0);
}

} // namespace fathom::screenshot_png_test
