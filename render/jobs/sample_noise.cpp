#include "render/jobs/sample_noise.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace fathom {
namespace {

/// The places of escape indices in the order of all; those that are the same share theirs.
class Order {
  public:
    explicit Order(std::span<const SampleBuffer> pictures) {
        for (const SampleBuffer &picture : pictures)
            for (std::size_t at = 0; at < picture.count(); ++at)
                all_.push_back(picture.index(at));
        std::sort(all_.begin(), all_.end());
    }
    /// The middle of its place, of kNoiseOfAll.
    [[nodiscard]] std::int64_t place_of(std::uint64_t index) const {
        const auto [first, last] = std::equal_range(all_.begin(), all_.end(), index);
        const auto twice = (first - all_.begin()) + (last - all_.begin());
        return twice * kNoiseOfAll / (2 * std::ssize(all_));
    }

  private:
    std::vector<std::uint64_t> all_;
};

} // namespace

int sample_noise(std::span<const SampleBuffer> pictures, int side) {
    const Order order(pictures);
    std::int64_t sum = 0, pairs = 0;
    for (const SampleBuffer &picture : pictures) {
        const Size size = picture.size();
        const auto place = [&](int x, int y) {
            return order.place_of(picture.index(static_cast<std::size_t>(y) * size.width + x));
        };
        for (int y = 0; y + side <= size.height; y += side)
            for (int x = 0; x + side <= size.width; x += side) {
                const int right = x + side - 1, bottom = y + side - 1;
                sum += std::abs(place(x, y) - place(right, bottom)) +
                       std::abs(place(right, y) - place(x, bottom));
                pairs += 2;
            }
    }
    return pairs > 0 ? static_cast<int>(sum / pairs) : 0;
}

} // namespace fathom
