#pragma once
#include "kernels/colour/value_rows.h"

#include <algorithm>

// The colour filter on rows of samples, step by step for all of them, as colour_rows.cpp does the
// rest: in loops that compilers make vectors of.

namespace fathom::kernels {

/// Of as many samples of a row steps are made that have so many at most: whole vectors of them.
FATHOM_INLINE int lanes_for(int count) noexcept {
    constexpr int kStep = 16;
    static_assert(kTileSide % kStep == 0);
    return (count + kStep - 1) & ~(kStep - 1);
}

/// A row's values with those of each block exchanged.
template <class Value>
FATHOM_INLINE void exchange(const Value *values, int lanes, Value *exchanged) noexcept {
    for (int i = 0; i < lanes; i += kFilterBlock) {
        exchanged[i] = values[i + 1];
        exchanged[i + 1] = values[i];
    }
}

/// What the filter makes of a row's samples; light is 0 where there is none.
struct FilteredRow {
    std::int32_t first[kTileSide], count[kTileSide]; ///< EntryRange
    float mixing[kTileSide];
    float samples[kTileSide]; ///< of the block that have light
    float light[3][kTileSide];
};

/// Whether the filter changes nothing in the rows of blocks, seen at a glance: next samples' phases
/// lie so near that no stretch covers two entries, or kLeastStretch. (False says nothing.) If those
/// of a block differ by at most d, the slope of footprint_of is at most 1.42 d and the width at
/// most 1.07 d; entries_of rounds its ends by at most 1/64 of an entry in all.
FATHOM_INLINE bool is_calm(const PhaseRow &upper, const PhaseRow &lower, int lanes,
                           const ColourParams &params) noexcept {
    constexpr double kCalm = 0.9;
    if (params.turn != 0) // phases that lie far apart may be near
        return false;
    const double most = kCalm * std::max(1.0 / params.lut_size, double{kLeastStretch});
    std::int64_t steep = 0;
    const auto look = [&](double a, double b) { steep |= ::fabs(a - b) > most ? 1 : 0; };
    for (int i = 0; i < lanes; ++i)
        look(upper.phases[i], lower.phases[i]);
    for (int i = 0; i + 1 < lanes; ++i)
        look(upper.phases[i], upper.phases[i + 1]);
    for (int i = 0; i + 1 < lanes; ++i)
        look(lower.phases[i], lower.phases[i + 1]);
    return steep == 0;
}

FATHOM_INLINE void find_ranges(const PhaseRow &row, const PhaseRow &other, int lanes,
                               ColourParams params, FilteredRow &found) noexcept {
    PhaseRow beside, across;
    exchange(row.phases, lanes, beside.phases);
    exchange(row.escaped, lanes, beside.escaped);
    exchange(other.phases, lanes, across.phases);
    exchange(other.escaped, lanes, across.escaped);
    exchange(row.lit, lanes, beside.lit);
    exchange(other.lit, lanes, across.lit);
    for (int i = 0; i < lanes; ++i) {
        const BlockPhases block = {
            row.phases[i],          beside.phases[i],      other.phases[i],       across.phases[i],
            beside.escaped[i] != 0, other.escaped[i] != 0, across.escaped[i] != 0};
        const Footprint footprint = footprint_of(block, params);
        const EntryRange range = entries_of(block.own, footprint.width, params);
        found.first[i] = range.first;
        found.count[i] = range.count;
        found.mixing[i] = footprint.mixing;
        found.samples[i] = static_cast<float>(
            1 + static_cast<std::int32_t>(beside.lit[i] + other.lit[i] + across.lit[i]));
    }
}

FATHOM_INLINE void find_light(const PhaseRow &row, int lanes, ColourParams params,
                              FilteredRow &found) noexcept {
    struct Sums {
        std::uint32_t channels[kSumWords];
    };
    Sums sums[kTileSide];
    for (int i = 0; i < lanes; ++i) {
        const std::uint32_t *first =
            params.sums + static_cast<std::ptrdiff_t>(kSumWords) * found.first[i];
        Sums low;
        std::memcpy(&low, first, sizeof low);
        std::memcpy(&sums[i], first + static_cast<std::ptrdiff_t>(kSumWords) * found.count[i],
                    sizeof sums[i]);
        for (int channel = 0; channel < kSumWords; ++channel)
            sums[i].channels[channel] -= low.channels[channel];
    }
    for (int channel = 0; channel < 3; ++channel) {
        float *light = found.light[channel];
        for (int i = 0; i < lanes; ++i)
            light[i] = mean_of_sum(sums[i].channels[channel], found.count[i]);
        // By itself: together compilers put the light behind a branch, and make no vectors.
        const float interior = params.interior_light[channel];
        for (int i = 0; i < lanes; ++i)
            light[i] = row.escaped[i] != 0 ? light[i] : row.lit[i] != 0 ? interior : 0.0F;
    }
}

/// The colours of a row's samples.
template <class Colour> struct ColourRow;
template <> struct ColourRow<std::uint32_t> {
    std::uint32_t words[kTileSide];
    FATHOM_INLINE std::uint32_t operator[](int i) const noexcept { return words[i]; }
    FATHOM_INLINE void set(int i, std::uint32_t colour) noexcept { words[i] = colour; }
};
template <> struct ColourRow<FineColour> {
    std::uint32_t levels[3][kTileSide];
    FATHOM_INLINE FineColour operator[](int i) const noexcept {
        return {{levels[0][i], levels[1][i], levels[2][i]}};
    }
    FATHOM_INLINE void set(int i, const FineColour &colour) noexcept {
        for (int channel = 0; channel < 3; ++channel)
            levels[channel][i] = colour.levels[channel];
    }
};

/// palette_at, each place before the first colour is looked up.
FATHOM_INLINE void find_colours(const double *phases, int count, ColourParams params,
                                ColourRow<std::uint32_t> &colours) noexcept {
    std::uint32_t index[kTileSide];
    for (int i = 0; i < count; ++i)
        index[i] = entry_at(phases[i], params);
    for (int i = 0; i < count; ++i)
        colours.words[i] = params.lut[index[i]];
}
FATHOM_INLINE void find_colours(const double *phases, int count, ColourParams params,
                                ColourRow<FineColour> &colours) noexcept {
    std::uint32_t place[kTileSide];
    for (int i = 0; i < count; ++i)
        place[i] = fine_place(phases[i], params);
    struct Entry {
        std::uint32_t channels[3];
    };
    std::uint32_t words[kTileSide];
    for (int i = 0; i < count; ++i)
        words[i] = 3 * (place[i] / kFineLevels);
    Entry entries[kTileSide];
#pragma GCC unroll 8
    for (int i = 0; i < count; ++i)
        std::memcpy(&entries[i], params.fine + words[i], sizeof entries[i]);
    for (int channel = 0; channel < 3; ++channel)
        for (int i = 0; i < count; ++i)
            colours.levels[channel][i] = fine_level(
                entries[i].channels[channel], static_cast<std::int32_t>(place[i] % kFineLevels));
}

/// Whether any sample's stretch is of several entries.
FATHOM_INLINE bool any_wide(const FilteredRow &row, int lanes) noexcept {
    std::int32_t most = 1;
    for (int i = 0; i < lanes; ++i)
        most = std::max(most, row.count[i]);
    return most > 1;
}

/// The light of a channel in a row's colours; `other` is the other row of its blocks.
FATHOM_INLINE void mix_light(int channel, const FilteredRow &row, const FilteredRow &other,
                             int lanes, float *mixed) noexcept {
    float beside[kTileSide], across[kTileSide];
    exchange(row.light[channel], lanes, beside);
    exchange(other.light[channel], lanes, across);
    for (int i = 0; i < lanes; ++i)
        mixed[i] =
            mixed_light({row.light[channel][i], beside[i], other.light[channel][i], across[i]},
                        row.samples[i], row.mixing[i]);
}

/// Gives those samples of a row that cover several entries their colours, without shade and
/// interior.
FATHOM_INLINE void mix_row(const FilteredRow &row, const FilteredRow &other, int lanes,
                           ColourRow<std::uint32_t> &colours) noexcept {
    std::uint32_t mixed[kTileSide];
    std::fill_n(mixed, lanes, 0xff000000U);
    float light[kTileSide];
    for (int channel = 0; channel < 3; ++channel) {
        mix_light(channel, row, other, lanes, light);
        for (int i = 0; i < lanes; ++i)
            mixed[i] |= byte_of_light(light[i]) << (8 * channel);
    }
    for (int i = 0; i < lanes; ++i)
        colours.words[i] = row.count[i] == 1 ? colours.words[i] : mixed[i];
}
FATHOM_INLINE void mix_row(const FilteredRow &row, const FilteredRow &other, int lanes,
                           ColourRow<FineColour> &colours) noexcept {
    float light[kTileSide];
    for (int channel = 0; channel < 3; ++channel) {
        mix_light(channel, row, other, lanes, light);
        std::uint32_t *levels = colours.levels[channel];
        for (int i = 0; i < lanes; ++i) {
            const std::uint32_t mixed = fine_of_light(light[i]);
            levels[i] = row.count[i] == 1 ? levels[i] : mixed;
        }
    }
}

} // namespace fathom::kernels
