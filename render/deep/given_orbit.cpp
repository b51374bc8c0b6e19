#include "render/deep/given_orbit.h"

#include "kernels/formulas/mandelbrot_orbit.h"
#include "kernels/formulas/with_formula.h"
#include "render/base/error.h"
#include "render/deep/orbit_jacobian.h"
#include "render/deep/reference_fit.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <new>
#include <utility>

namespace fathom {
namespace {

using Point = kernels::OrbitPoint<double>;

/// Of its two parts the points that are left with a lower limit, as a maker counts them.
struct Lengths {
    std::size_t first = 0, critical = 0;
};

Lengths lengths_of(const ReferenceOrbit &orbit) {
    const std::size_t all = orbit.z.size();
    return orbit.restart == 0 ? Lengths{all, 0} : Lengths{orbit.restart, all - orbit.restart};
}

Lengths lengths_at(const ReferenceOrbit &orbit, std::uint64_t limit) {
    const Lengths whole = lengths_of(orbit);
    return {std::min<std::size_t>(whole.first, limit + 1),
            std::min<std::size_t>(whole.critical, limit + 1)};
}

/// The first points of each part.
std::shared_ptr<const ReferenceOrbit> shortened(const ReferenceOrbit &whole, Lengths lengths) {
    auto part = std::make_shared<ReferenceOrbit>();
    part->spec = whole.spec;
    part->bits = whole.bits;
    const Lengths all = lengths_of(whole);
    if (lengths.first == all.first) {
        part->end = whole.end;
        part->period = whole.period;
    }
    for (const auto &tiny : whole.tiny)
        if (tiny.at < lengths.first)
            part->tiny.push_back(tiny);
    if (whole.restart == 0) {
        part->store = whole.store;
        part->z = whole.z.first(lengths.first);
        return part;
    }
    if (lengths.critical == all.critical) {
        part->critical_end = whole.critical_end;
        part->escaped = whole.escaped;
    }
    part->restart = lengths.first;
    for (auto tiny : whole.tiny)
        if (tiny.at >= whole.restart && tiny.at < whole.restart + lengths.critical) {
            tiny.at -= whole.restart - part->restart;
            part->tiny.push_back(tiny);
        }
    const auto both = std::make_shared<OrbitBuffer>(lengths.first + lengths.critical);
    if (both->capacity() < lengths.first + lengths.critical)
        throw std::bad_alloc();
    for (const Point &z : whole.z.first(lengths.first))
        both->push_back(z);
    for (const Point &z : whole.z.subspan(whole.restart, lengths.critical))
        both->push_back(z);
    part->z = {both->data(), both->size()};
    part->store = both;
    return part;
}

/// Of the orbit's last point by c, as its maker followed it.
template <class Formula> OrbitJacobian jacobian_by_c(const ReferenceOrbit &orbit) {
    OrbitJacobian jacobian(0);
    auto tiny = orbit.tiny.begin();
    for (std::size_t at = 0; at + 1 < orbit.z.size(); ++at) {
        kernels::WidePoint<double> z{orbit.z[at].x, orbit.z[at].y, 0};
        if (tiny != orbit.tiny.end() && tiny->at == at)
            z = (tiny++)->z;
        jacobian.step<Formula>(z, true);
    }
    return jacobian;
}

} // namespace

GivenOrbit::GivenOrbit(std::shared_ptr<const ReferenceOrbit> orbit, std::string name)
    : whole_(std::move(orbit)), name_(std::move(name)) {
    for (std::size_t at = 0; at + 1 < whole_->z.size(); ++at) {
        const Point &z = whole_->z[at];
        if (at + 1 != whole_->restart)
            largest_squared_ = std::max(largest_squared_, z.x * z.x + z.y * z.y);
    }
}

GivenOrbit::~GivenOrbit() = default;

void GivenOrbit::refuse(const std::string &why) const {
    throw InputError(fmt::format("{}: {}; make an orbit of this view", name_, why));
}

void GivenOrbit::check(const PerturbationSpec &spec, const TableNeeds &needs) const {
    const ReferenceSpec &own = whole_->spec;
    if (spec.formula.id != own.formula.id)
        refuse(fmt::format("the orbit is of the formula {}, the view of {}",
                           kernels::formula_info(own.formula.id).id,
                           kernels::formula_info(spec.formula.id).id));
    if (spec.formula.julia != own.formula.julia)
        refuse(own.formula.julia ? "the orbit is of a Julia set, the view is not"
                                 : "the view is of a Julia set, the orbit is not");
    if (!same_formula(spec.formula, own.formula))
        refuse(kernels::looks_back(own.formula.id)
                   ? "the orbit has another parameter or seed than the view"
                   : "the orbit is of a Julia set of another seed than the view");
    if (!is_near(own, spec.view, needs))
        refuse(fmt::format("the orbit's point lies more than {} of the view's heights from its "
                           "centre",
                           needs.f32 ? 1 : 256));
    if (needs.beyond_doubles())
        refuse("the orbit has the digits of doubles, and sums of two need more");
    const long bits = needed_bits(spec.view, spec.size.height);
    if (bits > own.bits)
        refuse(fmt::format("the orbit has {} bits, and a view this deep needs {}", own.bits, bits));
    if (largest_squared_ > spec.bailout * spec.bailout)
        refuse(fmt::format("the orbit goes on outside the view's bailout of {}", spec.bailout));
}

bool GivenOrbit::holds_period(const PerturbationSpec &spec) {
    const ReferenceOrbit &orbit = *whole_;
    if (!jacobian_)
        kernels::with_formula(orbit.spec.formula.id, [&]<class Formula>() {
            if constexpr (!Formula::kLooksBack)
                jacobian_ = std::make_unique<OrbitJacobian>(jacobian_by_c<Formula>(orbit));
        });
    const Point &last = orbit.z.back();
    kernels::WidePoint<double> z{last.x, last.y, 0};
    if (!orbit.tiny.empty() && orbit.tiny.back().at + 1 == orbit.z.size())
        z = orbit.tiny.back().z;
    return ball_holds_0(z, *jacobian_,
                        to_wide(divide(Decimal::from_double(2), spec.view.zoom, 20)));
}

bool GivenOrbit::holds_cycle(const PerturbationSpec &spec) {
    const ReferenceOrbit &orbit = *whole_;
    if (!cycle_) // as its maker has found it, at a power of two
        cycle_ =
            find_attracting_cycle(orbit.z.first(std::bit_floor(orbit.z.size() - 1) + 1), orbit.tiny,
                                  kernels::formula_info(orbit.spec.formula.id).power);
    const Decimal reach = reach_of(spec.view, spec.size, orbit.spec.re, orbit.spec.im);
    return cycle_ && reach.log10() * std::log2(10) < cycle_->log2_room;
}

void GivenOrbit::check_end(const PerturbationSpec &spec, OrbitEnd end, std::uint64_t last,
                           std::size_t last_at) {
    const std::uint64_t parts = whole_->restart == 0 ? 1 : 2;
    if (last >= std::min<std::uint64_t>(spec.limit, longest_orbit(whole_->spec) / parts - 1))
        return;
    const Point &z = whole_->z[last_at];
    if (end == OrbitEnd::kNone)
        refuse(fmt::format("the orbit has {} iterations of the view's {}", last, spec.limit));
    if (end == OrbitEnd::kEscape && !kernels::is_outside(z.x, z.y, spec.bailout * spec.bailout))
        refuse(fmt::format("the orbit ends within the view's bailout of {}", spec.bailout));
    if (end == OrbitEnd::kPeriod && !holds_period(spec))
        refuse(fmt::format("the orbit ends at a period of {} that this view does not show", last));
    if (end == OrbitEnd::kCycle && whole_->restart == 0 && !holds_cycle(spec))
        refuse("the orbit ends in a cycle, and the view shows more than that one's component");
}

std::shared_ptr<const ReferenceOrbit> GivenOrbit::orbit_for(const PerturbationSpec &spec,
                                                            const TableNeeds &needs) {
    check(spec, needs);
    const Lengths all = lengths_of(*whole_);
    check_end(spec, whole_->end, all.first - 1, all.first - 1);
    if (all.critical > 0)
        check_end(spec, whole_->critical_end, all.critical - 1, whole_->z.size() - 1);
    limit_ = std::max(limit_, spec.limit);
    const Lengths wanted = lengths_at(*whole_, limit_);
    if (wanted.first == all.first && wanted.critical == all.critical)
        return part_ = whole_;
    if (!part_ || lengths_of(*part_).first != wanted.first ||
        lengths_of(*part_).critical != wanted.critical)
        part_ = shortened(*whole_, wanted);
    return part_;
}

} // namespace fathom
