// The ends of LimbSquare's loops: from numbers to the eight transforms, back, and what is carried
// and added in between. Compiled for each of Highway's targets.
#if defined(FATHOM_KERNELS_SIMD_LIMB_SQUARE_ENDS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_LIMB_SQUARE_ENDS_INL_H
#undef FATHOM_KERNELS_SIMD_LIMB_SQUARE_ENDS_INL_H
#else
#define FATHOM_KERNELS_SIMD_LIMB_SQUARE_ENDS_INL_H
#endif

#include "kernels/simd/limb_square.h"
#include "kernels/simd/limb_square_passes-inl.h"
#include "kernels/simd/simd_ops-inl.h"

#include <array>
#include <cstddef>
#include <cstdint>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

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
        std::array<Complex, 4> turned = turn<false>(z);
        four(z);
        four(turned);
        return {z[0], turned[0], z[1], turned[1], z[2], turned[2], z[3], turned[3]};
    }

    /// kLanes limbs from `limb` on, and those that lie N/8 digits behind them each.
    template <bool kNorm>
    static HWY_INLINE void spread_limbs(const SquareWork &work, std::size_t limb, V &norm) {
        const std::size_t apart = work.plan->rows / kDigits;
        std::array<Word, 4> x, y;
        for (std::size_t i = 0; i < 4; ++i) {
            x[i] = hn::LoadU(U(), work.inputs[0] + limb + i * apart);
            y[i] = hn::LoadU(U(), work.inputs[1] + limb + i * apart);
        }
        spread_digit<0, kNorm>(work, limb, x, y, norm);
        spread_digit<1, kNorm>(work, limb, x, y, norm);
        spread_digit<2, kNorm>(work, limb, x, y, norm);
        spread_digit<3, kNorm>(work, limb, x, y, norm);
    }
    template <int i, bool kNorm>
    static HWY_INLINE void spread_digit(const SquareWork &work, std::size_t limb,
                                        const std::array<Word, 4> &x, const std::array<Word, 4> &y,
                                        V &norm) {
        std::array<Complex, 4> z;
        for (std::size_t k = 0; k < 4; ++k) {
            z[k] = {digit<i>(x[k]), digit<i>(y[k])};
            if constexpr (kNorm) {
                norm = hn::MulAdd(z[k].re, z[k].re, norm);
                norm = hn::MulAdd(z[k].im, z[k].im, norm);
            }
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
        // Of the limbs that lie k N/8 digits further on, those from the first wanted on.
        std::array<bool, kSide> wanted;
        for (std::size_t k = 0; k < kSide; ++k)
            wanted[k] = limb + k * apart + kLanes > work.first;
        if (!wanted[kSide - 1])
            return;
        // [2 k] real, [2 k + 1] imaginary coefficients, as the last bits of 2^52 + 2^51 + them
        std::array<std::array<Word, kDigits>, 2 * kSide> numbers;
        const V scale = hn::Set(D(), 1 / static_cast<double>(kSide * work.plan->rows));
        const V round = hn::Set(D(), 0x1.8p52); // a sum with it has no fraction
        for (std::size_t i = 0; i < kDigits; ++i) {
            const EightPoints &row = work.points[limb * kDigits + i];
            const auto re = load_rows(row.re.data());
            const auto im = load_rows(row.im.data());
            Eight z;
            for (std::size_t k = 0; k < kSide; ++k)
                z[k] = {re[k], im[k]};
            std::array<Complex, 4> even, odd;
            halves<true>(z, even, odd);
            const auto to_number = [&](std::size_t k, Complex number) HWY_ATTR {
                numbers[2 * k][i] = hn::BitCast(U(), hn::MulAdd(number.re, scale, round));
                numbers[2 * k + 1][i] = hn::BitCast(U(), hn::MulAdd(number.im, scale, round));
            };
            for (std::size_t k = 0; k < kSide / 2; ++k) {
                if (wanted[k])
                    to_number(k, add(even[k], odd[k]));
                if (wanted[k + 4])
                    to_number(k + 4, sub(even[k], odd[k]));
            }
        }
        for (std::size_t k = 0; k < kSide; ++k) {
            const std::size_t to = limb + k * apart;
            if (!wanted[k])
                continue;
            write_limbs(numbers[2 * k], work.low[0] + to, work.high[0] + to);
            write_limbs(numbers[2 * k + 1], work.low[1] + to, work.high[1] + to);
        }
    }
    /// Four numbers below 2^63 become a limb and what is above it.
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

    /// Limbs of the next input, kLanes at once; see LimbSquare::settle. Sets lanes of `lost` where
    /// a carry from below would be carried on.
    static HWY_INLINE void settle_limbs(const SquareWork &work, std::size_t begin, std::size_t end,
                                        std::size_t part, Word &lost) {
        const Word flip = hn::Set(U(), work.next.negated[part] ? ~std::uint64_t{0} : 0);
        const std::uint64_t *low = work.low[part] + work.next.from;
        const std::uint64_t *high = work.high[part] + work.next.from - 1;
        const std::uint64_t *addend = work.next.addends[part];
        const Word last = hn::Set(U(), kLanes - 1);
        const auto one_up = hn::IndicesFromVec(U(), hn::And(hn::Add(hn::Iota(U(), 0), last), last));
        const auto first_lane = hn::FirstN(U(), 1);
        Word before, carries; // minus those of limbs; the first lane of `before` of the last one
        add_three(low + begin - 1, high + begin - 1, addend + begin - 1, flip, before);
        for (std::size_t limb = begin; limb < end; limb += kLanes) {
            const Word sum = add_three(low + limb, high + limb, addend + limb, flip, carries);
            const Word moved = hn::TableLookupLanes(carries, one_up);
            const Word settled = hn::Sub(sum, hn::IfThenElse(first_lane, before, moved));
            before = moved;
            lost = hn::Or(lost, hn::VecFromMask(U(), hn::Lt(settled, sum)));
            hn::StoreU(settled, U(), work.inputs[part] + limb);
        }
    }
    /// Modulo 2^64; `carries` becomes 0, -1 or -2.
    static HWY_INLINE Word add_three(const std::uint64_t *low, const std::uint64_t *high,
                                     const std::uint64_t *addend, Word flip, Word &carries) {
        const Word first = hn::Xor(hn::LoadU(U(), low), flip);
        const Word third = hn::LoadU(U(), addend);
        const Word two = hn::Add(first, hn::Xor(hn::LoadU(U(), high), flip));
        const Word three = hn::Add(two, third);
        carries = hn::Add(hn::VecFromMask(U(), hn::Lt(two, first)),
                          hn::VecFromMask(U(), hn::Lt(three, third)));
        return three;
    }

    static constexpr std::size_t kRowStride = kDigits * sizeof(EightPoints) / sizeof(double);
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
