// The plain loops by perturbation of a formula that looks back. Included by one source for each,
// which defines FATHOM_FORMULA_SHARD (see formula_shards.h).
#pragma once
#include "kernels/formulas/formula_list.h"
#include "kernels/formulas/sample_walk.h"
#include "kernels/perturbation/pair_work.h"
#include "kernels/plain/pair_loops.h"

#include <optional>

namespace fathom::kernels {
namespace {

// Between looks at the stop flag: about 0.1 ms of work.
constexpr std::uint32_t kPollRounds = 1U << 14;

using Formula = FormulaAt<FATHOM_FORMULA_SHARD, scalar::Formulas>::Type;

template <class Real, Tracks kTracks>
FATHOM_INLINE std::optional<Sample<Stored<Real>>>
finish_pixel(const PerturbedWork<Real> &work, scalar::Complex<PlaceReal<Real>> place) noexcept {
    const auto &view = work.template view<2>();
    const bool interior = kTracks == Tracks::all && work.tile.tracking.interior;
    const bool shortcuts = work.tile.shortcuts && !interior;
    scalar::PairOrbit<Formula, LongScalarOps<Real>, kTracks> orbit;
    const auto [from, exponent] = rounded_place<Real>(place, work.map_exponent);
    orbit.begin(view, work.tile.settings, from, exponent);
    PairRepetition<Real> repetition;
    for (;;) {
        if (work.tile.stop->load(std::memory_order_relaxed))
            return std::nullopt;
        for (std::uint32_t i = 0; i < kPollRounds; ++i) {
            const auto end = step_pair(orbit, view);
            if (end.escaped || end.over)
                return perturbed_sample<Real>(orbit, end.escaped, interior);
            if (shortcuts && end.rebased && repetition.seen(orbit.z, orbit.y, orbit.k))
                return Sample<Stored<Real>>{};
        }
    }
}

template <class Real, Tracks kTracks>
FATHOM_INLINE std::uint64_t run_pairs(const PerturbedWork<Real> &work) noexcept {
    std::uint64_t iterations = 0;
    for (SampleWalk walk(work.tile); walk.next();) {
        const auto sample = finish_pixel<Real, kTracks>(work, walk.exact_place());
        if (!sample)
            return iterations;
        store_sample(work.tile, walk.at(), *sample);
        iterations += sample->n == kInterior ? work.limit : sample->n;
    }
    return iterations;
}

template <class Real, Tracks kTracks> struct PlainPairs {
    static std::uint64_t run(const PerturbedWork<Real> &work) noexcept {
        return run_pairs<Real, kTracks>(work);
    }
};

} // namespace

template <int kShard> void enter_plain_pairs(PerturbedLoops &loops) noexcept {
    const auto enter = [&]<class Real>() {
        loops.get<Real>()[kShard] = {PlainPairs<Real, Tracks::none>::run,
                                     PlainPairs<Real, Tracks::gradient>::run,
                                     PlainPairs<Real, Tracks::all>::run};
    };
    enter.template operator()<double>();
    enter.template operator()<Two<double>>();
}

template void enter_plain_pairs<FATHOM_FORMULA_SHARD>(PerturbedLoops &loops) noexcept;

} // namespace fathom::kernels
