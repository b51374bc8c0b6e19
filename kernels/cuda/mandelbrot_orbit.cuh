#pragma once
#include "kernels/formulas/interior_shortcuts.h"
#include "kernels/formulas/mandelbrot_orbit.h"

namespace fathom::kernels::cuda {

/// Where an orbit stands.
enum class Fate { running, escaped, interior };

/// One orbit in one thread. Escape is tested once in a stride of steps; the stride in which an
/// orbit left is searched by halving, because with a bailout of at least 2 what is outside stays
/// outside. The strides grow with n, so that the search stays a small share, and the loop of an
/// orbit that runs for long has next to nothing but steps in it. Figures:
/// bench/notebook/engines.md.
template <class Real, bool kShortcuts> class DeviceOrbit {
    using Ops = ScalarOps<Real>;
    static constexpr int kShort = 16;
    static constexpr int kMiddle = 64;
    static constexpr int kLong = 256;
    static constexpr std::uint32_t kMiddleFrom = 512;
    static constexpr std::uint32_t kLongFrom = 2048;

  public:
    __device__ void start(const Orbit<Real> &orbit, Real cx, Real cy, Real bailout_squared) {
        orbit_ = orbit;
        cx_ = cx;
        cy_ = cy;
        bailout_squared_ = bailout_squared;
        if (kShortcuts && orbit.n == 0 && in_main_components(cx, cy))
            fate_ = Fate::interior;
        else
            fate_ = Fate::running;
    }

    [[nodiscard]] __device__ Fate fate() const { return fate_; }
    [[nodiscard]] __device__ const Orbit<Real> &orbit() const { return orbit_; }

    /// The first few hundred steps, at most to n = `stop`.
    __device__ __forceinline__ void begin(std::uint32_t stop) {
        if (fate_ == Fate::running)
            strides<kShort>(min(stop, kMiddleFrom));
    }

    /// Both orbits at once, as long as both run and are at the same n: two keep the scheduler
    /// busier than one.
    __device__ static __forceinline__ void pair(DeviceOrbit &a, DeviceOrbit &b,
                                                std::uint32_t stop) {
        if (a.fate_ != Fate::running || b.fate_ != Fate::running || a.orbit_.n != b.orbit_.n ||
            a.span_ != 0 || b.span_ != 0)
            return;
        if (pair_strides<kMiddle>(a, b, min(stop, kLongFrom)))
            pair_strides<kLong>(a, b, stop);
    }

    /// On to n = `stop`, unless it ended.
    __device__ __forceinline__ void finish(std::uint32_t stop, std::uint32_t limit) {
        if (fate_ != Fate::running)
            return;
        if (span_ == 0 && !strides<kMiddle>(min(stop, kLongFrom)) && !strides<kLong>(stop) &&
            !strides<kShort>(stop)) {
            iterate_plain(orbit_, cx_, cy_, bailout_squared_, stop);
            if (orbit_.escaped)
                fate_ = Fate::escaped;
            else if (orbit_.n == limit)
                fate_ = Fate::interior;
        } else if (span_ > 0) {
            search();
        }
    }

  private:
    [[nodiscard]] __device__ __forceinline__ bool outside(Real x, Real y) const {
        return is_outside(x, y, bailout_squared_);
    }

    __device__ __forceinline__ void commit(Real x, Real y, int steps) {
        orbit_.x = x;
        orbit_.y = y;
        orbit_.n += steps;
    }

    /// False, and nothing changed, if the orbit is outside at the stride's end.
    template <int kSteps> __device__ __forceinline__ bool stride() {
        constexpr int kUnrolled = kSteps < 128 ? kSteps : 128;
        Real x = orbit_.x;
        Real y = orbit_.y;
#pragma unroll 1
        for (int done = 0; done < kSteps; done += kUnrolled)
#pragma unroll
            for (int i = 0; i < kUnrolled; ++i)
                scalar::step<Ops>(x, y, cx_, cy_);
        if (outside(x, y))
            return false;
        commit(x, y, kSteps);
        return true;
    }

    /// True, and interior, if z was seen before.
    __device__ __forceinline__ bool repeats() {
        if (!kShortcuts || !repetition_.seen(orbit_.x, orbit_.y))
            return false;
        fate_ = Fate::interior;
        return true;
    }

    /// Whole strides up to n = `stop`. True if that ended the orbit.
    template <int kSteps> __device__ __forceinline__ bool strides(std::uint32_t stop) {
        while (orbit_.n + kSteps <= stop) {
            if (!stride<kSteps>()) {
                span_ = kSteps;
                return true;
            }
            if (kSteps >= kMiddle && repeats())
                return true;
        }
        return false;
    }

    /// False if it ended one of them.
    template <int kSteps>
    __device__ static __forceinline__ bool pair_strides(DeviceOrbit &a, DeviceOrbit &b,
                                                        std::uint32_t stop) {
        constexpr int kUnrolled = 64;
        while (a.orbit_.n + kSteps <= stop) {
            Real ax = a.orbit_.x, ay = a.orbit_.y;
            Real bx = b.orbit_.x, by = b.orbit_.y;
#pragma unroll 1
            for (int done = 0; done < kSteps; done += kUnrolled)
#pragma unroll
                for (int i = 0; i < kUnrolled; ++i) {
                    scalar::step<Ops>(ax, ay, a.cx_, a.cy_);
                    scalar::step<Ops>(bx, by, b.cx_, b.cy_);
                }
            const bool a_left = a.outside(ax, ay);
            const bool b_left = b.outside(bx, by);
            if (a_left || b_left) {
                if (a_left)
                    a.span_ = kSteps;
                else
                    a.commit(ax, ay, kSteps);
                if (b_left)
                    b.span_ = kSteps;
                else
                    b.commit(bx, by, kSteps);
                return false;
            }
            a.commit(ax, ay, kSteps);
            b.commit(bx, by, kSteps);
            if (a.repeats() | b.repeats())
                return false;
        }
        return true;
    }

    template <int kSteps> __device__ __forceinline__ void halve() {
        stride<kSteps>();
        if constexpr (kSteps > 1)
            halve<kSteps / 2>();
    }

    /// Finds the step in which the orbit leaves, of the next span_ ones.
    __device__ __forceinline__ void search() {
        for (int left = span_; left > kShort && stride<kShort>();)
            left -= kShort;
        halve<kShort / 2>();
        scalar::step<Ops>(orbit_.x, orbit_.y, cx_, cy_);
        ++orbit_.n;
        orbit_.escaped = true;
        fate_ = Fate::escaped;
    }

    Orbit<Real> orbit_;
    Real cx_ = 0, cy_ = 0, bailout_squared_ = 0;
    Fate fate_ = Fate::interior;
    int span_ = 0; ///< the stride in which the orbit leaves; 0: not known to leave
    Repetition<Real> repetition_;
};

} // namespace fathom::kernels::cuda
