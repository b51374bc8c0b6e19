#pragma once
#include "kernels/cuda/launch.h"

#include <array>

namespace fathom::kernels::cuda {

/// The launchers of one formula: [0] without tracking, [1] with.
struct GeneralEntry {
    void (*f32[2])(const Slice<float> &, cudaStream_t) = {};
    void (*f64[2])(const Slice<double> &, cudaStream_t) = {};
    std::size_t f32_bytes[2] = {}; ///< of an orbit between two slices
    std::size_t f64_bytes[2] = {};
};
using GeneralTable = std::array<GeneralEntry, kFormulaCount>;

/// Enters every kGeneralParts-th formula from number kShard on. Each part is compiled by itself, so
/// that they can be compiled side by side.
template <int kShard> void fill_general(GeneralTable &table) noexcept;
inline constexpr int kGeneralParts = FATHOM_FORMULA_SHARDS;

} // namespace fathom::kernels::cuda
