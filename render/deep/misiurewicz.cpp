#include "render/deep/misiurewicz.h"

#include "render/base/error.h"
#include "render/deep/exact_orbit.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <utility>
#include <vector>

namespace fathom {
namespace {

/// Newton's method is begun at most so often: where nothing is near, each ball soon holds all.
constexpr int kMostTries = 64;
/// Memory of an orbit in full precision.
constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

ExactComplex operator+(const ExactComplex &a, const ExactComplex &b) {
    ExactComplex result{Real(a.x.bits()), Real(a.x.bits())};
    mpfr_add(result.x.get(), a.x.get(), b.x.get(), MPFR_RNDN);
    mpfr_add(result.y.get(), a.y.get(), b.y.get(), MPFR_RNDN);
    return result;
}

ExactComplex operator*(const ExactComplex &a, const ExactComplex &b) {
    ExactComplex result{Real(a.x.bits()), Real(a.x.bits())};
    mpfr_fmms(result.x.get(), a.x.get(), b.x.get(), a.y.get(), b.y.get(), MPFR_RNDN);
    mpfr_fmma(result.y.get(), a.x.get(), b.y.get(), a.y.get(), b.x.get(), MPFR_RNDN);
    return result;
}

/// z_n(c) and dz_n/dc for one n.
struct DerivedPoint {
    ExactComplex z;
    WideComplex d;
    [[nodiscard]] WideComplex wide_z() const { return to_wide(z.x, z.y); }
};

/// The orbit z_0, z_1, ..., at most `last`; shorter if it leaves or is stopped.
std::vector<DerivedPoint> follow(const ParameterSearch &search, const Real &re, const Real &im,
                                 std::uint64_t last) {
    const double reach = std::hypot(re.to_double(), im.to_double()) + 2;
    const auto orbit = ExactOrbit::make({search.location.formula, kFarOut, reach, re.bits()});
    orbit->start(re, im);
    std::vector<DerivedPoint> points;
    WideComplex d;
    for (std::uint64_t n = 0;; ++n) {
        auto [x, y] = orbit->exact_z();
        points.push_back({{std::move(x), std::move(y)}, d});
        if (n == last || search.stop || orbit->is_outside(kFarOut))
            return points;
        d = slope_at(orbit->z(), search.power) * d + wide(1);
        orbit->step();
    }
}

/// A value and its derivative by c.
struct Jet {
    ExactComplex value;
    WideComplex derivative;
};

/// h and dh/dc, see find_misiurewicz.
Jet root_function(const DerivedPoint &a, const DerivedPoint &b, int power) {
    const long bits = a.z.x.bits();
    ExactComplex h{Real(bits), Real(bits)};
    mpfr_set_ui(h.x.get(), 1, MPFR_RNDN);
    ExactComplex b_power = h;
    WideComplex dh, db_power;
    for (int i = 1; i < power; ++i) {
        db_power = db_power * b.wide_z() + to_wide(b_power.x, b_power.y) * b.d;
        b_power = b_power * b.z;
        dh = dh * a.wide_z() + to_wide(h.x, h.y) * a.d + db_power;
        h = h * a.z + b_power;
    }
    return {std::move(h), dh};
}

/// Preperiod and period.
struct Kind {
    std::uint64_t preperiod = 0, period = 0;
};

/// What is at the root: nothing unless that is exactly its kind, and repelling.
std::optional<Misiurewicz> describe(const ParameterSearch &search, const Kind &kind, const Real &re,
                                    const Real &im, int steps) {
    const auto points = follow(search, re, im, kind.preperiod + kind.period);
    if (points.size() <= kind.preperiod + kind.period)
        return std::nullopt;
    // Half the digits: what is 0 comes far below that, what is not stays far above.
    const double tolerance = -static_cast<double>(search.digits) * kLog2Of10 / 2;
    const auto is_tiny = [&](const WideComplex &z, const WideComplex &d) {
        return log2_size(z) < tolerance + std::max(log2_size(d), 0.0);
    };
    const DerivedPoint &first = points[kind.preperiod];
    for (std::uint64_t p = 1; p < kind.period; ++p) {
        const DerivedPoint &other = points[kind.preperiod + p];
        if (kind.period % p == 0 && is_tiny(other.wide_z() - first.wide_z(), other.d - first.d))
            return std::nullopt;
    }
    if (is_tiny(points[kind.preperiod - 1].wide_z(), points[kind.preperiod - 1].d))
        return std::nullopt; // 0 again: a nucleus
    WideComplex multiplier = wide(1);
    for (std::uint64_t i = kind.preperiod; i < kind.preperiod + kind.period; ++i)
        multiplier = multiplier * slope_at(points[i].wide_z(), search.power);
    if (log2_size(multiplier) <= 0)
        return std::nullopt;
    constexpr long kWholeDigits = 2;
    Misiurewicz result;
    result.preperiod = kind.preperiod;
    result.period = kind.period;
    result.re = re.to_decimal(search.digits + kWholeDigits).rounded_to(search.digits);
    result.im = im.to_decimal(search.digits + kWholeDigits).rounded_to(search.digits);
    result.multiplier = power_of_two("the Misiurewicz point's multiplier", log2_size(multiplier));
    result.turn_degrees = std::atan2(multiplier.y, multiplier.x) * 180 / std::numbers::pi;
    result.newton_steps = steps;
    return result;
}

/// Newton's method from the centre on.
std::optional<Misiurewicz> refine(const ParameterSearch &search, const Kind &kind, long bits) {
    Real re = Real::of(search.location.view.re, bits);
    Real im = Real::of(search.location.view.im, bits);
    const std::uint64_t last = kind.preperiod + kind.period - 1;
    SecantQuotients quotients;
    const NewtonResult result =
        newton(search, search.digits, re, im,
               [&](const Real &x, const Real &y) -> std::optional<ExactComplex> {
                   const auto points = follow(search, x, y, last);
                   if (points.size() <= last)
                       return std::nullopt;
                   Jet h = root_function(points[last], points[kind.preperiod - 1], search.power);
                   if (h.derivative.x == 0 && h.derivative.y == 0)
                       return std::nullopt;
                   return quotients.next(x, y, std::move(h.value), h.derivative);
               });
    if (result.end != NewtonEnd::converged)
        return std::nullopt;
    return describe(search, kind, re, im, result.steps);
}

/// The centre's orbit, searched for kinds of least k + p.
class KindSearch {
  public:
    KindSearch(const ParameterSearch &search, std::uint64_t last, long bits)
        : search_(search), points_(follow(search, Real::of(search.location.view.re, bits),
                                          Real::of(search.location.view.im, bits), last)) {
        plain_.reserve(points_.size());
        for (const DerivedPoint &point : points_)
            plain_.push_back({point.z.x.to_double(), point.z.y.to_double(),
                              std::exp2(std::min(log2_size(search.radius * point.d), 60.0))});
    }
    /// k + p may be up to this.
    [[nodiscard]] std::uint64_t last() const { return points_.size() - 1; }

    /// Kinds with k + p = n whose ball about the centre may hold a root. Doubles tell most apart:
    /// what is not near in them is not near at all.
    [[nodiscard]] std::vector<Kind> kinds(std::uint64_t n) const {
        constexpr double kRounding = 1e-12;
        const WideComplex r = search_.radius;
        std::vector<Kind> found;
        for (std::uint64_t k = 2; k < n; ++k) {
            const double apart = std::hypot(plain_[n].x - plain_[k].x, plain_[n].y - plain_[k].y);
            // Twice, because all this is of first order.
            if (apart > 2 * (plain_[n].ball + plain_[k].ball) + kRounding)
                continue;
            if (search_.stop) // these products may have 100 000 digits
                break;
            const Jet h = root_function(points_[n - 1], points_[k - 1], search_.power);
            if (is_smaller(to_wide(h.value.x, h.value.y), r * h.derivative))
                found.push_back({k, n - k});
        }
        return found;
    }

  private:
    struct Plain {
        double x, y;
        double ball; ///< r |dz/dc|
    };

    const ParameterSearch &search_;
    std::vector<DerivedPoint> points_;
    std::vector<Plain> plain_;
};

} // namespace

std::optional<Misiurewicz> find_misiurewicz(const Location &location, const std::atomic<bool> &stop,
                                            SearchProgress *progress) {
    const ParameterSearch search(location, "Misiurewicz points", stop, progress);
    const long bits = search.bits_for(search.digits, kMostPreperiodic);
    const std::uint64_t fitting = kMostBytes / (static_cast<std::uint64_t>(bits) / 4 + 256);
    const std::uint64_t last =
        std::min({std::uint64_t{location.iterations}, kMostPreperiodic, fitting});
    const KindSearch kinds(search, last, bits);
    if (progress != nullptr)
        progress->of = kinds.last();
    int tries = 0;
    for (std::uint64_t n = 3; n <= kinds.last() && !stop; ++n) {
        if (progress != nullptr)
            progress->done = n;
        for (const Kind &kind : kinds.kinds(n)) {
            if (auto found = refine(search, kind, bits))
                return found;
            if (++tries == kMostTries || stop)
                n = kinds.last(); // no more after these
        }
    }
    if (stop)
        return std::nullopt;
    throw InputError(fmt::format("no Misiurewicz point is found about this view's centre with "
                                 "preperiod and period up to {} together; centre the view on a "
                                 "spiral's middle or on a tip and zoom in",
                                 last));
}

} // namespace fathom
