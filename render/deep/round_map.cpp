#include "render/deep/round_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace fathom {
namespace {

/// Nodes are multiples of its reciprocal, so that their differences and the squares of these are
/// doubles.
constexpr double kNodeUnits = 0x1p20;
/// |t| of a node at most, of two their distance, and the distance of one from a |t| up to a half.
constexpr double kNodeSize = 1 + 0x1p-19;
constexpr double kFromHalf = 0.5 + kNodeSize;
/// More than what doubles lose when a length is made of them.
constexpr double kForRoundings = 1 + 0x1p-40;

LengthBound power_of_two_bound(long exponent) {
    return LengthBound(1, exponent);
}

LengthBound product(LengthBound a, const LengthBound &b) {
    a.multiply(b);
    return a;
}

LengthBound length_of(const ExactComplex &z) {
    const WideComplex wide = to_wide(z.x, z.y);
    return LengthBound(std::hypot(wide.x, wide.y) * kForRoundings,
                       static_cast<long>(wide.exponent));
}

ExactComplex zero_of(long bits) {
    return {Real(bits), Real(bits)};
}

/// z b, z's bits kept.
ExactComplex times(const ExactComplex &z, std::complex<double> b) {
    return multiply(z, {Real::of(b.real()), Real::of(b.imag())});
}

/// z / b; of b the square is a double.
ExactComplex over(const ExactComplex &z, std::complex<double> b) {
    ExactComplex result = times(z, std::conj(b));
    for (Real *part : {&result.x, &result.y})
        mpfr_div_d(part->get(), part->get(), std::norm(b), MPFR_RNDN);
    return result;
}

std::vector<std::complex<double>> nodes_on_circle(int count) {
    std::vector<std::complex<double>> nodes;
    for (int k = 0; k < count; ++k) {
        const double angle = 2 * std::numbers::pi * k / count;
        nodes.emplace_back(std::round(std::cos(angle) * kNodeUnits) / kNodeUnits,
                           std::round(std::sin(angle) * kNodeUnits) / kNodeUnits);
    }
    return nodes;
}

/// Of Lagrange's polynomials, one at a node and 0 at 0 and at the others: what they are for |t| up
/// to a half at most, over |t|.
std::vector<double> weights_of(const std::vector<std::complex<double>> &nodes) {
    std::vector<double> weights;
    for (const auto &node : nodes) {
        double weight = 1 / std::abs(node);
        for (const auto &other : nodes)
            if (other != node)
                weight *= kFromHalf / std::abs(node - other);
        weights.push_back(weight * kForRoundings);
    }
    return weights;
}

} // namespace

PointWalk::PointWalk(const OrbitPoints &points, std::uint64_t at) : points_(points), at_(at) {
    const auto first = std::lower_bound(
        points.tiny.begin(), points.tiny.end(), at,
        [](const kernels::TinyPoint<double> &tiny, std::uint64_t n) { return tiny.at < n; });
    next_tiny_ = static_cast<std::size_t>(first - points.tiny.begin());
}

void PointWalk::step() {
    if (is_tiny())
        ++next_tiny_;
    ++at_;
}

kernels::WidePoint<double> PointWalk::point() const {
    if (is_tiny())
        return points_.tiny[next_tiny_].z;
    const auto &z = points_.z[at_];
    return {z.x, z.y, 0};
}

LengthBound length_of(const kernels::WidePoint<double> &z) {
    return LengthBound(std::hypot(z.x, z.y) * kForRoundings, static_cast<long>(z.exponent));
}

RoundBounds::RoundBounds(const OrbitPoints &orbit, std::uint64_t q, FixedFormat of)
    : length(q), format(of), growth(1), rounding(step_error(of, 2, 1)),
      error(power_of_two_bound(-of.fraction_bits())) {
    LengthBound bend; // what |A u| is of |Z_i|, summed, for |u| = 1
    PointWalk walk(orbit, 1);
    for (; walk.at() < q; walk.step()) {
        const auto z = walk.point();
        const double size = std::hypot(z.x, z.y);
        const auto exponent = static_cast<long>(z.exponent);
        LengthBound share = growth;
        share.multiply(1 / size, -exponent);
        bend.add(share);
        growth.multiply(2 * size, exponent);
        error.multiply(2 * size, exponent);
        error.add(power_of_two_bound(-of.fraction_bits()));
        rounding.multiply(2 * size, exponent);
        rounding.add(step_error(of, 2, exponent < 0 ? 1 : size));
    }
    constexpr long kSurelyStraight = 2;
    log2_reach = -(bend.is_zero() ? 0 : bend.log2()) - kSurelyStraight;
    farthest = power_of_two_bound(log2_reach);
    for (PointWalk again(orbit, 1); again.at() < q; again.step()) {
        const auto z = again.point();
        LengthBound slope(2 * std::hypot(z.x, z.y), static_cast<long>(z.exponent));
        slope.add(farthest);
        farthest.multiply(slope);
    }
}

RoundMap::RoundMap(const RoundBounds &bounds, int nodes, long log2_radius, long bits)
    : bounds_(bounds), log2_radius_(log2_radius), bits_(bits), nodes_(nodes_on_circle(nodes)),
      weights_(weights_of(nodes_)) {}

double RoundMap::weight() const noexcept {
    double sum = 0;
    for (const double weight : weights_)
        sum += weight;
    return sum;
}

ExactComplex RoundMap::from_node(const ExactComplex &t, std::size_t k) const {
    ExactComplex result = zero_of(bits_);
    mpfr_sub_d(result.x.get(), t.x.get(), nodes_[k].real(), MPFR_RNDN);
    mpfr_sub_d(result.y.get(), t.y.get(), nodes_[k].imag(), MPFR_RNDN);
    return result;
}

ExactComplex RoundMap::value_at(const ExactComplex &t) const {
    ExactComplex sum = coefficients_.back();
    for (std::size_t k = coefficients_.size() - 1; k-- > 0;) {
        sum = multiply(from_node(t, k), sum);
        mpfr_add(sum.x.get(), sum.x.get(), coefficients_[k].x.get(), MPFR_RNDN);
        mpfr_add(sum.y.get(), sum.y.get(), coefficients_[k].y.get(), MPFR_RNDN);
    }
    return multiply(sum, t);
}

/// A difference, a product and a sum are each off by a share of 2^-bits of the sizes that are added
/// up here.
LengthBound RoundMap::value_error(double apart) const {
    LengthBound sizes;
    for (std::size_t k = coefficients_.size(); k-- > 0;) {
        sizes.multiply(apart, 0);
        sizes.add(length_of(coefficients_[k]));
    }
    constexpr double kRoundings = 4;
    sizes.multiply(kRoundings * static_cast<double>(coefficients_.size() + 1), -bits_);
    return sizes;
}

/// Newton's divided differences. What their roundings, or nodes that lie close to each other, make
/// of them shows in the values at the nodes, whose errors are then part of the ends'.
void RoundMap::interpolate(const End &first, const std::vector<End> &ends) {
    first_ = first.z;
    first_away_ = first.away;
    std::vector<ExactComplex> rises;
    for (const End &end : ends) {
        ExactComplex rise = zero_of(bits_);
        mpfr_sub(rise.x.get(), end.z.x.get(), first.z.x.get(), MPFR_RNDN);
        mpfr_sub(rise.y.get(), end.z.y.get(), first.z.y.get(), MPFR_RNDN);
        rises.push_back(std::move(rise));
    }
    coefficients_.clear();
    for (std::size_t k = 0; k < rises.size(); ++k)
        coefficients_.push_back(over(rises[k], nodes_[k]));
    for (std::size_t order = 1; order < rises.size(); ++order)
        for (std::size_t k = rises.size(); k-- > order;)
            coefficients_[k] = over(subtract(coefficients_[k], coefficients_[k - 1]),
                                    nodes_[k] - nodes_[k - order]);

    of_nodes_ = {};
    for (std::size_t k = 0; k < rises.size(); ++k) {
        ExactComplex t = zero_of(bits_);
        mpfr_set_d(t.x.get(), nodes_[k].real(), MPFR_RNDN);
        mpfr_set_d(t.y.get(), nodes_[k].imag(), MPFR_RNDN);
        LengthBound off = length_of(subtract(value_at(t), rises[k]));
        off.add(product(length_of(rises[k]), power_of_two_bound(-bits_)));
        off.add(value_error(2 * kNodeSize));
        off.add(ends[k].away);
        off.add(first.away);
        off.multiply(weights_[k], 0);
        of_nodes_.add(off);
    }
}

bool RoundMap::takes(const LengthBound &z) const {
    return !z.is_zero() && product(z, z).log2() < log2_radius_;
}

RoundMap::Image RoundMap::image(const ExactComplex &from, const LengthBound &z,
                                const LengthBound &away) const {
    const FixedFormat format = bounds_.format;
    ExactComplex t = zero_of(bits_);
    mpfr_set(t.x.get(), from.x.get(), MPFR_RNDN);
    mpfr_set(t.y.get(), from.y.get(), MPFR_RNDN);
    t = multiply(t, t);
    for (Real *part : {&t.x, &t.y})
        mpfr_mul_2si(part->get(), part->get(), -log2_radius_, MPFR_RNDN);

    const ExactComplex rise = value_at(t);
    const auto sum = [&](const Real &to, const Real &by) {
        Real result(kLimbBits * static_cast<long>(format.size()));
        mpfr_add(result.get(), to.get(), by.get(), MPFR_RNDN);
        return to_fixed(result, format);
    };
    Image image;
    image.x = sum(first_.x, rise.x);
    image.y = mpfr_zero_p(t.y.get()) != 0 && mpfr_zero_p(first_.y.get()) != 0
                  ? FixedNumber{std::vector<mp_limb_t>(format.size()), false}
                  : sum(first_.y, rise.y);

    const LengthBound u = product(z, z);
    const LengthBound share = product(u, power_of_two_bound(-log2_radius_)); // |t|
    // What interpolation leaves out: see docs/explanation/fast-reference-orbits.md.
    const long down = log2_radius_ - bounds_.log2_reach; // <= -2
    const double near = kNodeSize * std::ldexp(1.0, static_cast<int>(std::max(down, -1000L)));
    LengthBound left_out =
        product(bounds_.farthest, product(u, power_of_two_bound(-bounds_.log2_reach)));
    left_out.multiply(1 / (1 - near), 0);
    for (int k = 0; k < nodes(); ++k)
        left_out.multiply(kFromHalf / (1 - near), down);
    image.added = left_out;
    image.added.add(product(share, of_nodes_));
    image.added.add(product(share, value_error(kFromHalf)));
    image.added.add(first_away_);
    constexpr double kCutOff = 4; // units
    image.added.add(LengthBound(kCutOff, -format.fraction_bits()));
    // Both ends differ in where they begin: (2 |z| + away) away, and what t has lost.
    LengthBound begun = z;
    begun.multiply(2, 0);
    begun.add(away);
    begun.multiply(away);
    constexpr double kOfSquare = 8;
    LengthBound lost = u;
    lost.multiply(kOfSquare, -bits_);
    begun.add(lost);
    image.away = product(bounds_.growth, begun);
    image.away.add(bounds_.rounding);
    image.away.add(image.added);
    return image;
}

} // namespace fathom
