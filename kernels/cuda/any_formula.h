#pragma once
#include "kernels/base/per_real.h"
#include "kernels/cuda/launch.h"

#include <array>

namespace fathom::kernels::cuda {

/// How slices of one formula and number type are launched, by Tracks.
template <class Real> struct AnyFormulaLauncher {
    void (*launch[kTrackLevels])(const Slice<Real> &, cudaStream_t) = {};
    std::size_t orbit_bytes[kTrackLevels] = {}; ///< of an orbit between two slices
};
using AnyFormulaTable = std::array<PerNumber<AnyFormulaLauncher>, kMaxFormulas>;

/// Enters the formula of that number. Each shard is compiled by
/// itself, so that they can be compiled side by side.
template <int kShard> void fill_any_formula(AnyFormulaTable &table) noexcept;

} // namespace fathom::kernels::cuda
