// The plain loops by perturbation of one shard's formulas. Included by one source a shard, which
// defines FATHOM_FORMULA_SHARD (see formula_shards.h).
#pragma once
#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/sample_walk.h"
#include "kernels/perturbation/perturbed_cycle.h"
#include "kernels/perturbation/perturbed_work.h"
#include "kernels/perturbation/stays_near.h"
#include "kernels/plain/plain_loop.h"

#include <optional>

namespace fathom::kernels {
namespace {

// Between looks at the stop flag: about 0.1 ms of work.
constexpr std::uint32_t kPollRounds = 1U << 14;
// Steps of a direct orbit between looks at whether it nearly comes back.
constexpr std::uint64_t kStepsALook = 1U << 8;

/// Whether the orbit, at its full z, is proved never to escape. To be asked before it is looked
/// whether it repeats.
template <class Orbit, class Real>
FATHOM_INLINE bool is_settled(const PerturbedWork<Real> &work, const Orbit &orbit,
                              SettlingRepetition<Real> &repetition) noexcept {
    if (!(orbit.is_plain() || orbit.direct()) || !repetition.is_near(orbit.z, orbit.k))
        return false;
    const auto c = orbit.full_c(work.template view<Orbit::kLinear>());
    if (work.aids->stays_near(work, orbit.z, c, repetition.closeness()))
        return true;
    repetition.tighten();
    return false;
}

template <class Formula, class Real, Tracks kTracks>
FATHOM_INLINE std::optional<Sample<Stored<Real>>>
finish_pixel(const PerturbedWork<Real> &work, scalar::Complex<PlaceReal<Real>> place) noexcept {
    using Orbit = scalar::PerturbedOrbit<Formula, LongScalarOps<Real>, kTracks>;
    const auto &view = work.template view<Orbit::kLinear>();
    const bool shortcuts =
        work.tile.shortcuts && !(kTracks == Tracks::all && work.tile.tracking.interior);
    Orbit orbit;
    const auto [from, exponent] = rounded_place<Real>(place, work.map_exponent);
    orbit.begin(view, work.tile.settings.julia, from, exponent);
    SettlingRepetition<Real> repetition;
    const auto sample = [&](bool escaped) {
        const bool interior = !escaped && kTracks == Tracks::all && work.tile.tracking.interior;
        auto end = perturbed_sample<Real>(orbit, escaped, interior);
        if (interior)
            put_cycle<Real>(end, work.aids->find_cycle(work, state_of(orbit)));
        return end;
    };
    for (;;) {
        if (work.tile.stop->load(std::memory_order_relaxed))
            return std::nullopt;
        for (std::uint32_t i = 0; i < kPollRounds; ++i) {
            const auto end = go_round(orbit, view);
            if (end.escaped)
                return sample(true);
            if (end.over)
                return sample(false);
            if (!shortcuts || !(end.rebased || orbit.direct()))
                continue;
            const bool looks = end.rebased || orbit.n % kStepsALook == 0;
            if ((looks && is_settled(work, orbit, repetition)) || repetition.seen(orbit.z, orbit.k))
                return Sample<Stored<Real>>{};
        }
    }
}

template <class Formula, class Real, Tracks kTracks>
FATHOM_INLINE std::uint64_t run_perturbed(const PerturbedWork<Real> &work) noexcept {
    std::uint64_t iterations = 0;
    for (SampleWalk walk(work.tile); walk.next();) {
        const auto sample = finish_pixel<Formula, Real, kTracks>(work, walk.exact_place());
        if (!sample)
            return iterations;
        store_sample(work.tile, walk.at(), *sample);
        iterations += sample->n == kInterior ? work.limit : sample->n;
    }
    return iterations;
}

template <class Formula, class Real, Tracks kTracks> struct PlainPerturbedLoop {
    static std::uint64_t run(const PerturbedWork<Real> &work) noexcept {
        return run_perturbed<Formula, Real, kTracks>(work);
    }
};

template <class Formula, class Real> struct Aids {
    static PerturbedCycle<Real> find_cycle(const PerturbedWork<Real> &work,
                                           const PerturbedState<Real> &state) noexcept {
        using Search = CycleSearch<Formula, Real>;
        const auto &view = work.template view<Search::kLinear>();
        if (view.tables.last > kLongestOrbit)
            return {}; // see PerturbedState
        return Search(view, state).find();
    }
    static bool stays_near(const PerturbedWork<Real> &work, scalar::Complex<Real> z,
                           scalar::Complex<Real> c, Stored<Real> closeness) noexcept {
        using PartOps = ScalarOps<Stored<Real>>;
        return kernels::stays_near<Formula>(scalar::high(z), scalar::high(c), closeness,
                                            PartOps::sqrt(stored(work.tile.bailout_squared)));
    }
    static constexpr PerturbedAids<Real> kAids{find_cycle, stays_near};
};

} // namespace

template <int kShard> void enter_perturbed_plain(PerturbedLoops &loops) noexcept {
    using Formula = typename FormulaAt<kShard, scalar::Formulas>::Type;
    const auto enter = [&]<class Real>() {
        if constexpr (Formula::kDegree != 0)
            loops.aids.get<Real>()[kShard] = &Aids<Formula, Real>::kAids;
        enter_perturbed_shard<PlainPerturbedLoop, scalar::Formulas, kShard>(loops.get<Real>());
    };
    enter.template operator()<float>();
    enter.template operator()<double>();
    enter.template operator()<Two<float>>();
    enter.template operator()<Two<double>>();
}

template void enter_perturbed_plain<FATHOM_FORMULA_SHARD>(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels
