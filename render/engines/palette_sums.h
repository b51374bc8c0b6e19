#pragma once
#include <cstdint>
#include <vector>

namespace fathom {

/// What the colour filter needs of a palette (colours 0xAABBGGRR): kernels::ColourParams::sums.
/// Empty if it has no colours, or more than kernels::kMostFilteredEntries: it is not filtered then.
std::vector<std::uint32_t> palette_sums(const std::vector<std::uint32_t> &lut);

} // namespace fathom
