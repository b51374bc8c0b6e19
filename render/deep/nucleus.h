#pragma once
#include "render/deep/newton.h"
#include "render/numbers/decimal.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace fathom {

struct Location;
struct View;

/// The middle of a minibrot (or of the whole set): c whose critical orbit is periodic.
struct Nucleus {
    std::uint64_t period = 0;
    int power = 2;  ///< p of z^p + c
    Decimal re, im; ///< 50 digits beyond the view's zoom, at least 20 beyond the size
    /// |s|, to 8 digits: the minibrot is nearly the whole set times s, about the nucleus.
    Decimal size;
    double turn_degrees = 0; ///< arg s, counter-clockwise; for z^p + c one of p - 1 that do
    int newton_steps = 0;    ///< those from starts in vain included
};

/// The minibrot about the centre of the location's view. Its period is the first n of at most the
/// location's iterations at which the ball of the view's half height (r = 2 / zoom) about the
/// centre may hold 0, |z_n| < r |dz_n/dc|; Newton's method on z_n(c) = 0 leads to the nucleus, from
/// the centre or from places up to r from it. A proper divisor of n takes its place where only that
/// one's nucleus is reached. With l the product of F'(z_i) over
/// i = 1 .. period - 1 and d = dz_period/dc, the minibrot is s = 1 / (d l^(1/(p-1))) of the set's
/// size: about the nucleus z_period is l z^p + d (c - nucleus), which w = l^(1/(p-1)) z turns into
/// w^p + (c - nucleus) / s.
/// Sources: R. Munafo, "Enumeration of Features" and "Period", mrob.com/pub/muency.html;
/// C. Heiland-Allen, mathr.co.uk/blog/2013-12-10_atom_domain_size_estimation.html, whose
/// 1 / (b l^2) is the same for p = 2 since d = b l.
/// Nothing if `stop` became true, which is noticed within a step. Throws InputError for a formula
/// other than z^p + c or a Julia set, where no period is found, and where Newton's method does not
/// converge within 16 r.
std::optional<Nucleus> find_nucleus(const Location &location, const std::atomic<bool> &stop,
                                    SearchProgress *progress = nullptr);

/// The view that frames the minibrot, 5 sizes high, turned and mirrored as `from`; its zoom ends at
/// ViewLimits' deepest.
View view_of(const Nucleus &nucleus, const View &from);

/// Where what `from` shows of the nucleus's surroundings comes back p times around it. About the
/// nucleus z_period is d (c - nucleus), which roams its Julia set about 0; that is the p-th root of
/// what it is about the nucleus, where it looks like the set's plane, b = d / l times larger. So
/// what lies at h in the plane lies at (b h)^(1/p) / d = s^(1-1/p) h^(1/p), too: at zoom
/// Z^(1-1/p) z^(1/p), with Z of view_of and z of `from`, half-way in octaves for z^2 + c. From
/// there on the same step shows it p^2 times, and so on.
/// Sources: Tan Lei, "Similarity between the Mandelbrot set and Julia sets", 1990; R. Munafo,
/// "Newton-Raphson Zooming", mrob.com/pub/muency/newtonraphsonzooming.html (2-fold at the size's
/// power 1/2 or 3/4, 4-fold at 3/4).
View multiplied_view(const Nucleus &nucleus, const View &from);

/// The embedded Julia set about the nucleus, p-fold: the step of multiplied_view made twice from
/// the whole set, to Z^(3/4) for z^2 + c (C. Heiland-Allen's rule, told by R. Munafo as above).
/// Turned and mirrored as `from`.
View embedded_julia_view(const Nucleus &nucleus, const View &from);

/// Whether the nucleus is the middle of the view, up to a thousandth of its height.
bool is_middle(const Nucleus &nucleus, const View &view);

} // namespace fathom
