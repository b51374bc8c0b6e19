#pragma once
#include "render/base/spinning_team.h"
#include "render/base/team_choice.h"
#include "render/deep/fixed_point.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

namespace fathom {

namespace kernels {
class LimbSquare;
}

/// Orbits z -> +-Re z^2 + i +-Im z^2 + c, and squares alone, of long fixed point numbers. x^2 - y^2
/// and 2 x y are exact, then rounded once, so that it does not matter how they were multiplied, nor
/// by how many threads: by a floating-point Fourier transform (kernels::LimbSquare) where the
/// processor has vectors for it and its error is proved to be below 1/2, by GMP elsewhere.
class LongSquare {
  public:
    /// From so many limbs of a format on it is worth while. Measured, microseconds of one thread
    /// (Zen 5) for GMP's short products, AVX2, AVX-512: 64 limbs 1.9, 1.0, 0.6; 128 5.6, 2.0, 1.1;
    /// 352 27, 6.9, 3.9; 1,074 142, 23, 13; 5,357 1,390, 167, 88.
    static constexpr std::size_t kFrom = 48;

    enum class Method { kFastest, kGmp };
    /// Of numbers of that format, by so many threads, the caller's among them; 0: by as many as are
    /// the fastest.
    explicit LongSquare(FixedFormat format, Method method = Method::kFastest, int threads = 0);
    ~LongSquare();
    LongSquare(const LongSquare &) = delete;
    LongSquare &operator=(const LongSquare &) = delete;

    /// Goes to z = x + iy, with c for all steps to come.
    void start(const FixedNumber &x, const FixedNumber &y, const FixedNumber &cx,
               const FixedNumber &cy);
    /// To the next point: the parts of z^2, negated where that is asked for, to the nearest unit of
    /// the last limb (up where both are as near), + c. Of all points magnitudes are below
    /// 2^(64 whole - 1), and of z^2's parts.
    void step(bool negate_re, bool negate_im);
    /// z.
    void get(FixedNumber &x, FixedNumber &y) const;
    /// Numbers of leading_format() to which the nearest doubles are those to z's parts. False if
    /// one is too small for that.
    bool get_leading(FixedNumber &x, FixedNumber &y) const;
    [[nodiscard]] FixedFormat leading_format() const noexcept { return {kLeading, format_.whole}; }

    /// re = |x^2 - y^2| and im = 2 x y, to the nearest unit of the last limb (up where both are as
    /// near), of magnitudes below 2^(64 whole - 1) whose results are, too. None may be another. No
    /// orbit goes on after it. Returns whether |x| < |y|, that is x^2 - y^2 < 0 or both are as good
    /// as the same.
    bool square(const FixedNumber &x, const FixedNumber &y, FixedNumber &re, FixedNumber &im);

    /// Limbs that are transformed, or GMP's.
    [[nodiscard]] std::size_t work_limbs() const noexcept;
    /// How many squares GMP had to make because the transform's error was not proved small enough.
    [[nodiscard]] std::uint64_t squares_by_gmp() const noexcept { return squares_by_gmp_; }

  private:
    static constexpr std::size_t kLeading = 3;

    /// What threads do together, each its part.
    enum class Phase { kSpread, kConvolve, kGather, kSettle, kProducts };

    void run(std::initializer_list<Phase> phases);
    void do_part(Phase phase, std::size_t part);
    void load(std::size_t part, const FixedNumber &number);
    void set_c(const FixedNumber &cx, const FixedNumber &cy);
    void make_addends(std::size_t part);
    void store(std::size_t part, FixedNumber &number) const;
    bool leading(std::size_t part, FixedNumber &number) const;
    void advance();
    /// False if the transform's error is not proved small enough.
    bool advance_by_transform();
    void advance_by_gmp();
    /// No limb before the first could change what is kept.
    [[nodiscard]] bool is_sure(std::size_t part) const;
    /// Part of the square, less its biases, from limb first_ on.
    void sum_up(std::size_t part);
    /// From sums_ to the next input.
    void settle_sum(std::size_t part);

    FixedFormat format_;
    std::unique_ptr<kernels::LimbSquare> transform_; ///< null: by GMP
    TeamChoice team_size_;
    std::size_t parts_ = 1;         ///< of this square's phases
    std::array<Phase, 3> phases_{}; ///< of this job
    std::uint64_t squares_by_gmp_ = 0;

    // Where the orbit is: x and y, each with LimbSquare's bias of digits added.
    std::array<mp_limb_t *, 2> inputs_{};
    std::array<std::vector<mp_limb_t>, 2> own_inputs_; ///< without a transform
    bool goes_on_ = true;                              ///< after this square

    std::size_t first_ = 0; ///< limb of the square that is wanted first
    std::array<bool, 2> negated_{};
    std::array<bool, 4> settled_{}; ///< of each part
    bool has_c_ = false;
    std::vector<mp_limb_t> digit_bias_, sum_bias_;
    std::array<std::vector<mp_limb_t>, 2> c_; ///< with the bias of digits
    /// What makes a square's limbs from two below the point's last on the next input: of squares as
    /// they are, and of negated ones.
    std::array<std::array<std::vector<mp_limb_t>, 2>, 2> addends_;
    std::array<std::vector<mp_limb_t>, 2> sums_;
    std::array<FixedNumber, 2> magnitudes_; ///< GMP's
    std::array<std::vector<mp_limb_t>, 3> products_;
    SpinningTeam team_; ///< the last: its threads go before what they use
};

} // namespace fathom
