#include "kernels/reference_loop.h"

#include "kernels/escape_time.h"

#include <algorithm>

namespace fathom::kernels {
namespace {

// Between looks at the stop flag: about 0.1 ms of work.
constexpr std::uint32_t kPollInterval = 1U << 16;
// Between looks for a repetition.
constexpr std::uint32_t kLookInterval = 1U << 7;

/// Iterates one sample to its end. Returns false if it was stopped.
template <class Real>
FATHOM_INLINE bool finish(const TileWork<Real> &work, Real cx, Real cy,
                          Orbit<Real> &orbit) noexcept {
    if (work.shortcuts && in_main_components(cx, cy))
        return true;
    const std::uint32_t interval = work.shortcuts ? kLookInterval : kPollInterval;
    Repetition<Real> repetition;
    while (!orbit.escaped && orbit.n < work.limit) {
        if (work.stop->load(std::memory_order_relaxed))
            return false;
        iterate_plain(orbit, cx, cy, work.bailout_squared,
                      orbit.n + std::min(interval, work.limit - orbit.n));
        if (work.shortcuts && !orbit.escaped && repetition.seen(orbit.x, orbit.y))
            return true;
    }
    return true;
}

template <class Real> FATHOM_INLINE std::uint64_t run_tile(const TileWork<Real> &work) noexcept {
    std::uint64_t iterations = 0;
    for (SampleWalk walk(work); walk.next();) {
        const auto cx = static_cast<Real>(pixel_re(work.map, walk.x(), walk.y()));
        const auto cy = static_cast<Real>(pixel_im(work.map, walk.x(), walk.y()));
        Orbit<Real> orbit;
        if (!finish(work, cx, cy, orbit))
            return iterations;
        iterations += orbit.escaped
                          ? store_sample(work, walk.x(), walk.y(), orbit.n, orbit.x, orbit.y)
                          : store_sample<Real>(work, walk.x(), walk.y(), kInterior, 0, 0);
    }
    return iterations;
}

template <class Real> std::uint64_t run_tile_baseline(const TileWork<Real> &work) noexcept {
    return run_tile(work);
}

#if defined(__x86_64__)
template <class Real>
[[gnu::target("fma")]] std::uint64_t run_tile_fma(const TileWork<Real> &work) noexcept {
    return run_tile(work);
}
#endif

} // namespace

TileLoops reference_loops([[maybe_unused]] bool use_fma) noexcept {
#if defined(__x86_64__)
    if (use_fma)
        return {run_tile_fma<float>, run_tile_fma<double>, "scalar FMA"};
#endif
    return {run_tile_baseline<float>, run_tile_baseline<double>, "scalar"};
}

} // namespace fathom::kernels
