#include "render/jobs/automatic_limit.h"

#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/method_decision.h"
#include "render/jobs/lattice.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace fathom {
namespace {

constexpr int kLongerSide = 96;
// Where nothing escapes on it, a coarser one tells first whether anything does with more
// iterations: pictures in which nothing does at all would cost the most.
constexpr int kCoarserSide = 32;
// Of all samples those that may escape beyond the limit, up to kFarther times it.
constexpr double kSpare = 0.002;
constexpr std::uint64_t kFarther = 8;
constexpr std::uint64_t kRise = 4;
// Where all escape none has to be spared, for dots in what has no interior show, and few pixels pay
// for them: so many times what the last one needs, for there are others between, up to so many
// times the limit that spares some.
constexpr std::uint64_t kBeyondLast = 2;
constexpr std::uint64_t kAllWithin = 4;

/// Where the search ends: orbits near the boundary grow about linearly with the depth, but about
/// minibrots they take many of their periods.
std::uint64_t farthest(const Location &location, Precision precision) {
    const double doublings = std::max(0.0, location.view.zoom.log10()) / std::log10(2.0);
    const double steps = 0x1p20 + 0x1p16 * doublings;
    return std::min(static_cast<std::uint64_t>(steps), most_iterations(precision));
}

/// The samples of a lattice up to a limit that rises: where most have escaped these are not
/// iterated again.
class Lattice {
  public:
    Lattice(Engine &engine, Size size) : engine_(engine), size_(size) {}

    /// Escape indices of those that escape; nothing if stopped. `begun` is given the frame.
    template <class Begun>
    std::optional<std::vector<std::uint64_t>> escapes(const Location &location,
                                                      const Method &method,
                                                      const std::atomic<bool> &stop, Begun begun) {
        RenderRequest request =
            make_request(location, size_, {0, 0, size_.width, size_.height}, {}, method);
        request.colour.lut = std::make_shared<const PaletteTable>(1);
        const std::shared_ptr<Frame> frame = engine_.make_frame(request);
        if (known_)
            frame->begin_with(std::move(*known_));
        begun(frame);
        if (!frame->iterate(stop))
            return std::nullopt;
        known_ = std::make_unique<KnownSamples>(known_of(*frame));
        std::vector<std::uint64_t> indices;
        for (std::size_t at = 0; at < count(); ++at)
            if (const std::uint64_t index = known_->samples.index(at); index != kernels::kInterior)
                indices.push_back(index);
        // Loops that leave out samples take three times as long for the others.
        if (4 * indices.size() < 3 * count())
            known_.reset();
        return indices;
    }

    [[nodiscard]] std::size_t count() const noexcept {
        return static_cast<std::size_t>(size_.width) * size_.height;
    }

  private:
    Engine &engine_;
    Size size_;
    std::unique_ptr<KnownSamples> known_; ///< of the limit before, where that saves time; or null
};

/// The share of the search's iterations that come before this round if it goes to its end, where
/// no sample escapes.
double share_before(std::uint64_t iterations, std::uint64_t end) {
    double before = 0;
    double all = 0;
    for (std::uint64_t round = kFarther * kLeastAutomaticLimit;; round *= kRise) {
        const auto steps = static_cast<double>(std::min(round, end));
        before += round < iterations ? steps : 0;
        all += steps;
        if (round >= end)
            return before / all;
    }
}

} // namespace

double LimitProgress::share() const {
    const std::lock_guard lock(mutex_);
    return frame_ ? std::lerp(from_, to_, frame_->progress()) : from_;
}

void LimitProgress::begin(std::shared_ptr<const Frame> frame, double from, double to) {
    const std::lock_guard lock(mutex_);
    frame_ = std::move(frame);
    from_ = from;
    to_ = to;
}

std::uint64_t limit_for(std::span<std::uint64_t> indices, std::size_t spare) noexcept {
    if (indices.size() <= spare)
        return 1;
    const auto last = indices.end() - static_cast<std::ptrdiff_t>(spare) - 1;
    std::nth_element(indices.begin(), last, indices.end());
    std::uint64_t unit = 1;
    while (*last / unit >= 100)
        unit *= 10;
    return (*last + unit - 1) / unit * unit;
}

std::optional<std::uint64_t> automatic_limit(Engine &engine, const Location &location, Size size,
                                             const std::shared_ptr<ReferenceCache> &reference_cache,
                                             const std::atomic<bool> &stop,
                                             LimitProgress *progress) {
    Lattice lattice(engine, lattice_of(size, kLongerSide));
    const auto spare = static_cast<std::size_t>(kSpare * static_cast<double>(lattice.count()));
    Location view = location;
    bool is_empty = false; // so far
    for (view.iterations = kFarther * kLeastAutomaticLimit;; view.iterations *= kRise) {
        // In double, whatever the engine would rather have.
        const MethodChoice choice{.for_numbers = true};
        const Method method = decide_method(view, size, choice, {}, reference_cache);
        const std::uint64_t end = farthest(view, method.precision);
        view.iterations = std::min(view.iterations, end);
        const auto begun = [&](const std::shared_ptr<const Frame> &frame) {
            if (progress != nullptr)
                progress->begin(frame, share_before(view.iterations, end),
                                share_before(view.iterations * kRise, end));
        };
        if (is_empty) {
            Lattice coarser(engine, lattice_of(size, kCoarserSide));
            const auto some = coarser.escapes(view, method, stop, begun);
            if (!some)
                return std::nullopt;
            if (some->empty() && view.iterations == end)
                return kLeastAutomaticLimit;
            if (some->empty())
                continue;
        }
        auto indices = lattice.escapes(view, method, stop, begun);
        if (!indices)
            return std::nullopt;
        is_empty = indices->empty();
        const std::uint64_t limit = std::max(limit_for(*indices, spare), kLeastAutomaticLimit);
        if (indices->size() == lattice.count())
            return std::clamp(kBeyondLast * limit_for(*indices, 0), limit, kAllWithin * limit);
        if (view.iterations == end ||
            (indices->size() > spare && limit * kFarther <= view.iterations))
            return limit;
    }
}

} // namespace fathom
