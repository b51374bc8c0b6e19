#pragma once
#include "render/base/spinning_thread.h"
#include "render/base/team_choice.h"
#include "render/deep/fixed_point.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace fathom {

namespace kernels {
class LimbSquare;
}

/// x^2 - y^2 and 2 x y of long fixed point numbers: exact, then rounded once, so that it does not
/// matter how they were multiplied, nor by how many threads. By a floating-point Fourier transform
/// (kernels::LimbSquare) where the processor has vectors for it and its error is proved to be below
/// 1/2, by GMP elsewhere.
class LongSquare {
  public:
    /// From so many limbs of a format on it is worth while. Measured, microseconds of one thread
    /// (Zen 5) for GMP's short products, AVX2, AVX-512: 64 limbs 1.9, 1.2, 0.8; 128 5.6, 2.5, 1.6;
    /// 352 27, 8.5, 5.2; 1,074 142, 28, 17; 5,357 1,390, 180, 114.
    static constexpr std::size_t kFrom = 48;

    enum class Method { kFastest, kGmp };
    /// Of numbers of that format, by so many threads, the caller's among them; 0: by as many as are
    /// the fastest.
    explicit LongSquare(FixedFormat format, Method method = Method::kFastest, int threads = 0);
    ~LongSquare();
    LongSquare(const LongSquare &) = delete;
    LongSquare &operator=(const LongSquare &) = delete;

    /// re = |x^2 - y^2| and im = 2 x y, to the nearest unit of the last limb (up where both are as
    /// near), of magnitudes below 2^(64 whole - 1) whose results are, too. None may be another.
    /// Returns whether x < y, that is x^2 - y^2 < 0 or both are as good as the same.
    bool square(const FixedNumber &x, const FixedNumber &y, FixedNumber &re, FixedNumber &im);

    /// How many squares GMP had to make because the transform's error was not proved small enough.
    [[nodiscard]] std::uint64_t squares_by_gmp() const noexcept { return squares_by_gmp_; }

  private:
    /// What threads do together, each its part.
    enum class Phase { kSpread, kConvolve, kGather, kRound, kProducts };

    void run(Phase phase);
    void do_part(std::size_t part);
    /// False if the transform's error is not proved small enough.
    bool square_by_transform();
    void square_by_gmp();
    /// The same, with the limbs of the square from `first` on.
    bool transform_from(std::size_t first);
    /// One of the two sums becomes a number; sure_[part]: no limb before the first could change it.
    void round_sum(std::size_t part);
    void round_product(const mp_limb_t *product, FixedNumber &result) const;

    FixedFormat format_;
    std::unique_ptr<kernels::LimbSquare> transform_; ///< null: by GMP
    std::vector<std::unique_ptr<SpinningThread>> helpers_;
    TeamChoice team_;
    std::size_t parts_ = 1; ///< of this square's phases
    std::uint64_t squares_by_gmp_ = 0;

    Phase phase_ = Phase::kSpread;
    const FixedNumber *larger_ = nullptr, *smaller_ = nullptr;
    FixedNumber *results_[2] = {nullptr, nullptr};
    std::size_t first_ = 0;
    bool sure_[2] = {false, false};
    std::vector<mp_limb_t> digit_bias_, sum_bias_;
    std::vector<mp_limb_t> sums_[2];
    std::vector<mp_limb_t> products_[3]; ///< GMP's
};

} // namespace fathom
