#pragma once
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formula_settings.h"
#include "kernels/perturbation/jump.h"
#include "kernels/perturbation/jump_draft.h"
#include "render/deep/jump_work.h"

#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace fathom {

struct AnyJumpLevels;
struct OrbitSpan;

/// The whole critical orbit as one jump, and where it ends: a period, if there is one. For pixels
/// of a type.
template <class Real> struct RoundTrip {
    using Number = kernels::DraftReal<Real>;
    kernels::JumpDraft<kernels::scalar::ComplexSlope<Number>> jump;
    kernels::WidePoint<Number> end;
};

/// Tables for pixels of one type, in host memory. `kLinear` as kernels::Jump.
template <class Real, int kLinear> struct JumpTables {
    std::span<const kernels::OrbitPoint<Real>> orbit; ///< of doubles the reference orbit itself
    bool is_lazy = false; ///< `orbit` is in LazyMemory, which system calls cannot read
    std::vector<kernels::OrbitPoint<Real>> rounded; ///< what it is of other types
    std::vector<kernels::TinyPoint<Real>> tiny;
    std::vector<kernels::Jump<Real, kLinear>> jumps;
    std::vector<kernels::WideJump<Real, kLinear>> wide_jumps;
    std::vector<kernels::JumpNotice<kernels::Stored<Real>>> notices;
    std::optional<RoundTrip<Real>> round_trip;       ///< of z^2 + c
    kernels::PerturbationTables<Real, kLinear> view; ///< of all these
};
using AnyJumpTables =
    std::variant<JumpTables<float, 2>, JumpTables<float, 4>, JumpTables<double, 2>,
                 JumpTables<double, 4>, JumpTables<kernels::Two<float>, 2>,
                 JumpTables<kernels::Two<float>, 4>, JumpTables<kernels::Two<double>, 2>,
                 JumpTables<kernels::Two<double>, 4>>;

/// What pixels need of tables.
struct TableNeeds {
    bool f32 = false;     ///< they are float, or sums of such
    bool two = false;     ///< they are sums of two
    bool wide = false;    ///< they can be wide
    bool tracked = false; ///< their orbits are
    kernels::Trap<double> trap;

    /// Whether they have more digits than doubles, which orbits and jumps need, too.
    [[nodiscard]] bool beyond_doubles() const noexcept { return two && !f32; }
    friend bool operator==(const TableNeeds &, const TableNeeds &) = default;
};

/// The levels as tables; nothing if `stop` became true meanwhile. The orbit's points have to
/// outlive them, and levels in sums of two are for pixels of two doubles. Throws std::bad_alloc.
std::shared_ptr<const AnyJumpTables>
make_jump_tables(kernels::FormulaId formula, const OrbitSpan &orbit, const AnyJumpLevels &levels,
                 const TableNeeds &needs, const JumpWork &work);

} // namespace fathom
