#include "render/deep/reference_fit.h"

#include "kernels/base/scalar_ops.h"
#include "kernels/formulas/with_formula.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

// In quarters of the picture's height.
constexpr double kFarthest = 1024;
constexpr double kFarthestOfFloat = 4;

double half_diagonal(const View &view, Size size) {
    return 2 * longest(view.matrix) * std::hypot(size.width, size.height) / size.height;
}

/// Whether both sides of the real axis go to the same one.
bool folds_at_real_axis(kernels::FormulaId id) {
    bool folds = false;
    kernels::with_formula(id, [&]<class Formula>() {
        using Ops = kernels::ScalarOps<double>;
        if constexpr (kernels::scalar::SlopeOf<Formula, Ops>::kReals == 4) {
            const auto dv_dy = [](double y) {
                return Formula::template slope<Ops>(kernels::scalar::Point<double>{{1, y}, {}}).vy;
            };
            folds = dv_dy(1) != dv_dy(-1);
        }
    });
    return folds;
}

double farthest_of(const TableNeeds &needs) {
    return needs.f32 ? kFarthestOfFloat : kFarthest;
}

} // namespace

bool same_formula(const FormulaChoice &a, const FormulaChoice &b) {
    return a.id == b.id && a.julia == b.julia &&
           (!a.julia || (a.seed_re == b.seed_re && a.seed_im == b.seed_im)) &&
           (!kernels::looks_back(a.id) ||
            (a.parameter_re == b.parameter_re && a.parameter_im == b.parameter_im));
}

double in_views(const Decimal &value, const Decimal &zoom) {
    return (value * zoom).to_double();
}

PointOfPlane heading(const View &before, const View &now, Size size, const TableNeeds &needs) {
    const PointOfPlane middle{now.re, now.im};
    const double shrunk = std::pow(10, before.zoom.log10() - now.zoom.log10());
    constexpr double kSurely = 0.95; // the point is blurred by 1 / (1 - shrunk)
    if (!(shrunk < kSurely))
        return middle;
    const double ahead = shrunk / (1 - shrunk);
    const double re = ahead * in_views(now.re - before.re, now.zoom);
    const double im = ahead * in_views(now.im - before.im, now.zoom);
    constexpr double kRoom = 0.9; // for views that are rounded
    const double farthest = std::min(half_diagonal(now, size), kRoom * farthest_of(needs));
    if (!(std::hypot(re, im) <= farthest))
        return middle;
    constexpr long kDigits = 8;
    const auto beside = [&](const Decimal &of, double offset) {
        return of + divide(Decimal::from_double(offset), now.zoom, kDigits);
    };
    return {beside(now.re, re), beside(now.im, im)};
}

Decimal reach_of(const View &view, Size size, const Decimal &re, const Decimal &im) {
    constexpr double kForRoundings = 1.001;
    constexpr long kDigits = 20;
    const double away =
        std::hypot(in_views(view.re - re, view.zoom), in_views(view.im - im, view.zoom));
    return divide(Decimal::from_double(kForRoundings * (away + half_diagonal(view, size))),
                  view.zoom, kDigits);
}

bool is_near(const ReferenceSpec &reference, const View &view, const TableNeeds &needs) {
    const double farthest = farthest_of(needs);
    return std::fabs(in_views(view.re - reference.re, view.zoom)) <= farthest &&
           std::fabs(in_views(view.im - reference.im, view.zoom)) <= farthest;
}

bool belongs_on_axis(const FormulaChoice &formula, const View &view, Size size,
                     const TableNeeds &needs) {
    // Numbers end at 2^-126 and 2^-1022.
    const double deep = needs.f32 ? 30 : 290;
    return view.zoom.log10() > deep && !formula.julia && folds_at_real_axis(formula.id) &&
           std::fabs(in_views(view.im, view.zoom)) <=
               std::min(half_diagonal(view, size), farthest_of(needs));
}

} // namespace fathom
