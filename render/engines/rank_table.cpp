#include "render/engines/rank_table.h"

#include "kernels/colour/colour_value.h"

#include <algorithm>

namespace fathom {
namespace {

using kernels::kRankBins;

constexpr double kUsualEFolds = 10;

double high_of(const RankTable &table) {
    return table.scale > 0 ? table.low + kRankBins / table.scale : table.low;
}

/// Like kernels::rank_share.
double share_below(const RankTable &table, double position) {
    const double place = std::clamp((position - table.low) * table.scale, 0.0, double{kRankBins});
    const auto bin = std::min(static_cast<std::size_t>(place), std::size_t{kRankBins - 1});
    const double low = table.shares[bin];
    return low + (table.shares[bin + 1] - low) * (place - static_cast<double>(bin));
}

} // namespace

std::shared_ptr<const RankTable> usual_ranks() {
    RankTable table;
    table.scale = kRankBins / kUsualEFolds;
    for (int bin = 0; bin <= kRankBins; ++bin)
        table.shares.push_back(static_cast<float>(bin) / kRankBins);
    return std::make_shared<const RankTable>(std::move(table));
}

namespace {

/// A table over all that two of them span; `share_at` says what it has at a position.
template <class ShareAt>
std::shared_ptr<const RankTable> over_both(const RankTable &from, const RankTable &to,
                                           ShareAt share_at) {
    RankTable table;
    table.low = std::min(from.low, to.low);
    const double width = std::max(high_of(from), high_of(to)) - table.low;
    table.scale = width > 0 ? kRankBins / width : 0;
    table.shares.reserve(kRankBins + 1);
    for (int bin = 0; bin <= kRankBins; ++bin)
        table.shares.push_back(static_cast<float>(share_at(table.low + width * bin / kRankBins)));
    return std::make_shared<const RankTable>(std::move(table));
}

} // namespace

std::shared_ptr<const RankTable> blended(const RankTable &from, const RankTable &to, double share) {
    return over_both(from, to, [&](double position) {
        const double before = share_below(from, position);
        return before + share * (share_below(to, position) - before);
    });
}

std::shared_ptr<const RankTable> carried_on(const RankTable &from, const RankTable &to) {
    return over_both(from, to, [&](double position) {
        const double known = std::clamp(position, from.low, high_of(from));
        return share_below(from, known) + share_below(to, position) - share_below(to, known);
    });
}

} // namespace fathom
