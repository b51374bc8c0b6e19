#pragma once
#include <memory>
#include <vector>

namespace fathom {

/// Which share of a picture's samples lies below a value, for ColourMapping::rank.
struct RankTable {
    double low = 0;   ///< kernels::rank_position of the least value
    double scale = 0; ///< bins for each 1 of it
    /// At the edges of the bins: kernels::kRankBins + 1, rising, 0 to 1; of what is carried_on, as
    /// far beyond either as the other picture's values lie.
    std::vector<float> shares;
    friend bool operator==(const RankTable &, const RankTable &) = default;
};

/// What serves until a picture's own is known: each e-fold of counts or distances has as large a
/// share, up to some 20,000.
std::shared_ptr<const RankTable> usual_ranks();

/// Between two tables, `share` of the way from one to the other (0 to 1): of each value the shares
/// below it.
std::shared_ptr<const RankTable> blended(const RankTable &from, const RankTable &to, double share);

/// What colours a picture of `to` for somebody who has just seen the one of `from`: values that
/// that had keep their shares, and those beyond go on from there, with the differences that `to`
/// has between them.
std::shared_ptr<const RankTable> carried_on(const RankTable &from, const RankTable &to);

} // namespace fathom
