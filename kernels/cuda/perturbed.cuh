// The slices by perturbation. Included by one source a shard (see kernels/CMakeLists.txt), which
// defines FATHOM_FORMULA_SHARD.
#pragma once
#include "kernels/cuda/direct_steps.cuh"
#include "kernels/cuda/kept_orbits.cuh"
#include "kernels/cuda/perturbed.h"
#include "kernels/cuda/reference_steps.cuh"
#include "kernels/formulas/formula_list.h"
#include "kernels/perturbation/perturbed_cycle.h"
#include "kernels/perturbation/perturbed_work.h"

#include <type_traits>

namespace fathom::kernels::cuda {
namespace {

/// What is kept of an orbit between two slices: the rest follows from its sample's place. (Tracks
/// are a base, because nvcc lays out empty members with no_unique_address otherwise on the device
/// than on the host.)
template <class Orbit> struct KeptOrbit : Orbit::Tracked {
    typename Orbit::Number z;
    std::uint64_t n;
    RebaseRepetition<typename Orbit::Real> repetition;
    std::int32_t k;
    std::uint32_t m, jump, wait;
    std::uint32_t at; ///< index of its sample

    __device__ __forceinline__ void take(const Orbit &orbit) {
        static_cast<typename Orbit::Tracked &>(*this) = orbit.tracks;
        z = orbit.z;
        n = orbit.n;
        k = orbit.k;
        m = orbit.reference.m;
        jump = orbit.jumps.next;
        wait = orbit.jumps.wait;
    }

    /// The orbit has been put at its sample's place.
    __device__ __forceinline__ void give(Orbit &orbit, const typename Orbit::View &view) const {
        orbit.tracks = *this;
        orbit.z = z;
        orbit.n = n;
        orbit.k = k;
        orbit.jumps.next = jump;
        orbit.jumps.wait = wait;
        orbit.reference.m = m;
        orbit.reference.z = orbit.reference.load(view, m);
    }
};

enum class PerturbedFate { running, escaped, interior };

/// An orbit on its way through a slice.
template <class Orbit> struct Traveller {
    Orbit orbit;
    RebaseRepetition<typename Orbit::Real> repetition;
    std::uint32_t rounds = 0; ///< that it still has
    PerturbedFate fate = PerturbedFate::running;
    bool shortcuts = false; ///< repetition is looked for

    /// Counts a round and takes its end into account.
    template <class End> __device__ __forceinline__ void settle(const End &end) {
        --rounds;
        if (end.escaped)
            fate = PerturbedFate::escaped;
        else if (end.over || (end.rebased && repeats()))
            fate = PerturbedFate::interior;
    }
    __device__ __forceinline__ bool repeats() {
        return shortcuts && repetition.seen(orbit.z, orbit.k);
    }
    __device__ __forceinline__ bool goes_on() const {
        return rounds > 0 && fate == PerturbedFate::running;
    }
};

/// Rounds of an orbit in the core, until it leaves that or ends.
template <class Orbit>
__device__ __forceinline__ void advance_in_core(Traveller<Orbit> &traveller,
                                                const typename Orbit::View &view) {
    const auto own = traveller.orbit.core_c(view);
    do
        traveller.settle(traveller.orbit.core_round(view, true, own));
    while (traveller.goes_on() && traveller.orbit.in_core());
}

/// Steps of a direct orbit, until it is no longer one or ends, or half of the threads that began
/// have left.
template <class Formula, class Orbit>
__device__ __forceinline__ void
advance_directly(Traveller<Orbit> &traveller, const typename Orbit::View &view,
                 const DirectBounds<Formula, Orbit> &bounds, [[maybe_unused]] int began) {
    Orbit &orbit = traveller.orbit;
    const auto own = orbit.full_c(view);
    const auto run = [&]<int kSteps>(std::integral_constant<int, kSteps>) {
        if (traveller.rounds <= kSteps || view.limit - orbit.n <= kSteps ||
            !direct_steps<kSteps>(orbit, view, bounds, own))
            return false;
        traveller.rounds -= kSteps;
        return true;
    };
    if constexpr (Orbit::kLevel != Tracks::all) {
        while (run(std::integral_constant<int, kDirectSteps>())) {
            if (traveller.repeats()) {
                traveller.fate = PerturbedFate::interior;
                return;
            }
            if (2 * __popc(__activemask()) < began)
                return;
        }
        while (run(std::integral_constant<int, 1>()))
            ;
    }
    traveller.settle(orbit.direct_round(view, true, own));
}

/// Steps of a plain orbit that has to wait, without what jumps take.
template <class Formula, class Orbit>
__device__ __forceinline__ void advance_by_steps(Traveller<Orbit> &traveller,
                                                 const typename Orbit::View &view,
                                                 const CalmBounds<Formula, Orbit> &bounds) {
    Orbit &orbit = traveller.orbit;
    const std::uint32_t most = min(orbit.calm_steps(view), traveller.rounds);
    if (most == 0) {
        traveller.settle(orbit.plain_round(view, true));
        return;
    }
    const auto [done, calm] = reference_steps(orbit, view, bounds, most);
    traveller.rounds -= done;
    if (!calm) {
        ++traveller.rounds; // settle counts the last one
        traveller.settle(orbit.conclude(view, true, false));
    }
}

/// Takes a warp's orbits on until all have ended or used up their rounds, with `regroups` until
/// half of them have. Those of a stage go on together while the others wait, the stages in the
/// order in which orbits pass through them: so that most are together at the end, too, where the
/// direct steps are. Called by all threads of a warp, `mine` telling which have an orbit.
template <class Formula, class Orbit>
__device__ __forceinline__ void
advance(Traveller<Orbit> &traveller, const typename Orbit::View &view, bool mine, bool regroups) {
    Orbit &orbit = traveller.orbit;
    const CalmBounds<Formula, Orbit> calm(view);
    const DirectBounds<Formula, Orbit> bounds(view);
    const int fewest = regroups ? __popc(__ballot_sync(kWholeWarp, mine)) / 2 : 0;
    for (;;) {
        const bool live = mine && traveller.goes_on();
        const int running = __popc(__ballot_sync(kWholeWarp, live));
        if (running <= fewest)
            return;
        if constexpr (Orbit::kHasCore) {
            const bool in_core = live && orbit.in_core();
            if (__any_sync(kWholeWarp, in_core)) {
                if (in_core)
                    advance_in_core(traveller, view);
                continue;
            }
        }
        const bool wide = live && orbit.wide();
        if (__any_sync(kWholeWarp, wide)) {
            if (wide)
                traveller.settle(orbit.wide_round(view, true));
            continue;
        }
        const bool plain = live && orbit.is_plain();
        const bool tries = plain && orbit.jumps.wait == 0;
        if (__any_sync(kWholeWarp, tries)) {
            if (tries)
                traveller.settle(orbit.plain_round(view, true));
            continue;
        }
        if (__any_sync(kWholeWarp, plain)) {
            if (plain)
                advance_by_steps(traveller, view, calm);
            continue;
        }
        if (live)
            advance_directly(traveller, view, bounds, running);
    }
}

/// Blocks that a multiprocessor is to hold: more hide more latency, until numbers no longer fit the
/// registers. Figures: bench/notebook/deep-zoom.md.
template <class Orbit> constexpr int blocks_at_once() noexcept {
    if (kIsTwo<typename Orbit::Real>)
        return 1;
    const bool is_plain = Orbit::kLevel == Tracks::none;
    if (Orbit::kLinear == 2)
        return is_plain ? 8 : 6;
    return is_plain ? 6 : 4;
}

template <class Formula, class Real, Tracks kTracks>
using OrbitOnDevice = scalar::PerturbedOrbit<Formula, ScalarOps<Real>, kTracks>;

/// Apart, so that orbits on their way keep their registers.
template <class Formula, class Real, class View>
__device__ __noinline__ PerturbedCycle<Real> find_cycle(const View &view,
                                                        const PerturbedState<Real> &state) {
    return CycleSearch<Formula, Real>(view, state).find();
}

template <class Formula, class Real, Tracks kTracks>
__global__ void __launch_bounds__(kOrbitThreads,
                                  blocks_at_once<OrbitOnDevice<Formula, Real, kTracks>>())
    perturbed_kernel(const __grid_constant__ PerturbedSlice<Real> slice) {
    using Orbit = OrbitOnDevice<Formula, Real, kTracks>;
    const Slice<Real> &common = slice.common;
    const auto &view = slice.template view<Orbit::kLinear>();
    KeptOrbit<Orbit> kept;
    const SliceSample sample = find_sample(common, kept, kept.at);
    const bool interior = kTracks == Tracks::all && common.tracking.interior;
    Traveller<Orbit> traveller;
    traveller.rounds = common.steps;
    traveller.shortcuts = common.shortcuts && !interior;
    if (sample.mine) {
        auto [place, exponent] = rounded_place<Real>(
            exact_place(common, kept.at, sample.x, sample.y), slice.map_exponent);
        if (common.method == SliceMethod::pass) {
            traveller.orbit.begin(view, common.settings.julia, place, exponent);
            traveller.repetition = {};
        } else {
            traveller.orbit.put_at(common.settings.julia, place, exponent);
            kept.give(traveller.orbit, view);
            traveller.repetition = kept.repetition;
        }
    }
    advance<Formula>(traveller, view, sample.mine, common.regroups);
    const bool running = sample.mine && traveller.fate == PerturbedFate::running;
    if (running) {
        kept.take(traveller.orbit);
        kept.repetition = traveller.repetition;
    } else if (sample.mine) {
        const bool escaped = traveller.fate == PerturbedFate::escaped;
        auto ended = perturbed_sample<Real>(traveller.orbit, escaped, interior);
        if constexpr (kTracks == Tracks::all)
            if (interior && !escaped)
                put_cycle<Real>(ended, find_cycle<Formula, Real>(view, state_of(traveller.orbit)));
        store_sample<kTracks != Tracks::none>(common.planes, kept.at, ended);
    }
    list_orbit(common, running, running && traveller.orbit.direct(), kept);
}

template <class Formula, class Real, Tracks kTracks>
void launch_perturbed(const PerturbedSlice<Real> &slice, cudaStream_t stream) {
    perturbed_kernel<Formula, Real, kTracks>
        <<<blocks_of(slice.common), kOrbitThreads, 0, stream>>>(slice);
}

template <class Formula, class Real, Tracks kTracks> constexpr std::size_t bytes_kept() noexcept {
    using Orbit = OrbitOnDevice<Formula, Real, kTracks>;
    return sizeof(KeptOrbit<Orbit>);
}

template <class Formula, class Real>
constexpr PerturbedLauncher<Real> perturbed_launcher() noexcept {
    PerturbedLauncher<Real> launcher;
    launcher.launch[0] = launch_perturbed<Formula, Real, Tracks::none>;
    launcher.launch[1] = launch_perturbed<Formula, Real, Tracks::gradient>;
    launcher.launch[2] = launch_perturbed<Formula, Real, Tracks::all>;
    launcher.orbit_bytes[0] = bytes_kept<Formula, Real, Tracks::none>();
    launcher.orbit_bytes[1] = bytes_kept<Formula, Real, Tracks::gradient>();
    launcher.orbit_bytes[2] = bytes_kept<Formula, Real, Tracks::all>();
    return launcher;
}

} // namespace

template <int kShard> void fill_perturbed(PerturbedLaunchers &table) noexcept {
    static_assert(kShard == FATHOM_FORMULA_SHARD);
    using Formula = FormulaAt<kShard, scalar::Formulas>::Type;
    if constexpr (Formula::kDegree != 0)
        table[kShard] = {
            {perturbed_launcher<Formula, float>(), perturbed_launcher<Formula, double>()},
            perturbed_launcher<Formula, Two<float>>(),
            perturbed_launcher<Formula, Two<double>>()};
}
template void fill_perturbed<FATHOM_FORMULA_SHARD>(PerturbedLaunchers &table) noexcept;

} // namespace fathom::kernels::cuda
