// Raw data of strangers: whatever their bytes are, they are refused in a sentence or give samples.
#include "render/base/error.h"
#include "render/engines/sample_buffer.h"
#include "render/images/exr_writer.h"
#include "render/jobs/recording.h"
#include "render/places/location.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace fathom::recording_test {

constexpr int kWidth = 24, kHeight = 40;
constexpr std::size_t kPixels = std::size_t{kWidth} * kHeight;

/// A picture as Fraktaler-3 writes it, of counts that fall to the right and upwards.
void write_foreign(const std::filesystem::path &path) {
    ExrOptions options;
    options.width = kWidth;
    options.height = kHeight;
    options.channels = {{"N", ExrType::whole},
                        {"NF", ExrType::real},
                        {"T", ExrType::real},
                        {"DEX", ExrType::real},
                        {"DEY", ExrType::real}};
    options.texts = {{"Fraktaler3", "location.zoom = \"1\"\nimage.subsampling = 2\n"}};
    options.numbers = {{"IterationsBias", 1024}};
    std::vector<std::uint32_t> n(kPixels);
    std::vector<float> fraction(kPixels), angle(kPixels, 0.25F), right(kPixels, 40.0F),
        up(kPixels, 9.0F);
    for (std::size_t at = 0; at < kPixels; ++at) {
        const double count =
            50 - 0.3 * static_cast<double>(at % kWidth) + 0.2 * static_cast<double>(at / kWidth);
        n[at] = 1024 + static_cast<std::uint32_t>(count);
        fraction[at] = static_cast<float>(count - std::floor(count));
    }
    n[0] = 0xffffffffU;
    n[1] = 0;
    ExrWriter writer(path, options);
    writer.write_rows(kHeight, std::vector<ExrValues>{
                                   std::span<const std::uint32_t>(n),
                                   std::span<const float>(fraction), std::span<const float>(angle),
                                   std::span<const float>(right), std::span<const float>(up)});
    writer.finish();
}

/// Reads all rows, and looks at what engines rely on.
void read_whole(const std::filesystem::path &path) {
    const Location place;
    Recording recording(path, place);
    const Size size = recording.size();
    if (static_cast<std::size_t>(size.width) * size.height > 100 * kPixels)
        return;
    SampleBuffer samples(recording.whole());
    recording.read(0, samples);
    const auto planes = samples.planes<double>();
    for (std::size_t at = 0; at < samples.count(); ++at) {
        ASSERT_TRUE(std::isfinite(planes.zx[at]) && std::isfinite(planes.zy[at]));
        if (samples.has_gradient()) {
            ASSERT_TRUE(std::isfinite(planes.gx[at]) && std::isfinite(planes.gy[at]));
        }
    }
}

TEST(Recording, TakesWhateverAFileSaysOrRefusesIt) {
    const TempFolder folder;
    const std::filesystem::path file = folder / "a.exr";
    write_foreign(file);
    const std::string whole = read_all(file);
    EXPECT_NO_THROW(read_whole(file));
    std::mt19937_64 random(7);
    int refused = 0;
    for (int run = 0; run < 1500; ++run) {
        std::string bytes = whole;
        // Its header is in the first part, of which most bytes matter.
        const std::size_t most =
            run % 2 == 0 ? std::min<std::size_t>(900, bytes.size()) : bytes.size();
        for (int change = 0; change <= run % 3; ++change)
            bytes[random() % most] = static_cast<char>(random());
        if (run % 10 == 0)
            bytes.resize(random() % bytes.size());
        write_all(file, bytes);
        try {
            read_whole(file);
        } catch (const InputError &error) {
            ++refused;
            EXPECT_TRUE(contains(error.what(), "a.exr")) << error.what();
        }
    }
    EXPECT_GT(refused, 300);
}

TEST(Recording, ABrokenTextOfFraktalerIsRefusedByName) {
    const TempFolder folder;
    const std::filesystem::path file = folder / "a.exr";
    write_foreign(file);
    std::string bytes = read_all(file);
    bytes.replace(bytes.find("image.subsampling = 2"), 21, "image.subsampling = 0");
    write_all(file, bytes);
    const std::string message = message_of<InputError>([&] { read_whole(file); });
    EXPECT_TRUE(contains(message, "a.exr:2: subsampling must be")) << message;
}

} // namespace fathom::recording_test
