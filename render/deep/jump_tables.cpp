#include "render/deep/jump_tables.h"

#include "kernels/base/scalar_two_ops.h"
#include "kernels/perturbation/jump_merge.h"
#include "render/deep/jump_levels.h"
#include "render/deep/jump_notices.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace fathom {
namespace {

using kernels::JumpDraft;

template <class Real>
constexpr int kMostExponent = sizeof(kernels::Stored<Real>) == sizeof(float) ? 100 : 900;

/// a 2^e in the type; `e` no larger than kMostExponent.
template <class Real, class From> Real plain(From a, std::int32_t e) {
    using RealOps = kernels::ScalarOps<Real>;
    return RealOps::mul(static_cast<Real>(a), RealOps::power_of_two(e));
}

/// The reals of a map or form, plain; false where they do not fit the type.
template <class Real, class Map> bool put_plain(Real *to, const kernels::WideMap<Map> &map) {
    if (map.exponent > kMostExponent<Real>)
        return false;
    for (const auto real : kernels::reals_of(map.map))
        *to++ = plain<Real>(real, map.exponent);
    return true;
}
template <class Real, class Map>
void put_wide(Real *to, std::int32_t &exponent, const kernels::WideMap<Map> &map) {
    for (const auto real : kernels::reals_of(map.map))
        *to++ = static_cast<Real>(real);
    exponent = map.exponent;
}

template <class Real, int kLinear, class Linear>
kernels::Jump<Real, kLinear> plain_jump(const JumpDraft<Linear> &draft) {
    kernels::Jump<Real, kLinear> jump;
    jump.length = draft.length;
    if (!put_plain(jump.a, draft.a) || !put_plain(jump.b, draft.b) || !put_plain(jump.d, draft.d) ||
        !put_plain(jump.e, draft.e) || !put_plain(jump.f, draft.f))
        return jump;
    const auto radius = [](const kernels::WideReal &of) {
        return plain<kernels::Stored<Real>>(of.a, std::min(of.e, kMostExponent<Real>));
    };
    jump.radius = radius(draft.radius);
    jump.radius_c = radius(draft.radius_c);
    if constexpr (kLinear == 2) {
        // The third order lets z~ be larger, and mostly c.
        const auto &cubic = draft.cubic;
        const kernels::WideReal of_z = cubic.radius();
        const kernels::WideReal of_c = cubic.radius_c();
        auto *third = jump.third.reals;
        if (draft.radius < of_z && !(of_c < draft.radius_c) && put_plain(third, cubic.g) &&
            put_plain(third + 2, cubic.h) && put_plain(third + 4, cubic.i) &&
            put_plain(third + 6, cubic.j)) {
            jump.radius = radius(of_z);
            jump.radius_c = radius(of_c);
        } else {
            jump.third = {};
        }
    }
    return jump;
}

template <class Real, int kLinear, class Linear>
kernels::WideJump<Real, kLinear> wide_jump(const JumpDraft<Linear> &draft) {
    kernels::WideJump<Real, kLinear> jump;
    put_wide(jump.a, jump.a_exponent, draft.a);
    put_wide(jump.b, jump.b_exponent, draft.b);
    put_wide(jump.d, jump.d_exponent, draft.d);
    put_wide(jump.e, jump.e_exponent, draft.e);
    put_wide(jump.f, jump.f_exponent, draft.f);
    // Rounded downwards, so that they stay below 2.
    const auto down = [](double value) {
        using Part = kernels::Stored<Real>;
        const auto rounded = static_cast<Part>(value);
        return rounded > value ? std::nextafter(rounded, Part(0)) : rounded;
    };
    jump.radius = down(draft.radius.a);
    jump.radius_c = down(draft.radius_c.a);
    jump.radius_exponent = draft.radius.e;
    jump.radius_c_exponent = draft.radius_c.e;
    return jump;
}

template <class Real, int kLinear, class Linear> class TableMaker {
    using Tables = JumpTables<Real, kLinear>;
    using Part = kernels::Stored<Real>;
    using Notice = kernels::JumpNotice<Part>;

  public:
    TableMaker(const OrbitSpan &orbit, const JumpLevels<Linear> &levels, const TableNeeds &needs,
               int degree, const JumpWork &work)
        : orbit_(orbit), levels_(levels.levels), needs_(needs), degree_(degree), work_(work) {}

    std::shared_ptr<const AnyJumpTables> make() {
        auto any = std::make_shared<AnyJumpTables>(std::in_place_type<Tables>);
        auto &tables = std::get<Tables>(*any);
        take_orbit(tables);
        std::size_t count = 0;
        for (const auto &level : levels_) {
            first_.push_back(count);
            count += level.jumps.size();
        }
        tables.jumps.resize(count);
        if (needs_.wide)
            tables.wide_jumps.resize(count);
        for (std::size_t i = 0; i < levels_.size() && !work_.stop; ++i) {
            round(tables, i);
            link(tables, i);
        }
        if (needs_.tracked)
            notice_all(tables);
        if (work_.stop)
            return nullptr;
        describe(tables);
        return any;
    }

  private:
    /// Formulas with absolute values ask for a part's side of the axis even where it is too small
    /// for a float, see OrbitBuilder.
    static Real rounded_part(double part) noexcept {
        constexpr double kLeast = 0x1p-100;
        const bool is_lost = kLinear == 4 && part != 0 && std::fabs(part) < kLeast;
        return static_cast<Real>(is_lost ? std::copysign(kLeast, part) : part);
    }

    void take_orbit(Tables &tables) const {
        if constexpr (std::is_same_v<Real, double>) {
            tables.orbit = orbit_.z;
            tables.is_lazy = orbit_.is_lazy;
        } else if constexpr (std::is_same_v<Real, kernels::Two<double>>) {
            tables.rounded.reserve(orbit_.z.size());
            for (std::size_t i = 0; i < orbit_.z.size() && !stops_at(i, work_.stop); ++i)
                tables.rounded.push_back(
                    {{orbit_.z[i].x, orbit_.rest[i].x}, {orbit_.z[i].y, orbit_.rest[i].y}});
            tables.orbit = tables.rounded;
        } else {
            tables.rounded.reserve(orbit_.z.size());
            for (std::size_t i = 0; i < orbit_.z.size() && !stops_at(i, work_.stop); ++i)
                tables.rounded.push_back(
                    {rounded_part(orbit_.z[i].x), rounded_part(orbit_.z[i].y)});
            tables.orbit = tables.rounded;
        }
        tables.tiny = tiny_points<Real>(orbit_);
    }

    void round(Tables &tables, std::size_t level) const {
        for_all(levels_[level].jumps.size(), work_, [&](std::size_t i) {
            const auto &draft = levels_[level].jumps[i];
            tables.jumps[first_[level] + i] = plain_jump<Real, kLinear>(draft);
            if (needs_.wide)
                tables.wide_jumps[first_[level] + i] = wide_jump<Real, kLinear>(draft);
        });
    }

    /// Whether the jump of that level begins where the one before it ends.
    [[nodiscard]] bool continues(std::size_t level, std::size_t index) const {
        const auto &all = levels_[level];
        return index < all.jumps.size() && (index != all.restart || all.restart == 0);
    }

    void link(Tables &tables, std::size_t level) const {
        const auto &all = levels_[level];
        // The jump above that begins with jump i, or none.
        std::vector<std::uint32_t> above(all.jumps.size(), kernels::kNoJump);
        if (level + 1 < levels_.size())
            for (std::size_t i = 0; i < levels_[level + 1].below.size(); ++i)
                above[levels_[level + 1].below[i]] =
                    static_cast<std::uint32_t>(first_[level + 1] + i);
        for_all(all.jumps.size(), work_, [&](std::size_t i) {
            auto &jump = tables.jumps[first_[level] + i];
            if (all.below[i] != kernels::kNoJump)
                jump.below = static_cast<std::uint32_t>(first_[level - 1] + all.below[i]);
            const std::size_t next = i + 1;
            if (!continues(level, next))
                jump.after = static_cast<std::uint32_t>(first_[level] + i);
            else if (above[next] != kernels::kNoJump)
                jump.after = above[next];
            else
                jump.after = static_cast<std::uint32_t>(first_[level] + next);
        });
    }

    void notice_all(Tables &tables) const {
        const auto trap = kernels::rounded<Part>(
                              kernels::Tracking<double>{kernels::Tracks::all, false, needs_.trap})
                              .trap;
        constexpr Part kMost = kernels::kLargest<Part>;
        tables.notices.assign(tables.jumps.size(), Notice{kMost, kMost, 0});
        for (std::size_t level = 0; level < levels_.size(); ++level) {
            const auto &all = levels_[level];
            for_all(all.jumps.size(), work_, [&](std::size_t i) {
                const auto &jump = all.jumps[i];
                Notice &notice = tables.notices[first_[level] + i];
                if (level == 0) {
                    for (std::uint32_t step = 1; step < jump.length; ++step)
                        take_nearer(notice, notice_of(tables.orbit[jump.first + step], trap, step));
                    return;
                }
                const std::size_t end =
                    i + 1 < all.below.size() ? all.below[i + 1] : levels_[level - 1].jumps.size();
                for (std::size_t child = all.below[i]; child < end; ++child) {
                    const auto &part = levels_[level - 1].jumps[child];
                    const auto before = static_cast<std::uint32_t>(part.first - jump.first);
                    if (before != 0)
                        take_nearer(notice, notice_of(tables.orbit[part.first], trap, before));
                    Notice inner = tables.notices[first_[level - 1] + child];
                    inner.nearest_after += before;
                    take_nearer(notice, inner);
                }
            });
        }
    }

    void describe(Tables &tables) const {
        auto &view = tables.view;
        view.orbit = tables.orbit.data();
        view.tiny = tables.tiny.data();
        view.tiny_count = static_cast<std::uint32_t>(tables.tiny.size());
        view.last = orbit_.z.size() - 1;
        view.restart = orbit_.restart;
        view.first_end = orbit_.restart == 0 ? view.last : orbit_.restart - 1;
        view.jumps = tables.jumps.data();
        view.wide_jumps = tables.wide_jumps.data();
        view.notices = tables.notices.data();
        if (tables.jumps.empty())
            return;
        view.start_jump = static_cast<std::uint32_t>(first_.back());
        view.restart_jump = static_cast<std::uint32_t>(first_.back() + levels_.back().restart);
        if constexpr (kLinear == 2) {
            const auto &all = levels_.back().jumps[levels_.back().restart];
            if (degree_ == 2 && all.length == view.last - view.restart)
                tables.round_trip = RoundTrip<Real>{all, last_point()};
        }
        // Not the shortest, so that hopeless orbits wait for long from there.
        const std::size_t some = std::min<std::size_t>(2, levels_.size() - 1);
        view.short_jump = static_cast<std::uint32_t>(first_[some] + levels_[some].restart);
        double largest = 0;
        for (std::size_t i = 0; i < levels_.size(); ++i)
            largest = std::max(
                largest, static_cast<double>(tables.jumps[first_[i] + levels_[i].restart].radius));
        // |z~| of z at 0 is |z|^degree, in the Chebyshev norm at least its share 1 / sqrt 2.
        view.restart_size =
            static_cast<Part>(1.01 * std::pow(std::sqrt(2.0) * largest, 2.0 / degree_));
    }

    [[nodiscard]] auto last_point() const {
        using Number = kernels::DraftReal<Real>;
        const auto tiny = tiny_points<Number>(orbit_);
        const kernels::OrbitReader<Number> reader{orbit_.z.data(), orbit_.rest.data(), tiny.data(),
                                                  static_cast<std::uint32_t>(tiny.size())};
        return reader.at(orbit_.z.size() - 1);
    }

    const OrbitSpan &orbit_;
    const std::vector<typename JumpLevels<Linear>::Level> &levels_;
    const TableNeeds &needs_;
    const int degree_;
    const JumpWork &work_;
    std::vector<std::size_t> first_; ///< index of each level's first jump
};

template <class Linear>
std::shared_ptr<const AnyJumpTables>
tables_of(const OrbitSpan &orbit, const JumpLevels<Linear> &levels, const TableNeeds &needs,
          int degree, const JumpWork &work) {
    constexpr int kLinear = Linear::kReals;
    const auto make = [&]<class Real>() {
        return TableMaker<Real, kLinear, Linear>(orbit, levels, needs, degree, work).make();
    };
    if constexpr (kernels::kIsTwo<kernels::RealOf<Linear>>)
        return make.template operator()<kernels::Two<double>>();
    else if (!needs.f32)
        return make.template operator()<double>();
    else
        return needs.two ? make.template operator()<kernels::Two<float>>()
                         : make.template operator()<float>();
}

} // namespace

std::shared_ptr<const AnyJumpTables>
make_jump_tables(kernels::FormulaId formula, const OrbitSpan &orbit, const AnyJumpLevels &levels,
                 const TableNeeds &needs, const JumpWork &work) {
    const int degree = kernels::formula_info(formula).power;
    return std::visit([&](const auto &some) { return tables_of(orbit, some, needs, degree, work); },
                      levels.of);
}

} // namespace fathom
