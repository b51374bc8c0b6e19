#pragma once
#include "kernels/formulas/formula_ids.h"
#include "kernels/perturbation/jump_merge.h"
#include "render/deep/jump_work.h"
#include "render/places/method.h"

#include <memory>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace fathom {

/// A reference orbit as tables are made from it. All points below 2^tiny_exponent<float> are among
/// the tiny ones, by rising index, zeros too.
struct OrbitSpan {
    std::span<const kernels::OrbitPoint<double>> z;
    std::span<const kernels::TinyPoint<double>> tiny;
    std::uint64_t restart = 0; ///< where the critical orbit begins, see kernels::PerturbationTables
    /// See ReferenceOrbit; empty unless tables are made for sums of two.
    std::span<const kernels::OrbitPoint<double>> rest{};
    std::span<const kernels::OrbitPoint<double>> tiny_rest{};
    bool is_lazy = false; ///< points are in LazyMemory
};

/// The tiny points in a type.
template <class Real> std::vector<kernels::TinyPoint<Real>> tiny_points(const OrbitSpan &orbit) {
    std::vector<kernels::TinyPoint<Real>> points;
    points.reserve(orbit.tiny.size());
    for (std::size_t i = 0; i < orbit.tiny.size(); ++i) {
        const auto &[at, z] = orbit.tiny[i];
        if constexpr (std::is_same_v<Real, kernels::Two<double>>) {
            const auto &rest = orbit.tiny_rest[i];
            points.push_back({at, {{z.x, rest.x}, {z.y, rest.y}, z.exponent}});
        } else {
            points.push_back({at, {static_cast<Real>(z.x), static_cast<Real>(z.y), z.exponent}});
        }
    }
    return points;
}

/// Jumps along a reference orbit, level by level from the shortest; with exponents, whatever type
/// the pixels have, and in double unless that is a sum of two.
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
struct AnyJumpLevels {
    std::variant<JumpLevels<kernels::scalar::ComplexSlope<double>>,
                 JumpLevels<kernels::scalar::MatrixSlope<double>>,
                 JumpLevels<kernels::scalar::ComplexSlope<kernels::Two<double>>>,
                 JumpLevels<kernels::scalar::MatrixSlope<kernels::Two<double>>>>
        of; ///< by what the formula's derivative is, and by the method's type
};

/// How steps are to be skipped.
struct JumpMethod {
    Approximation approximation = Approximation::la;
    /// The share of a step's result that a jump may lose, see kernels::merged.
    double tolerance = 0;
    bool two = false; ///< in sums of two; the orbit has to have both parts
    /// That the shortest jumps of `la` span; of `bla` a sixteenth.
    std::uint32_t most_steps = kMostSteps;
    /// What pays where memory is no question.
    static constexpr std::uint32_t kMostSteps = 128;
};

/// Makes the levels; nothing if `stop` became true meanwhile. Throws std::bad_alloc.
std::shared_ptr<const AnyJumpLevels> make_jump_levels(kernels::FormulaId formula,
                                                      const OrbitSpan &orbit,
                                                      const JumpMethod &method,
                                                      const JumpWork &work);

} // namespace fathom
