#pragma once
#include "kernels/formula_list.h"
#include "kernels/formula_settings.h"
#include "kernels/jump.h"
#include "kernels/jump_draft.h"
#include "render/request.h"

#include <atomic>
#include <memory>
#include <span>
#include <variant>
#include <vector>

namespace fathom {

class ThreadTeam;

/// A reference orbit as tables are made from it. All points below 2^tiny_exponent<float> are among
/// the tiny ones, by rising index, zeros too.
struct OrbitSpan {
    std::span<const kernels::OrbitPoint<double>> z;
    std::span<const kernels::TinyPoint<double>> tiny;
    std::uint32_t restart = 0; ///< where the critical orbit begins, see kernels::PerturbationTables
};

/// Jumps along a reference orbit, level by level from the shortest; in double with exponents,
/// whatever type the pixels have.
template <class Linear> struct JumpLevels {
    struct Level {
        std::vector<kernels::JumpDraft<Linear>> jumps; ///< they lie behind each other, but for the
                                                       ///< gap before the critical orbit
        std::vector<std::uint32_t> below; ///< of each, the first one that it is made of: its index
                                          ///< in the level before
        std::uint32_t restart = 0;        ///< index of the critical orbit's first one
    };
    std::vector<Level> levels;
};
using AnyJumpLevels = std::variant<JumpLevels<kernels::scalar::ComplexSlope<double>>,
                                   JumpLevels<kernels::scalar::MatrixSlope<double>>>;

/// How steps are to be skipped.
struct JumpMethod {
    Approximation approximation = Approximation::la;
    /// The share of a step's result that a jump may lose, see kernels::joined.
    double tolerance = 0;
};

/// Who works, and when to break off.
struct JumpWork {
    ThreadTeam &team;
    const std::atomic<bool> &stop; ///< seen within 65,536 points
};

/// Makes the levels; nothing if `stop` became true meanwhile. Throws std::bad_alloc.
std::shared_ptr<const AnyJumpLevels> make_jump_levels(kernels::FormulaId formula,
                                                      const OrbitSpan &orbit,
                                                      const JumpMethod &method,
                                                      const JumpWork &work);

/// Tables for pixels of one type, in host memory. `kLinear` as kernels::Jump.
template <class Real, int kLinear> struct JumpTables {
    std::span<const kernels::OrbitPoint<Real>> orbit; ///< of doubles the reference orbit itself
    std::vector<kernels::OrbitPoint<Real>> rounded;   ///< what it is of floats
    std::vector<kernels::TinyPoint<Real>> tiny;
    std::vector<kernels::Jump<Real, kLinear>> jumps;
    std::vector<kernels::WideJump<Real, kLinear>> wide_jumps;
    std::vector<kernels::JumpNotice<Real>> notices;
    kernels::PerturbationTables<Real, kLinear> view; ///< of all these
};
using AnyJumpTables = std::variant<JumpTables<float, 2>, JumpTables<float, 4>,
                                   JumpTables<double, 2>, JumpTables<double, 4>>;

/// What pixels need of tables.
struct TableNeeds {
    bool f32 = false;     ///< they are float
    bool wide = false;    ///< they can be wide
    bool tracked = false; ///< their orbits are
    kernels::Trap<double> trap;
    friend bool operator==(const TableNeeds &, const TableNeeds &) = default;
};

/// The levels as tables; nothing if `stop` became true meanwhile. The orbit's points have to
/// outlive them. Throws std::bad_alloc.
std::shared_ptr<const AnyJumpTables>
make_jump_tables(kernels::FormulaId formula, const OrbitSpan &orbit, const AnyJumpLevels &levels,
                 const TableNeeds &needs, const JumpWork &work);

} // namespace fathom
