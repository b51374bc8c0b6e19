#include "render/jobs/exact_plane.h"

#include <cmath>
#include <utility>

namespace fathom {
namespace {

constexpr long kIntegerBits = 40; ///< before the point

} // namespace

ExactPlane::ExactPlane(const View &view, Size size, long bits)
    : bits_(bits + kIntegerBits), size_(size), centre_re_(Real::of(view.re, bits_)),
      centre_im_(Real::of(view.im, bits_)), right_re_(bits_), right_im_(bits_), up_re_(bits_),
      up_im_(bits_) {
    Real spacing = Real::of(view.zoom, bits_);
    mpfr_mul_si(spacing.get(), spacing.get(), size.height, MPFR_RNDN);
    mpfr_ui_div(spacing.get(), 4, spacing.get(), MPFR_RNDN);
    // Sine and cosine of a turn need no more bits than offsets of a picture can show.
    constexpr long kTurnBits = 192;
    Real angle(kTurnBits);
    Real sine(kTurnBits);
    Real cosine(kTurnBits);
    mpfr_const_pi(angle.get(), MPFR_RNDN);
    mpfr_mul_d(angle.get(), angle.get(), view.rotation_degrees, MPFR_RNDN);
    mpfr_div_ui(angle.get(), angle.get(), 180, MPFR_RNDN);
    mpfr_sin_cos(sine.get(), cosine.get(), angle.get(), MPFR_RNDN);
    mpfr_mul(right_re_.get(), spacing.get(), cosine.get(), MPFR_RNDN);
    mpfr_mul(right_im_.get(), spacing.get(), sine.get(), MPFR_RNDN);
    if (view.mirrored)
        mpfr_neg(spacing.get(), spacing.get(), MPFR_RNDN);
    mpfr_mul(up_im_.get(), spacing.get(), cosine.get(), MPFR_RNDN);
    mpfr_mul(up_re_.get(), spacing.get(), sine.get(), MPFR_RNDN);
    mpfr_neg(up_re_.get(), up_re_.get(), MPFR_RNDN);
    multiply(view.matrix, right_re_, right_im_);
    multiply(view.matrix, up_re_, up_im_);
}

double ExactPlane::reach() const {
    const double right = std::hypot(right_re_.to_double(), right_im_.to_double());
    const double up = std::hypot(up_re_.to_double(), up_im_.to_double());
    return std::hypot(centre_re_.to_double(), centre_im_.to_double()) + right * size_.width +
           up * size_.height + 1;
}

void ExactPlane::multiply(const PlaneMatrix &matrix, Real &re, Real &im) const {
    const auto row = [&](double of_re, double of_im) {
        Real sum(bits_);
        Real term(bits_);
        mpfr_mul_d(sum.get(), re.get(), of_re, MPFR_RNDN);
        mpfr_mul_d(term.get(), im.get(), of_im, MPFR_RNDN);
        mpfr_add(sum.get(), sum.get(), term.get(), MPFR_RNDN);
        return sum;
    };
    Real product_re = row(matrix.a, matrix.b);
    im = row(matrix.c, matrix.d);
    re = std::move(product_re);
}

Real ExactPlane::place(kernels::PixelPoint point, const Real &centre, const Real &right,
                       const Real &up) const {
    Real offset(bits_);
    Real result(bits_);
    mpfr_mul_d(offset.get(), right.get(), point.x / 256.0 - 0.5 * size_.width, MPFR_RNDN);
    mpfr_add(result.get(), centre.get(), offset.get(), MPFR_RNDN);
    mpfr_mul_d(offset.get(), up.get(), 0.5 * size_.height - point.y / 256.0, MPFR_RNDN);
    mpfr_add(result.get(), result.get(), offset.get(), MPFR_RNDN);
    return result;
}

} // namespace fathom
