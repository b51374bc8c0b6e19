#include "render/deep/common_start.h"

#include "kernels/base/scalar_ops.h"
#include "kernels/formulas/formula_list-inl.h"
#include "kernels/perturbation/jump_merge.h"
#include "kernels/perturbation/orbit_stages-inl.h"
#include "render/deep/jump_levels.h"
#include "render/deep/jump_notices.h"
#include "render/deep/periodic_core.h"
#include "render/deep/power_series.h"

#include <cmath>
#include <optional>

namespace fathom {
namespace {

// Series that are multiplied at most: some of a thousandth of a second.
constexpr int kMostProducts = 3000;
// Beginnings of fewer steps would cost a pixel as much.
constexpr std::uint32_t kFewestSteps = 16;
// Where points are noticed that are the reference's, a pixel's are to be as near to them as along
// jumps; else only so near that the terms of the series fall.
constexpr double kShareNoticed = 0x1p-12;
constexpr double kShare = 0.25;
// A return to near 0 may pass this share of the differences from it: of their squares the series
// then knows 20 bits more than of what it leaves out at pixels right at a nucleus.
constexpr double kShareOfReturn = 0x1p-4;
// What a series may leave out of its largest term.
template <class Real>
constexpr double kTolerance = sizeof(Real) == sizeof(float) ? 0x1p-22 : 0x1p-46;
// Half of what makes an orbit direct; the degree plays no part in that.
template <class Real>
constexpr kernels::WideReal kLeastDirect{
    1,
    kernels::scalar::DirectStage<kernels::scalar::Mandelbrot, kernels::ScalarOps<Real>>::kExponent -
        1};

template <class Real> WideComplex wide_of(const Real *reals, std::int64_t exponent) {
    return normalised({static_cast<double>(reals[0]), static_cast<double>(reals[1]), exponent});
}

/// All of a jump but its links.
struct JumpSeries {
    kernels::WideReal radius, radius_c;
    WideComplex a, b, d, e, f, g, h, i, j;
};

template <class Real> JumpSeries read(const kernels::Jump<Real, 2> &jump) {
    const Real *third = jump.third.reals;
    return {kernels::wide_real(jump.radius, 0),
            kernels::wide_real(jump.radius_c, 0),
            wide_of(jump.a, 0),
            wide_of(jump.b, 0),
            wide_of(jump.d, 0),
            wide_of(jump.e, 0),
            wide_of(jump.f, 0),
            wide_of(third, 0),
            wide_of(third + 2, 0),
            wide_of(third + 4, 0),
            wide_of(third + 6, 0)};
}
template <class Real> JumpSeries read(const kernels::WideJump<Real, 2> &jump) {
    JumpSeries series;
    series.radius = kernels::wide_real(jump.radius, jump.radius_exponent);
    series.radius_c = kernels::wide_real(jump.radius_c, jump.radius_c_exponent);
    series.a = wide_of(jump.a, jump.a_exponent);
    series.b = wide_of(jump.b, jump.b_exponent);
    series.d = wide_of(jump.d, jump.d_exponent);
    series.e = wide_of(jump.e, jump.e_exponent);
    series.f = wide_of(jump.f, jump.f_exponent);
    return series;
}

template <class Real> class StartMaker {
    using Jump = kernels::Jump<Real, 2>;

  public:
    StartMaker(const OrbitSpan &orbit, const JumpTables<Real, 2> &tables,
               const CommonStartSpec &spec)
        : tables_(tables), spec_(spec), points_{orbit.z.data(), nullptr, orbit.tiny.data(),
                                                static_cast<std::uint32_t>(orbit.tiny.size())},
          reach_(std::sqrt(2.0) * spec.c_size.a * (1 + 0x1p-40) / 4),
          place_(PowerSeries::term(reach_, {1, 0, place_exponent()}, 1)), none_(reach_),
          c_(spec.julia ? none_ : place_), share_(tables.notices.empty() ? kShare : kShareNoticed),
          trap_(kernels::rounded<Real>(
                    kernels::Tracking<double>{kernels::Tracks::all, false, spec.trap})
                    .trap),
          at_{spec.julia ? place_ : none_, 0, 0, tables.view.start_jump, 0} {}

    kernels::CommonStart<Real> make() {
        while (products_ < kMostProducts && (at_.wait == 0 ? jump() || begin_to_wait() : step()))
            ;
        return at_.n >= kFewestSteps ? rounded() : kernels::CommonStart<Real>{};
    }

  private:
    /// Where all orbits are: their difference from Z_m, and what they try next.
    struct Place {
        PowerSeries z;
        std::uint64_t n, m;
        std::uint32_t jump, wait;
    };

    /// The disc |s| <= 1 holds all places: `reach_` is at most sqrt 1/2.
    [[nodiscard]] std::int32_t place_exponent() const noexcept { return spec_.c_size.e + 2; }

    [[nodiscard]] WideComplex point(std::uint64_t m) const {
        const auto z = points_.at(m);
        return {z.x, z.y, z.exponent};
    }

    /// F(Z_m + z) - F(Z_m) = z (a^(p-1) + a^(p-2) Z + ... + Z^(p-1)), a = Z + z.
    [[nodiscard]] PowerSeries delta() {
        const WideComplex z = point(at_.m);
        const PowerSeries a = at_.z.plus(PowerSeries::term(reach_, z, 0));
        PowerSeries sum = a.plus(PowerSeries::term(reach_, z, 0));
        for (int i = 2; i < spec_.degree; ++i) {
            sum = a.times(sum).plus(PowerSeries::term(reach_, power(z, i), 0));
            ++products_;
        }
        ++products_;
        return at_.z.times(sum);
    }

    /// Tries the jumps that begin here, the longest first.
    bool jump() {
        const PowerSeries delta = this->delta();
        const kernels::WideReal size = size_of(delta);
        for (std::uint32_t i = at_.jump; i != kernels::kNoJump; i = tables_.jumps[i].below) {
            const Jump &entry = tables_.jumps[i];
            const JumpSeries series = read_of(i, delta);
            if (size < series.radius && spec_.c_size < series.radius_c) {
                products_ += 3;
                if (move({end_of(series, delta), at_.n + entry.length, at_.m + entry.length,
                          entry.after, 0},
                         i))
                    return true;
            }
            last_tried_ = i;
        }
        return false;
    }

    /// The shortest jump has failed: its steps are taken one by one.
    bool begin_to_wait() {
        const Place before = at_;
        const Jump &shortest = tables_.jumps[last_tried_];
        at_.jump = shortest.after;
        at_.wait = shortest.length;
        if (step())
            return true;
        at_ = before;
        return false;
    }

    bool step() { return move({delta().plus(c_), at_.n + 1, at_.m + 1, at_.jump, at_.wait - 1}); }

    /// Goes on to there, by `jump` or a step, if all orbits may.
    bool move(Place to, std::uint32_t jump = kernels::kNoJump) {
        const bool is_exact = to.z.beyond() <= kTolerance<Real> * to.z.largest_from(1) &&
                              to.z.exponent() > -(1 << 26);
        if (!is_exact || !(is_calm(to) || returns(to)))
            return false;
        if (!tables_.notices.empty())
            notice(jump);
        at_ = std::move(to);
        return true;
    }

    /// Takes into account what is left out when the orbits go on.
    void notice(std::uint32_t jump) {
        if (at_.n != 0)
            take_nearer(left_out_,
                        notice_of(tables_.orbit[at_.m], trap_, static_cast<std::uint32_t>(at_.n)));
        if (jump == kernels::kNoJump)
            return;
        auto inner = tables_.notices[jump];
        inner.nearest_after += static_cast<std::uint32_t>(at_.n);
        take_nearer(left_out_, inner);
    }

    [[nodiscard]] JumpSeries read_of(std::uint32_t i, const PowerSeries &delta) const {
        constexpr std::int64_t kSmall = sizeof(Real) == sizeof(float) ? -40 : -300;
        if (!tables_.wide_jumps.empty() && delta.exponent() < kSmall)
            return read(tables_.wide_jumps[i]);
        return read(tables_.jumps[i]);
    }

    /// Jump::a z~ + ..., in the form z~ (A + z~ (D + G z~ + H c) + c (E + I c)) + c (B + c (F + J
    /// c)).
    [[nodiscard]] PowerSeries end_of(const JumpSeries &jump, const PowerSeries &z) const {
        const auto number = [&](const WideComplex &a) { return PowerSeries::term(reach_, a, 0); };
        const PowerSeries square = number(jump.d).plus(z.times(jump.g)).plus(c_.times(jump.h));
        const PowerSeries of_z = number(jump.a)
                                     .plus(z.times(square))
                                     .plus(c_.times(number(jump.e).plus(c_.times(jump.i))));
        const PowerSeries of_c =
            number(jump.b).plus(c_.times(number(jump.f).plus(c_.times(jump.j))));
        return z.times(of_z).plus(c_.times(of_c));
    }

    [[nodiscard]] kernels::WideReal size_of(const PowerSeries &z) const {
        return kernels::wide_real(z.size_from(0) + z.beyond(),
                                  static_cast<std::int32_t>(z.exponent()));
    }

    /// Whether all orbits there only go on: they have not escaped, their differences are small
    /// beside Z_m, and too small to go on directly (see DirectStage).
    [[nodiscard]] bool is_calm(const Place &place) const {
        const WideComplex point = this->point(place.m);
        const kernels::WideReal reference =
            kernels::wide_real(std::sqrt(point.x * point.x + point.y * point.y),
                               static_cast<std::int32_t>(point.exponent));
        const kernels::WideReal own = size_of(place.z);
        const kernels::WideReal at = kernels::times(reference, 1 + share_);
        kernels::WideReal direct = kernels::product(own, own);
        for (int i = 1; i < spec_.degree; ++i)
            direct = kernels::product(direct, kernels::product(at, at));
        return place.m < tables_.view.first_end && own < kernels::times(reference, share_) &&
               at < kernels::wide_real(spec_.bailout / 2, 0) && direct < kLeastDirect<Real>;
    }

    /// Whether Z_m is so small there that all orbits may take their points for differences from 0.
    /// Then `place` is there.
    [[nodiscard]] bool returns(Place &place) {
        const auto &view = tables_.view;
        if (!tables_.notices.empty() || spec_.julia)
            return false;
        const WideComplex point = this->point(place.m);
        const auto least = kernels::wide_real(kShareOfReturn * place.z.largest_from(1),
                                              static_cast<std::int32_t>(place.z.exponent()));
        const auto size = kernels::wide_real(2 * std::max(std::fabs(point.x), std::fabs(point.y)),
                                             static_cast<std::int32_t>(point.exponent));
        PowerSeries full = place.z.plus(PowerSeries::term(reach_, point, 0));
        if (!(size < least) || !(size_of(full) < kernels::WideReal{1, -20}))
            return false;
        place = {std::move(full), place.n, view.restart, view.restart_jump, 0};
        return true;
    }

    [[nodiscard]] kernels::CommonStart<Real> rounded() const {
        kernels::CommonStart<Real> start;
        start.n = at_.n;
        start.m = at_.m;
        start.jump = at_.jump;
        start.wait = at_.wait;
        start.place_exponent = place_exponent();
        start.exponent = static_cast<std::int32_t>(at_.z.exponent());
        for (int i = 0; i <= PowerSeries::kOrder; ++i)
            for (int part = 0; part < 2; ++part)
                start.b[i][part] = static_cast<Real>(at_.z.at(i)[static_cast<std::size_t>(part)]);
        start.left_out = left_out_;
        return start;
    }

    const JumpTables<Real, 2> &tables_;
    const CommonStartSpec spec_;
    const kernels::OrbitReader<double> points_;
    const double reach_;
    const PowerSeries place_, none_, c_;
    const double share_; ///< of Z_m, that differences are to stay below
    const kernels::Trap<Real> trap_;
    Place at_;
    kernels::JumpNotice<Real> left_out_{kernels::kLargest<Real>, kernels::kLargest<Real>, 0};
    std::uint32_t last_tried_ = kernels::kNoJump;
    int products_ = 0;
};

} // namespace

AnyCommonStart common_start(const OrbitSpan &orbit, const AnyJumpTables &tables,
                            const CommonStartSpec &spec) {
    const auto of = [&]<class Real>(const JumpTables<Real, 2> &some) -> AnyCommonStart {
        const bool has_core =
            some.round_trip && periodic_core<Real>(*some.round_trip, spec.c_size).period != 0;
        if (some.view.start_jump == kernels::kNoJump || has_core)
            return kernels::CommonStart<Real>();
        return StartMaker<Real>(orbit, some, spec).make();
    };
    if (const auto *floats = std::get_if<JumpTables<float, 2>>(&tables))
        return of(*floats);
    if (const auto *doubles = std::get_if<JumpTables<double, 2>>(&tables))
        return of(*doubles);
    return {};
}

} // namespace fathom
