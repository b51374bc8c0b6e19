#pragma once
#include <memory>
#include <vector>

namespace fathom {

/// Which share of a picture's samples lies below a value, for ColourMapping::rank.
struct RankTable {
    double low = 0;            ///< kernels::rank_position of the least value
    double scale = 0;          ///< bins for each 1 of it
    std::vector<float> shares; ///< at the edges of the bins: kernels::kRankBins + 1, rising, 0 to 1
    friend bool operator==(const RankTable &, const RankTable &) = default;
};

/// What serves until a picture's own is known: each e-fold of counts or distances has as large a
/// share, up to some 20,000.
std::shared_ptr<const RankTable> usual_ranks();

/// Between two tables, `share` of the way from one to the other (0 to 1): of each value the shares
/// below it.
std::shared_ptr<const RankTable> blended(const RankTable &from, const RankTable &to, double share);

} // namespace fathom
