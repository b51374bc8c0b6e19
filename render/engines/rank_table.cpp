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

std::shared_ptr<const RankTable> blended(const RankTable &from, const RankTable &to, double share) {
    RankTable table;
    table.low = std::min(from.low, to.low);
    const double width = std::max(high_of(from), high_of(to)) - table.low;
    table.scale = width > 0 ? kRankBins / width : 0;
    table.shares.reserve(kRankBins + 1);
    for (int bin = 0; bin <= kRankBins; ++bin) {
        const double position = table.low + width * bin / kRankBins;
        const double before = share_below(from, position);
        table.shares.push_back(
            static_cast<float>(before + share * (share_below(to, position) - before)));
    }
    return std::make_shared<const RankTable>(std::move(table));
}

} // namespace fathom
