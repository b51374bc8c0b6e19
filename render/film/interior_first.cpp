#include "render/film/interior_first.h"

#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fathom::film {
namespace {

/// Which samples of a picture are meant; of 64 side by side each is a bit of a word.
class Mask {
  public:
    explicit Mask(Size size)
        : size_(size), words_(static_cast<std::size_t>(size.width + 2 * kMargin) / 64 + 1),
          rows_(static_cast<std::size_t>(size.height + 2 * kMargin)), bits_(rows_ * words_) {}

    void add(int x, int y) noexcept { word(x, y) |= bit(x); }
    [[nodiscard]] bool has(int x, int y) noexcept { return (word(x, y) & bit(x)) != 0; }
    /// Leaves those that have no other one within a square of so many samples each way; beyond the
    /// picture there is none. Once, and then grow once, by kMargin at most together.
    void shrink(int by) {
        fill_margin();
        for_each_span(2 * by + 1, [&](std::size_t step) { meet_rows(step); });
        for_each_span(2 * by + 1, [&](std::size_t step) { meet_columns(step); });
        origin_ -= by; // a sample's is the word's in the corner of its square now
    }
    /// Adds those that have one within such a square.
    void grow(int by) {
        invert();
        shrink(by);
        invert();
    }

  private:
    static constexpr int kMargin = 16;

    [[nodiscard]] std::uint64_t &word(int x, int y) noexcept {
        return bits_[static_cast<std::size_t>(y + origin_) * words_ +
                     static_cast<std::size_t>(x + origin_) / 64];
    }
    [[nodiscard]] std::uint64_t bit(int x) const noexcept {
        return std::uint64_t{1} << (x + origin_) % 64;
    }
    void invert() noexcept {
        for (std::uint64_t &word : bits_)
            word = ~word;
    }
    /// All but the picture's.
    void fill_margin() noexcept {
        constexpr auto kAll = ~std::uint64_t{0};
        const auto begin = static_cast<std::size_t>(origin_);
        const std::size_t end = begin + static_cast<std::size_t>(size_.width);
        for (std::size_t y = 0; y < rows_; ++y) {
            std::uint64_t *const row = &bits_[y * words_];
            const bool inside = y >= begin && y < begin + static_cast<std::size_t>(size_.height);
            if (!inside) {
                std::fill_n(row, words_, kAll);
                continue;
            }
            row[0] |= ~(kAll << begin);
            row[end / 64] |= kAll << end % 64;
            std::fill(row + end / 64 + 1, row + words_, kAll);
        }
    }
    /// Calls meet(step) so that each sample is the meet of so many, itself the first, if each call
    /// makes it the meet of itself and of the one that many steps on.
    template <class Meet> static void for_each_span(int count, const Meet &meet) {
        int have = 1;
        for (; 2 * have <= count; have *= 2)
            meet(static_cast<std::size_t>(have));
        if (have < count)
            meet(static_cast<std::size_t>(count - have));
    }
    void meet_rows(std::size_t step) noexcept {
        for (std::size_t at = 0; at + step * words_ < bits_.size(); ++at)
            bits_[at] &= bits_[at + step * words_];
    }
    void meet_columns(std::size_t step) noexcept {
        for (std::size_t y = 0; y < rows_; ++y) {
            std::uint64_t *const row = &bits_[y * words_];
            for (std::size_t i = 0; i < words_; ++i) {
                const std::uint64_t next = i + 1 < words_ ? row[i + 1] : ~std::uint64_t{0};
                row[i] &= row[i] >> step | next << (64 - step);
            }
        }
    }

    const Size size_;
    const std::size_t words_, rows_; ///< words of a row
    int origin_ = kMargin;           ///< where the first sample of the first row is, both ways
    std::vector<std::uint64_t> bits_;
};

/// All samples become pending but those inside of interior that is as wide as a minibrot that is
/// seen. What is chaos to doubles has none: each sample is another one's there, and those that
/// reach the limit before they escape are none of doubles' to tell; twice as many would.
template <class Real> void leave_interior(SampleBuffer &samples) {
    constexpr int kHalfWidth = 8;
    const auto planes = samples.planes<Real>();
    const auto [width, height] = samples.size();
    Mask inside(samples.size());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (samples.index(static_cast<std::size_t>(y) * width + x) == kernels::kInterior)
                inside.add(x, y);
    inside.shrink(kHalfWidth);
    inside.grow(kHalfWidth - 1);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (!inside.has(x, y))
                kernels::mark_pending(planes, static_cast<std::size_t>(y) * width + x);
}

} // namespace

std::optional<RenderRequest> in_plain_doubles(const RenderRequest &perturbed, const Location &ring,
                                              Size picture, const Region &region) {
    constexpr double kUnits = 64 / 4.0; // deepest_zoom_for_f64 is at 4 units
    if (perturbed.precision != Precision::perturb_f64 || perturbed.tracking.interior ||
        perturbed.limit > most_iterations(Precision::f64) ||
        ring.view.zoom.log10() >
            std::log10(deepest_zoom_for_f64(ring.view, picture.height) / kUnits))
        return std::nullopt;
    RenderRequest plain = make_request(ring, picture, region, {}, Precision::f64);
    plain.tracking = perturbed.tracking;
    plain.colour = perturbed.colour;
    return plain;
}

bool begin_with_interior(Frame &frame, Frame &plain, const std::atomic<bool> &stop) {
    SampleBuffer samples;
    plain.read_samples(samples);
    leave_interior<double>(samples);
    samples.pass_for(frame.request().precision);
    return begin_with_known(frame, std::move(samples), stop);
}

} // namespace fathom::film
