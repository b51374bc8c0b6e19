#include "render/deep/nucleus.h"

#include "render/base/error.h"
#include "render/deep/exact_orbit.h"
#include "render/deep/orbit_beside.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <utility>
#include <vector>

namespace fathom {
namespace {

/// Newton's passes over the orbit that are usual, for the progress alone.
constexpr std::uint64_t kUsualPasses = 4;
constexpr int kStartsInRing = 6;

/// Newton's method stays within 16 radii of its start, and that within one of the centre.
constexpr double kLog2OfReach = 5;
/// Of a pass whose step is by a double's derivative.
constexpr double kFirstBits = 64;
/// Bits that a pass is worth for each that is known before it: a secant's step has those of the
/// last two c together, and its slope takes as many again.
constexpr double kBitsForKnown = 4;
/// Memory of an orbit's leading limbs.
constexpr std::uint64_t kMostTrailBytes = std::uint64_t{512} << 20;

/// A bound of |c| and of all |z_n| that are gone on from.
double reach_of(const ParameterSearch &search) {
    const View &view = search.location.view;
    return std::max(std::hypot(view.re.to_double(), view.im.to_double()) +
                        32 / view.zoom.to_double() + 2,
                    kFarOut);
}

std::unique_ptr<ExactOrbit> make_orbit(const ParameterSearch &search, long bits) {
    return ExactOrbit::make({search.location.formula, kFarOut, reach_of(search), bits});
}

/// z_n, dz_n/dc and the product of F'(z_1) to F'(z_{n-1}), a step at a time.
template <class Orbit> struct DerivedOrbit {
    DerivedOrbit(const ParameterSearch &of, Orbit &steps, const Real &re, const Real &im)
        : search(of), orbit(steps) {
        orbit.start(re, im);
    }
    void step() {
        const WideComplex slope = slope_at(z, search.power);
        derivative.multiply(slope);
        derivative.add_1();
        if (n > 0)
            slopes.multiply(slope);
        orbit.step();
        z = orbit.z();
        ++n;
        if (search.progress != nullptr) { // this thread's alone
            std::atomic<std::uint64_t> &done = search.progress->done;
            done.store(done.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
        }
    }
    /// It may go on: not stopped, not far out.
    [[nodiscard]] bool goes_on() const {
        constexpr std::int64_t kInside = 6; // |z| < 2^(exponent + 1.5)
        const bool is_outside = z.exponent > kInside && is_smaller(wide(kFarOut), z);
        return !search.stop.load(std::memory_order_relaxed) && !is_outside;
    }
    [[nodiscard]] WideComplex d() const { return derivative.value(); }
    [[nodiscard]] WideComplex product() const { return slopes.value(); }
    [[nodiscard]] ExactComplex exact_z() const {
        auto [x, y] = orbit.exact_z();
        return {std::move(x), std::move(y)};
    }

    const ParameterSearch &search;
    Orbit &orbit;
    std::uint64_t n = 0;
    WideComplex z;
    WideProduct derivative{0}, slopes{1};
};

void expect_steps(const ParameterSearch &search, std::uint64_t steps) {
    if (search.progress == nullptr)
        return;
    search.progress->done = 0;
    search.progress->of = steps;
}

/// What one pass over the orbit up to z_period tells.
struct Pass {
    WideComplex d;             ///< dz_period/dc
    WideComplex product;       ///< of F'(z_1) to F'(z_{period-1})
    std::uint64_t divisor = 0; ///< the least one with z_n = 0 up to the tolerance; 0: none

    [[nodiscard]] double log2_of_size(int power) const {
        return -log2_size(d) - log2_size(product) / (power - 1);
    }
};

/// A c's pass, with z_period.
struct Visit {
    Pass pass;
    ExactComplex z;
};

template <class Orbit> Visit visit_of(const DerivedOrbit<Orbit> &at) {
    return {{at.d(), at.product(), 0}, at.exact_z()};
}

long bits_for(const ParameterSearch &search, long digits) {
    return search.bits_for(digits, search.location.iterations);
}

/// An orbit up to z_period for others to be told beside it.
struct Base {
    std::unique_ptr<TrailedOrbit> orbit; ///< null or without a trail: none
    double log2_reach = 0;               ///< of places that its limbs are enough for

    [[nodiscard]] bool has_trail() const { return orbit && orbit->kept_limbs() > 0; }
    /// Whether the place may be told to so many bits behind the point.
    [[nodiscard]] bool serves(const Real &re, const Real &im, long bits) const {
        if (!has_trail() || orbit->bits() < bits)
            return false;
        const ExactComplex apart =
            subtract({re, im}, {orbit->place().first, orbit->place().second});
        return log2_size(to_wide(apart.x, apart.y)) <= log2_reach;
    }
};

/// An orbit for places so near, of numbers with `bits` behind the point. Nothing is kept where
/// orbits beside it would take as long as it does.
Base make_base(const ParameterSearch &search, long bits, double log2_reach) {
    const std::size_t kept = OrbitBeside::limbs_for(static_cast<double>(bits) + log2_reach);
    const bool gains = 2 * static_cast<double>(kept) * kLimbBits <= static_cast<double>(bits);
    return {std::make_unique<TrailedOrbit>(
                TrailedOrbit::Spec{reach_of(search), bits, gains ? kept : 0, kMostTrailBytes}),
            log2_reach};
}

/// What the period was found with.
struct Found {
    std::uint64_t period;
    Visit centre; ///< the visit to the view's centre that this was
    Base base;    ///< at the centre
};

/// By the ball method: the balls of all earlier n are far from 0, so that no divisor is another's
/// period. Nothing if stopped.
template <class Orbit>
std::optional<Found> find_period_by(const ParameterSearch &search, Orbit &orbit) {
    const Location &location = search.location;
    expect_steps(search, location.iterations);
    const long bits = bits_for(search, search.digits);
    DerivedOrbit at(search, orbit, Real::of(location.view.re, bits),
                    Real::of(location.view.im, bits));
    while (at.n < location.iterations && at.goes_on()) {
        at.step();
        if (is_smaller(at.z, search.radius * at.d()))
            return Found{at.n, visit_of(at), {}};
    }
    if (search.stop)
        return std::nullopt;
    if (at.n < location.iterations)
        throw InputError(fmt::format("there is no minibrot about this view's centre: its orbit "
                                     "leaves after {} iterations; move the centre or zoom out",
                                     at.n));
    throw InputError(
        fmt::format("no period is found about this view's centre within {} iterations", at.n),
        {Remedy::Kind::more_iterations, "zoom out"});
}

std::optional<Found> find_period(const ParameterSearch &search) {
    const long bits = bits_for(search, search.digits);
    if (search.power != 2)
        return find_period_by(search, *make_orbit(search, bits));
    Base base = make_base(search, bits, log2_size(search.radius) + kLog2OfReach);
    std::optional<Found> found = find_period_by(search, *base.orbit);
    if (found)
        found->base = std::move(base);
    return found; // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): it does not see the move
}

/// What passes of one period are made for.
struct Goal {
    Goal(const ParameterSearch &of, std::uint64_t steps, long behind_point) : search(of) {
        aim(steps, behind_point);
    }
    void aim(std::uint64_t steps, long behind_point) {
        period = steps;
        digits = behind_point;
        divisors = proper_divisors(period);
    }

    /// Nothing if stopped, or if the orbit leaves.
    template <class Orbit>
    [[nodiscard]] std::optional<Visit> visit(Orbit &orbit, const Real &re, const Real &im) const {
        DerivedOrbit at(search, orbit, re, im);
        const double tolerance = -static_cast<double>(digits) * kLog2Of10;
        auto next = divisors.begin();
        std::uint64_t divisor = 0;
        while (at.n < period) {
            if (!at.goes_on())
                return std::nullopt;
            if (next != divisors.end() && *next == at.n) {
                if (divisor == 0 && log2_size(at.z) - log2_size(at.d()) < tolerance)
                    divisor = at.n;
                ++next;
            }
            at.step();
        }
        Visit visit = visit_of(at);
        visit.pass.divisor = divisor;
        return visit;
    }

    const ParameterSearch &search;
    std::uint64_t period = 0;
    long digits = 0; ///< behind the point
    std::vector<std::uint64_t> divisors;
};

/// A nucleus of one period, made more precise from call to call.
class Refinement {
  public:
    /// `first`: what is known of the first c of all.
    Refinement(const Goal &goal, const Base &base, std::optional<Visit> first)
        : search_(goal.search), goal_(goal), base_(base), first_(std::move(first)), re_(1), im_(1) {
    }

    void start(const Real &re, const Real &im) {
        re_ = re;
        im_ = im;
    }
    /// Newton's method to the goal's digits.
    NewtonEnd refine() {
        expect_steps(search_, kUsualPasses * goal_.period);
        log2_step_.reset();
        for (Real *part : {&re_, &im_})
            mpfr_prec_round(part->get(), bits_, MPFR_RNDN);
        SecantQuotients quotients;
        const NewtonResult result =
            newton(search_, goal_.digits, re_, im_,
                   [&](const Real &re, const Real &im) { return quotient(re, im, quotients); });
        steps_ += result.steps;
        return result.end;
    }

    [[nodiscard]] std::uint64_t divisor() const { return pass_.divisor; }
    [[nodiscard]] const Real &re() const { return re_; }
    [[nodiscard]] const Real &im() const { return im_; }
    [[nodiscard]] int steps() const { return steps_; }
    [[nodiscard]] double log2_of_size() const { return pass_.log2_of_size(search_.power); }
    [[nodiscard]] double turn() const {
        return -std::atan2(pass_.d.y, pass_.d.x) -
               std::atan2(pass_.product.y, pass_.product.x) / (search_.power - 1);
    }

  private:
    std::optional<ExactComplex> quotient(const Real &re, const Real &im,
                                         SecantQuotients &quotients) {
        std::optional<Visit> visit = visit_to(re, im);
        if (!visit)
            return std::nullopt;
        pass_ = visit->pass;
        if (pass_.d.x == 0 && pass_.d.y == 0)
            return std::nullopt;
        ExactComplex next = quotients.next(re, im, std::move(visit->z), pass_.d);
        log2_step_ = log2_size(to_wide(next.x, next.y));
        return next;
    }
    [[nodiscard]] std::optional<Visit> visit_to(const Real &re, const Real &im) {
        if (first_)
            return std::exchange(first_, std::nullopt);
        if (base_.serves(re, im, bits_)) {
            OrbitBeside orbit(*base_.orbit, limbs_beside());
            return goal_.visit(orbit, re, im);
        }
        if (search_.power == 2) {
            TrailedOrbit orbit({reach_of(search_), bits_, 0, 0});
            return goal_.visit(orbit, re, im);
        }
        return goal_.visit(*make_orbit(search_, bits_), re, im);
    }
    /// As many as this step can use.
    [[nodiscard]] std::size_t limbs_beside() const {
        const double known = log2_step_ ? std::max(base_.log2_reach - *log2_step_, 0.0) : 0;
        const auto for_rounding = static_cast<double>(ParameterSearch::bits_for(0, goal_.period));
        const double most = static_cast<double>(bits_) + base_.log2_reach;
        const double useful = kFirstBits + kBitsForKnown * known + for_rounding;
        return std::min(OrbitBeside::limbs_for(std::min(most, useful)), base_.orbit->kept_limbs());
    }
    const ParameterSearch &search_;
    const Goal &goal_;
    const Base &base_;
    std::optional<Visit> first_;
    Real re_, im_;
    Pass pass_;
    long bits_ = bits_for(search_, goal_.digits);
    std::optional<double> log2_step_; ///< the last one
    int steps_ = 0;
};

/// Where Newton's method begins: at the middle, then in two rings about it.
WideComplex start_offset(const WideComplex &radius, int start) {
    if (start == 0)
        return {};
    const double share = start <= kStartsInRing ? 0.5 : 1;
    const double angle = 2 * std::numbers::pi * start / kStartsInRing;
    return radius * wide(share * std::cos(angle), share * std::sin(angle));
}

/// Refines from re + im i on, or from places about it where that leads nowhere or to the nucleus of
/// a divisor, which is the answer only if no start leads to another.
NewtonEnd refine_about(Refinement &refinement, const ParameterSearch &search, const Real &re,
                       const Real &im) {
    std::optional<std::pair<Real, Real>> of_divisor;
    for (int start = 0; start <= 2 * kStartsInRing; ++start) {
        Real x = re;
        Real y = im;
        add_wide(x, y, start_offset(search.radius, start));
        refinement.start(x, y);
        const NewtonEnd end = refinement.refine();
        if (end == NewtonEnd::stopped)
            return end;
        if (end == NewtonEnd::converged && refinement.divisor() == 0)
            return end;
        if (end == NewtonEnd::converged && !of_divisor)
            of_divisor.emplace(refinement.re(), refinement.im());
    }
    if (!of_divisor)
        return NewtonEnd::lost;
    refinement.start(of_divisor->first, of_divisor->second);
    return refinement.refine();
}

/// Behind the point, of a minibrot's middle.
long digits_for(const ParameterSearch &search, double log2_of_size) {
    constexpr long kDigitsBeyondSize = 20;
    constexpr long kMostDigits = Decimal::kMaxDigits - 8;
    const long of_size = std::lround(-log2_of_size / kLog2Of10) + kDigitsBeyondSize;
    return std::max(search.digits, std::min(of_size, kMostDigits));
}

Nucleus describe(const ParameterSearch &search, const Refinement &found, std::uint64_t period,
                 long digits, int steps) {
    Nucleus nucleus;
    nucleus.period = period;
    nucleus.power = search.power;
    constexpr long kWholeDigits = 2; // |c| <= 2
    nucleus.re = found.re().to_decimal(digits + kWholeDigits).rounded_to(digits);
    nucleus.im = found.im().to_decimal(digits + kWholeDigits).rounded_to(digits);
    nucleus.size = power_of_two("the minibrot's size", found.log2_of_size());
    nucleus.turn_degrees = std::remainder(found.turn() * 180 / std::numbers::pi, 360);
    nucleus.newton_steps = steps;
    return nucleus;
}

constexpr long kZoomDigits = 6;

View about(const Nucleus &nucleus, const View &from, const Decimal &zoom) {
    View view = from;
    view.zoom = std::min(zoom, ViewLimits().max_zoom);
    // No more digits than such a view shows, with 20 to zoom on.
    constexpr long kToZoomOn = 20;
    const long decimals = std::lround(view.zoom.log10()) + kToZoomOn;
    view.re = nucleus.re.rounded_to(decimals);
    view.im = nucleus.im.rounded_to(decimals);
    return view;
}

} // namespace

std::optional<Nucleus> find_nucleus(const Location &location, const std::atomic<bool> &stop,
                                    SearchProgress *progress) {
    const ParameterSearch search(location, "minibrots", stop, progress);
    std::optional<Found> found = find_period(search);
    if (!found)
        return std::nullopt;
    const long bits = bits_for(search, search.digits);
    Real re = Real::of(location.view.re, bits);
    Real im = Real::of(location.view.im, bits);
    int steps = 0;
    // A minibrot that is far smaller than the view takes more digits. The centre tells how many it
    // will be: about; beside an orbit that is there those that it has cost next to nothing.
    constexpr long kMostTimes = 2;
    long digits = search.digits;
    if (!found->base.has_trail())
        digits = std::min(digits_for(search, found->centre.pass.log2_of_size(search.power)),
                          kMostTimes * search.digits);
    std::optional<Visit> first = std::move(found->centre);
    Goal goal(search, found->period, digits);
    for (;;) {
        Refinement refinement(goal, found->base, std::exchange(first, std::nullopt));
        const NewtonEnd end = refine_about(refinement, search, re, im);
        steps += refinement.steps();
        if (end == NewtonEnd::stopped)
            return std::nullopt;
        if (end == NewtonEnd::lost)
            throw InputError(fmt::format("Newton's method finds no nucleus of period {} near this "
                                         "view's centre; zoom in on a minibrot",
                                         goal.period));
        const long needed = digits_for(search, refinement.log2_of_size());
        const std::uint64_t divisor = refinement.divisor();
        if (divisor == 0 && needed <= goal.digits)
            return describe(search, refinement, goal.period, needed, steps);
        re = refinement.re();
        im = refinement.im();
        const double known = static_cast<double>(goal.digits) * kLog2Of10;
        if (divisor != 0)
            goal.aim(divisor, goal.digits);
        else
            goal.aim(goal.period, needed);
        if (search.power == 2) {
            found->base = make_base(search, bits_for(search, goal.digits), kLog2OfReach - known);
            first = goal.visit(*found->base.orbit, re, im);
        }
    }
}

View view_of(const Nucleus &nucleus, const View &from) {
    const Decimal height = nucleus.size * Decimal::from_double(5);
    return about(nucleus, from, divide(Decimal::from_double(4), height, kZoomDigits));
}

View multiplied_view(const Nucleus &nucleus, const View &from) {
    const double whole = view_of(nucleus, from).zoom.log10();
    const double way = (whole - from.zoom.log10()) * (nucleus.power - 1) / nucleus.power;
    const double log2 = (from.zoom.log10() + way) * kLog2Of10;
    return about(nucleus, from, power_of_two("the zoom", log2).rounded_to_significant(kZoomDigits));
}

View embedded_julia_view(const Nucleus &nucleus, const View &from) {
    View whole_set = from;
    whole_set.zoom = Decimal::from_double(1);
    return multiplied_view(nucleus, multiplied_view(nucleus, whole_set));
}

bool is_middle(const Nucleus &nucleus, const View &view) {
    const double re = ((nucleus.re - view.re) * view.zoom).to_double();
    const double im = ((nucleus.im - view.im) * view.zoom).to_double();
    return std::hypot(re, im) < 0.004;
}

} // namespace fathom
