// How much samples beside each other differ.
#include "render/jobs/sample_noise.h"

#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace fathom::sample_noise_test {

/// A picture whose escape indices are those.
SampleBuffer picture(Size size, const std::function<std::uint32_t(int x, int y)> &index) {
    SampleBuffer samples(size, Precision::f64);
    const auto planes = samples.planes<double>();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            planes.n[static_cast<std::size_t>(y) * size.width + x] = index(x, y);
    return samples;
}

int noise_of(const std::function<std::uint32_t(int x, int y)> &index, int side = 2) {
    const std::vector<SampleBuffer> pictures = {picture({3000, 2}, index),
                                                picture({3000, 7}, index)};
    return sample_noise(pictures, side);
}

TEST(SampleNoise, TellsOrderFromDisorder) {
    EXPECT_EQ(noise_of([](int, int) { return 7; }), 0);
    EXPECT_LE(noise_of([](int x, int) { return x; }), 2 * kNoiseOfAll / 3000);
    std::mt19937 random(1);
    const auto any = [&](int, int) { return static_cast<std::uint32_t>(random()); };
    constexpr double kAll = kNoiseOfAll;
    EXPECT_NEAR(noise_of(any), kAll / 3, kAll / 100); // of two of [0, 1]: 1/3
    EXPECT_NEAR(noise_of(any, 5), kAll / 3, kAll / 50);
}

// Places count, not how far indices are apart.
TEST(SampleNoise, GoesByTheOrderAlone) {
    std::mt19937 random(2);
    std::vector<std::uint32_t> indices(21'000);
    for (std::uint32_t &index : indices)
        index = static_cast<std::uint32_t>(random() % 50);
    const auto at = [&](int x, int y) { return indices[std::size_t{3000} * y + x]; };
    const int noise = noise_of(at);
    EXPECT_EQ(noise_of([&](int x, int y) { return 1000 + at(x, y) * at(x, y); }), noise);
    // Half of the plane is inside: what differs does so in the other half alone.
    const int half = noise_of([&](int x, int y) { return x < 1500 ? 1'000'000 : at(x, y); });
    EXPECT_NEAR(half, noise / 4.0, noise / 20.0);
}

TEST(SampleNoise, OfNothingIsNone) {
    EXPECT_EQ(sample_noise({}, 2), 0);
    EXPECT_EQ(noise_of([](int x, int) { return x; }, 9), 0); // no square is so high
}

} // namespace fathom::sample_noise_test
