#pragma once
#include "kernels/base/ops.h"
#include "kernels/base/portable.h"
#include "kernels/base/reference_point.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace fathom::kernels {

/// The arithmetic that formulas are written in (see ops.h), for one pixel: `float` or `double` on
/// the host and in CUDA. fma is the correctly rounded one of IEEE 754 everywhere: the instruction
/// where there is one, libm's exact routine where there is none.
template <class Real> struct ScalarOps;

/// The layout of an IEEE number.
template <class Real> struct RealBits;
template <> struct RealBits<float> {
    using Word = std::uint32_t;
    static constexpr int kMantissa = 23;
    static constexpr int kBias = 127;
};
template <> struct RealBits<double> {
    using Word = std::uint64_t;
    static constexpr int kMantissa = 52;
    static constexpr int kBias = 1023;
};

/// What ScalarOps has beside the arithmetic: whole numbers and exponents of one pixel.
template <class RealType, class IndexType = std::uint32_t> struct ScalarNumbers {
    using Mask = bool;
    using Index = IndexType;       ///< a whole number beside each value
    using Count = std::uint64_t;   ///< of steps
    using Exponent = std::int32_t; ///< of two
    using Bits = RealBits<RealType>;
    using Word = typename Bits::Word;

    static FATHOM_INLINE bool none() noexcept { return false; }
    static FATHOM_INLINE bool every() noexcept { return true; }
    static FATHOM_INLINE bool any(bool a) noexcept { return a; }
    static FATHOM_INLINE bool either(bool a, bool b) noexcept { return a || b; }
    static FATHOM_INLINE bool but_not(bool a, bool b) noexcept { return a && !b; }
    static FATHOM_INLINE Index index(std::uint64_t value) noexcept {
        return static_cast<Index>(value);
    }
    static FATHOM_INLINE Index add_index(Index a, Index b) noexcept { return a + b; }
    static FATHOM_INLINE Index subtract_index(Index a, Index b) noexcept { return a - b; }
    static FATHOM_INLINE bool less_index(Index a, Index b) noexcept { return a < b; }
    static FATHOM_INLINE bool equal_index(Index a, Index b) noexcept { return a == b; }
    static FATHOM_INLINE Index smaller_index(Index a, Index b) noexcept { return a < b ? a : b; }
    static FATHOM_INLINE Index select_index(bool mask, Index a, Index b) noexcept {
        return mask ? a : b;
    }
    static FATHOM_INLINE Count count(std::uint64_t value) noexcept { return value; }
    static FATHOM_INLINE Count add_count(Count a, Index b) noexcept { return a + b; }
    static FATHOM_INLINE Count subtract_count(Count a, Count b) noexcept { return a - b; }
    static FATHOM_INLINE bool less_count(Count a, Index b) noexcept { return a < b; }
    static FATHOM_INLINE bool equal_count(Count a, Count b) noexcept { return a == b; }
    static FATHOM_INLINE bool multiple_of_16(Count a) noexcept { return (a & 15U) == 0; }
    static FATHOM_INLINE Count select_count(bool mask, Count a, Count b) noexcept {
        return mask ? a : b;
    }
    static FATHOM_INLINE Index saturated(Count a) noexcept {
        return a < 0xffffffffU ? static_cast<Index>(a) : 0xffffffffU;
    }
    static FATHOM_INLINE Exponent exponent(std::int32_t value) noexcept { return value; }
    static FATHOM_INLINE Exponent add_exponent(Exponent a, Exponent b) noexcept { return a + b; }
    static FATHOM_INLINE Exponent subtract_exponent(Exponent a, Exponent b) noexcept {
        return a - b;
    }
    static FATHOM_INLINE Exponent times_exponent(Exponent a, int factor) noexcept {
        return a * factor;
    }
    static FATHOM_INLINE Exponent larger_exponent(Exponent a, Exponent b) noexcept {
        return a < b ? b : a;
    }
    static FATHOM_INLINE bool less_exponent(Exponent a, Exponent b) noexcept { return a < b; }
    static FATHOM_INLINE bool equal_exponent(Exponent a, Exponent b) noexcept { return a == b; }
    static FATHOM_INLINE Exponent select_exponent(bool mask, Exponent a, Exponent b) noexcept {
        return mask ? a : b;
    }
    /// -a where b has a minus, else a.
    static FATHOM_INLINE RealType flip_sign(RealType a, RealType b) noexcept {
        Word word, sign;
        memcpy(&word, &a, sizeof a);
        memcpy(&sign, &b, sizeof b);
        word ^= sign & (Word{1} << (8 * sizeof(Word) - 1));
        memcpy(&a, &word, sizeof a);
        return a;
    }
    /// 2^e; 0 where that is below the normal numbers, the largest power where it is beyond.
    static FATHOM_INLINE RealType power_of_two(Exponent e) noexcept {
        constexpr Exponent kMost = Bits::kBias;
        const Exponent biased = (e < kMost ? e : kMost) + Bits::kBias;
        const Word word = biased > 0 ? static_cast<Word>(biased) << Bits::kMantissa : Word{0};
        RealType value;
        memcpy(&value, &word, sizeof value);
        return value;
    }
    /// floor(log2 a) of a finite a > 0; kZeroExponent for what is 0 or below the normal numbers.
    static FATHOM_INLINE Exponent exponent_of(RealType a) noexcept {
        Word word;
        memcpy(&word, &a, sizeof word);
        const auto biased = static_cast<Exponent>(word >> Bits::kMantissa);
        return biased == 0 ? kZeroExponent : biased - Bits::kBias;
    }
    /// The value `offset` bytes into the struct of that index in an array of structs.
    template <class Struct>
    static FATHOM_INLINE RealType load(const Struct *structs, Index i,
                                       std::size_t offset) noexcept {
        return read<RealType>(structs, i, offset);
    }
    template <class Struct>
    static FATHOM_INLINE Index load_index(const Struct *structs, Index i,
                                          std::size_t offset) noexcept {
        return read<std::uint32_t>(structs, i, offset);
    }
    /// Two values that lie behind each other.
    template <class Struct>
    static FATHOM_INLINE void load_pair(const Struct *structs, Index i, std::size_t offset,
                                        RealType &first, RealType &second) noexcept {
        first = read<RealType>(structs, i, offset);
        second = read<RealType>(structs, i, offset + sizeof(RealType));
    }
    template <class Struct>
    static FATHOM_INLINE void load_indices(const Struct *structs, Index i, std::size_t offset,
                                           Index &first, Index &second) noexcept {
        first = read<std::uint32_t>(structs, i, offset);
        second = read<std::uint32_t>(structs, i, offset + sizeof(std::uint32_t));
    }
    /// Four, likewise.
    template <class Struct>
    static FATHOM_INLINE void load_indices(const Struct *structs, Index i, std::size_t offset,
                                           Index &first, Index &second, Index &third,
                                           Index &fourth) noexcept {
        load_indices(structs, i, offset, first, second);
        load_indices(structs, i, offset + 2 * sizeof(std::uint32_t), third, fourth);
    }
    template <class Struct>
    static FATHOM_INLINE void load_exponents(const Struct *structs, Index i, std::size_t offset,
                                             Exponent &first, Exponent &second) noexcept {
        first = read<std::int32_t>(structs, i, offset);
        second = read<std::int32_t>(structs, i, offset + sizeof(std::int32_t));
    }

    /// The exact value of the listed point of that index, if the mask is set. `Number` is RealType
    /// or a sum of two of them.
    template <class Number>
    static FATHOM_INLINE void find_tiny(const TinyPoint<Number> *points, std::uint32_t count,
                                        std::uint64_t at, bool mask, Number &x, Number &y,
                                        Exponent &e) noexcept {
        if (!mask)
            return;
        std::uint32_t low = 0;
        while (count > 0) { // the first one not below `at`
            const std::uint32_t half = count / 2;
            const bool above = points[low + half].at < at;
            low = above ? low + half + 1 : low;
            count = above ? count - half - 1 : half;
        }
        x = points[low].z.x;
        y = points[low].z.y;
        e = points[low].z.exponent;
    }

  private:
    template <class Type, class Struct>
    static FATHOM_INLINE Type read(const Struct *structs, Index i, std::size_t offset) noexcept {
        // What is known to be aligned, a GPU reads together.
        const auto *bytes =
            static_cast<const char *>(__builtin_assume_aligned(structs, alignof(Struct)));
        return *reinterpret_cast<const Type *>(bytes + std::size_t{i} * sizeof(Struct) + offset);
    }
};

template <> struct ScalarOps<float> : ScalarNumbers<float> {
    using Real = float;
    using Value = float;
    static FATHOM_INLINE float set(float value) noexcept { return value; }
    static FATHOM_INLINE float fma(float a, float b, float c) noexcept { return ::fmaf(a, b, c); }
    static FATHOM_INLINE float negative_fma(float a, float b, float c) noexcept {
        return ::fmaf(-a, b, c);
    }
    static FATHOM_INLINE float fma_minus(float a, float b, float c) noexcept {
        return ::fmaf(a, b, -c);
    }
    /// fma(2a, b, c). Doubling b gives the same bits, and lets a GPU that runs two orbits a thread
    /// read x once for two operations: 86 instead of 78 % of an H100's FMA rate.
    static FATHOM_INLINE float fma_twice(float a, float b, float c) noexcept {
        return ::fmaf(a, b + b, c);
    }
    static FATHOM_INLINE float add(float a, float b) noexcept { return a + b; }
    static FATHOM_INLINE float sub(float a, float b) noexcept { return a - b; }
    static FATHOM_INLINE float twice(float a) noexcept { return a + a; }
    static FATHOM_INLINE float mul(float a, float b) noexcept { return a * b; }
    static FATHOM_INLINE float div(float a, float b) noexcept { return a / b; }
    static FATHOM_INLINE float abs(float a) noexcept { return ::fabsf(a); }
    static FATHOM_INLINE float neg(float a) noexcept { return -a; }
    /// The larger one; b if that cannot be told.
    static FATHOM_INLINE float larger(float a, float b) noexcept { return b < a ? a : b; }
    static FATHOM_INLINE float sqrt(float a) noexcept { return ::sqrtf(a); }
    /// |a| with the sign of b.
    static FATHOM_INLINE float with_sign(float a, float b) noexcept { return ::copysignf(a, b); }
    static FATHOM_INLINE bool less(float a, float b) noexcept { return a < b; }
    static FATHOM_INLINE bool less_equal(float a, float b) noexcept { return a <= b; }
    static FATHOM_INLINE bool both(bool a, bool b) noexcept { return a && b; }
    static FATHOM_INLINE float select(bool mask, float a, float b) noexcept { return mask ? a : b; }
};

template <class IndexType> struct DoubleOps : ScalarNumbers<double, IndexType> {
    using Real = double;
    using Value = double;
    static FATHOM_INLINE double set(double value) noexcept { return value; }
    static FATHOM_INLINE double fma(double a, double b, double c) noexcept {
        return ::fma(a, b, c);
    }
    static FATHOM_INLINE double negative_fma(double a, double b, double c) noexcept {
        return ::fma(-a, b, c);
    }
    static FATHOM_INLINE double fma_minus(double a, double b, double c) noexcept {
        return ::fma(a, b, -c);
    }
    static FATHOM_INLINE double fma_twice(double a, double b, double c) noexcept {
        return ::fma(a + a, b, c);
    }
    static FATHOM_INLINE double add(double a, double b) noexcept { return a + b; }
    static FATHOM_INLINE double sub(double a, double b) noexcept { return a - b; }
    static FATHOM_INLINE double twice(double a) noexcept { return a + a; }
    static FATHOM_INLINE double mul(double a, double b) noexcept { return a * b; }
    static FATHOM_INLINE double div(double a, double b) noexcept { return a / b; }
    static FATHOM_INLINE double abs(double a) noexcept { return ::fabs(a); }
    static FATHOM_INLINE double neg(double a) noexcept { return -a; }
    /// The larger one; b if that cannot be told.
    static FATHOM_INLINE double larger(double a, double b) noexcept { return b < a ? a : b; }
    static FATHOM_INLINE double sqrt(double a) noexcept { return ::sqrt(a); }
    /// |a| with the sign of b.
    static FATHOM_INLINE double with_sign(double a, double b) noexcept { return ::copysign(a, b); }
    static FATHOM_INLINE bool less(double a, double b) noexcept { return a < b; }
    static FATHOM_INLINE bool less_equal(double a, double b) noexcept { return a <= b; }
    static FATHOM_INLINE bool both(bool a, bool b) noexcept { return a && b; }
    static FATHOM_INLINE double select(bool mask, double a, double b) noexcept {
        return mask ? a : b;
    }
};
template <> struct ScalarOps<double> : DoubleOps<std::uint32_t> {};

/// The same where indices along a reference orbit may not fit 32 bits, which GPUs keep to.
template <class RealType> struct LongScalarOps : ScalarOps<RealType> {};
template <> struct LongScalarOps<double> : DoubleOps<std::uint64_t> {};

static_assert(PerturbedOps<ScalarOps<float>> && PerturbedOps<ScalarOps<double>> &&
              PerturbedOps<LongScalarOps<double>>);

} // namespace fathom::kernels
