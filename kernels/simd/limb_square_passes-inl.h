// The transform of LimbSquare's loops and its way back, compiled for each of Highway's targets.
#if defined(FATHOM_KERNELS_SIMD_LIMB_SQUARE_PASSES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LIMB_SQUARE_PASSES_INL_H
#undef FATHOM_KERNELS_SIMD_LIMB_SQUARE_PASSES_INL_H
#else
#define FATHOM_KERNELS_SIMD_LIMB_SQUARE_PASSES_INL_H
#endif

#include "kernels/simd/limb_square.h"
#include "kernels/simd/simd_ops-inl.h"

#include <array>
#include <cstddef>
#include <cstdint>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The transform and its way back.
struct SquarePasses {
    using D = hn::CappedTag<double, 8>;
    using U = hn::RebindToUnsigned<D>;
    using V = hn::Vec<D>;
    using Word = hn::Vec<U>;
    static constexpr std::size_t kLanes = hn::MaxLanes(D());
    static constexpr std::size_t kSide = 8; ///< transforms side by side
    static constexpr int kDigitBits = 16;
    static constexpr std::size_t kDigits = 4; ///< of a limb

    struct Complex {
        V re, im;
    };
    using Eight = std::array<Complex, kSide>;

    static HWY_INLINE Complex add(Complex a, Complex b) {
        return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
    }
    static HWY_INLINE Complex sub(Complex a, Complex b) {
        return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
    }
    /// a + ib, a - ib
    static HWY_INLINE Complex add_i(Complex a, Complex b) {
        return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)};
    }
    static HWY_INLINE Complex sub_i(Complex a, Complex b) {
        return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)};
    }
    static HWY_INLINE Complex mul(Complex a, Complex b) {
        return {hn::NegMulAdd(a.im, b.im, hn::Mul(a.re, b.re)),
                hn::MulAdd(a.im, b.re, hn::Mul(a.re, b.im))};
    }
    static HWY_INLINE Complex mul_conj(Complex a, Complex b) {
        return {hn::MulAdd(a.im, b.im, hn::Mul(a.re, b.re)),
                hn::MulSub(a.im, b.re, hn::Mul(a.re, b.im))};
    }
    static HWY_INLINE Complex load(const EightPoints &at, std::size_t lane) {
        return {hn::Load(D(), at.re.data() + lane), hn::Load(D(), at.im.data() + lane)};
    }
    static HWY_INLINE void store(Complex a, EightPoints &at, std::size_t lane) {
        hn::Store(a.re, D(), at.re.data() + lane);
        hn::Store(a.im, D(), at.im.data() + lane);
    }

    /// Sums over four: with powers of i, or of -i.
    static HWY_INLINE void four(std::array<Complex, 4> &a) {
        const Complex s0 = add(a[0], a[2]), d0 = sub(a[0], a[2]);
        const Complex s1 = add(a[1], a[3]), d1 = sub(a[1], a[3]);
        a = {add(s0, s1), add_i(d0, d1), sub(s0, s1), sub_i(d0, d1)};
    }
    static HWY_INLINE void four_back(std::array<Complex, 4> &a) {
        const Complex s0 = add(a[0], a[2]), d0 = sub(a[0], a[2]);
        const Complex s1 = add(a[1], a[3]), d1 = sub(a[1], a[3]);
        a = {add(s0, s1), sub_i(d0, d1), sub(s0, s1), add_i(d0, d1)};
    }
    template <bool kBack> static HWY_INLINE void sums(std::array<Complex, 4> &a) {
        if constexpr (kBack)
            four_back(a);
        else
            four(a);
    }
    /// With powers of the third root of unity, or of its conjugate.
    template <bool kBack> static HWY_INLINE void sums(std::array<Complex, 3> &a) {
        const V half = hn::Set(D(), 0.5);
        const V sine = hn::Set(D(), kBack ? -0.86602540378443864676 : 0.86602540378443864676);
        const Complex t = add(a[1], a[2]);
        const Complex d = sub(a[1], a[2]);
        const Complex u{hn::NegMulAdd(half, t.re, a[0].re), hn::NegMulAdd(half, t.im, a[0].im)};
        a[0] = add(a[0], t);
        a[1] = {hn::NegMulAdd(sine, d.im, u.re), hn::MulAdd(sine, d.re, u.im)};
        a[2] = {hn::MulAdd(sine, d.im, u.re), hn::NegMulAdd(sine, d.re, u.im)};
    }
    template <bool kBack> static HWY_INLINE void sums(std::array<Complex, 2> &a) {
        a = {add(a[0], a[1]), sub(a[0], a[1])};
    }

    /// By powers 0 to 3 of the eighth root of unity, or of its conjugate.
    template <bool kBack> static HWY_INLINE std::array<Complex, 4> turn(std::array<Complex, 4> a) {
        const V root = hn::Set(D(), 0.70710678118654752440); // of 1/2
        const Complex plus{hn::Add(a[1].re, a[1].im), hn::Add(a[3].re, a[3].im)};
        if constexpr (kBack) {
            a[1] = {hn::Mul(plus.re, root), hn::Mul(hn::Sub(a[1].im, a[1].re), root)};
            a[2] = {a[2].im, hn::Neg(a[2].re)};
            a[3] = {hn::Mul(hn::Sub(a[3].im, a[3].re), root), hn::Mul(plus.im, hn::Neg(root))};
        } else {
            a[1] = {hn::Mul(hn::Sub(a[1].re, a[1].im), root), hn::Mul(plus.re, root)};
            a[2] = {hn::Neg(a[2].im), a[2].re};
            a[3] = {hn::Mul(plus.im, hn::Neg(root)), hn::Mul(hn::Sub(a[3].re, a[3].im), root)};
        }
        return a;
    }
    /// With powers of the eighth root of unity, or of its conjugate.
    template <bool kBack> static HWY_INLINE void sums(Eight &a) {
        std::array<Complex, 4> even, odd;
        halves<kBack>(a, even, odd);
        for (std::size_t i = 0; i < 4; ++i) {
            a[i] = add(even[i], odd[i]);
            a[i + 4] = sub(even[i], odd[i]);
        }
    }
    /// Of which the sums of eight are sums and differences.
    template <bool kBack>
    static HWY_INLINE void halves(const Eight &a, std::array<Complex, 4> &even,
                                  std::array<Complex, 4> &odd) {
        even = {a[0], a[2], a[4], a[6]};
        odd = {a[1], a[3], a[5], a[7]};
        sums<kBack>(even);
        sums<kBack>(odd);
        odd = turn<kBack>(odd);
    }

    /// One level of one block, whose parts have `part` rows: there, or back.
    template <std::size_t kRadix, bool kBack>
    static HWY_INLINE void level(EightPoints *block, std::size_t part, std::size_t begin,
                                 std::size_t end, const EightPoints *factors) {
        for (std::size_t lane = 0; lane < kSide; lane += kLanes) {
            std::array<Complex, kRadix> factor;
            for (std::size_t i = 1; i < kRadix; ++i)
                factor[i] = load(factors[i - 1], lane);
            for (std::size_t row = begin; row < end; ++row) {
                std::array<Complex, kRadix> a;
                for (std::size_t i = 0; i < kRadix; ++i)
                    a[i] = load(block[i * part + row], lane);
                if constexpr (!kBack)
                    for (std::size_t i = 1; i < kRadix; ++i)
                        a[i] = mul(a[i], factor[i]);
                sums<kBack>(a);
                if constexpr (kBack)
                    for (std::size_t i = 1; i < kRadix; ++i)
                        a[i] = mul_conj(a[i], factor[i]);
                for (std::size_t i = 0; i < kRadix; ++i)
                    store(a[i], block[i * part + row], lane);
            }
        }
    }
    template <bool kBack>
    static HWY_INLINE void any_level(std::size_t radix, EightPoints *block, std::size_t part,
                                     const EightPoints *factors) {
        if (radix == 8)
            level<8, kBack>(block, part, 0, part, factors);
        else if (radix == 4)
            level<4, kBack>(block, part, 0, part, factors);
        else if (radix == 3)
            level<3, kBack>(block, part, 0, part, factors);
        else
            level<2, kBack>(block, part, 0, part, factors);
    }

    /// The last level of `count` blocks behind each other, the squares, and the way back.
    static HWY_INLINE void square_blocks(EightPoints *points, std::size_t count,
                                         const EightPoints *factors) {
        for (std::size_t block = 0; block < count; ++block, points += 8, factors += 7)
            for (std::size_t lane = 0; lane < kSide; lane += kLanes) {
                Eight a;
                a[0] = load(points[0], lane);
                for (std::size_t i = 1; i < 8; ++i)
                    a[i] = mul(load(points[i], lane), load(factors[i - 1], lane));
                sums<false>(a);
                for (Complex &z : a)
                    z = {hn::NegMulAdd(z.im, z.im, hn::Mul(z.re, z.re)),
                         hn::Mul(hn::Add(z.re, z.re), z.im)};
                sums<true>(a);
                store(a[0], points[0], lane);
                for (std::size_t i = 1; i < 8; ++i)
                    store(mul_conj(a[i], load(factors[i - 1], lane)), points[i], lane);
            }
    }

    /// All levels of a block from this one on, and back; depth first, so that small ones stay in
    /// the nearest cache.
    static void descend(const SquarePlan &plan, std::size_t at, EightPoints *block,
                        std::size_t rows, std::size_t node) {
        const std::size_t radix = plan.radices[at];
        const std::size_t part = rows / radix;
        const EightPoints *factors = plan.factors.data() + plan.starts[at] + node * (radix - 1);
        any_level<false>(radix, block, part, factors);
        if (at + 2 == plan.levels)
            square_blocks(block, radix,
                          plan.factors.data() + plan.starts[at + 1] + node * radix * 7);
        else
            for (std::size_t i = 0; i < radix; ++i)
                descend(plan, at + 1, block + i * part, part, node * radix + i);
        any_level<true>(radix, block, part, factors);
    }
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
