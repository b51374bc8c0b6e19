#pragma once
#include "kernels/colour/colour_filter.h"
#include "kernels/formulas/tile.h"

#include <algorithm>

// The colour filter on rows of samples, step by step for all of them, as colour_rows.cpp does the
// rest: in loops that compilers make vectors of.

namespace fathom::kernels {

/// The phases of a row's samples and which of them have escaped; none beyond the row.
struct PhaseRow {
    double phases[kTileSide];
    std::uint32_t escaped[kTileSide]; ///< 1 or 0
};

/// A row's values with those of each block exchanged.
template <class Value> FATHOM_INLINE void exchange(const Value *values, Value *exchanged) noexcept {
    for (int i = 0; i < kTileSide; i += kFilterBlock) {
        exchanged[i] = values[i + 1];
        exchanged[i + 1] = values[i];
    }
}

/// What the filter makes of a row's samples; light is 0 where none has escaped.
struct FilteredRow {
    std::int32_t first[kTileSide], count[kTileSide]; ///< EntryRange
    float mixing[kTileSide];
    float samples[kTileSide]; ///< of the block that are there
    float light[3][kTileSide];
};

FATHOM_INLINE void find_ranges(const PhaseRow &row, const PhaseRow &other, ColourParams params,
                               FilteredRow &found) noexcept {
    PhaseRow beside, across;
    exchange(row.phases, beside.phases);
    exchange(row.escaped, beside.escaped);
    exchange(other.phases, across.phases);
    exchange(other.escaped, across.escaped);
    for (int i = 0; i < kTileSide; ++i) {
        const BlockPhases block = {
            row.phases[i],          beside.phases[i],      other.phases[i],       across.phases[i],
            beside.escaped[i] != 0, other.escaped[i] != 0, across.escaped[i] != 0};
        const Footprint footprint = footprint_of(block, params);
        const EntryRange range = entries_of(block.own, footprint.width, params);
        found.first[i] = range.first;
        found.count[i] = range.count;
        found.mixing[i] = footprint.mixing;
        found.samples[i] =
            static_cast<float>(1 + static_cast<std::int32_t>(beside.escaped[i] + other.escaped[i] +
                                                             across.escaped[i]));
    }
}

FATHOM_INLINE void find_light(const PhaseRow &row, ColourParams params,
                              FilteredRow &found) noexcept {
    for (int channel = 0; channel < 3; ++channel) {
        float *light = found.light[channel];
        for (int i = 0; i < kTileSide; ++i)
            light[i] = mean_light(channel, {found.first[i], found.count[i]}, params);
        // By itself: together compilers put the light behind a branch, and make no vectors.
        for (int i = 0; i < kTileSide; ++i)
            light[i] = row.escaped[i] != 0 ? light[i] : 0.0F;
    }
}

/// The colours of a row without shade and interior; `other` is the other row of its blocks.
FATHOM_INLINE void mix_row(const FilteredRow &row, const FilteredRow &other, int count,
                           ColourParams params, std::uint32_t *colours) noexcept {
    std::uint32_t mixed[kTileSide];
    std::fill_n(mixed, kTileSide, 0xff000000U);
    for (int channel = 0; channel < 3; ++channel) {
        float beside[kTileSide], across[kTileSide];
        exchange(row.light[channel], beside);
        exchange(other.light[channel], across);
        for (int i = 0; i < kTileSide; ++i)
            mixed[i] |=
                mixed_byte({row.light[channel][i], beside[i], other.light[channel][i], across[i]},
                           row.samples[i], row.mixing[i])
                << (8 * channel);
    }
    std::uint32_t own[kTileSide];
    for (int i = 0; i < kTileSide; ++i)
        own[i] = params.lut[row.first[i]];
    for (int i = 0; i < count; ++i)
        colours[i] = row.count[i] == 1 ? own[i] : mixed[i];
}

} // namespace fathom::kernels
