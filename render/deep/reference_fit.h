#pragma once
#include "render/deep/perturbation_data.h"

namespace fathom {

/// Whether they have the same orbits: parameters count where formulas look back.
bool same_formula(const FormulaChoice &a, const FormulaChoice &b);

/// Whether a reference point lies near enough to serve the view: within 256 of its heights (one,
/// where pixels are float), because the differences of pixels lose as many bits as the offset has
/// more than they, and floats have none to lose.
bool is_near(const ReferenceSpec &reference, const View &view, const TableNeeds &needs);

/// Where views lead that came from `before` to `now`, which differ: the point that stays where it
/// is in the picture as they zoom in, if a picture of that size shows it and it is_near; else the
/// middle of `now`. Next to it a reference serves all views to come on that way.
struct PointOfPlane {
    Decimal re, im;
};
PointOfPlane heading(const View &before, const View &now, Size size, const TableNeeds &needs);

/// A bound of how far the view's pixels lie from a point.
Decimal reach_of(const View &view, Size size, const Decimal &re, const Decimal &im);

/// Whether the reference has to lie on the real axis, which a picture of that view shows: where the
/// formula folds the plane there and parts of points next to it are too small for the pixels' type.
/// From a point on the axis they are the pixels' own differences.
bool belongs_on_axis(const FormulaChoice &formula, const View &view, Size size,
                     const TableNeeds &needs);

/// value times zoom, about: within a double's range for what lies in a view.
double in_views(const Decimal &value, const Decimal &zoom);

} // namespace fathom
