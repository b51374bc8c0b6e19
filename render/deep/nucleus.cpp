#include "render/deep/nucleus.h"

#include "render/base/error.h"
#include "render/deep/exact_orbit.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <utility>

namespace fathom {
namespace {

constexpr double kLog2Of10 = 3.32192809488736234787;
/// Newton's passes over the orbit that are usual, for the progress alone.
constexpr std::uint64_t kUsualPasses = 4;
constexpr int kStartsInRing = 6;

std::unique_ptr<ExactOrbit> make_orbit(const ParameterSearch &search, long bits) {
    const View &view = search.location.view;
    const double reach =
        std::hypot(view.re.to_double(), view.im.to_double()) + 32 / view.zoom.to_double() + 2;
    return ExactOrbit::make({search.location.formula, kFarOut, reach, bits});
}

/// z_n, dz_n/dc and the product of F'(z_1) to F'(z_{n-1}), a step at a time.
struct DerivedOrbit {
    DerivedOrbit(const ParameterSearch &of, ExactOrbit &steps, const Real &re, const Real &im)
        : search(of), orbit(steps) {
        orbit.start(re, im);
    }
    void step() {
        const WideComplex slope = slope_at(z, search.power);
        d = slope * d + wide(1);
        if (n > 0)
            product = product * slope;
        orbit.step();
        z = orbit.z();
        ++n;
        if (search.progress != nullptr)
            search.progress->done.fetch_add(1, std::memory_order_relaxed);
    }
    /// It may go on: not stopped, not far out.
    [[nodiscard]] bool goes_on() const {
        return !search.stop.load(std::memory_order_relaxed) && !orbit.is_outside(kFarOut);
    }

    const ParameterSearch &search;
    ExactOrbit &orbit;
    std::uint64_t n = 0;
    WideComplex z, d, product = wide(1);
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

long bits_for(const ParameterSearch &search, long digits) {
    return search.bits_for(digits, search.location.iterations);
}

/// By the ball method, with the visit to the view's centre that this was: the balls of all earlier
/// n are far from 0, so that no divisor is another's period. 0 if stopped.
std::uint64_t find_period(const ParameterSearch &search, std::optional<Visit> &centre) {
    const Location &location = search.location;
    expect_steps(search, location.iterations);
    const long bits = bits_for(search, search.digits);
    const auto steps = make_orbit(search, bits);
    DerivedOrbit at(search, *steps, Real::of(location.view.re, bits),
                    Real::of(location.view.im, bits));
    while (at.n < location.iterations && at.goes_on()) {
        at.step();
        if (is_smaller(at.z, search.radius * at.d)) {
            auto [x, y] = steps->exact_z();
            centre = {{at.d, at.product, 0}, {std::move(x), std::move(y)}};
            return at.n;
        }
    }
    if (search.stop)
        return 0;
    if (at.n < location.iterations)
        throw InputError(fmt::format("there is no minibrot about this view's centre: its orbit "
                                     "leaves after {} iterations; move the centre or zoom out",
                                     at.n));
    throw InputError(
        fmt::format("no period is found about this view's centre within {} iterations", at.n),
        {Remedy::Kind::more_iterations, "zoom out"});
}

/// A nucleus of one period, made more precise from call to call.
class Refinement {
  public:
    /// `first`: what is known of the first c of all.
    Refinement(const ParameterSearch &search, std::uint64_t period, std::optional<Visit> first)
        : search_(search), period_(period), first_(std::move(first)), re_(1), im_(1) {}

    void start(const Real &re, const Real &im) {
        re_ = re;
        im_ = im;
    }
    /// Newton's method to that many digits behind the point.
    NewtonEnd refine(long digits) {
        expect_steps(search_, kUsualPasses * period_);
        digits_ = digits;
        const long bits = bits_for(search_, digits);
        for (Real *part : {&re_, &im_})
            mpfr_prec_round(part->get(), bits, MPFR_RNDN);
        const auto orbit = make_orbit(search_, bits);
        SecantQuotients quotients;
        const NewtonResult result =
            newton(search_, digits, re_, im_, [&](const Real &re, const Real &im) {
                return quotient(*orbit, re, im, quotients);
            });
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
    std::optional<ExactComplex> quotient(ExactOrbit &orbit, const Real &re, const Real &im,
                                         SecantQuotients &quotients) {
        if (first_) {
            pass_ = first_->pass;
            ExactComplex z = std::move(first_->z);
            first_.reset();
            return quotients.next(re, im, std::move(z), pass_.d);
        }
        DerivedOrbit at(search_, orbit, re, im);
        pass_ = {};
        const double tolerance = -static_cast<double>(digits_) * kLog2Of10;
        while (at.n < period_) {
            if (!at.goes_on())
                return std::nullopt;
            const bool divides = at.n > 0 && at.n <= period_ / 2 && period_ % at.n == 0;
            if (divides && pass_.divisor == 0 && vanishes(at, tolerance))
                pass_.divisor = at.n;
            at.step();
        }
        pass_.d = at.d;
        pass_.product = at.product;
        if (at.d.x == 0 && at.d.y == 0)
            return std::nullopt;
        auto [x, y] = orbit.exact_z();
        return quotients.next(re, im, {std::move(x), std::move(y)}, at.d);
    }
    static bool vanishes(const DerivedOrbit &at, double tolerance) {
        return log2_size(at.z) - log2_size(at.d) < tolerance;
    }

    const ParameterSearch &search_;
    std::uint64_t period_;
    std::optional<Visit> first_;
    Real re_, im_;
    Pass pass_;
    long digits_ = 0;
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
                       const Real &im, long digits) {
    std::optional<std::pair<Real, Real>> of_divisor;
    for (int start = 0; start <= 2 * kStartsInRing; ++start) {
        Real x = re;
        Real y = im;
        add_wide(x, y, start_offset(search.radius, start));
        refinement.start(x, y);
        const NewtonEnd end = refinement.refine(digits);
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
    return refinement.refine(digits);
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
    std::optional<Visit> centre;
    std::uint64_t period = find_period(search, centre);
    if (period == 0)
        return std::nullopt;
    const long bits = bits_for(search, search.digits);
    Real re = Real::of(location.view.re, bits);
    Real im = Real::of(location.view.im, bits);
    int steps = 0;
    // A minibrot that is far smaller than the view takes more digits. The centre tells how many it
    // will be: about.
    constexpr long kMostTimes = 2;
    long digits = std::min(digits_for(search, centre->pass.log2_of_size(search.power)),
                           kMostTimes * search.digits);
    for (;;) {
        Refinement refinement(search, period, std::exchange(centre, std::nullopt));
        const NewtonEnd end = refine_about(refinement, search, re, im, digits);
        steps += refinement.steps();
        if (end == NewtonEnd::stopped)
            return std::nullopt;
        if (end == NewtonEnd::lost)
            throw InputError(fmt::format("Newton's method finds no nucleus of period {} near this "
                                         "view's centre; zoom in on a minibrot",
                                         period));
        const long needed = digits_for(search, refinement.log2_of_size());
        const std::uint64_t divisor = refinement.divisor();
        if (divisor == 0 && needed <= digits)
            return describe(search, refinement, period, needed, steps);
        re = refinement.re();
        im = refinement.im();
        if (divisor != 0)
            period = divisor;
        else
            digits = needed;
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
