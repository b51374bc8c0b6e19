// Highway's vectors as the arithmetic that mandelbrot_step-inl.h is written in. Included anew for
// each of Highway's targets, after <hwy/highway.h>, as mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_SIMD_OPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_SIMD_OPS_INL_H
#undef FATHOM_KERNELS_SIMD_SIMD_OPS_INL_H
#else
#define FATHOM_KERNELS_SIMD_SIMD_OPS_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/base/reference_point.h"
#include "kernels/base/scalar_ops.h"
#include "kernels/base/two.h"

#include <cstddef>
#include <cstdint>

// Targets whose MulAdd is two roundings (SSE) must not compute pixels: they get no vector loop.
#undef FATHOM_TARGET_FUSES
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
#define FATHOM_TARGET_FUSES 1
#else
#define FATHOM_TARGET_FUSES 0
#endif

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// What VectorOps has beside the arithmetic: see ScalarNumbers. Whole numbers and exponents have
/// as many bits as Real, so that a float's counts of steps have to stay below 2^32 and its arrays
/// below 2^31 bytes.
template <class RealType> struct VectorNumbers {
    using Tag = hn::ScalableTag<RealType>;
    using Value = hn::Vec<Tag>;
    using Mask = hn::Mask<Tag>;
    using IndexTag = hn::RebindToUnsigned<Tag>;
    using ExponentTag = hn::RebindToSigned<Tag>;
    using Index = hn::Vec<IndexTag>; ///< of as many bits as Real
    using Count = Index;
    using Exponent = hn::Vec<ExponentTag>;
    using Word = hn::TFromD<IndexTag>;
    using SignedWord = hn::TFromD<ExponentTag>;
    using Bits = RealBits<RealType>;
    static constexpr int kLanes = static_cast<int>(hn::MaxLanes(Tag()));
    static constexpr bool kTwoWords = sizeof(Word) == 2 * sizeof(std::uint32_t);

    static HWY_INLINE Mask none() { return hn::FirstN(Tag(), 0); }
    static HWY_INLINE Mask every() { return hn::FirstN(Tag(), hn::Lanes(Tag())); }
    static HWY_INLINE bool any(Mask a) { return !hn::AllFalse(Tag(), a); }
    static HWY_INLINE Mask either(Mask a, Mask b) { return hn::Or(a, b); }
    static HWY_INLINE Mask but_not(Mask a, Mask b) { return hn::AndNot(b, a); }

    static HWY_INLINE Index index(std::uint64_t value) {
        return hn::Set(IndexTag(), static_cast<Word>(value));
    }
    static HWY_INLINE Index add_index(Index a, Index b) { return hn::Add(a, b); }
    static HWY_INLINE Index subtract_index(Index a, Index b) { return hn::Sub(a, b); }
    static HWY_INLINE Mask equal_index(Index a, Index b) {
        return hn::RebindMask(Tag(), hn::Eq(a, b));
    }
    static HWY_INLINE Mask less_index(Index a, Index b) {
        // Signed comparisons exist everywhere; what differs are 32-bit numbers from 2^31 on.
        const Index flip =
            hn::Set(IndexTag(), kTwoWords ? Word{0} : Word{1} << (8 * sizeof(Word) - 1));
        return hn::RebindMask(Tag(), hn::Lt(hn::BitCast(ExponentTag(), hn::Xor(a, flip)),
                                            hn::BitCast(ExponentTag(), hn::Xor(b, flip))));
    }
    static HWY_INLINE Index select_index(Mask mask, Index a, Index b) {
        return hn::IfThenElse(hn::RebindMask(IndexTag(), mask), a, b);
    }
    static HWY_INLINE Index smaller_index(Index a, Index b) {
        return select_index(less_index(a, b), a, b);
    }
    static HWY_INLINE Count count(std::uint64_t value) {
        return hn::Set(IndexTag(), static_cast<Word>(value));
    }
    static HWY_INLINE Count add_count(Count a, Index b) { return hn::Add(a, b); }
    static HWY_INLINE Count subtract_count(Count a, Count b) { return hn::Sub(a, b); }
    static HWY_INLINE Mask less_count(Count a, Index b) { return less_index(a, b); }
    static HWY_INLINE Mask equal_count(Count a, Count b) { return equal_index(a, b); }
    static HWY_INLINE Mask multiple_of_16(Count a) {
        return equal_count(hn::And(a, count(15)), count(0));
    }
    static HWY_INLINE Count select_count(Mask mask, Count a, Count b) {
        return select_index(mask, a, b);
    }
    static HWY_INLINE Index saturated(Count a) { return smaller_index(a, index(0xffffffffU)); }

    static HWY_INLINE Exponent exponent(std::int32_t value) {
        return hn::Set(ExponentTag(), SignedWord{value});
    }
    static HWY_INLINE Exponent add_exponent(Exponent a, Exponent b) { return hn::Add(a, b); }
    static HWY_INLINE Exponent subtract_exponent(Exponent a, Exponent b) { return hn::Sub(a, b); }
    /// `factor` is a small constant from 0 on.
    static HWY_INLINE Exponent times_exponent(Exponent a, int factor) {
        Exponent product = exponent(0);
        for (int i = 0; i < factor; ++i)
            product = hn::Add(product, a);
        return product;
    }
    static HWY_INLINE Mask less_exponent(Exponent a, Exponent b) {
        return hn::RebindMask(Tag(), hn::Lt(a, b));
    }
    static HWY_INLINE Mask equal_exponent(Exponent a, Exponent b) {
        return hn::RebindMask(Tag(), hn::Eq(a, b));
    }
    static HWY_INLINE Exponent select_exponent(Mask mask, Exponent a, Exponent b) {
        return hn::IfThenElse(hn::RebindMask(ExponentTag(), mask), a, b);
    }
    static HWY_INLINE Exponent larger_exponent(Exponent a, Exponent b) {
        return select_exponent(less_exponent(a, b), b, a);
    }
    static HWY_INLINE Value power_of_two(Exponent e) {
        const Exponent most = exponent(Bits::kBias);
        const Exponent biased = hn::Add(select_exponent(less_exponent(e, most), e, most), most);
        const Mask normal = less_exponent(exponent(0), biased);
        const auto word = hn::IfThenElseZero(hn::RebindMask(ExponentTag(), normal), biased);
        return hn::BitCast(Tag(), hn::ShiftLeft<Bits::kMantissa>(word));
    }
    static HWY_INLINE Exponent exponent_of(Value a) {
        const Exponent biased =
            hn::BitCast(ExponentTag(), hn::ShiftRight<Bits::kMantissa>(hn::BitCast(IndexTag(), a)));
        return select_exponent(equal_exponent(biased, exponent(0)), exponent(kZeroExponent),
                               hn::Sub(biased, exponent(Bits::kBias)));
    }

    template <class Struct>
    static HWY_INLINE Value load(const Struct *structs, Index i, std::size_t offset) {
        return hn::GatherOffset(Tag(), at_offset<RealType>(structs, offset), offsets<Struct>(i));
    }
    template <class Struct>
    static HWY_INLINE void load_pair(const Struct *structs, Index i, std::size_t offset,
                                     Value &first, Value &second) {
        Pairs<Struct>(structs, i, offset).load(0, first, second);
    }
    /// In lanes of two words, the word behind it has to be in the struct, too.
    template <class Struct>
    static HWY_INLINE Index load_index(const Struct *structs, Index i, std::size_t offset) {
        const Index word = words(structs, i, offset);
        if constexpr (kTwoWords)
            return hn::And(word, index(0xffffffffU));
        else
            return word;
    }
    template <class Struct>
    static HWY_INLINE void load_indices(const Struct *structs, Index i, std::size_t offset,
                                        Index &first, Index &second) {
        const Index word = words(structs, i, offset);
        if constexpr (kTwoWords) {
            first = hn::And(word, index(0xffffffffU));
            second = hn::ShiftRight<32>(word);
        } else {
            first = word;
            second = words(structs, i, offset + sizeof(Word));
        }
    }
    template <class Struct>
    static HWY_INLINE void load_indices(const Struct *structs, Index i, std::size_t offset,
                                        Index &first, Index &second, Index &third, Index &fourth) {
        if constexpr (kTwoWords) {
            Value a, b;
            Pairs<Struct>(structs, i, offset).load(0, a, b);
            first = hn::And(hn::BitCast(IndexTag(), a), index(0xffffffffU));
            second = hn::ShiftRight<32>(hn::BitCast(IndexTag(), a));
            third = hn::And(hn::BitCast(IndexTag(), b), index(0xffffffffU));
            fourth = hn::ShiftRight<32>(hn::BitCast(IndexTag(), b));
        } else {
            load_indices(structs, i, offset, first, second);
            load_indices(structs, i, offset + 2 * sizeof(Word), third, fourth);
        }
    }
    template <class Struct>
    static HWY_INLINE void load_exponents(const Struct *structs, Index i, std::size_t offset,
                                          Exponent &first, Exponent &second) {
        Index a, b;
        load_indices(structs, i, offset, a, b);
        first = with_sign_extended(a);
        second = with_sign_extended(b);
    }

    /// Values of so many numbers in memory, which is aligned; also of sums of two.
    static HWY_INLINE Value from_lanes(const RealType *lanes) { return hn::Load(Tag(), lanes); }
    static HWY_INLINE Two<Value> from_lanes(const Two<RealType> *lanes) {
        Two<Value> value;
        hn::LoadInterleaved2(Tag(), &lanes->hi, value.hi, value.lo);
        return value;
    }
    static HWY_INLINE void to_lanes(Value value, RealType *lanes) {
        hn::Store(value, Tag(), lanes);
    }
    static HWY_INLINE void to_lanes(const Two<Value> &value, Two<RealType> *lanes) {
        hn::StoreInterleaved2(value.hi, value.lo, Tag(), &lanes->hi);
    }

    /// `Number` is RealType or a sum of two of them, and `Numbers` a vector of such.
    template <class Number, class Numbers>
    static HWY_INLINE void find_tiny(const TinyPoint<Number> *points, std::uint32_t count, Index at,
                                     Mask mask, Numbers &x, Numbers &y, Exponent &e) {
        alignas(64) Word indices[kLanes];
        alignas(64) Number found_x[kLanes];
        alignas(64) Number found_y[kLanes];
        alignas(64) SignedWord found_e[kLanes];
        alignas(64) Word wanted[kLanes];
        hn::Store(at, IndexTag(), indices);
        to_lanes(x, found_x);
        to_lanes(y, found_y);
        hn::Store(e, ExponentTag(), found_e);
        hn::Store(select_index(mask, index(1), index(0)), IndexTag(), wanted);
        for (int i = 0; i < kLanes; ++i) {
            std::int32_t exponent_found = static_cast<std::int32_t>(found_e[i]);
            ScalarOps<RealType>::find_tiny(points, count, indices[i], wanted[i] != 0, found_x[i],
                                           found_y[i], exponent_found);
            found_e[i] = exponent_found;
        }
        x = from_lanes(found_x);
        y = from_lanes(found_y);
        e = hn::Load(ExponentTag(), found_e);
    }

    /// Pairs of values, `offset` bytes into structs of an array: those of each lane's index, and
    /// those so many structs behind. Loading 16 bytes a lane takes half the time of two gathers.
    template <class Struct> class Pairs {
      public:
        Pairs() = default;
        HWY_INLINE Pairs(const Struct *structs, Index i, std::size_t offset)
            : base_(at_offset<RealType>(structs, offset)) {
            hn::Store(offsets<Struct>(i), ExponentTag(), at_);
        }
        HWY_INLINE void load(std::size_t behind, Value &first, Value &second) const {
            const RealType *base = at_offset<RealType>(base_, behind * sizeof(Struct));
            if constexpr (kTwoWords && kLanes == 8) {
                const hn::FixedTag<RealType, 4> half;
                const auto even = hn::Combine(Tag(), hn::Combine(half, row(base, 6), row(base, 4)),
                                              hn::Combine(half, row(base, 2), row(base, 0)));
                const auto odd = hn::Combine(Tag(), hn::Combine(half, row(base, 7), row(base, 5)),
                                             hn::Combine(half, row(base, 3), row(base, 1)));
                first = hn::InterleaveLower(Tag(), even, odd);
                second = hn::InterleaveUpper(Tag(), even, odd);
            } else if constexpr (kTwoWords && kLanes == 4) {
                const auto even = hn::Combine(Tag(), row(base, 2), row(base, 0));
                const auto odd = hn::Combine(Tag(), row(base, 3), row(base, 1));
                first = hn::InterleaveLower(Tag(), even, odd);
                second = hn::InterleaveUpper(Tag(), even, odd);
            } else {
                const Exponent at = hn::Load(ExponentTag(), at_);
                first = hn::GatherOffset(Tag(), base, at);
                second = hn::GatherOffset(Tag(), base + 1, at);
            }
        }

      private:
        HWY_INLINE auto row(const RealType *base, int lane) const {
            return hn::LoadU(hn::Full128<RealType>(),
                             at_offset<RealType>(base, static_cast<std::size_t>(at_[lane])));
        }

        const RealType *base_;
        alignas(64) SignedWord at_[kLanes];
    };

  private:
    template <class Type>
    static HWY_INLINE const Type *at_offset(const void *base, std::size_t offset) {
        return reinterpret_cast<const Type *>(static_cast<const char *>(base) + offset);
    }
    /// a * kFactor.
    template <std::size_t kFactor> static HWY_INLINE Index times(Index a) {
        if constexpr (kFactor == 1)
            return a;
        else if constexpr (kFactor % 2 == 1)
            return hn::Add(times<kFactor - 1>(a), a);
        else if constexpr (kFactor % 4 == 2)
            return hn::ShiftLeft<1>(times<kFactor / 2>(a));
        else if constexpr (kFactor % 16 != 0)
            return hn::ShiftLeft<2>(times<kFactor / 4>(a));
        else
            return hn::ShiftLeft<4>(times<kFactor / 16>(a));
    }
    template <class Struct> static HWY_INLINE Exponent offsets(Index i) {
        return hn::BitCast(ExponentTag(), times<sizeof(Struct)>(i));
    }
    template <class Struct>
    static HWY_INLINE Index words(const Struct *structs, Index i, std::size_t offset) {
        return hn::GatherOffset(IndexTag(), at_offset<Word>(structs, offset), offsets<Struct>(i));
    }
    /// The number of 32 bits in the lower half of the lane.
    static HWY_INLINE Exponent with_sign_extended(Index a) {
        if constexpr (kTwoWords) {
            const Exponent sign = hn::Set(ExponentTag(), SignedWord{1} << 31);
            return hn::Sub(hn::Xor(hn::BitCast(ExponentTag(), a), sign), sign);
        } else {
            return hn::BitCast(ExponentTag(), a);
        }
    }
};

template <class RealType> struct VectorOps : VectorNumbers<RealType> {
    using Numbers = VectorNumbers<RealType>;
    using Real = RealType;
    using typename Numbers::Mask;
    using typename Numbers::Tag;
    using typename Numbers::Value;
    static HWY_INLINE Value set(Real value) { return hn::Set(Tag(), value); }
    static HWY_INLINE Value fma(Value a, Value b, Value c) { return hn::MulAdd(a, b, c); }
    static HWY_INLINE Value negative_fma(Value a, Value b, Value c) {
        return hn::NegMulAdd(a, b, c);
    }
    static HWY_INLINE Value fma_minus(Value a, Value b, Value c) { return hn::MulSub(a, b, c); }
    /// b + b, because b is not needed again: the sum takes its register.
    static HWY_INLINE Value fma_twice(Value a, Value b, Value c) {
        return hn::MulAdd(a, hn::Add(b, b), c);
    }
    static HWY_INLINE Value add(Value a, Value b) { return hn::Add(a, b); }
    static HWY_INLINE Value sub(Value a, Value b) { return hn::Sub(a, b); }
    static HWY_INLINE Value twice(Value a) { return hn::Add(a, a); }
    static HWY_INLINE Value mul(Value a, Value b) { return hn::Mul(a, b); }
    static HWY_INLINE Value div(Value a, Value b) { return hn::Div(a, b); }
    static HWY_INLINE Value abs(Value a) { return hn::Abs(a); }
    static HWY_INLINE Value neg(Value a) { return hn::Neg(a); }
    static HWY_INLINE Value larger(Value a, Value b) { return hn::IfThenElse(hn::Lt(b, a), a, b); }
    static HWY_INLINE Value sqrt(Value a) { return hn::Sqrt(a); }
    static HWY_INLINE Value with_sign(Value a, Value b) { return hn::CopySign(a, b); }
    static HWY_INLINE Value flip_sign(Value a, Value b) {
        return hn::Xor(a, hn::And(b, hn::SignBit(Tag())));
    }
    static HWY_INLINE Mask less(Value a, Value b) { return hn::Lt(a, b); }
    static HWY_INLINE Mask less_equal(Value a, Value b) { return hn::Le(a, b); }
    static HWY_INLINE Mask both(Mask a, Mask b) { return hn::And(a, b); }
    static HWY_INLINE Value select(Mask mask, Value a, Value b) {
        return hn::IfThenElse(mask, a, b);
    }
    static HWY_INLINE Real sum(Value a) { return hn::GetLane(hn::SumOfLanes(Tag(), a)); }
};

static_assert(PerturbedOps<VectorOps<float>> && PerturbedOps<VectorOps<double>>);

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
