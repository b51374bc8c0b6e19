#include "render/jobs/interesting_places.h"

#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/engines/method_decision.h"
#include "render/jobs/lattice.h"
#include "render/places/location.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace fathom {
namespace {

constexpr int kLongest = 128;
constexpr int kCell = 8;
// Below this a cell looks flat.
constexpr double kLeastVariety = 0.02;

class Judge {
  public:
    explicit Judge(const CoarseSamples &samples) : samples_(samples) {
        for (const std::uint64_t index : samples.indices)
            if (index != CoarseSamples::kInside)
                first_ = std::min(first_, index);
    }

    /// Of the cell whose upper left sample is (x, y); its variety is 0 where all is inside.
    [[nodiscard]] InterestingPlace look_at(int x, int y) const {
        std::array<std::uint64_t, std::size_t{kCell} * kCell> seen{};
        std::size_t count = 0;
        double differences = 0;
        std::uint64_t last = 0;
        std::pair<int, int> at{x, y};
        for (int row = y; row < y + kCell; ++row)
            for (int column = x; column < x + kCell; ++column) {
                const std::uint64_t here = index(column, row);
                differences += apart(here, index(column + 1, row));
                differences += apart(here, index(column, row + 1));
                if (here == CoarseSamples::kInside)
                    continue;
                seen[count++] = here;
                if (here > last) {
                    last = here;
                    at = {column, row};
                }
            }
        std::sort(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(count));
        const auto end =
            std::unique(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(count));
        const auto cells = static_cast<double>(seen.size());
        const double distinct = std::max(0.0, static_cast<double>(end - seen.begin()) - 1) / cells;
        return {(at.first + 0.5) / samples_.size.width, (at.second + 0.5) / samples_.size.height,
                distinct * differences / (2 * cells)};
    }

  private:
    [[nodiscard]] std::uint64_t index(int x, int y) const {
        return samples_.indices[static_cast<std::size_t>(y) * samples_.size.width + x];
    }
    [[nodiscard]] double apart(std::uint64_t a, std::uint64_t b) const {
        if (a == b)
            return 0;
        if (a == CoarseSamples::kInside || b == CoarseSamples::kInside)
            return 1;
        return std::fabs(later(a) - later(b));
    }
    [[nodiscard]] double later(std::uint64_t index) const {
        return std::log2(1 + static_cast<double>(index - first_));
    }

    const CoarseSamples &samples_;
    std::uint64_t first_ = std::numeric_limits<std::uint64_t>::max();
};

} // namespace

std::optional<CoarseSamples> coarse_samples(Engine &engine, const Location &location, Size size,
                                            std::shared_ptr<ReferenceCache> reference_cache,
                                            const std::atomic<bool> &stop) {
    const Size small = lattice_of(size, kLongest);
    const Method method =
        decide_method(location, size, {.for_numbers = true}, {}, std::move(reference_cache));
    const auto counted = count_lattice(engine, location, small, method, stop);
    if (!counted)
        return std::nullopt;
    CoarseSamples samples{small, {}};
    samples.indices.reserve(counted->count());
    for (std::size_t at = 0; at < counted->count(); ++at) {
        const std::uint64_t index = counted->index(at);
        samples.indices.push_back(index == kernels::kInterior ? CoarseSamples::kInside : index);
    }
    return samples;
}

std::vector<InterestingPlace> interesting_places(const CoarseSamples &samples) {
    const Judge judge(samples);
    std::vector<InterestingPlace> places;
    for (int y = kCell; y + 2 * kCell <= samples.size.height; y += kCell)
        for (int x = kCell; x + 2 * kCell <= samples.size.width; x += kCell)
            if (const InterestingPlace place = judge.look_at(x, y); place.variety >= kLeastVariety)
                places.push_back(place);
    std::stable_sort(places.begin(), places.end(),
                     [](const auto &a, const auto &b) { return a.variety > b.variety; });
    return places;
}

} // namespace fathom
