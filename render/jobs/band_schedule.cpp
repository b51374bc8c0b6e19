#include "render/jobs/band_schedule.h"

#include "kernels/colour/colour_filter.h"

#include <algorithm>
#include <numeric>

namespace fathom {

int band_rows(int width, std::int64_t pixels) noexcept {
    constexpr std::int64_t kBlock = kernels::kFilterBlock;
    return static_cast<int>(std::max(kBlock, pixels / width / kBlock * kBlock));
}

BandSchedule::BandSchedule(Size size, int first_row, int engines, const BandSizes &sizes)
    : height_(size.height), most_(band_rows(size.width, sizes.most_pixels)),
      least_(std::min(most_, band_rows(size.width, sizes.least_pixels))), next_(first_row),
      made_(static_cast<std::size_t>(engines)) {}

std::optional<RowRange> BandSchedule::take(int engine) {
    if (!returned_.empty()) {
        const RowRange rows = returned_.front();
        returned_.pop_front();
        return rows;
    }
    if (next_ >= height_)
        return std::nullopt;
    const RowRange rows{next_, std::min(rows_for(engine), height_ - next_)};
    next_ += rows.count;
    return rows;
}

int BandSchedule::rows_for(int engine) const {
    if (made_.size() == 1)
        return most_;
    const double own = made_[static_cast<std::size_t>(engine)];
    if (own == 0)
        return least_;
    constexpr int kBlock = kernels::kFilterBlock;
    const double share = own / std::accumulate(made_.begin(), made_.end(), 0.0);
    const auto rows = static_cast<int>(share * (height_ - next_) / 2);
    return std::clamp(rows / kBlock * kBlock, least_, most_);
}

void BandSchedule::note(int engine, RowRange rows) {
    made_[static_cast<std::size_t>(engine)] += rows.count;
}

void BandSchedule::give_back(RowRange rows) {
    const auto behind =
        std::find_if(returned_.begin(), returned_.end(),
                     [&](const RowRange &other) { return other.first > rows.first; });
    returned_.insert(behind, rows);
}

} // namespace fathom
