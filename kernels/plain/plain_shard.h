// The plain loops of one shard's formulas. Included by one source a shard, which defines
// FATHOM_FORMULA_SHARD (see formula_shards.h).
#pragma once
#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/interior_cycle.h"
#include "kernels/formulas/interior_shortcuts.h"
#include "kernels/formulas/sample_walk.h"
#include "kernels/plain/plain_loop.h"

#include <algorithm>
#include <optional>

namespace fathom::kernels {
namespace {

// Between looks at the stop flag: about 0.1 ms of work.
constexpr std::uint32_t kPollInterval = 1U << 16;
// Between looks for a repetition.
constexpr std::uint32_t kLookInterval = 1U << 7;

/// One sample's orbit, one step after the other, with a test at each: what defines every other
/// engine's result.
template <std::size_t kIndex, class Real, Tracks kTracks> class ReferenceOrbit {
    using Formula = typename FormulaAt<kIndex, scalar::Formulas>::Type;
    using Ops = ScalarOps<Real>;
    using Orbit = scalar::OrbitOf<kTracks, Formula, Ops>;
    static constexpr bool kAll = kTracks == Tracks::all;

  public:
    FATHOM_INLINE ReferenceOrbit(const TileWork<Real> &work, scalar::Complex<Real> place) noexcept
        : work_(work), julia_(work.settings.julia),
          k_{julia_ ? scalar::Complex<Real>{work.settings.seed_re, work.settings.seed_im} : place,
             {work.settings.parameter_re, work.settings.parameter_im}} {
        orbit_.begin(julia_ ? place : scalar::Complex<Real>{0, 0}, julia_, 0);
    }

    /// What is to be stored; nothing if the work was stopped.
    FATHOM_INLINE std::optional<Sample<Stored<Real>>> finish() noexcept {
        const bool shortcuts = work_.shortcuts && !(kAll && work_.tracking.interior);
        if constexpr (FormulaId(kIndex) == kMandelbrot)
            if (shortcuts && !julia_ && in_main_components(k_.c.x, k_.c.y))
                return Sample<Stored<Real>>{};
        const std::uint32_t interval = shortcuts ? kLookInterval : kPollInterval;
        PointRepetition<Formula, Real> repetition(orbit_.at);
        while (n_ < work_.direct_limit()) {
            if (work_.stop->load(std::memory_order_relaxed))
                return std::nullopt;
            if (escapes_before(n_ + std::min(interval, work_.direct_limit() - n_)))
                return escaped();
            if (shortcuts && repetition.seen(orbit_.at))
                return Sample<Stored<Real>>{};
        }
        return interior();
    }

  private:
    FATHOM_INLINE bool escapes_before(std::uint32_t end) noexcept {
        const Real own = julia_ ? Real(0) : Real(1);
        while (n_ < end) {
            orbit_.step(k_, own);
            ++n_;
            const Real size = scalar::norm<Ops>(orbit_.at.z.x, orbit_.at.z.y);
            // The NaN of an overflowed orbit is outside, too.
            if (!(size <= work_.bailout_squared))
                return true;
            orbit_.note(size, n_, work_.tracking.trap, true);
        }
        return false;
    }

    FATHOM_INLINE Sample<Stored<Real>> escaped() const noexcept {
        const scalar::Complex<Real> z = orbit_.at.z;
        Sample<Stored<Real>> sample{n_, stored(scalar::tame<Ops>(z.x)),
                                    stored(scalar::tame<Ops>(z.y))};
        if constexpr (kTracks != Tracks::none) {
            const scalar::Complex<Real> gradient = scalar::gradient<Ops>(orbit_.derivative, z);
            sample.gx = stored(gradient.x);
            sample.gy = stored(gradient.y);
        }
        if constexpr (kAll) {
            sample.trap = stored(orbit_.trap_distance(work_.tracking.trap.shape));
            sample.atom = orbit_.atom;
        }
        return sample;
    }

    FATHOM_INLINE Sample<Stored<Real>> interior() const noexcept {
        if constexpr (kAll)
            if (work_.tracking.interior)
                return tracked_interior<Formula, Real>(
                    orbit_.at, k_, julia_, orbit_.trap_distance(work_.tracking.trap.shape));
        return {};
    }

    const TileWork<Real> &work_;
    const bool julia_;
    const scalar::Constants<Real> k_;
    Orbit orbit_;
    std::uint32_t n_ = 0;
};

template <std::size_t kIndex, class Real, Tracks kTracks>
FATHOM_INLINE std::uint64_t run_tile(const TileWork<Real> &work) noexcept {
    std::uint64_t iterations = 0;
    for (SampleWalk walk(work); walk.next();) {
        const auto sample = ReferenceOrbit<kIndex, Real, kTracks>(work, walk.place()).finish();
        if (!sample)
            return iterations;
        iterations += store_sample(work, walk.at(), *sample);
    }
    return iterations;
}

template <std::size_t kIndex, class Real, Tracks kTracks> struct PlainLoop {
    static std::uint64_t run(const TileWork<Real> &work) noexcept {
        return run_tile<kIndex, Real, kTracks>(work);
    }
};

} // namespace

template <int kShard> void enter_plain_loops(TileLoops &loops) noexcept {
    enter_shard<PlainLoop, kShard, float, double, Two<float>, Two<double>>(loops);
}

template void enter_plain_loops<FATHOM_FORMULA_SHARD>(TileLoops &loops) noexcept;

} // namespace fathom::kernels
