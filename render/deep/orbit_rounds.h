#pragma once
#include "render/deep/round_map.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace fathom {

/// Passes over rounds of an orbit of z^2 + c: where it returns to near 0 it follows its own
/// beginning, and where a round ends is told by a RoundMap. The points in between are, bit for bit,
/// the first round's, which is proved before any round is passed over. See
/// docs/explanation/fast-reference-orbits.md.
class OrbitRounds {
  public:
    /// Of a stepper's orbit.
    explicit OrbitRounds(const ThriftyStepper::Start &start);

    /// What is known at a point.
    struct Here {
        OrbitPoints orbit; ///< the last is the point, and tiny
        const ThriftyStepper &stepper;
        double growth_bits = 0;  ///< log2 of the derivative by c
        std::uint64_t limit = 0; ///< of the orbit
    };
    /// Looks whether a round begins at the point, which may take a map that takes as long as some
    /// rounds on all cores. False if stopped before it is known: it is to be looked at again.
    bool look(const Here &here, const std::atomic<bool> &stop);

    /// Whether the next point is in a round that is passed over, or its end.
    [[nodiscard]] bool is_passing() const noexcept { return left_ > 0; }
    /// Of such a point: which of the first round it equals; nothing at the end of the round, where
    /// the orbit goes to landing().
    [[nodiscard]] std::optional<std::uint64_t> same_as() const noexcept;
    [[nodiscard]] const ThriftyStepper::Landing &landing() const noexcept { return landing_; }
    /// What the exact one is above the double, and above a tiny one, of a point that equals
    /// another; where these are wanted.
    [[nodiscard]] const kernels::OrbitPoint<double> &rest() const;
    [[nodiscard]] const kernels::OrbitPoint<double> &wide_rest() const;
    /// That point is there.
    void passed() noexcept { --left_; }

    /// Steps of the rounds that were passed over, or are being.
    [[nodiscard]] std::uint64_t steps_passed() const noexcept { return steps_passed_; }

  private:
    /// How rounds are passed over that are as long as the first one that the map was made of.
    struct Round {
        RoundMap map;
        std::vector<kernels::OrbitPoint<double>> rests; ///< of its points from Z_1 on
        std::map<std::uint64_t, kernels::OrbitPoint<double>> wide_rests;
    };
    /// A map that is worth its nodes.
    struct Plan {
        RoundBounds bounds;
        int nodes = 0;
        long log2_radius = 0;
        long bits = 0; ///< that the first round's end has, and some more
    };
    bool begin(const Here &here);
    [[nodiscard]] bool is_promising(const Here &here) const;
    [[nodiscard]] std::optional<Plan> plan(const Here &here) const;
    /// Nothing if stopped, or if points of a round may be other doubles than the first one's.
    [[nodiscard]] std::unique_ptr<Round> make_round(const Here &here, const Plan &plan,
                                                    const std::atomic<bool> &stop) const;
    /// At the round's end, as ThriftyOrbit has it at its beginning; nothing where that is unknown.
    [[nodiscard]] std::optional<LengthBound> error_behind(const RoundBounds &bounds,
                                                          const Here &here) const;
    /// Steps that a round up to here takes now, those that are passed over left out.
    [[nodiscard]] double steps_of_round(const Here &here) const;

    FixedFormat format_;
    FixedNumber cx_, cy_;
    bool two_;                                 ///< rests are wanted
    std::vector<std::unique_ptr<Round>> kept_; ///< longer and longer ones
    const Round *passed_ = nullptr;            ///< the one that is passed over
    long log2_nearest_ = 0;                    ///< of all points that were looked at
    std::uint64_t planned_at_ = 0;
    std::uint64_t steps_passed_ = 0;
    std::uint64_t length_ = 0, left_ = 0; ///< steps of the round that is passed over
    ThriftyStepper::Landing landing_;
};

} // namespace fathom
