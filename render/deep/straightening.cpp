#include "render/deep/straightening.h"

#include "kernels/formulas/with_formula.h"
#include "render/base/error.h"
#include "render/deep/exact_orbit.h"
#include "render/deep/orbit_jacobian.h"
#include "render/places/location.h"

#include <cmath>
#include <fmt/format.h>

namespace fathom {
namespace {

/// Newton's passes over the orbit that are usual, for the progress alone.
constexpr std::uint64_t kUsualSteps = 4;

PlaneMatrix scaled_to_one(const PlaneMatrix &m) {
    const double largest = std::max(std::max(std::fabs(m.a), std::fabs(m.b)),
                                    std::max(std::fabs(m.c), std::fabs(m.d)));
    return {m.a / largest, m.b / largest, m.c / largest, m.d / largest};
}

PlaneMatrix adjugate(const PlaneMatrix &m) {
    return {m.d, -m.b, -m.c, m.a};
}

/// J^-1 z; nothing where J is singular.
std::optional<WideComplex> solve(const OrbitJacobian &jacobian, const WideComplex &z) {
    const PlaneMatrix j = jacobian.entries();
    const double size = determinant(j);
    if (!(std::fabs(size) > 0))
        return std::nullopt;
    const PlaneVector v = adjugate(j) * PlaneVector{z.x, z.y};
    return normalised({v.re / size, v.im / size, z.exponent - jacobian.exponent()});
}

/// z_n, dz_n/dc and dz_n/dz_1, a step at a time.
template <class Formula> class Orbit {
  public:
    Orbit(const ParameterSearch &search, long bits)
        : search_(search),
          steps_(ExactOrbit::make({search.location.formula, kFarOut, reach(search), bits})) {}

    void start(const Real &re, const Real &im) {
        steps_->start(re, im);
        n_ = 0;
        by_c_ = OrbitJacobian(0);
        by_first_ = OrbitJacobian(1);
    }
    void step() {
        const WideComplex z = steps_->z();
        const kernels::WidePoint<double> at{z.x, z.y, static_cast<int>(z.exponent)};
        by_c_.template step<Formula>(at, true);
        if (n_ > 0)
            by_first_.template step<Formula>(at, false);
        steps_->step();
        ++n_;
        if (search_.progress != nullptr)
            search_.progress->done.fetch_add(1, std::memory_order_relaxed);
    }
    [[nodiscard]] bool goes_on() const {
        return !search_.stop.load(std::memory_order_relaxed) && !steps_->is_outside(kFarOut);
    }
    [[nodiscard]] std::uint64_t n() const { return n_; }
    [[nodiscard]] const OrbitJacobian &by_c() const { return by_c_; }
    [[nodiscard]] const OrbitJacobian &by_first() const { return by_first_; }
    /// J^-1 z: how far the place is from one whose orbit is at 0, about.
    [[nodiscard]] std::optional<WideComplex> quotient() const { return solve(by_c_, steps_->z()); }

  private:
    static double reach(const ParameterSearch &search) {
        const View &view = search.location.view;
        return std::hypot(view.re.to_double(), view.im.to_double()) +
               32 * longest(view.matrix) / view.zoom.to_double() + 2;
    }

    const ParameterSearch &search_;
    std::unique_ptr<ExactOrbit> steps_;
    std::uint64_t n_ = 0;
    OrbitJacobian by_c_{0};
    OrbitJacobian by_first_{1};
};

/// The symmetric matrix M of determinant 1 with which j M is a turn, mirrored or not.
PlaneMatrix inverse_stretch(const PlaneMatrix &j) {
    const PlaneMatrix unit = scaled_to_one(j);
    const PlaneMatrix upright =
        determinant(unit) < 0 ? PlaneMatrix{unit.a, unit.b, -unit.c, -unit.d} : unit;
    // j = turn stretch, and its transpose is stretch turn^-1.
    const PlaneMatrix part = stretch_of({upright.a, upright.c, upright.b, upright.d});
    const double root = std::sqrt(determinant(part));
    return {part.d / root, 0 - part.b / root, 0 - part.c / root, part.a / root};
}

Straightening straightened(const PlaneMatrix &j, std::uint64_t period) {
    const Straightening result{inverse_stretch(j), period};
    const double most = ViewLimits().max_stretch;
    if (!is_view_matrix(result.matrix, most))
        throw InputError(
            fmt::format("what this view shows is stretched more than {} times, too far "
                        "to be straightened",
                        most));
    return result;
}

template <class Formula> std::optional<Straightening> find_with(const ParameterSearch &search) {
    const Location &location = search.location;
    const auto expect = [&](std::uint64_t steps) {
        if (search.progress == nullptr)
            return;
        search.progress->done = 0;
        search.progress->of = steps;
    };
    expect(location.iterations);
    const long bits = search.bits_for(search.digits, location.iterations);
    Real re = Real::of(location.view.re, bits);
    Real im = Real::of(location.view.im, bits);
    Orbit<Formula> orbit(search, bits);
    const PlaneMatrix to_screen = inverse(location.view.matrix);
    const auto holds_0 = [&] {
        const auto q = orbit.quotient();
        if (!q)
            return false;
        const PlaneVector on_screen = to_screen * PlaneVector{q->x, q->y};
        return is_smaller(normalised({on_screen.re, on_screen.im, q->exponent}), search.radius);
    };
    orbit.start(re, im);
    bool found = false;
    while (!found && orbit.n() < location.iterations && orbit.goes_on()) {
        orbit.step();
        found = holds_0();
    }
    if (search.stop)
        return std::nullopt;
    if (!found && orbit.n() == location.iterations)
        throw InputError(fmt::format("nothing tells the skew here: the orbit of this view's centre "
                                     "neither escapes nor comes back within {} iterations",
                                     orbit.n()),
                         {Remedy::Kind::more_iterations, "zoom out"});
    if (!found)
        return straightened(orbit.by_c().entries(), 0);
    const std::uint64_t period = orbit.n();
    const auto skew = [&] {
        return scaled_to_one(adjugate(orbit.by_first().entries())) *
               scaled_to_one(orbit.by_c().entries());
    };
    PlaneMatrix here = skew();
    expect(kUsualSteps * period);
    const NewtonResult result =
        newton(search, search.digits, re, im,
               [&](const Real &x, const Real &y) -> std::optional<ExactComplex> {
                   orbit.start(x, y);
                   while (orbit.n() < period && orbit.goes_on())
                       orbit.step();
                   const auto q = orbit.n() == period ? orbit.quotient() : std::nullopt;
                   return q ? std::optional(exactly(*q)) : std::nullopt;
               });
    if (result.end == NewtonEnd::stopped)
        return std::nullopt;
    if (result.end == NewtonEnd::converged)
        here = skew();
    return straightened(here, period);
}

} // namespace

std::optional<Straightening> find_straightening(const Location &location,
                                                const std::atomic<bool> &stop,
                                                SearchProgress *progress) {
    const ParameterSearch search(location, "skews", stop, progress,
                                 ParameterSearch::Formulas::perturbed);
    if (is_power(location.formula.id))
        return Straightening(); // c appears as it is, but for turns
    std::optional<Straightening> result;
    kernels::with_formula(location.formula.id, [&]<class Formula>() {
        if constexpr (!Formula::kLooksBack)
            result = find_with<Formula>(search);
    });
    return result;
}

} // namespace fathom
