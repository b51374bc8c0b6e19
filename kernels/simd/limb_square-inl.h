// The loops of LimbSquare, compiled for each of Highway's targets, after simd_ops-inl.h.
#if defined(FATHOM_KERNELS_SIMD_LIMB_SQUARE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LIMB_SQUARE_INL_H
#undef FATHOM_KERNELS_SIMD_LIMB_SQUARE_INL_H
#else
#define FATHOM_KERNELS_SIMD_LIMB_SQUARE_INL_H
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
        if (radix == 4)
            level<4, kBack>(block, part, 0, part, factors);
        else if (radix == 3)
            level<3, kBack>(block, part, 0, part, factors);
        else
            level<2, kBack>(block, part, 0, part, factors);
    }

    /// The last level of `count` blocks behind each other, the squares, and the way back.
    static HWY_INLINE void square_blocks(EightPoints *points, std::size_t count,
                                         const EightPoints *factors) {
        for (std::size_t block = 0; block < count; ++block, points += 4, factors += 3)
            for (std::size_t lane = 0; lane < kSide; lane += kLanes) {
                std::array<Complex, 4> factor;
                for (std::size_t i = 1; i < 4; ++i)
                    factor[i] = load(factors[i - 1], lane);
                std::array<Complex, 4> a;
                a[0] = load(points[0], lane);
                for (std::size_t i = 1; i < 4; ++i)
                    a[i] = mul(load(points[i], lane), factor[i]);
                four(a);
                for (Complex &z : a)
                    z = {hn::NegMulAdd(z.im, z.im, hn::Mul(z.re, z.re)),
                         hn::Mul(hn::Add(z.re, z.re), z.im)};
                four_back(a);
                store(a[0], points[0], lane);
                for (std::size_t i = 1; i < 4; ++i)
                    store(mul_conj(a[i], factor[i]), points[i], lane);
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
                          plan.factors.data() + plan.starts[at + 1] + node * radix * 3);
        else
            for (std::size_t i = 0; i < radix; ++i)
                descend(plan, at + 1, block + i * part, part, node * radix + i);
        any_level<true>(radix, block, part, factors);
    }
};

/// Between numbers and the eight transforms.
struct SquareEnds : SquarePasses {
    /// Digit `i` of each limb, without its bias.
    template <int i> static HWY_INLINE V digit(Word limbs) {
        // The digit as the last bits of 2^52 + it.
        const Word field = hn::And(hn::ShiftRight<kDigitBits * i>(limbs), hn::Set(U(), 0xffffU));
        const Word bits = hn::Or(field, hn::Set(U(), 0x4330'0000'0000'0000U));
        return hn::Sub(hn::BitCast(D(), bits), hn::Set(D(), 0x1p52 + 0x1p15));
    }

    static HWY_INLINE void transpose(std::array<V, kSide> &a) {
        if constexpr (kLanes == 2) {
            for (std::size_t i = 0; i < kSide; i += 2) {
                const V low = hn::InterleaveLower(D(), a[i], a[i + 1]);
                a[i + 1] = hn::InterleaveUpper(D(), a[i], a[i + 1]);
                a[i] = low;
            }
        } else {
            std::array<V, kSide> pairs;
            for (std::size_t i = 0; i < kSide; i += 2) {
                pairs[i] = hn::InterleaveLower(D(), a[i], a[i + 1]);
                pairs[i + 1] = hn::InterleaveUpper(D(), a[i], a[i + 1]);
            }
            if constexpr (kLanes == 4)
                transpose_pairs_of_4(pairs, a);
            else
                transpose_pairs_of_8(pairs, a);
        }
    }
    static HWY_INLINE void transpose_pairs_of_4(const std::array<V, kSide> &pairs,
                                                std::array<V, kSide> &a) {
        for (std::size_t i = 0; i < kSide; i += 4)
            for (std::size_t k = 0; k < 2; ++k) {
                a[i + k] = hn::ConcatLowerLower(D(), pairs[i + 2 + k], pairs[i + k]);
                a[i + k + 2] = hn::ConcatUpperUpper(D(), pairs[i + 2 + k], pairs[i + k]);
            }
    }
    static HWY_INLINE void transpose_pairs_of_8(const std::array<V, kSide> &pairs,
                                                std::array<V, kSide> &a) {
        for (std::size_t k = 0; k < 2; ++k) {
            std::array<V, 2> even, odd; // blocks 0 and 2, 1 and 3 of two vectors
            for (std::size_t i = 0; i < 2; ++i) {
                const V first = pairs[4 * i + k], second = pairs[4 * i + 2 + k];
                even[i] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(second), first);
                odd[i] = hn::OddEvenBlocks(second, hn::SwapAdjacentBlocks(first));
            }
            a[k] = hn::ConcatLowerLower(D(), even[1], even[0]);
            a[k + 2] = hn::ConcatLowerLower(D(), odd[1], odd[0]);
            a[k + 4] = hn::ConcatUpperUpper(D(), even[1], even[0]);
            a[k + 6] = hn::ConcatUpperUpper(D(), odd[1], odd[0]);
        }
    }
    /// Vector k of `a` has transform k at kLanes rows, kDigits apart from `to` on.
    static HWY_INLINE void store_rows(std::array<V, kSide> a, double *to) {
        transpose(a);
        for (std::size_t lane = 0; lane < kSide; lane += kLanes)
            for (std::size_t i = 0; i < kLanes; ++i)
                hn::Store(a[lane + i], D(), to + i * kRowStride + lane);
    }
    static HWY_INLINE std::array<V, kSide> load_rows(const double *from) {
        std::array<V, kSide> a;
        for (std::size_t lane = 0; lane < kSide; lane += kLanes)
            for (std::size_t i = 0; i < kLanes; ++i)
                a[lane + i] = hn::Load(D(), from + i * kRowStride + lane);
        transpose(a);
        return a;
    }

    /// The rests of a row, whose upper half is 0, by X^(N/8) - w^k.
    static HWY_INLINE Eight cut(std::array<Complex, 4> z) {
        const V root = hn::Set(D(), kRoot);
        std::array<Complex, 4> turned = z; // by w^0, w^1, w^2, w^3
        turned[1] = {hn::Mul(hn::Sub(z[1].re, z[1].im), root),
                     hn::Mul(hn::Add(z[1].re, z[1].im), root)};
        turned[2] = {hn::Neg(z[2].im), z[2].re};
        turned[3] = {hn::Mul(hn::Add(z[3].re, z[3].im), hn::Neg(root)),
                     hn::Mul(hn::Sub(z[3].re, z[3].im), root)};
        four(z);
        four(turned);
        return {z[0], turned[0], z[1], turned[1], z[2], turned[2], z[3], turned[3]};
    }
    static HWY_INLINE Eight join(const Eight &z) {
        const V root = hn::Set(D(), kRoot);
        std::array<Complex, 4> even{z[0], z[2], z[4], z[6]};
        std::array<Complex, 4> odd{z[1], z[3], z[5], z[7]};
        four_back(even);
        four_back(odd);
        odd[1] = {hn::Mul(hn::Add(odd[1].re, odd[1].im), root),
                  hn::Mul(hn::Sub(odd[1].im, odd[1].re), root)};
        odd[2] = {odd[2].im, hn::Neg(odd[2].re)};
        odd[3] = {hn::Mul(hn::Sub(odd[3].im, odd[3].re), root),
                  hn::Mul(hn::Add(odd[3].re, odd[3].im), hn::Neg(root))};
        Eight result;
        for (std::size_t i = 0; i < 4; ++i) {
            result[i] = add(even[i], odd[i]);
            result[i + 4] = sub(even[i], odd[i]);
        }
        return result;
    }

    /// kLanes limbs from `limb` on, and those that lie N/8 digits behind them each.
    static HWY_INLINE void spread_limbs(const SquareWork &work, std::size_t limb, V &norm) {
        const std::size_t apart = work.plan->rows / kDigits;
        std::array<Word, 4> x, y;
        for (std::size_t i = 0; i < 4; ++i) {
            x[i] = hn::LoadU(U(), work.x + limb + i * apart);
            y[i] = hn::LoadU(U(), work.y + limb + i * apart);
        }
        spread_digit<0>(work, limb, x, y, norm);
        spread_digit<1>(work, limb, x, y, norm);
        spread_digit<2>(work, limb, x, y, norm);
        spread_digit<3>(work, limb, x, y, norm);
    }
    template <int i>
    static HWY_INLINE void spread_digit(const SquareWork &work, std::size_t limb,
                                        const std::array<Word, 4> &x, const std::array<Word, 4> &y,
                                        V &norm) {
        std::array<Complex, 4> z;
        for (std::size_t k = 0; k < 4; ++k) {
            z[k] = {digit<i>(x[k]), digit<i>(y[k])};
            norm = hn::MulAdd(z[k].re, z[k].re, norm);
            norm = hn::MulAdd(z[k].im, z[k].im, norm);
        }
        const Eight rests = cut(z);
        std::array<V, kSide> re, im;
        for (std::size_t k = 0; k < kSide; ++k) {
            re[k] = rests[k].re;
            im[k] = rests[k].im;
        }
        EightPoints &row = work.points[limb * kDigits + i];
        store_rows(re, row.re.data());
        store_rows(im, row.im.data());
    }

    /// The way back of spread_limbs, to whole numbers.
    static HWY_INLINE void gather_limbs(const SquareWork &work, std::size_t limb) {
        const std::size_t apart = work.plan->rows / kDigits;
        if (limb + kLanes + 7 * apart <= work.first)
            return;
        // [2 k] real, [2 k + 1] imaginary coefficients of the limbs k N/8 digits further on
        std::array<std::array<Word, kDigits>, 2 * kSide> numbers;
        const V scale = hn::Set(D(), 1 / static_cast<double>(kSide * work.plan->rows));
        const V round = hn::Set(D(), 0x1.8p52); // 2^52 + 2^51: a sum with it has no fraction
        const Word bias = hn::Set(U(), 0x4330'0000'0000'0000U);
        for (std::size_t i = 0; i < kDigits; ++i) {
            const EightPoints &row = work.points[limb * kDigits + i];
            const auto re = load_rows(row.re.data());
            const auto im = load_rows(row.im.data());
            Eight z;
            for (std::size_t k = 0; k < kSide; ++k)
                z[k] = {re[k], im[k]};
            z = join(z);
            for (std::size_t k = 0; k < kSide; ++k) {
                numbers[2 * k][i] =
                    hn::Sub(hn::BitCast(U(), hn::MulAdd(z[k].re, scale, round)), bias);
                numbers[2 * k + 1][i] =
                    hn::Sub(hn::BitCast(U(), hn::MulAdd(z[k].im, scale, round)), bias);
            }
        }
        for (std::size_t k = 0; k < kSide; ++k) {
            const std::size_t to = limb + k * apart;
            if (to + kLanes <= work.first)
                continue;
            write_limbs(numbers[2 * k], work.low[0] + to, work.high[0] + to);
            write_limbs(numbers[2 * k + 1], work.low[1] + to, work.high[1] + to);
        }
    }
    /// Four coefficients below 2^52 become a limb and what is above it.
    static HWY_INLINE void write_limbs(const std::array<Word, kDigits> &numbers, std::uint64_t *low,
                                       std::uint64_t *high) {
        const Word mask = hn::Set(U(), 0xffffU);
        const Word first = numbers[0];
        const Word second = hn::Add(numbers[1], hn::ShiftRight<kDigitBits>(first));
        const Word third = hn::Add(numbers[2], hn::ShiftRight<kDigitBits>(second));
        const Word fourth = hn::Add(numbers[3], hn::ShiftRight<kDigitBits>(third));
        const Word lower =
            hn::Or(hn::And(first, mask), hn::ShiftLeft<kDigitBits>(hn::And(second, mask)));
        const Word upper = hn::Or(hn::ShiftLeft<2 * kDigitBits>(hn::And(third, mask)),
                                  hn::ShiftLeft<3 * kDigitBits>(fourth));
        hn::StoreU(hn::Or(lower, upper), U(), low);
        hn::StoreU(hn::ShiftRight<kDigitBits>(fourth), U(), high);
    }

    static constexpr double kRoot = 0.70710678118654752440; ///< of 1/2
    static constexpr std::size_t kRowStride = kDigits * sizeof(EightPoints) / sizeof(double);
};

/// What of `count` a part does.
struct PartRange {
    std::size_t begin, end;
    PartRange(std::size_t count, std::size_t part, std::size_t parts)
        : begin(count * part / parts), end(count * (part + 1) / parts) {}
};

/// The first level, radix kFirst, goes with the ends: groups of limbs that lie a part of the rows
/// apart belong together.
template <std::size_t kFirst> struct FirstLevel : SquareEnds {
    static HWY_INLINE double spread(const SquareWork &work, std::size_t part, std::size_t parts) {
        const std::size_t rows = work.plan->rows / kFirst;
        const std::size_t limbs = rows / kDigits;
        const PartRange groups(limbs / kLanes, part, parts);
        V norm = hn::Zero(D());
        for (std::size_t group = groups.begin; group < groups.end; ++group) {
            const std::size_t limb = group * kLanes;
            for (std::size_t i = 0; i < kFirst; ++i)
                spread_limbs(work, limb + i * limbs, norm);
            level<kFirst, false>(work.points, rows, limb * kDigits, (limb + kLanes) * kDigits,
                                 work.plan->factors.data());
        }
        return hn::GetLane(hn::SumOfLanes(D(), norm));
    }
    static HWY_INLINE void gather(const SquareWork &work, std::size_t part, std::size_t parts) {
        const std::size_t rows = work.plan->rows / kFirst;
        const std::size_t limbs = rows / kDigits;
        const PartRange groups(limbs / kLanes, part, parts);
        for (std::size_t group = groups.begin; group < groups.end; ++group) {
            const std::size_t limb = group * kLanes;
            level<kFirst, true>(work.points, rows, limb * kDigits, (limb + kLanes) * kDigits,
                                work.plan->factors.data());
            for (std::size_t i = 0; i < kFirst; ++i)
                gather_limbs(work, limb + i * limbs);
        }
    }
};

inline double spread_square(const SquareWork &work, std::size_t part, std::size_t parts) noexcept {
    switch (work.plan->radices[0]) {
    case 4:
        return FirstLevel<4>::spread(work, part, parts);
    case 3:
        return FirstLevel<3>::spread(work, part, parts);
    default:
        return FirstLevel<2>::spread(work, part, parts);
    }
}

inline void convolve_square(const SquareWork &work, std::size_t part, std::size_t parts) noexcept {
    const std::size_t first = work.plan->radices[0];
    const std::size_t rows = work.plan->rows / first;
    const PartRange blocks(first, part, parts);
    for (std::size_t block = blocks.begin; block < blocks.end; ++block)
        SquarePasses::descend(*work.plan, 1, work.points + block * rows, rows, block);
}

inline void gather_square(const SquareWork &work, std::size_t part, std::size_t parts) noexcept {
    switch (work.plan->radices[0]) {
    case 4:
        return FirstLevel<4>::gather(work, part, parts);
    case 3:
        return FirstLevel<3>::gather(work, part, parts);
    default:
        return FirstLevel<2>::gather(work, part, parts);
    }
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
