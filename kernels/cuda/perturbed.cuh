// The slices by perturbation. Included by one source a shard (see kernels/CMakeLists.txt), which
// defines FATHOM_FORMULA_SHARD.
#pragma once
#include "kernels/cuda/kept_orbits.cuh"
#include "kernels/cuda/perturbed.h"
#include "kernels/formulas/formula_shards.h"
#include "kernels/perturbation/perturbed_work.h"

#include <type_traits>
#include <utility>

namespace fathom::kernels::cuda {
namespace {

/// What is kept of an orbit between two slices: the rest follows from its sample's place. (Tracks
/// are a base, because nvcc lays out empty members with no_unique_address otherwise on the device
/// than on the host.)
template <class Orbit> struct KeptOrbit : Orbit::Tracks {
    typename Orbit::Number z;
    std::uint64_t n;
    RebaseRepetition<typename Orbit::Real> repetition;
    std::int32_t k;
    std::uint32_t m, jump, wait;
    std::uint32_t at; ///< index of its sample

    __device__ __forceinline__ void take(const Orbit &orbit) {
        static_cast<typename Orbit::Tracks &>(*this) = orbit.tracks;
        z = orbit.z;
        n = orbit.n;
        k = orbit.k;
        m = orbit.reference.m;
        jump = orbit.jumps.next;
        wait = orbit.jumps.wait;
    }

    /// The orbit has begun at its sample's place.
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

/// Takes an orbit that has to wait on by blocks of steps that are tested together, as far as they
/// are nothing but steps. For orbits that have a warp nearly to themselves: the next points of the
/// reference are on their way while the steps follow each other.
template <class Orbit>
__device__ __forceinline__ void hurry(Orbit &orbit, const typename Orbit::View &view,
                                      std::uint32_t &rounds) {
    constexpr int kSteps = 8;
    while (rounds > kSteps && orbit.jumps.wait >= kSteps && view.limit - orbit.n > kSteps &&
           orbit.reference.end_after(view) > kSteps) {
        Orbit ahead = orbit;
        if (!ahead.template steps_ahead<kSteps>(view))
            return;
        orbit = ahead;
        rounds -= kSteps;
    }
}

/// Goes on by at most `rounds`. Most rounds are steps, so these have a loop of their own, without
/// what jumps and wide numbers take; kAlone: the orbit's latency counts, not the device's rate.
template <bool kWide, bool kAlone, class Orbit>
__device__ __forceinline__ PerturbedFate
advance_by(Orbit &orbit, const typename Orbit::View &view, std::uint32_t rounds,
           RebaseRepetition<typename Orbit::Real> &repetition, bool shortcuts) {
    const auto is_wide = [&] {
        if constexpr (kWide)
            return orbit.wide();
        else
            return false;
    };
    while (rounds > 0) {
        scalar::RoundEnd<ScalarOps<typename Orbit::Real>> end{};
        if (is_wide()) {
            if constexpr (kWide)
                end = orbit.wide_round(view, true);
            --rounds;
        } else if (orbit.jumps.wait == 0) {
            end = orbit.plain_round(view, true);
            --rounds;
        } else {
            if constexpr (kAlone)
                hurry(orbit, view, rounds);
            do {
                end = orbit.plain_round(view, true);
                --rounds;
            } while (rounds > 0 && orbit.jumps.wait != 0 && !is_wide() && !end.escaped &&
                     !end.over && !end.rebased);
        }
        if (end.escaped)
            return PerturbedFate::escaped;
        if (end.over || (end.rebased && shortcuts && repetition.seen(orbit.z, orbit.k)))
            return PerturbedFate::interior;
    }
    return PerturbedFate::running;
}

template <class Formula, class Real, bool kWide, bool kTracked, bool kAlone>
__global__ void __launch_bounds__(kOrbitThreads)
    perturbed_kernel(const __grid_constant__ PerturbedSlice<Real> slice) {
    using Orbit = scalar::PerturbedOrbit<Formula, ScalarOps<Real>, kWide, kTracked>;
    const Slice<Real> &common = slice.common;
    const auto &view = slice.template view<Orbit::kLinear>();
    KeptOrbit<Orbit> kept;
    const SliceSample sample = find_sample(common, kept, kept.at);
    bool running = false;
    if (sample.mine) {
        Orbit orbit;
        const auto [place, exponent] = rounded_place<Real>(
            exact_place(common, kept.at, sample.x, sample.y), slice.map_exponent);
        orbit.begin(view, common.settings.julia, place, exponent);
        if (common.method == SliceMethod::pass)
            kept.repetition = {};
        else
            kept.give(orbit, view);
        const bool interior = kTracked && common.tracking.interior;
        const PerturbedFate fate = advance_by<kWide, kAlone>(
            orbit, view, common.steps, kept.repetition, common.shortcuts && !interior);
        running = fate == PerturbedFate::running;
        if (running)
            kept.take(orbit);
        else
            store_sample<kTracked>(
                common.planes, kept.at,
                perturbed_sample<kTracked, Real>(orbit, fate == PerturbedFate::escaped, interior));
    }
    list_orbit(common, running, kept);
}

template <class Formula, class Real, bool kWide, bool kTracked>
void launch_perturbed(const PerturbedSlice<Real> &slice, cudaStream_t stream) {
    // Its registers would cost the first slices a third of their speed.
    if constexpr (Formula::kPower == 2 && !kTracked) {
        if (slice.common.method == SliceMethod::pending && slice.common.lanes < kWarp) {
            perturbed_kernel<Formula, Real, kWide, kTracked, true>
                <<<blocks_of(slice.common), kOrbitThreads, 0, stream>>>(slice);
            return;
        }
    }
    perturbed_kernel<Formula, Real, kWide, kTracked, false>
        <<<blocks_of(slice.common), kOrbitThreads, 0, stream>>>(slice);
}

template <class Formula, class Real, bool kTracked> constexpr std::size_t bytes_kept() noexcept {
    using Orbit = scalar::PerturbedOrbit<Formula, ScalarOps<Real>, true, kTracked>;
    return sizeof(KeptOrbit<Orbit>);
}

template <class Formula, class Real>
constexpr PerturbedLauncher<Real> perturbed_launcher() noexcept {
    return {{{launch_perturbed<Formula, Real, false, false>,
              launch_perturbed<Formula, Real, false, true>},
             {launch_perturbed<Formula, Real, true, false>,
              launch_perturbed<Formula, Real, true, true>}},
            {bytes_kept<Formula, Real, false>(), bytes_kept<Formula, Real, true>()}};
}

template <std::size_t kIndex, class Formula>
void enter_perturbed_if_of_shard(PerturbedLaunchers &table) noexcept {
    // Other shards' formulas are known by name alone.
    if constexpr (kIndex % FATHOM_FORMULA_SHARDS == FATHOM_FORMULA_SHARD)
        if constexpr (Formula::kDegree != 0)
            table[kIndex] = {perturbed_launcher<Formula, float>(),
                             perturbed_launcher<Formula, double>()};
}

template <class... Formula, std::size_t... kIndex>
void enter_perturbed_formulas(FormulaList<Formula...>, std::index_sequence<kIndex...>,
                              PerturbedLaunchers &table) noexcept {
    (enter_perturbed_if_of_shard<kIndex, Formula>(table), ...);
}

} // namespace

template <int kShard> void fill_perturbed(PerturbedLaunchers &table) noexcept {
    static_assert(kShard == FATHOM_FORMULA_SHARD);
    enter_perturbed_formulas(scalar::Formulas(), std::make_index_sequence<kFormulaCount>(), table);
}
template void fill_perturbed<FATHOM_FORMULA_SHARD>(PerturbedLaunchers &table) noexcept;

} // namespace fathom::kernels::cuda
