// What a picture's own values say about its colours.
#include "render/jobs/survey.h"

#include "kernels/colour/colour.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "tests/support/colour_schemes.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace fathom {
namespace {

using kernels::ColourBase;
using kernels::ColourMapping;
using kernels::ColourScheme;

/// A picture whose traps are those.
SampleBuffer with_traps(const std::vector<double> &traps) {
    SampleBuffer samples({static_cast<int>(traps.size()), 1}, Precision::f64,
                         FrameContents::samples, true);
    const auto planes = samples.planes<double>();
    if (!planes.zx || !planes.gx)
        throw std::logic_error("a buffer of tracked samples without their planes");
    for (std::size_t at = 0; at < traps.size(); ++at) {
        planes.n[at] = 5;
        planes.zx[at] = 300;
        planes.zy[at] = planes.gx[at] = planes.gy[at] = 0;
        planes.trap[at] = traps[at];
        planes.atom[at] = 1;
    }
    return samples;
}

TEST(Survey, RanksOfAPictureAreUniform) {
    std::vector<double> traps;
    for (int i = 0; i < 4000; ++i)
        traps.push_back(std::pow(1.002, i)); // far from uniform
    std::shuffle(traps.begin(), traps.end(), std::mt19937(5));
    SampleBuffer samples = with_traps(traps);
    ColourScheme scheme;
    scheme.base = ColourBase::trap;
    scheme.mapping = ColourMapping::rank;
    const RenderRequest request = request_with(scheme);
    const Survey survey = make_survey(samples, scheme, request);
    Ruler ruler;
    ruler.params.base = scheme.base;
    ruler.params.mapping = scheme.mapping;
    ruler.params.ranks = survey.ranks->shares.data();
    ruler.params.rank_low = survey.ranks->low;
    ruler.params.rank_scale = survey.ranks->scale;
    for (int i = 0; i < 3999; ++i) {
        One sample;
        sample.trap = std::pow(1.002, i);
        ASSERT_NEAR(ruler.phase(sample), i / 4000.0, 0.002) << i;
    }
    std::sort(traps.begin(), traps.end());
    SampleBuffer sorted = with_traps(traps);
    EXPECT_EQ(*make_survey(sorted, scheme, request).ranks, *survey.ranks);
}

TEST(Survey, FitSpansThePalette) {
    std::vector<double> traps;
    for (int i = 0; i <= 1000; ++i)
        traps.push_back(3 + i * 0.004); // 3 to 7
    std::shuffle(traps.begin(), traps.end(), std::mt19937(6));
    SampleBuffer samples = with_traps(traps);
    for (const auto &[mapping, map] :
         {std::pair{ColourMapping::linear, +[](double v) { return v; }},
          std::pair{ColourMapping::square_root, +[](double v) { return std::sqrt(v); }},
          std::pair{ColourMapping::logarithm, +[](double v) { return std::log1p(v); }}}) {
        ColourScheme scheme;
        scheme.base = ColourBase::trap;
        scheme.mapping = mapping;
        const PaletteFit fit = make_survey(samples, scheme, request_with(scheme)).fit;
        const double low = fit.density * map(3.04) + fit.offset;
        const double high = fit.density * map(6.96) + fit.offset;
        EXPECT_NEAR(low, std::round(low), 1e-9);
        EXPECT_NEAR(high, low + 1, 1e-9);
        EXPECT_GE(fit.offset, 0);
        EXPECT_LE(fit.offset, 1);
    }
}

TEST(Survey, OfNothingChangesNothing) {
    ColourScheme scheme;
    scheme.density = 0.3;
    scheme.offset = 0.2;
    SampleBuffer samples({3, 1}, Precision::f64);
    std::fill_n(samples.planes<double>().n, 3, kernels::kInterior);
    const Survey survey = make_survey(samples, scheme, request_with(scheme));
    EXPECT_EQ(survey.fit.density, 0.3);
    EXPECT_EQ(survey.fit.offset, 0.2);
    EXPECT_EQ(survey.ranks->shares.size(), std::size_t(kernels::kRankBins) + 1);
    EXPECT_EQ(*std::max_element(survey.ranks->shares.begin(), survey.ranks->shares.end()), 0);
}

TEST(Survey, IsTheSameWithEveryEngine) {
    const std::atomic<bool> stop = false;
    Location location;
    location.colour.mapping = ColourMapping::rank;
    const Size size{1200, 700};
    const auto judge = make_engine("reference");
    const auto expected = survey_location(*judge, location, size, Precision::f32, stop);
    ASSERT_TRUE(expected);
    EXPECT_TRUE(std::is_sorted(expected->ranks->shares.begin(), expected->ranks->shares.end()));
    EXPECT_EQ(expected->ranks->shares.back(), 1);
    for (const DeviceInfo &device : list_devices().devices) {
        const auto engine = make_engine(device.id);
        const auto ranks = needed_ranks(*engine, location, size, Precision::f32, stop);
        ASSERT_TRUE(ranks) << device.id;
        EXPECT_EQ(*ranks, *expected->ranks) << device.id;
    }
    location.colour.mapping = ColourMapping::linear;
    EXPECT_EQ(needed_ranks(*judge, location, size, Precision::f32, stop), nullptr);
    const std::atomic<bool> stopped = true;
    EXPECT_FALSE(survey_location(*judge, location, size, Precision::f32, stopped));
}

} // namespace
} // namespace fathom
