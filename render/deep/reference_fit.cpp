#include "render/deep/reference_fit.h"

#include <cmath>

namespace fathom {
namespace {

// In quarters of the picture's height.
constexpr double kFarthest = 1024;
constexpr double kFarthestOfFloat = 4;

} // namespace

bool same_formula(const FormulaChoice &a, const FormulaChoice &b) {
    return a.id == b.id && a.julia == b.julia &&
           (!a.julia || (a.seed_re == b.seed_re && a.seed_im == b.seed_im));
}

double in_views(const Decimal &value, const Decimal &zoom) {
    return (value * zoom).to_double();
}

bool is_near(const ReferenceSpec &reference, const View &view, const TableNeeds &needs) {
    const double farthest = needs.f32 ? kFarthestOfFloat : kFarthest;
    return std::fabs(in_views(view.re - reference.re, view.zoom)) <= farthest &&
           std::fabs(in_views(view.im - reference.im, view.zoom)) <= farthest;
}

} // namespace fathom
