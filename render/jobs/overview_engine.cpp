#include "render/jobs/overview_engine.h"

#include "render/base/error.h"
#include "render/jobs/read_frame.h"
#include "render/places/navigation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom {
namespace {

// Of a band that is read at once: its samples and their words are some 80 MiB.
constexpr int kOverviewBandPixels = 1 << 20;

int blocks(int side, int step) {
    return (side + step - 1) / step;
}

/// The least step with which at most `most` samples of a picture are kept.
int step_for(Size size, std::int64_t most) {
    int step = 1;
    while (std::int64_t{blocks(size.width, step)} * blocks(size.height, step) > most)
        ++step;
    return step;
}

template <class Real>
void copy_sample(const kernels::SamplePlanes<Real> &from, std::size_t source,
                 const kernels::SamplePlanes<Real> &to, std::size_t at) noexcept {
    kernels::set_index(to, at, kernels::index_at(from, source));
    to.zx[at] = from.zx[source];
    to.zy[at] = from.zy[source];
    if (to.gx != nullptr) {
        to.gx[at] = from.gx[source];
        to.gy[at] = from.gy[source];
    }
    if (to.atom != nullptr) {
        to.trap[at] = from.trap[source];
        to.atom[at] = from.atom[source];
    }
}

/// As one of the interior, of which nothing is known.
template <class Real>
void clear_sample(const kernels::SamplePlanes<Real> &to, std::size_t at) noexcept {
    kernels::set_index(to, at, kernels::kInterior);
    to.zx[at] = to.zy[at] = 0;
    if (to.gx != nullptr)
        to.gx[at] = to.gy[at] = 0;
    if (to.atom != nullptr) {
        to.trap[at] = 0;
        to.atom[at] = 0;
    }
}

/// The picture that the request is of, or that its points lie in.
Size picture_of(const RenderRequest &request) {
    const double middle = request.points ? 0 : 0.5; // see PixelMap
    return {static_cast<int>(std::lround(2 * (middle - request.map.origin_x))),
            static_cast<int>(std::lround(2 * (middle + request.map.origin_y)))};
}

} // namespace

/// The samples of a recording that are kept, read as far as they were wanted.
class Overview : public FrameReading {
  public:
    Overview(const std::filesystem::path &path, const Location &place, std::int64_t most)
        : FrameReading(path, place, 0), step_(step_for(recording.size(), most)) {}

    /// Reads up to the block of the picture's row `row`, or all rows if there are fewer. False if
    /// stopped.
    bool read_to(int row, const std::atomic<bool> &stop) {
        if (samples_.count() == 0)
            samples_ = make_samples(
                {blocks(recording.size().width, step_), blocks(recording.size().height, step_)});
        const int end = std::min(row / step_ + 1, samples_.size().height);
        while (row >= 0 && rows_ < end) {
            if (stop)
                return false;
            read_band();
        }
        return true;
    }

    /// Which of the samples is that of a position of the picture; nothing outside of it.
    [[nodiscard]] std::optional<std::size_t> find(const PixelPosition &at) const noexcept {
        // The middle of a pixel that is twice as large lies between two: rounding must not choose.
        constexpr double kRounding = 1.0 / 512;
        const Size size = recording.size();
        const double x = at.x + kRounding;
        const double y = at.y + kRounding;
        if (!(x >= 0 && y >= 0 && x < size.width && y < size.height))
            return std::nullopt;
        const auto column = static_cast<std::size_t>(x) / static_cast<std::size_t>(step_);
        const auto row = static_cast<std::size_t>(y) / static_cast<std::size_t>(step_);
        return row * static_cast<std::size_t>(samples_.size().width) + column;
    }

    template <class Real> kernels::SamplePlanes<Real> planes() noexcept {
        return samples_.planes<Real>();
    }

  private:
    [[nodiscard]] SampleBuffer make_samples(Size size) const {
        const RenderRequest &whole = recording.whole();
        return {size, whole.precision, FrameContents::samples, whole.tracking.level,
                kernels::counts_in_64_bits(whole.limit)};
    }
    /// The row or column of the picture that is kept as the `index`th.
    [[nodiscard]] int kept(int index, int side) const noexcept {
        return std::min(index * step_ + step_ / 2, side - 1);
    }

    // Whole blocks of the file's rows, because each is unpacked as a whole; but one alone where the
    // rows that are kept lie farther apart.
    void read_band() {
        const Size size = recording.size();
        const int first = kept(rows_, size.height);
        const int block = recording.block_rows();
        int end = first + std::max(1, kOverviewBandPixels / size.width);
        if (end - end % block > first)
            end -= end % block;
        int last = rows_;
        while (step_ <= block && last + 1 < samples_.size().height &&
               kept(last + 1, size.height) < end)
            ++last;
        SampleBuffer band = make_samples({size.width, kept(last, size.height) - first + 1});
        recording.read(first, band);
        with_real(band.precision(), [&]<class Real>() { keep(band.planes<Real>(), first, last); });
        rows_ = last + 1;
    }

    /// Of a band whose first row is the picture's `first`: up to the row that is kept as `last`.
    template <class Real>
    void keep(const kernels::SamplePlanes<Real> &band, int first, int last) noexcept {
        const auto to = planes<Real>();
        for (int row = rows_; row <= last; ++row) {
            const auto from =
                static_cast<std::size_t>(kept(row, recording.size().height) - first) * band.width;
            const auto at = static_cast<std::size_t>(row) * to.width;
            for (int column = 0; column < to.width; ++column)
                copy_sample(band, from + kept(column, band.width), to, at + column);
        }
    }

    const int step_;
    SampleBuffer samples_;
    int rows_ = 0; ///< of samples_ that were read
};

namespace {

/// A picture of what is kept.
class OverviewFrame : public ReadFrame {
  public:
    OverviewFrame(const RenderRequest &request, const std::shared_ptr<Overview> &overview)
        : ReadFrame(request, overview), overview_(*overview) {
        const RenderRequest &whole = overview_.recording.whole();
        there_ = pixel_offset(request.location->view, picture_of(request), whole.location->view,
                              whole.size);
    }

    bool iterate(const std::atomic<bool> &stop) override {
        const std::uint64_t epoch = picture().colour_epoch();
        const int across = picture().tiles_across();
        for (int row = 0; row < picture().tiles_down(); ++row) {
            if (!overview_.read_to(last_row(row), stop))
                return false;
            for_tiles(row * across, (row + 1) * across, stop, [&](int tile) {
                with_real(request().precision, [&]<class Real>() { fill<Real>(region_of(tile)); });
                publish(tile);
            });
        }
        picture().finish(epoch);
        return !stop;
    }

    /// Without colours where the file holds nothing.
    void read_rgba(std::uint32_t *rgba) override {
        ReadFrame::read_rgba(rgba);
        for (int tile = 0; tile < picture().tile_count(); ++tile) {
            const Region region = region_of(tile);
            if (!request().points && holds_all(region))
                continue;
            for (int y = region.y; y < region.y + region.height; ++y)
                for (int x = region.x; x < region.x + region.width; ++x)
                    if (const std::size_t at = place_of(x, y); !find(x, y, at))
                        rgba[at] = 0;
        }
    }

  private:
    [[nodiscard]] Region region_of(int tile) const noexcept {
        const int across = picture().tiles_across();
        return picture().pixels({tile % across, tile / across, 1, 1});
    }
    [[nodiscard]] std::size_t place_of(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * request().size.width + x;
    }
    /// The overview's sample of a pixel or point, if it has one.
    [[nodiscard]] std::optional<std::size_t> find(int x, int y, std::size_t at) const noexcept {
        return overview_.find(mapped(there_, position(x, y, at)));
    }
    /// Whether it has those of all these pixels: of their corners, then.
    [[nodiscard]] bool holds_all(const Region &pixels) const noexcept {
        for (const int x : {pixels.x, pixels.x + pixels.width - 1})
            for (const int y : {pixels.y, pixels.y + pixels.height - 1})
                if (!find(x, y, place_of(x, y)))
                    return false;
        return true;
    }

    /// The last of the recording's rows that a row of tiles shows; below 0: none.
    [[nodiscard]] int last_row(int tiles) const {
        const Size size = overview_.recording.size();
        if (request().points)
            return size.height - 1;
        const Region region = picture().pixels({0, tiles, picture().tiles_across(), 1});
        double last = -1;
        for (const int x : {0, region.width})
            for (const int y : {region.y, region.y + region.height})
                last = std::max(last, mapped(there_, {double(x), double(y)}).y);
        return static_cast<int>(std::min(last, size.height - 1.0));
    }

    [[nodiscard]] PixelPosition position(int x, int y, std::size_t at) const noexcept {
        if (!request().points)
            return {x + 0.5, y + 0.5};
        const kernels::PixelPoint point = (*request().points)[at];
        return {point.x / 256.0, point.y / 256.0};
    }

    template <class Real> void fill(const Region &region) noexcept {
        const auto from = overview_.planes<Real>();
        const auto to = picture().samples().template planes<Real>();
        for (int y = region.y; y < region.y + region.height; ++y)
            for (int x = region.x; x < region.x + region.width; ++x) {
                const std::size_t at = place_of(x, y);
                if (const auto found = find(x, y, at))
                    copy_sample(from, *found, to, at);
                else
                    clear_sample(to, at);
            }
    }

    Overview &overview_;
    AffineMap there_; ///< from positions of the picture to those of the recording's
};

} // namespace

OverviewEngine::OverviewEngine(const std::filesystem::path &path, const Location &place,
                               std::int64_t most_kept)
    : overview_(std::make_shared<Overview>(path, place, most_kept)) {
    info_.id = kId;
    info_.name = path.filename().string();
    const Recording &recording = overview_->recording;
    info_.detail = fmt::format("{} x {}", recording.size().width, recording.size().height);
    info_.traits.only = recording.whole().precision;
}

OverviewEngine::~OverviewEngine() = default;

std::shared_ptr<const Recording> OverviewEngine::recording() const noexcept {
    return {overview_, &overview_->recording};
}

std::shared_ptr<Frame> OverviewEngine::make_frame(const RenderRequest &request) {
    const RenderRequest &whole = overview_->recording.whole();
    if (const auto missing = overview_->recording.lacks(*request.location))
        throw InputError(fmt::format("{} does not hold {}", info_.name, *missing));
    if (request.precision != whole.precision || request.limit != whole.limit)
        throw std::logic_error("OverviewEngine: a request for another picture");
    RenderRequest read = request;
    read.tracking = whole.tracking;
    read.perturbation = nullptr;
    read.progressive = false; // coarse lattices would come no sooner
    return std::make_shared<OverviewFrame>(read, overview_);
}

} // namespace fathom
