// Orbits side by side in independent vectors. Included anew for each of Highway's targets, as
// formula.h is.
#if defined(FATHOM_KERNELS_SIMD_LANES_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LANES_H
#undef FATHOM_KERNELS_SIMD_LANES_H
#else
#define FATHOM_KERNELS_SIMD_LANES_H
#endif

#include <hwy/highway.h>

#include "kernels/formula.h"
#include "kernels/simd_ops.h"

#include <algorithm>
#include <array>
#include <cstdint>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// The states of kCount orbits in memory: z = x + iy and c = cx + icy.
template <class RealType> struct Lanes {
    using Real = RealType;
    using Ops = VectorOps<Real>;
    static constexpr int kWidth = Ops::kLanes;
    /// Independent vectors in flight. One takes the latency of two fused operations a step, so that
    /// eight saturate two units; with 16 registers more than six spill.
    static constexpr int kChains = HWY_TARGET == HWY_AVX2 ? 6 : 8;
    static constexpr int kCount = kChains * kWidth;

    alignas(64) std::array<Real, kCount> x{};
    alignas(64) std::array<Real, kCount> y{};
    /// Writers of whole vectors may run over the end by less than one.
    alignas(64) std::array<Real, kCount + kWidth> cx{};
    alignas(64) std::array<Real, kCount + kWidth> cy{};

    HWY_INLINE void set(int lane, const Lanes &from, int index) noexcept {
        x[lane] = from.x[index];
        y[lane] = from.y[index];
        cx[lane] = from.cx[index];
        cy[lane] = from.cy[index];
    }

    /// c = z = 0, which never leaves.
    HWY_INLINE void set_idle(int lane) noexcept { x[lane] = y[lane] = cx[lane] = cy[lane] = 0; }
};

/// A bit for each lane, one word for each vector.
template <class Real> using LaneBits = std::array<std::uint64_t, Lanes<Real>::kChains>;

/// z of all lanes in registers.
template <class Real> struct Chains {
    using Ops = VectorOps<Real>;
    using Tag = typename Ops::Tag;
    using Value = typename Ops::Value;
    static constexpr int kChains = Lanes<Real>::kChains;
    static constexpr int kWidth = Lanes<Real>::kWidth;

    Value x[kChains];
    Value y[kChains];

    HWY_INLINE explicit Chains(const Lanes<Real> &lanes) noexcept {
        for (int k = 0; k < kChains; ++k) {
            x[k] = hn::Load(Tag(), &lanes.x[k * kWidth]);
            y[k] = hn::Load(Tag(), &lanes.y[k * kWidth]);
        }
    }

    HWY_INLINE void store(Lanes<Real> &lanes) const noexcept {
        for (int k = 0; k < kChains; ++k) {
            hn::Store(x[k], Tag(), &lanes.x[k * kWidth]);
            hn::Store(y[k], Tag(), &lanes.y[k * kWidth]);
        }
    }

    /// Iterates without looking.
    HWY_INLINE void run(const Lanes<Real> &lanes, std::uint32_t steps) noexcept {
        const Real *cx = lanes.cx.data();
        const Real *cy = lanes.cy.data();
        for (std::uint32_t i = 0; i < steps; ++i) {
            // c stays in memory, where it costs nothing: held in registers it would push z out.
            asm("" : "+r"(cx), "+r"(cy));
            for (int k = 0; k < kChains; ++k)
                step<Ops>(x[k], y[k], hn::Load(Tag(), cx + k * kWidth),
                          hn::Load(Tag(), cy + k * kWidth));
        }
    }

    /// "<=" is false for the NaN of an overflowed orbit: outside, too.
    HWY_INLINE auto inside(int k, Value bailout_squared) const noexcept {
        return hn::Le(norm<Ops>(x[k], y[k]), bailout_squared);
    }

    [[nodiscard]] HWY_INLINE bool all_inside(Value bailout_squared) const noexcept {
        auto all = inside(0, bailout_squared);
        for (int k = 1; k < kChains; ++k)
            all = hn::And(all, inside(k, bailout_squared));
        return hn::AllTrue(Tag(), all);
    }
};

template <class Tag, class Mask> HWY_INLINE std::uint64_t bits_of(Tag tag, Mask mask) noexcept {
    alignas(8) std::array<std::uint8_t, 8> bytes{};
    hn::StoreMaskBits(tag, mask, bytes.data());
    std::uint64_t bits = 0;
    for (int i = 0; i < (Lanes<hn::TFromD<Tag>>::kWidth + 7) / 8; ++i)
        bits |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    return bits;
}

/// The end of a search: after `n` more steps z is outside in the lanes with their bit set, for the
/// first time; in the others n is the number of steps searched.
template <class Real> struct Departure {
    alignas(64) std::array<std::int32_t, Lanes<Real>::kCount> n;
    LaneBits<Real> outside;
};

/// Finds in each lane the first of the next `steps` steps (1 to 2^20) whose z is outside and leaves
/// that z in `lanes`, which must be inside now. Because what has left stays outside (the bailout is
/// at least 2), this is a binary search: about `steps` steps and a test for each halving, whatever
/// the lanes do.
template <class Real>
HWY_INLINE void find_departure(Lanes<Real> &lanes, Real bailout_squared, std::uint32_t steps,
                               Departure<Real> &found) noexcept {
    using Ops = VectorOps<Real>;
    const typename Ops::Tag tag;
    constexpr int kChains = Lanes<Real>::kChains;
    constexpr int kWidth = Lanes<Real>::kWidth;
    const auto limit = Ops::set(bailout_squared);
    typename Ops::Value n[kChains];
    for (int k = 0; k < kChains; ++k)
        n[k] = hn::Zero(tag);
    // z is inside, and outside within `left` steps in the lanes that leave at all.
    std::uint32_t left = steps;
    for (; left > 1; left -= left / 2) {
        const std::uint32_t half = left / 2;
        Chains<Real> z(lanes);
        z.run(lanes, half);
        const auto stride = Ops::set(static_cast<Real>(half));
        for (int k = 0; k < kChains; ++k) {
            Real *x = &lanes.x[k * kWidth];
            Real *y = &lanes.y[k * kWidth];
            const auto inside = z.inside(k, limit);
            hn::Store(hn::IfThenElse(inside, z.x[k], hn::Load(tag, x)), tag, x);
            hn::Store(hn::IfThenElse(inside, z.y[k], hn::Load(tag, y)), tag, y);
            n[k] = hn::Add(n[k], hn::IfThenElseZero(inside, stride));
        }
    }
    Chains<Real> z(lanes);
    z.run(lanes, 1);
    z.store(lanes);
    const hn::Rebind<std::int32_t, typename Ops::Tag> integers;
    for (int k = 0; k < kChains; ++k) {
        found.outside[k] = bits_of(tag, hn::Not(z.inside(k, limit)));
        n[k] = hn::Add(n[k], Ops::set(1));
        if constexpr (sizeof(Real) == sizeof(float))
            hn::Store(hn::ConvertTo(integers, n[k]), integers, &found.n[k * kWidth]);
        else
            hn::Store(hn::DemoteTo(integers, n[k]), integers, &found.n[k * kWidth]);
    }
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
