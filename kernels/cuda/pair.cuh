// The slices by perturbation of a formula that looks back. Included by one source for each (see
// kernels/CMakeLists.txt), which defines FATHOM_FORMULA_SHARD.
#pragma once
#include "kernels/cuda/kept_orbits.cuh"
#include "kernels/cuda/pair.h"
#include "kernels/formulas/formula_list.h"
#include "kernels/perturbation/pair_work.h"

namespace fathom::kernels::cuda {
namespace {

using Formula = FormulaAt<FATHOM_FORMULA_SHARD, scalar::Formulas>::Type;

template <class Real, Tracks kTracks>
using PairOnDevice = scalar::PairOrbit<Formula, ScalarOps<Real>, kTracks>;

/// What is kept of an orbit between two slices: the rest follows from its sample's place. (Tracks
/// are a base, see KeptOrbit.)
template <class Orbit> struct KeptPair : Orbit::Tracked {
    typename Orbit::Number z, y, before;
    std::uint64_t n;
    PairRepetition<typename Orbit::Real> repetition;
    std::int32_t k;
    std::uint32_t m;
    std::uint32_t at; ///< index of its sample

    __device__ __forceinline__ void take(const Orbit &orbit) {
        static_cast<typename Orbit::Tracked &>(*this) = orbit.tracks;
        z = orbit.z;
        y = orbit.y;
        before = orbit.before;
        n = orbit.n;
        k = orbit.k;
        m = orbit.reference.m;
    }

    /// The orbit has been put at its sample's place.
    __device__ __forceinline__ void give(Orbit &orbit, const typename Orbit::View &view) const {
        orbit.tracks = *this;
        orbit.z = z;
        orbit.y = y;
        orbit.before = before;
        orbit.n = n;
        orbit.k = k;
        orbit.reference.m = m;
        orbit.reference.z = orbit.reference.load(view, m);
    }
};

enum class PairFate { running, escaped, interior };

/// Takes an orbit on by at most so many steps.
template <class Orbit>
__device__ __forceinline__ PairFate advance(Orbit &orbit, const typename Orbit::View &view,
                                            PairRepetition<typename Orbit::Real> &repetition,
                                            std::uint32_t steps, bool shortcuts) {
    for (; steps > 0; --steps) {
        const auto end = step_pair(orbit, view);
        if (end.escaped)
            return PairFate::escaped;
        if (end.over || (shortcuts && end.rebased && repetition.seen(orbit.z, orbit.y, orbit.k)))
            return PairFate::interior;
    }
    return PairFate::running;
}

template <class Real, Tracks kTracks>
__global__ void __launch_bounds__(kOrbitThreads)
    pair_kernel(const __grid_constant__ PerturbedSlice<Real> slice) {
    using Orbit = PairOnDevice<Real, kTracks>;
    const Slice<Real> &common = slice.common;
    const auto &view = slice.template view<2>();
    KeptPair<Orbit> kept;
    const SliceSample sample = find_sample(common, kept, kept.at);
    const bool interior = kTracks == Tracks::all && common.tracking.interior;
    bool running = false;
    if (sample.mine) {
        Orbit orbit;
        auto [place, exponent] = rounded_place<Real>(
            exact_place(common, kept.at, sample.x, sample.y), slice.map_exponent);
        if (common.method == SliceMethod::pass) {
            orbit.begin(view, common.settings, place, exponent);
            kept.repetition = {};
        } else {
            orbit.put_at(common.settings, place, exponent);
            kept.give(orbit, view);
        }
        const PairFate fate =
            advance(orbit, view, kept.repetition, common.steps, common.shortcuts && !interior);
        running = fate == PairFate::running;
        if (running)
            kept.take(orbit);
        else
            store_sample<kTracks != Tracks::none>(
                common.planes, kept.at,
                perturbed_sample<Real>(orbit, fate == PairFate::escaped, interior));
    }
    list_orbit(common, running, kept);
}

template <class Real, Tracks kTracks>
void launch_pairs(const PerturbedSlice<Real> &slice, cudaStream_t stream) {
    pair_kernel<Real, kTracks><<<blocks_of(slice.common), kOrbitThreads, 0, stream>>>(slice);
}

template <class Real> constexpr PerturbedLauncher<Real> pair_launcher() noexcept {
    PerturbedLauncher<Real> launcher;
    const auto enter = [&]<Tracks kTracks>() {
        constexpr auto kAt = static_cast<std::size_t>(kTracks);
        launcher.launch[kAt] = launch_pairs<Real, kTracks>;
        launcher.orbit_bytes[kAt] = sizeof(KeptPair<PairOnDevice<Real, kTracks>>);
    };
    enter.template operator()<Tracks::none>();
    enter.template operator()<Tracks::gradient>();
    enter.template operator()<Tracks::all>();
    return launcher;
}

} // namespace

template <int kShard> void fill_pairs(PerturbedLaunchers &table) noexcept {
    static_assert(kShard == FATHOM_FORMULA_SHARD);
    table[kShard].template get<double>() = pair_launcher<double>();
    table[kShard].template get<Two<double>>() = pair_launcher<Two<double>>();
}
template void fill_pairs<FATHOM_FORMULA_SHARD>(PerturbedLaunchers &table) noexcept;

} // namespace fathom::kernels::cuda
