#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fathom::kernels {

/// Points of eight transforms side by side, or as many factors of theirs.
struct alignas(64) EightPoints {
    std::array<double, 8> re, im;
};

/// How transforms of 8 rows points are cut: eight of `rows` points each, which are cut by the
/// radices in turn.
struct SquarePlan {
    static constexpr std::size_t kMostLevels = 16;

    std::size_t rows = 0;
    std::size_t levels = 0;
    std::array<std::size_t, kMostLevels> radices{};
    /// Of a level's block j the factors r, r^2, ... of its radix are at start + j (radix - 1).
    std::array<std::size_t, kMostLevels> starts{};
    std::vector<EightPoints> factors;
    /// What a coefficient is off by at most, as a share of the sum of all digits' squares.
    double error = 0;
};

/// How a square becomes the next input, see LimbSquare::settle.
struct SquareNext {
    std::size_t from = 2; ///< limb of the square that becomes limb 0
    std::array<const std::uint64_t *, 2> addends{};
    std::array<bool, 2> negated{};
};

/// What the loops of one square read and write.
struct SquareWork {
    const SquarePlan *plan = nullptr;
    std::array<std::uint64_t *, 2> inputs{};      ///< `rows` limbs each, see LimbSquare::input
    EightPoints *points = nullptr;                ///< `rows`
    std::size_t first = 0;                        ///< limb of the square that is wanted first
    std::array<std::uint64_t *, 2> low{}, high{}; ///< see LimbSquare::Sum
    SquareNext next;
};

/// Its loops, by one instruction set.
struct SquareLoops {
    /// Digits, the first cut, and the second; gives the sum of the digits' squares, or 0.
    double (*spread)(const SquareWork &work, std::size_t part, std::size_t parts) noexcept;
    double (*spread_and_sum)(const SquareWork &work, std::size_t part, std::size_t parts) noexcept;
    /// All that lies between; of at most LimbSquare::kMostParts parts.
    void (*convolve)(const SquareWork &work, std::size_t part, std::size_t parts) noexcept;
    /// The first cuts back, and whole numbers.
    void (*gather)(const SquareWork &work, std::size_t part, std::size_t parts) noexcept;
    /// The next input; false if it could not be told.
    bool (*settle)(const SquareWork &work, std::size_t part, std::size_t parts) noexcept;
};

/// Squares of complex numbers x + iy of many limbs (of 64 bits, the least first) by a
/// floating-point Fourier transform: digits of 16 bits, from -2^15 to 2^15 - 1, x's as real and y's
/// as imaginary parts, so that one transform there and one back give x^2 - y^2 and 2 x y. Every
/// coefficient of the square is a whole number, and exact where error_bound() is below 1/2.
///
/// A square is made in three phases, each of `parts` parts that threads may share; a phase begins
/// when the one before has ended. What comes out depends neither on the parts nor on the
/// instruction set.
///
/// The transform is that of X^N - 1 = product of X^(N/8) - w^k (w the eighth root of unity), whose
/// eight rests lie side by side in vectors, each cut on as X^S - r^8 = product of X^(S/8) - r w^k
/// (D. J. Bernstein, "Multidigit multiplication for mathematicians", 2001), so that nothing is ever
/// permuted.
class LimbSquare {
  public:
    static constexpr std::size_t kMostParts = 4;
    /// Added to every limb of a number, makes 2^15 + digit of each 16 bits.
    static constexpr std::uint64_t kDigitBias = 0x8000'8000'8000'8000U;
    /// What every limb of a square's sum has too much: the bits of 2^52 + 2^51, a double, in each
    /// of its coefficients.
    static constexpr std::uint64_t kSumBiasLow = 0x4338'0000'0000'0000U;
    static constexpr std::uint64_t kSumBiasHigh = 0x0000'4338'4338'4338U;

    /// For numbers of up to `limbs` limbs, the last below 2^63, 1 <= limbs <= 2^16. Nothing if this
    /// processor has no vectors with a fused multiply-add.
    static std::unique_ptr<LimbSquare> make(std::size_t limbs);
    /// One for each instruction set that this processor has, the fastest first.
    static std::vector<std::unique_ptr<LimbSquare>> make_all(std::size_t limbs);

    /// Limbs of both inputs: those of x and of y, 0 behind them, and kDigitBias added to every one,
    /// with carries.
    [[nodiscard]] std::size_t input_limbs() const noexcept { return plan_.rows; }
    [[nodiscard]] std::uint64_t *x() noexcept { return x_.data(); }
    [[nodiscard]] std::uint64_t *y() noexcept { return y_.data(); }

    void spread(std::size_t part, std::size_t parts) noexcept;
    void convolve(std::size_t part, std::size_t parts) noexcept;
    /// From limb `first` of the square on, and perhaps some before. Uses up what convolve() left.
    void gather(std::size_t first, std::size_t part, std::size_t parts) noexcept;

    /// x and y become the square's limbs from limb `from` >= 2 on, negated where that is asked for,
    /// plus the addends: x <- sum over j of (low[from + j] + high[from + j - 1] + addend[j]) 2^(64
    /// j) for x^2 - y^2, and y for 2 x y, input_limbs() limbs each; where it is negated all bits of
    /// `low` and `high` are turned. Each limb gets the carry of the sum at the one before it, which
    /// is read at j = -1, too (as the addend is). False if one of them would have carried that on:
    /// then what became of x and y is wrong. A part settles what it spreads: no other part needs to
    /// have ended before that.
    bool settle(const SquareNext &next, std::size_t part, std::size_t parts) noexcept;

    /// After spread(): how far any coefficient of the square may be off: by what its digits are, or
    /// where even the worst could not be too much (kSurelyExact), by those.
    [[nodiscard]] double error_bound() const noexcept;
    static constexpr double kSurelyExact = 0.25;
    /// The same for digits that are all as large as they can be.
    [[nodiscard]] double worst_error_bound() const noexcept;

    /// The square is low + 2^64 high - the biases, of 2 input_limbs() limbs; x^2 - y^2 and 2 x y.
    struct Sum {
        const std::uint64_t *low, *high;
    };
    [[nodiscard]] Sum real() const noexcept { return {low_[0].data(), high_[0].data()}; }
    [[nodiscard]] Sum imaginary() const noexcept { return {low_[1].data(), high_[1].data()}; }

  private:
    LimbSquare(std::size_t limbs, const SquareLoops &loops);

    SquareLoops loops_;
    SquarePlan plan_;
    std::size_t limbs_;
    std::vector<std::uint64_t> x_, y_;
    std::vector<EightPoints> points_;
    std::array<std::vector<std::uint64_t>, 2> low_, high_;
    SquareWork work_;
    struct alignas(64) Norm {
        double value = 0;
    };
    std::array<Norm, kMostParts> norms_{}; ///< each its thread's
    std::size_t norm_parts_ = 0;           ///< the first one's thread's
};

} // namespace fathom::kernels
