#pragma once
#include <vector>

namespace fathom {

/// Which share of a picture's samples lies below a value, for ColourMapping::rank.
struct RankTable {
    double low = 0;            ///< kernels::rank_position of the least value
    double scale = 0;          ///< bins for each 1 of it
    std::vector<float> shares; ///< at the edges of the bins: kernels::kRankBins + 1, rising, 0 to 1
    friend bool operator==(const RankTable &, const RankTable &) = default;
};

} // namespace fathom
