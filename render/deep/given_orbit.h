#pragma once
#include "render/deep/attracting_cycle.h"
#include "render/deep/perturbation_data.h"

#include <memory>
#include <optional>
#include <string>

namespace fathom {

class OrbitJacobian;

/// A reference orbit that was made before, for views that shall not make one. What it gives a view
/// is, bit for bit, what a ReferenceMaker of its bits would.
class GivenOrbit {
  public:
    /// `name` tells in messages where it is from.
    GivenOrbit(std::shared_ptr<const ReferenceOrbit> orbit, std::string name);
    ~GivenOrbit();

    /// The orbit as far as this view and those before would have followed it. Throws InputError
    /// 'NAME: ...' where it does not serve the view: another formula or seed, too far from it (see
    /// is_near), too few bits, points outside the bailout that others follow, or too short.
    std::shared_ptr<const ReferenceOrbit> orbit_for(const PerturbationSpec &spec,
                                                    const TableNeeds &needs);

  private:
    void check(const PerturbationSpec &spec, const TableNeeds &needs) const;
    /// Throws unless a part whose last point has the index `last` ends for this view there, too.
    void check_end(const PerturbationSpec &spec, OrbitEnd end, std::uint64_t last,
                   std::size_t last_at);
    bool holds_period(const PerturbationSpec &spec);
    bool holds_cycle(const PerturbationSpec &spec);
    [[noreturn]] void refuse(const std::string &why) const;

    std::shared_ptr<const ReferenceOrbit> whole_;
    std::string name_;
    double largest_squared_ = 0;                 ///< |Z|^2 of points that are followed by others
    std::unique_ptr<OrbitJacobian> jacobian_;    ///< at the period, once it was wanted
    std::optional<AttractingCycle> cycle_;       ///< at the end, likewise
    std::uint64_t limit_ = 0;                    ///< the largest so far
    std::shared_ptr<const ReferenceOrbit> part_; ///< up to that
};

} // namespace fathom
