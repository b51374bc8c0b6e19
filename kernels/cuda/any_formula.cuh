// The slices of any formula. Included by one source a shard (see
// kernels/CMakeLists.txt), which defines FATHOM_FORMULA_SHARD.
#pragma once
#include "kernels/cuda/any_formula.h"
#include "kernels/cuda/kept_orbits.cuh"
#include "kernels/formulas/formula_list.h"
#include "kernels/formulas/growth.h"
#include "kernels/formulas/interior_cycle.h"
#include "kernels/formulas/interior_shortcuts.h"

#include <type_traits>

namespace fathom::kernels::cuda {
namespace {

// Steps between tests for escape where they may wait (see stays_outside): few while many orbits
// leave, because what is left of a stride has to be looked through then.
constexpr std::uint32_t kShortStride = 16;
constexpr std::uint32_t kLongStride = 64;
constexpr std::uint32_t kLongFrom = 256;
// Steps between looks for a repetition.
constexpr std::uint32_t kLookInterval = 64;

/// What there is of an orbit between two steps.
template <class Formula, class Real, Tracks kTracks> struct AnyFormulaOrbit {
    using Ops = ScalarOps<Real>;

    scalar::OrbitOf<kTracks, Formula, Ops> state;
    std::uint32_t at = 0; ///< index of its sample
    std::uint32_t n = 0;
};

enum class AnyFormulaFate { running, escaped, interior };

/// How an orbit is stepped.
template <class Formula, class Real, Tracks kTracks> struct Stepping {
    using Ops = ScalarOps<Real>;
    using Orbit = AnyFormulaOrbit<Formula, Real, kTracks>;

    const Slice<Real> &slice;
    const scalar::Constants<Real> &k;
    Real own; ///< what c contributes to the derivative

    [[nodiscard]] __device__ __forceinline__ Real size_of(const Orbit &orbit) const {
        return scalar::norm<Ops>(orbit.state.at.z.x, orbit.state.at.z.y);
    }
    /// The orbit so many steps later, without a test: what leaves on the way is noted, too.
    [[nodiscard]] __device__ __forceinline__ Orbit after(Orbit orbit, std::uint32_t steps) const {
#pragma unroll 1
        for (std::uint32_t i = 1; i <= steps; ++i)
            step(orbit, i);
        orbit.n += steps;
        return orbit;
    }
    template <int kSteps> [[nodiscard]] __device__ __forceinline__ Orbit after(Orbit orbit) const {
        // Sums of two have enough to do in one step.
        constexpr int kUnrolled = kIsTwo<Real> ? 1 : kTracks == Tracks::all ? 4 : 16;
#pragma unroll kUnrolled
        for (int i = 1; i <= kSteps; ++i)
            step(orbit, i);
        orbit.n += kSteps;
        return orbit;
    }
    [[nodiscard]] __device__ __forceinline__ bool is_inside(const Orbit &orbit) const {
        return size_of(orbit) <= slice.bailout_squared; // false for NaN, too
    }

    /// Goes to where the orbit leaves, which is within the next `span` steps, and outside at their
    /// end: by halving, because what has left stays outside or span is 1.
    __device__ __forceinline__ void search(Orbit &orbit, std::uint32_t span) const {
        while (span > kShortStride) {
            const Orbit ahead = after<kShortStride>(orbit);
            if (!is_inside(ahead)) {
                span = kShortStride;
                break;
            }
            orbit = ahead;
            span -= kShortStride;
        }
        while (span > 1) {
            const std::uint32_t half = span / 2;
            const Orbit ahead = after(orbit, half);
            if (is_inside(ahead)) {
                orbit = ahead;
                span -= half;
            } else {
                span = half;
            }
        }
        orbit.state.step(k, own);
        ++orbit.n;
    }

  private:
    __device__ __forceinline__ void step(Orbit &orbit, std::uint32_t i) const {
        orbit.state.step(k, own);
        if constexpr (kTracks == Tracks::all)
            orbit.state.note(size_of(orbit), orbit.n + i, slice.tracking.trap, true);
    }
};

/// Goes on to n = `stop` at most.
template <class Formula, class Real, Tracks kTracks>
__device__ __forceinline__ AnyFormulaFate advance_to(AnyFormulaOrbit<Formula, Real, kTracks> &orbit,
                                                     const scalar::Constants<Real> &k,
                                                     std::uint32_t stop, const Slice<Real> &slice,
                                                     bool shortcuts) {
    const Stepping<Formula, Real, kTracks> stepping{slice, k,
                                                    slice.settings.julia ? Real(0) : Real(1)};
    const bool deferred = stays_outside<Formula>(slice.settings, slice.bailout_squared);
    PointRepetition<Formula, Real> repetition(orbit.state.at);
    std::uint32_t next_look = orbit.n + kLookInterval;
    // The search is behind the loop, where the orbits of a warp do it together.
    std::uint32_t span = 0;
    while (orbit.n < stop) {
        std::uint32_t steps = orbit.n < kLongFrom ? kShortStride : kLongStride;
        auto ahead = orbit;
        if (!deferred || steps > stop - orbit.n)
            ahead = stepping.after(orbit, steps = deferred ? stop - orbit.n : 1);
        else if (steps == kShortStride)
            ahead = stepping.template after<kShortStride>(orbit);
        else
            ahead = stepping.template after<kLongStride>(orbit);
        if (!stepping.is_inside(ahead)) {
            span = steps;
            break;
        }
        orbit = ahead;
        if (shortcuts && orbit.n >= next_look) {
            if (repetition.seen(orbit.state.at))
                return AnyFormulaFate::interior;
            next_look = orbit.n + kLookInterval;
        }
    }
    if (span > 0) {
        stepping.search(orbit, span);
        return AnyFormulaFate::escaped;
    }
    return stop == slice.limit ? AnyFormulaFate::interior : AnyFormulaFate::running;
}

template <class Formula, class Real, Tracks kTracks>
__device__ __forceinline__ void store_end(const AnyFormulaOrbit<Formula, Real, kTracks> &orbit,
                                          const scalar::Constants<Real> &k,
                                          const Slice<Real> &slice, AnyFormulaFate fate) {
    using Ops = ScalarOps<Real>;
    const SamplePlanes<Stored<Real>> &planes = slice.planes;
    const auto &state = orbit.state;
    Sample<Stored<Real>> sample;
    if (fate == AnyFormulaFate::escaped) {
        const scalar::Complex<Real> z = state.at.z;
        sample.n = orbit.n;
        sample.zx = stored(scalar::tame<Ops>(z.x));
        sample.zy = stored(scalar::tame<Ops>(z.y));
        if constexpr (kTracks != Tracks::none) {
            const scalar::Complex<Real> gradient = scalar::gradient<Ops>(state.derivative, z);
            sample.gx = stored(gradient.x);
            sample.gy = stored(gradient.y);
        }
        if constexpr (kTracks == Tracks::all) {
            sample.trap = stored(state.trap_distance(slice.tracking.trap.shape));
            sample.atom = state.atom;
        }
    } else if constexpr (kTracks == Tracks::all) {
        if (slice.tracking.interior)
            sample = tracked_interior<Formula, Real>(
                state.at, k, slice.settings.julia, state.trap_distance(slice.tracking.trap.shape));
    }
    store_sample<kTracks != Tracks::none>(planes, orbit.at, sample);
}

template <class Formula, class Real, Tracks kTracks>
__global__ void __launch_bounds__(kOrbitThreads)
    any_formula_kernel(const __grid_constant__ Slice<Real> slice) {
    using Orbit = AnyFormulaOrbit<Formula, Real, kTracks>;
    Orbit orbit;
    const SliceSample sample = find_sample(slice, orbit, orbit.at);
    bool running = false;
    if (sample.mine) {
        scalar::Complex<Real> pixel;
        find_place(slice, orbit.at, sample.x, sample.y, pixel.x, pixel.y);
        const FormulaSettings<Real> &settings = slice.settings;
        const scalar::Complex<Real> seed{settings.seed_re, settings.seed_im};
        const scalar::Constants<Real> k{settings.julia ? seed : pixel,
                                        {settings.parameter_re, settings.parameter_im}};
        const bool shortcuts =
            slice.shortcuts && !(kTracks == Tracks::all && slice.tracking.interior);
        bool known = false;
        if (slice.method == SliceMethod::pass) {
            orbit.state.begin(settings.julia ? pixel : scalar::Complex<Real>{0, 0}, settings.julia,
                              0);
            if constexpr (std::is_same_v<Formula, scalar::Mandelbrot>)
                known = shortcuts && !settings.julia && in_main_components(k.c.x, k.c.y);
        }
        const std::uint32_t stop = orbit.n + min(slice.steps, slice.limit - orbit.n);
        const AnyFormulaFate fate =
            known ? AnyFormulaFate::interior : advance_to(orbit, k, stop, slice, shortcuts);
        running = fate == AnyFormulaFate::running;
        if (!running)
            store_end(orbit, k, slice, fate);
    }
    if (slice.orbits_after != nullptr)
        list_orbit(slice, running, orbit);
}

template <class Formula, class Real, Tracks kTracks>
void launch_formula(const Slice<Real> &slice, cudaStream_t stream) {
    any_formula_kernel<Formula, Real, kTracks>
        <<<blocks_of(slice), kOrbitThreads, 0, stream>>>(slice);
}

template <class Formula, class Real> AnyFormulaLauncher<Real> any_formula_launcher() noexcept {
    return {{launch_formula<Formula, Real, Tracks::none>,
             launch_formula<Formula, Real, Tracks::gradient>,
             launch_formula<Formula, Real, Tracks::all>},
            {sizeof(AnyFormulaOrbit<Formula, Real, Tracks::none>),
             sizeof(AnyFormulaOrbit<Formula, Real, Tracks::gradient>),
             sizeof(AnyFormulaOrbit<Formula, Real, Tracks::all>)}};
}

} // namespace

template <int kShard> void fill_any_formula(AnyFormulaTable &table) noexcept {
    static_assert(kShard == FATHOM_FORMULA_SHARD);
    using Formula = FormulaAt<kShard, scalar::Formulas>::Type;
    table[kShard] = {
        {any_formula_launcher<Formula, float>(), any_formula_launcher<Formula, double>()},
        any_formula_launcher<Formula, Two<float>>(),
        any_formula_launcher<Formula, Two<double>>()};
}
template void fill_any_formula<FATHOM_FORMULA_SHARD>(AnyFormulaTable &table) noexcept;

} // namespace fathom::kernels::cuda
