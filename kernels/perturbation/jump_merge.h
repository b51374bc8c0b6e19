#pragma once
#include "kernels/base/scalar_ops.h"
#include "kernels/perturbation/jump.h"
#include "kernels/perturbation/linear_map-inl.h"
#include "kernels/perturbation/wide_number-inl.h"

namespace fathom::kernels {

/// A jump while it is put together: in double with exponents, whatever type the pixels have. The
/// same on hosts and GPUs.
template <class Linear> struct JumpDraft {
    Linear a{}, b{};
    std::int32_t a_exponent = 0, b_exponent = 0;
    double radius = 1, radius_c = 1; ///< times 2^exponent; nothing limits a single step
    std::int32_t radius_exponent = kNoLimit, radius_c_exponent = kNoLimit;
    std::uint32_t first = 0;
    std::uint32_t length = 0;

    static constexpr std::int32_t kNoLimit = 1 << 27;
};

/// The draft of a formula's jumps.
template <class Formula> using DraftOf = JumpDraft<scalar::SlopeOf<Formula, ScalarOps<double>>>;

/// A number a 2^e, a in [1, 2) or 0.
struct WideReal {
    double a = 0;
    std::int32_t e = kZeroExponent;
};

FATHOM_INLINE WideReal wide_real(double a, std::int32_t e) noexcept {
    const std::int32_t own = ScalarOps<double>::exponent_of(a);
    if (own == kZeroExponent)
        return {};
    return {a * ScalarOps<double>::power_of_two(-own), e + own};
}

FATHOM_INLINE WideReal smaller(WideReal a, WideReal b) noexcept {
    return a.e < b.e || (a.e == b.e && a.a < b.a) ? a : b;
}

/// The jump of one step at reference index m.
template <class Linear> FATHOM_INLINE JumpDraft<Linear> single_step(std::uint32_t m) noexcept {
    JumpDraft<Linear> draft;
    draft.a = draft.b = scalar::identity<Linear, ScalarOps<double>>();
    draft.first = m;
    draft.length = 1;
    return draft;
}

/// First `x`, then `y`, which starts where x ends, at the reference's point `at`. y's exact first
/// step becomes its linear part: that costs a share (degree - 1) |z| / |2 Z| of the result, so
/// |z| is kept below `tolerance` |Z| / (degree - 1), and away from folds.
template <class Formula, class Linear>
FATHOM_INLINE JumpDraft<Linear> merged(const JumpDraft<Linear> &x, const JumpDraft<Linear> &y,
                                       WidePoint<double> at, double tolerance) noexcept {
    using Ops = ScalarOps<double>;
    const scalar::Complex<double> point{at.x, at.y};
    const Linear slope = Formula::template slope<Ops>(scalar::Point<double>{point, {}});
    // Of a zero it would leave its type when others are added.
    const std::int32_t power_exponent = (Formula::kDegree - 1) * at.exponent;
    const std::int32_t slope_exponent =
        power_exponent < kZeroExponent ? kZeroExponent : power_exponent;
    const double fold = 0.25 * Formula::template fold<Ops>(point);
    const double straight = tolerance / (Formula::kDegree - 1) * scalar::chebyshev<Ops>(point);
    WideReal room = wide_real(fold < straight ? fold : straight, at.exponent);
    if (y.radius_exponent != JumpDraft<Linear>::kNoLimit) {
        // Merged once a level, a fold's margin would wear off by the other half of the sum.
        constexpr double kShare = Formula::kPower != 0 ? 1.0 : 0.5;
        const WideReal steep = wide_real(scalar::operator_norm<Ops>(slope), slope_exponent);
        room = smaller(room, steep.a == 0 ? WideReal{1, JumpDraft<Linear>::kNoLimit}
                                          : wide_real(kShare * y.radius / steep.a,
                                                      y.radius_exponent - steep.e));
    }
    const WideReal of_a = wide_real(scalar::operator_norm<Ops>(x.a), x.a_exponent);
    const WideReal of_b = wide_real(scalar::operator_norm<Ops>(x.b), x.b_exponent);
    const WideReal none{1, JumpDraft<Linear>::kNoLimit};
    const WideReal radius =
        smaller({x.radius, x.radius_exponent},
                of_a.a == 0 ? none : wide_real(room.a / of_a.a, room.e - of_a.e));
    const WideReal radius_c =
        smaller(smaller({x.radius_c, x.radius_c_exponent}, {y.radius_c, y.radius_c_exponent}),
                of_b.a == 0 ? none : wide_real(room.a / of_b.a, room.e - of_b.e));

    JumpDraft<Linear> draft;
    const Linear through = scalar::compose<Ops>(y.a, slope);
    const std::int32_t through_exponent = y.a_exponent + slope_exponent;
    draft.a = scalar::compose<Ops>(through, x.a);
    draft.a_exponent = through_exponent + x.a_exponent;
    scalar::normalise_linear<Ops>(draft.a, draft.a_exponent);
    const std::int32_t e1 = through_exponent + x.b_exponent;
    draft.b_exponent = e1 < y.b_exponent ? y.b_exponent : e1;
    draft.b = scalar::combine<Ops>(scalar::compose<Ops>(through, x.b),
                                   Ops::power_of_two(e1 - draft.b_exponent), y.b,
                                   Ops::power_of_two(y.b_exponent - draft.b_exponent));
    scalar::normalise_linear<Ops>(draft.b, draft.b_exponent);
    draft.radius = radius.a;
    draft.radius_exponent = radius.e;
    draft.radius_c = radius_c.a;
    draft.radius_c_exponent = radius_c.e;
    draft.first = x.first;
    draft.length = x.length + y.length;
    return draft;
}

/// Reads points of a reference orbit with their exponents. All tiny points are listed, zeros too.
struct OrbitReader {
    const OrbitPoint<double> *points = nullptr;
    const TinyPoint<double> *tiny = nullptr;
    std::uint32_t tiny_count = 0;

    [[nodiscard]] FATHOM_INLINE WidePoint<double> at(std::uint32_t m) const noexcept {
        using Ops = ScalarOps<double>;
        scalar::Complex<double> z{points[m].x, points[m].y};
        std::int32_t e = 0;
        if (scalar::chebyshev<Ops>(z) < 0x1p-400)
            Ops::find_tiny(tiny, tiny_count, m, true, z.x, z.y, e);
        scalar::normalise<Ops>(z, e);
        return {z.x, z.y, e};
    }
};

} // namespace fathom::kernels
