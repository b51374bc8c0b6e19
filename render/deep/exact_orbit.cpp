#include "render/deep/exact_orbit.h"

#include "kernels/formulas/with_formula.h"
#include "render/deep/orbit_stepper.h"
#include "render/numbers/real.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fathom {
namespace {

/// Where neither |z| nor |c| exceeds `size` >= 2.
FixedFormat format_for(kernels::FormulaId formula, double size, long bits) {
    const auto fraction =
        static_cast<std::size_t>((std::max(bits, 1L) + kLimbBits - 1) / kLimbBits);
    return {fraction, whole_limbs(formula, fraction, std::log2(size), std::log2(size))};
}

/// All formulas whose next point hangs on the last one alone.
class FixedOrbit final : public ExactOrbit {
  public:
    explicit FixedOrbit(const ExactOrbitSpec &spec)
        : julia_(spec.formula.julia),
          format_(format_for(spec.formula.id, std::max(spec.largest, spec.reach), spec.bits)),
          seed_re_(to_fixed(spec.formula.seed_re, format_)),
          seed_im_(to_fixed(spec.formula.seed_im, format_)),
          stepper_(spec.formula.id, format_, spec.threads) {}

    void start(const Real &re, const Real &im) override {
        const FixedNumber zero = to_fixed(Decimal(), format_);
        const FixedNumber x = to_fixed(re, format_);
        const FixedNumber y = to_fixed(im, format_);
        if (julia_)
            stepper_.start(x, y, seed_re_, seed_im_);
        else
            stepper_.start(zero, zero, x, y);
    }
    void step() override { stepper_.step(); }
    [[nodiscard]] bool is_outside(double bailout) const override {
        const auto z = stepper_.nearest_point();
        return z.x * z.x + z.y * z.y > bailout * bailout;
    }
    [[nodiscard]] WideComplex z() const override {
        const auto z = stepper_.nearest_wide_point();
        return normalised({z.x, z.y, z.exponent});
    }
    [[nodiscard]] std::pair<Real, Real> exact_z() const override {
        return {to_real(stepper_.x(), format_), to_real(stepper_.y(), format_)};
    }
    void mark() override {
        marked_x_ = stepper_.x();
        marked_y_ = stepper_.y();
    }
    [[nodiscard]] bool is_at_mark() const override {
        return stepper_.x() == marked_x_ && stepper_.y() == marked_y_;
    }

  private:
    bool julia_;
    FixedFormat format_;
    FixedNumber seed_re_, seed_im_;
    OrbitStepper stepper_;
    FixedNumber marked_x_, marked_y_;
};

/// What the formulas of kernels/formulas need to be iterated in MPFR. A result is as
/// precise as its most precise operand, so constants cost nothing.
struct MpfrOps {
    using Real = double;
    using Value = fathom::Real;

    static Value set(double value) { return Value::of(value); }
    static Value add(const Value &a, const Value &b) { return make(mpfr_add, a, b); }
    static Value mul(const Value &a, const Value &b) { return make(mpfr_mul, a, b); }
    static Value neg(const Value &a) {
        Value result(a.bits());
        mpfr_neg(result.get(), a.get(), MPFR_RNDN);
        return result;
    }
    static Value abs(const Value &a) {
        Value result(a.bits());
        mpfr_abs(result.get(), a.get(), MPFR_RNDN);
        return result;
    }
    static Value with_sign(const Value &magnitude, const Value &sign) {
        Value result(magnitude.bits());
        mpfr_copysign(result.get(), magnitude.get(), sign.get(), MPFR_RNDN);
        return result;
    }
    static Value fma(const Value &a, const Value &b, const Value &c) {
        Value result(std::max({a.bits(), b.bits(), c.bits()}));
        mpfr_fma(result.get(), a.get(), b.get(), c.get(), MPFR_RNDN);
        return result;
    }
    static Value negative_fma(const Value &a, const Value &b, const Value &c) {
        return fma(neg(a), b, c);
    }
    static Value fma_twice(const Value &a, const Value &b, const Value &c) {
        return fma(add(a, a), b, c);
    }

  private:
    template <class Operation>
    static Value make(Operation operation, const Value &a, const Value &b) {
        Value result(std::max(a.bits(), b.bits()));
        operation(result.get(), a.get(), b.get(), MPFR_RNDN);
        return result;
    }
};

/// A formula that looks back, as it is written for all engines.
template <class Formula> class RealOrbit final : public ExactOrbit {
  public:
    explicit RealOrbit(const ExactOrbitSpec &spec)
        : bits_(spec.bits),
          julia_(spec.formula.julia), seed_{Real::of(spec.formula.seed_re, bits_),
                                            Real::of(spec.formula.seed_im, bits_)} {
        k_.parameter = {Real::of(spec.formula.parameter_re), Real::of(spec.formula.parameter_im)};
    }

    void start(const Real &re, const Real &im) override {
        at_.before = {Real(bits_), Real(bits_)};
        at_.z = julia_ ? Number{re, im} : at_.before;
        k_.c = julia_ ? seed_ : Number{re, im};
    }
    void step() override {
        Number next = Formula::template step<MpfrOps>(at_, k_);
        at_.before = std::exchange(at_.z, std::move(next));
    }
    [[nodiscard]] bool is_outside(double bailout) const override {
        const double x = at_.z.x.to_double();
        const double y = at_.z.y.to_double();
        return x * x + y * y > bailout * bailout;
    }
    [[nodiscard]] WideComplex z() const override { return to_wide(at_.z.x, at_.z.y); }
    [[nodiscard]] std::pair<Real, Real> exact_z() const override { return {at_.z.x, at_.z.y}; }
    void mark() override { marked_ = at_; }
    [[nodiscard]] bool is_at_mark() const override {
        return equal(at_.z, marked_.z) &&
               (!Formula::kLooksBack || equal(at_.before, marked_.before));
    }

  private:
    using Number = kernels::scalar::Complex<Real>;
    static bool equal(const Number &a, const Number &b) {
        return mpfr_equal_p(a.x.get(), b.x.get()) != 0 && mpfr_equal_p(a.y.get(), b.y.get()) != 0;
    }

    long bits_;
    bool julia_;
    Number seed_;
    kernels::scalar::Constants<Real> k_;
    kernels::scalar::Point<Real> at_, marked_;
};

} // namespace

std::unique_ptr<ExactOrbit> ExactOrbit::make(const ExactOrbitSpec &spec) {
    std::unique_ptr<ExactOrbit> orbit;
    kernels::with_formula(spec.formula.id, [&]<class Formula>() {
        if constexpr (Formula::kLooksBack)
            orbit = std::make_unique<RealOrbit<Formula>>(spec);
        else
            orbit = std::make_unique<FixedOrbit>(spec);
    });
    return orbit;
}

long exact_bits(const Location &location, int height) {
    constexpr long kRoom = 64;
    const double pixels_below_one =
        std::max(location.view.zoom.log10() * kLog2Of10 +
                     std::log2(height / 4.0 * longest(location.view.matrix)),
                 0.0);
    const int power =
        location.formula.julia ? std::max(kernels::formula_info(location.formula.id).power, 1) : 1;
    const double steps = std::log2(static_cast<double>(location.iterations));
    return static_cast<long>(std::ceil(power * pixels_below_one + steps)) + kRoom;
}

std::optional<ExactEscape> iterate_exactly(ExactOrbit &orbit, const Real &re, const Real &im,
                                           double bailout, std::uint64_t limit,
                                           const std::atomic<bool> &stop) {
    orbit.start(re, im);
    orbit.mark();
    for (std::uint64_t n = 1; n <= limit; ++n) {
        if (stop.load(std::memory_order_relaxed))
            return std::nullopt;
        orbit.step();
        if (orbit.is_outside(bailout))
            return ExactEscape{n, orbit.z(), n};
        if (orbit.is_at_mark())
            return ExactEscape{0, {}, n};
        if ((n & (n - 1)) == 0)
            orbit.mark();
    }
    return ExactEscape{0, {}, limit};
}

} // namespace fathom
