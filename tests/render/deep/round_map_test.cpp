// Where rounds end, by interpolation: within the bound of where all steps lead, with twice the
// limbs.
#include "render/deep/round_map.h"

#include "render/deep/orbit_builder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace fathom::round_map_test {

using kernels::kMandelbrot;

/// Beside a minibrot of period 7,884, whose nucleus has 28 digits more (shared/locations/flake).
const char *const kRe =
    "-1."
    "99996619445037030418434688506350579675531241540724851511761922944801584242342684381376129778"
    "8689138122870464065609498643538105757447721664856724960928039200953321766548438990832789768935"
    "93"
    "866532407218627343";
const char *const kIm =
    "-3."
    "00138243679093832407249730397759249873468311907733352701742572801204749756148235811856472992"
    "88414075519224186504978181625478528945548157122145772681320873046799459929582383e-34";
constexpr std::uint64_t kPeriod = 7'884;

FixedFormat format_of(std::size_t fraction) {
    return {fraction, whole_limbs(kMandelbrot, fraction, 8, 14)};
}

FixedNumber with_fraction(const FixedNumber &number, FixedFormat from, FixedFormat to) {
    return to_fixed(to_real(number, from), to);
}

/// An orbit of c up to its period, all steps taken.
struct FirstRound {
    explicit FirstRound(std::size_t fraction) : format(format_of(fraction)) {
        OrbitBuilder::Start start;
        start.formula = kMandelbrot;
        start.format = format;
        start.zx = start.zy = to_fixed(Decimal(), format);
        start.cx = cx = to_fixed(Decimal::parse(kRe), format);
        start.cy = cy = to_fixed(Decimal::parse(kIm), format);
        start.most_points = kPeriod + 1;
        start.most_bytes = 2 * start.most_points * sizeof(kernels::OrbitPoint<double>);
        start.rounds = false;
        builder.emplace(start);
        OrbitGoal goal;
        goal.limit = kPeriod;
        goal.bailout_squared = 65'536;
        const std::atomic<bool> never{false};
        EXPECT_TRUE(builder->advance(goal, never, nullptr));
    }
    [[nodiscard]] OrbitPoints points() const {
        return {{builder->store()->data(), builder->store()->size()}, builder->tiny()};
    }
    /// From x + iy, as many steps, in numbers of that format.
    [[nodiscard]] ExactComplex follow(const FixedNumber &x, const FixedNumber &y, FixedFormat in,
                                      std::uint64_t steps) const {
        OrbitStepper stepper(kMandelbrot, in, 1);
        stepper.start(x, y, with_fraction(cx, format, in), with_fraction(cy, format, in));
        for (std::uint64_t i = 0; i < steps; ++i)
            stepper.step();
        return {to_real(stepper.x(), in), to_real(stepper.y(), in)};
    }

    FixedFormat format;
    FixedNumber cx, cy;
    std::optional<OrbitBuilder> builder;
};

FixedNumber scaled(double value, long exponent, FixedFormat format) {
    Real real = Real::of(value);
    mpfr_mul_2si(real.get(), real.get(), exponent, MPFR_RNDN);
    return to_fixed(real, format);
}

/// Through so many nodes, 500 bits of whose image are those of G.
RoundMap map_of(const FirstRound &round, int nodes) {
    const RoundBounds bounds(round.points(), kPeriod, round.format);
    constexpr long kBits = 500;
    const long radius = bounds.log2_reach - 1 - (kBits + nodes - 1) / nodes;
    RoundMap map(bounds, nodes, radius, kBits + 64);
    std::vector<RoundMap::End> ends;
    for (int k = 0; k < nodes; ++k) {
        const auto at = [&](double part, const FixedNumber &c) {
            Real z = to_real(c, round.format);
            const Real move = to_real(scaled(part, radius, round.format), round.format);
            mpfr_add(z.get(), z.get(), move.get(), MPFR_RNDN);
            return to_fixed(z, round.format);
        };
        ends.push_back({round.follow(at(map.node(k).real(), round.cx),
                                     at(map.node(k).imag(), round.cy), round.format, kPeriod - 1),
                        bounds.rounding});
    }
    const FixedNumber zero = to_fixed(Decimal(), round.format);
    map.interpolate({round.follow(zero, zero, round.format, kPeriod), bounds.rounding}, ends);
    return map;
}

double log2_distance(const ExactComplex &a, const ExactComplex &b) {
    const ExactComplex between = subtract(a, b);
    return log2_size(to_wide(between.x, between.y));
}

TEST(RoundMap, LeadsWhereAllStepsLeadUpToItsBound) {
    const FirstRound round(30);
    const FixedFormat exact = format_of(60);
    std::mt19937_64 random(8);
    std::uniform_real_distribution<double> part(-1, 1);
    for (const int nodes : {1, 2, 3, 4, 7, RoundMap::kMostNodes}) {
        const RoundMap map = map_of(round, nodes);
        for (int i = 0; i < 12; ++i) {
            // Some as large as may be, some a good deal smaller.
            const long octaves = map.log2_radius() / 2 - 2 - (i % 3) * 40;
            const double re = part(random);
            const double im = part(random);
            const FixedNumber x = scaled(re, octaves, round.format);
            const FixedNumber y = scaled(im, octaves, round.format);
            const LengthBound length(std::hypot(re, im) * (1 + 0x1p-40), octaves);
            ASSERT_TRUE(map.takes(length));
            const ExactComplex z{to_real(x, round.format), to_real(y, round.format)};
            const auto image = map.image(z, length, LengthBound());
            const ExactComplex end =
                round.follow(with_fraction(x, round.format, exact),
                             with_fraction(y, round.format, exact), exact, kPeriod);
            const ExactComplex there{to_real(image.x, round.format),
                                     to_real(image.y, round.format)};
            const double off = log2_distance(end, there);
            EXPECT_LE(off, static_cast<double>(image.away.log2())) << nodes;
            EXPECT_GE(off, static_cast<double>(image.away.log2()) - 60) << nodes;
            // So it tells some hundred bits of what the round adds.
            const RoundBounds &bounds = map.bounds();
            LengthBound added = bounds.growth;
            added.multiply(length);
            added.multiply(length);
            EXPECT_LE(image.away.log2(), added.log2() - 250) << nodes;
        }
    }
}

// An orbit that begins within `away` ends within the image's.
TEST(RoundMap, CountsWhereTheRoundBegan) {
    const FirstRound round(30);
    const RoundMap map = map_of(round, 3);
    const long octaves = map.log2_radius() / 2 - 3;
    const FixedFormat exact = format_of(60);
    const auto sum = [&](double part, double more, long bits) {
        Real result = to_real(scaled(part, octaves, exact), exact);
        const Real by = to_real(scaled(more, octaves - bits, exact), exact);
        mpfr_add(result.get(), result.get(), by.get(), MPFR_RNDN);
        return to_fixed(result, exact);
    };
    for (const long bits : {60, 120, 200}) {
        const FixedNumber x = scaled(0.7, octaves, round.format);
        const FixedNumber y = scaled(-0.6, octaves, round.format);
        const auto image = map.image({to_real(x, round.format), to_real(y, round.format)},
                                     LengthBound(1, octaves), LengthBound(1.5, octaves - bits));
        const ExactComplex end =
            round.follow(sum(0.7, 1, bits), sum(-0.6, -1, bits), exact, kPeriod);
        const double off =
            log2_distance(end, {to_real(image.x, round.format), to_real(image.y, round.format)});
        EXPECT_LE(off, static_cast<double>(image.away.log2()));
        EXPECT_GE(off, static_cast<double>(image.away.log2()) - 4);
    }
}

TEST(RoundMap, TakesWhatIsWithinHalfItsRadius) {
    const FirstRound round(30);
    const RoundMap map = map_of(round, 2);
    const long octaves = map.log2_radius() / 2;
    EXPECT_TRUE(map.takes(LengthBound(1, octaves - 2)));
    EXPECT_FALSE(map.takes(LengthBound(1, octaves + 1)));
    EXPECT_FALSE(map.takes(LengthBound()));
}

// |G(u) - Z_q| at the edge of its reach, and the slope within.
TEST(RoundBounds, HoldForOrbitsThatBeginAnywhereWithinReach) {
    const FirstRound round(30);
    const RoundBounds bounds(round.points(), kPeriod, round.format);
    const FixedNumber zero = to_fixed(Decimal(), round.format);
    const ExactComplex first = round.follow(zero, zero, round.format, kPeriod);
    for (const double degrees : {0, 50, 111, 200, 260, 333}) {
        const std::complex<double> u = std::polar(1.0, degrees * std::acos(-1.0) / 180);
        const auto beside = [&](double part, long exponent, const FixedNumber &c) {
            Real z = to_real(c, round.format);
            const Real move = to_real(scaled(part, exponent, round.format), round.format);
            mpfr_add(z.get(), z.get(), move.get(), MPFR_RNDN);
            return to_fixed(z, round.format);
        };
        const auto rise = [&](long exponent) {
            return log2_distance(round.follow(beside(u.real(), exponent, round.cx),
                                              beside(u.imag(), exponent, round.cy), round.format,
                                              kPeriod - 1),
                                 first);
        };
        const double at_edge = rise(bounds.log2_reach);
        EXPECT_LE(at_edge, static_cast<double>(bounds.farthest.log2()));
        EXPECT_GE(at_edge, static_cast<double>(bounds.farthest.log2()) - 4);
        const double near = rise(bounds.log2_reach - 200) - double(bounds.log2_reach - 200);
        EXPECT_LE(near, static_cast<double>(bounds.growth.log2()));
        EXPECT_GE(near, static_cast<double>(bounds.growth.log2()) - 2);
    }
}

} // namespace fathom::round_map_test
