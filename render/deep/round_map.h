#pragma once
#include "render/deep/newton.h"
#include "render/deep/sure_rounding.h"
#include "render/deep/thrifty_stepper.h"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fathom {

/// The points of an orbit so far, tiny ones among them with their exponents, too.
struct OrbitPoints {
    std::span<const kernels::OrbitPoint<double>> z;
    const std::vector<kernels::TinyPoint<double>> &tiny;
};

/// Goes along them.
class PointWalk {
  public:
    /// Begins at the point `at`.
    PointWalk(const OrbitPoints &points, std::uint64_t at);

    /// To the next one.
    void step();
    [[nodiscard]] std::uint64_t at() const noexcept { return at_; }
    [[nodiscard]] bool is_tiny() const noexcept {
        return next_tiny_ < points_.tiny.size() && points_.tiny[next_tiny_].at == at_;
    }
    /// The point; one that is not tiny has the exponent 0.
    [[nodiscard]] kernels::WidePoint<double> point() const;

  private:
    OrbitPoints points_;
    std::uint64_t at_;
    std::size_t next_tiny_; ///< the first that is not before the point
};

/// |z|.
LengthBound length_of(const kernels::WidePoint<double> &z);

/// What happens to lengths in a round, the steps of z^2 + c from Z_0 = 0 to Z_q, and to those near
/// it: G(u) = Z_q + A u + ... is where they lead from Z_1 + u.
struct RoundBounds {
    /// Of the first q steps, in that format; the orbit is known up to Z_q, and no Z_i between is 0.
    RoundBounds(const OrbitPoints &orbit, std::uint64_t length, FixedFormat of);

    std::uint64_t length; ///< q
    FixedFormat format;
    LengthBound growth;   ///< of |G'|, where points still round to the same doubles
    LengthBound rounding; ///< what the steps of a round, in the format, are off by at its end
    LengthBound error;    ///< likewise if each were off by a unit: ThriftyOrbit::error()
    long log2_reach = 0;  ///< for |u| <= 2^log2_reach
    LengthBound farthest; ///< |G(u) - Z_q| is no larger
};

/// G by interpolation: through the ends of some rounds that are taken step by step from nodes about
/// 0, and of the first round itself. See docs/explanation/fast-reference-orbits.md, "Skipping
/// repeated rounds".
class RoundMap {
  public:
    static constexpr int kMostNodes = 16;

    /// Through so many nodes, with numbers of so many significant bits, for |u| <= 2^log2_radius /
    /// 2; that is at most a quarter of the bounds' reach.
    RoundMap(const RoundBounds &bounds, int nodes, long log2_radius, long bits);

    /// Nodes are u = t 2^log2_radius, |t| within 2^-19 of 1.
    [[nodiscard]] std::complex<double> node(int k) const {
        return nodes_[static_cast<std::size_t>(k)];
    }
    [[nodiscard]] int nodes() const noexcept { return static_cast<int>(nodes_.size()); }
    [[nodiscard]] long log2_radius() const noexcept { return log2_radius_; }
    [[nodiscard]] const RoundBounds &bounds() const noexcept { return bounds_; }
    /// What an error of a node's end may become in G(u), as a share of |u| 2^-log2_radius: all that
    /// nodes are weighed with.
    [[nodiscard]] double weight() const noexcept;

    /// Where a round ends, and what that may be off by from G.
    struct End {
        ExactComplex z;
        LengthBound away;
    };
    /// G(0), and the nodes' ends.
    void interpolate(const End &first, const std::vector<End> &ends);

    /// Whether a round from z may be taken.
    [[nodiscard]] bool takes(const LengthBound &z) const;
    /// Where it leads, in the format.
    struct Image {
        FixedNumber x, y;
        LengthBound away;  ///< from where all the limbs' steps lead that begin within `away` of z
        LengthBound added; ///< what of that these steps and `away` do not bring about
    };
    /// From z, known to that length. On the axis it stays there.
    [[nodiscard]] Image image(const ExactComplex &z, const LengthBound &length,
                              const LengthBound &away) const;

  private:
    /// t (c_0 + (t - t_0) (c_1 + (t - t_1) (c_2 + ...))).
    [[nodiscard]] ExactComplex value_at(const ExactComplex &t) const;
    /// Of value_at's rounding, where |t - t_k| <= apart, for |t| = 1.
    [[nodiscard]] LengthBound value_error(double apart) const;
    [[nodiscard]] ExactComplex from_node(const ExactComplex &t, std::size_t k) const;

    RoundBounds bounds_;
    long log2_radius_;
    long bits_;
    std::vector<std::complex<double>> nodes_;
    std::vector<double> weights_;
    ExactComplex first_; ///< G(0)
    LengthBound first_away_;
    std::vector<ExactComplex> coefficients_;
    LengthBound of_nodes_; ///< what the nodes' ends are off by, weighed
};

} // namespace fathom
