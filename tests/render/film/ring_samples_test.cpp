// Samples of rings as they are kept: what comes back, and of what.
#include "render/film/ring_samples.h"

#include "kernels/colour/colour_value.h"
#include "render/engines/sample_buffer.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <sstream>

namespace fathom::film::ring_samples_test {

constexpr Size kSize{173, 61};

/// Counts that rise slowly along rows, with jumps, noise in z, and some samples that never escape.
SampleBuffer some_samples() {
    SampleBuffer samples(kSize, Precision::f64);
    const auto planes = samples.planes<double>();
    std::mt19937 random(3);
    std::uniform_real_distribution<double> size(1e3, 1e6), turn(0, 6.2831853);
    for (std::size_t at = 0; at < samples.count(); ++at) {
        planes.n[at] = static_cast<std::uint32_t>(5000 + at / 20 + random() % 3);
        if (at % 97 == 0)
            planes.n[at] = static_cast<std::uint32_t>(random());
        const double radius = size(random), angle = turn(random);
        planes.zx[at] = radius * std::cos(angle);
        planes.zy[at] = radius * std::sin(angle);
        if (at % 13 == 0) {
            planes.n[at] = kernels::kInterior;
            planes.zx[at] = planes.zy[at] = 0;
        }
    }
    return samples;
}

std::string packed(SampleBuffer &samples) {
    const auto bytes = pack_samples(samples);
    EXPECT_LE(bytes.size(), most_packed_bytes(samples));
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

bool unpacks(const std::string &bytes, SampleBuffer &samples) {
    std::istringstream stream(bytes);
    return unpack_samples(stream, samples);
}

TEST(RingSamples, HaveTheirCountsBackBitByBit) {
    SampleBuffer samples = some_samples();
    const std::string bytes = packed(samples);
    EXPECT_LT(bytes.size(), samples.count() * 6); // of 20
    SampleBuffer back(kSize, Precision::f64);
    ASSERT_TRUE(unpacks(bytes, back));
    kernels::ColourParams params;
    params.inverse_log2_bailout2 = static_cast<float>(kernels::inverse_log2_squared(1e3));
    for (std::size_t at = 0; at < samples.count(); ++at) {
        ASSERT_EQ(back.index(at), samples.index(at));
        ASSERT_EQ(kernels::colour_count(back.index(at), back.zx(at), back.zy(at), params),
                  kernels::colour_count(samples.index(at), samples.zx(at), samples.zy(at), params));
    }
    EXPECT_EQ(packed(back), bytes);
}

TEST(RingSamples, OfAnythingElseAreRefused) {
    SampleBuffer samples = some_samples();
    const std::string bytes = packed(samples);
    SampleBuffer back(kSize, Precision::f64);
    for (const std::size_t length : {std::size_t{0}, std::size_t{3}, std::size_t{4},
                                     bytes.size() / 3, bytes.size() / 2, bytes.size() - 1})
        EXPECT_FALSE(unpacks(bytes.substr(0, length), back)) << length;
    EXPECT_FALSE(unpacks(std::string(bytes.size(), '\xff'), back));
    EXPECT_FALSE(unpacks(std::string(bytes.size(), '\0'), back));
    SampleBuffer other({kSize.width + 1, kSize.height}, Precision::f64);
    EXPECT_FALSE(unpacks(bytes, other));
}

} // namespace fathom::film::ring_samples_test
