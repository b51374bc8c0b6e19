// What a picture's own values say about its colours.
#include "render/jobs/survey.h"

#include "kernels/colour/colour.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/rank_table.h"
#include "render/engines/sample_buffer.h"
#include "render/places/location.h"
#include "render/places/scheme_names.h"
#include "tests/support/colour_schemes.h"
#include "tests/support/frame_colours.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <stdexcept>

namespace fathom::survey_test {

using kernels::ColourBase;
using kernels::ColourMapping;
using kernels::ColourScheme;

/// A picture whose traps are those.
SampleBuffer with_traps(const std::vector<double> &traps) {
    SampleBuffer samples({static_cast<int>(traps.size()), 1}, Precision::f64,
                         FrameContents::samples, kernels::Tracks::all);
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

/// How far from one phase to another, the short way round.
double phase_step(double from, double to) {
    return std::fabs(to - from - std::round(to - from));
}

TEST(Survey, ColoursFlowInSmallStepsFromOneFitToTheNext) {
    // What is spanned, before and after: a view that deepens, one much deeper, and one less deep.
    struct Range {
        double low, length;
    };
    for (const auto &[before, after] : {std::pair<Range, Range>{{900, 700}, {950, 800}},
                                        {{900, 700}, {1400, 2100}},
                                        {{30000, 9000}, {29000, 3000}}}) {
        ColourScheme scheme;
        scheme.density = 1 / before.length;
        scheme.offset = 3 - before.low * scheme.density; // cycles more change nothing
        const PaletteFit to{1 / after.length, -after.low / after.length, after.low, true};
        constexpr int kSteps = 10;
        for (int left = kSteps; left > 0; --left) {
            const PaletteFit next = blended(scheme, to, 1.0 / left);
            for (int i = 0; i <= 20; ++i) {
                const double value = after.low + after.length * i / 20;
                EXPECT_LT(phase_step(std::fma(value, scheme.density, scheme.offset),
                                     std::fma(value, next.density, next.offset)),
                          0.25)
                    << value << ' ' << left;
            }
            scheme.density = next.density;
            scheme.offset = next.offset;
        }
        EXPECT_EQ(scheme.density, to.density);
        EXPECT_EQ(scheme.offset, to.offset);
    }
    // One that is there already stays.
    ColourScheme scheme;
    scheme.density = 0.001;
    scheme.offset = 0.25;
    const PaletteFit there = blended(scheme, {0.001, 0.25, 750, true}, 0.5);
    EXPECT_NEAR(there.density, 0.001, 1e-12);
    EXPECT_LT(phase_step(there.offset, 0.25), 1e-9);
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
    const auto expected = survey_location(*judge, location, size, nullptr, stop);
    ASSERT_TRUE(expected);
    EXPECT_TRUE(std::is_sorted(expected->ranks->shares.begin(), expected->ranks->shares.end()));
    EXPECT_EQ(expected->ranks->shares.back(), 1);
    for (const DeviceInfo &device : list_devices().devices) {
        const auto engine = make_engine(device.id);
        const auto ranks = needed_ranks(*engine, location, size, nullptr, stop);
        ASSERT_TRUE(ranks) << device.id;
        EXPECT_EQ(*ranks, *expected->ranks) << device.id;
    }
    location.colour.mapping = ColourMapping::linear;
    EXPECT_EQ(needed_ranks(*judge, location, size, nullptr, stop), nullptr);
    const std::atomic<bool> stopped = true;
    EXPECT_FALSE(survey_location(*judge, location, size, nullptr, stopped));
}

/// Which share of a palette's 64 parts a picture of the location has, from 0 to 1.
double share_of_palette(const Location &location) {
    constexpr Size kSize{160, 100};
    constexpr std::uint32_t kEntries = 4096;
    const std::atomic<bool> stop = false;
    const auto engine = make_engine("cpu");
    std::vector<std::uint32_t> colours(kEntries);
    for (std::uint32_t entry = 0; entry < kEntries; ++entry)
        colours[entry] = 0xff010000U | entry; // which no interior has
    Location found = location;
    found.colour.filter = kernels::ColourFilter::none; // a mean is no entry
    const auto survey = survey_location(*engine, location, kSize, nullptr, stop);
    if (needs_fit(location)) {
        found.colour.density = survey->fit.density;
        found.colour.offset = survey->fit.offset;
    }
    RenderRequest request =
        make_request(found, kSize, {0, 0, kSize.width, kSize.height}, {}, Precision::f64);
    request.colour.lut = std::make_shared<const PaletteTable>(std::move(colours));
    request.colour.ranks = survey->ranks;
    std::set<std::uint32_t> parts;
    for (const std::uint32_t colour : colours_of(*engine, request))
        if ((colour & 0x00ff0000U) != 0)
            parts.insert((colour & (kEntries - 1)) / (kEntries / 64));
    return static_cast<double>(parts.size()) / 64;
}

TEST(AutomaticColours, UseThePaletteInEveryBaseAndMapping) {
    Location location;
    location.view.re = Decimal::parse("-0.7436438870371587");
    location.view.im = Decimal::parse("0.1318259043091895");
    location.view.zoom = Decimal::parse("1e4");
    location.iterations = 2000;
    take_automatic_look(location);
    EXPECT_GE(share_of_palette(location), 0.75);
    for (const auto &base : kColourBases)
        for (const auto &mapping : kColourMappings) {
            location.colour.base = base.value;
            location.colour.mapping = mapping.value;
            spread_over_ranks(location.colour);
            EXPECT_GE(share_of_palette(location), 0.5) << base.id << ' ' << mapping.id;
        }
}

TEST(RankTable, BlendedTablesLieBetween) {
    const auto from = usual_ranks();
    RankTable to = *from; // elsewhere and narrower, and not even
    to.low = 8;
    to.scale *= 4;
    for (float &share : to.shares)
        share *= share;
    const auto below = [](const RankTable &table, double position) {
        Ruler ruler;
        ruler.params.ranks = table.shares.data();
        ruler.params.rank_low = table.low;
        ruler.params.rank_scale = table.scale;
        return kernels::rank_share((position - table.low) * table.scale, ruler.params);
    };
    for (const double share : {0.0, 0.25, 1.0}) {
        const auto blend = blended(*from, to, share);
        EXPECT_TRUE(std::is_sorted(blend->shares.begin(), blend->shares.end()));
        for (double position : {-1.0, 0.0, 3.3, 7.9, 8.1, 9.7, 10.4, 12.0})
            EXPECT_NEAR(below(*blend, position),
                        (1 - share) * below(*from, position) + share * below(to, position), 1e-3)
                << share << ' ' << position;
    }
    RankTable flat = *from; // of a picture all of whose values are one
    flat.scale = 0;
    EXPECT_EQ(blended(flat, flat, 0.5)->scale, 0);
}

TEST(RankTable, WhatIsSeenKeepsItsColoursAndNewValuesGoOnFromThere) {
    RankTable from = *usual_ranks(); // 0 to 10, evenly
    from.low = 2;
    RankTable to = from;
    to.low = 8;
    for (float &share : to.shares)
        share *= share;
    const auto carried = carried_on(from, to);
    const auto below = [](const RankTable &table, double position) {
        const double place =
            std::clamp((position - table.low) * table.scale, 0.0, double{kernels::kRankBins});
        const auto bin = std::min(static_cast<std::size_t>(place),
                                  static_cast<std::size_t>(kernels::kRankBins - 1));
        const double low = table.shares[bin];
        return low + (table.shares[bin + 1] - low) * (place - static_cast<double>(bin));
    };
    EXPECT_TRUE(std::is_sorted(carried->shares.begin(), carried->shares.end()));
    for (const double position : {1.0, 2.5, 7.0, 9.0, 11.9})
        EXPECT_NEAR(below(*carried, position), below(from, position), 1e-3) << position;
    for (const double position : {12.5, 14.0, 17.9})
        EXPECT_NEAR(below(*carried, position) - 1, below(to, position) - below(to, 12.0), 2e-3)
            << position;
}

} // namespace fathom::survey_test
