#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/limb_square.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come first: limb_square-inl.h is compiled for each of its targets.
#include <hwy/highway.h>

#include "kernels/simd/limb_square-inl.h"

#if FATHOM_TARGET_FUSES
HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

SquareLoops square_loops() noexcept {
    return {spread_square<false>, spread_square<true>, convolve_square, gather_square,
            settle_square};
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE

#include <bit>
#include <cmath>
#include <numbers>

namespace fathom::kernels {
namespace {

/// Those of this processor, the fastest first.
std::vector<SquareLoops> all_square_loops() {
    std::vector<SquareLoops> found;
    [[maybe_unused]] const auto supported = hwy::SupportedTargets();
#if HWY_TARGETS & HWY_AVX3
    if ((supported & HWY_AVX3) != 0)
        found.push_back(N_AVX3::square_loops());
#endif
#if HWY_TARGETS & HWY_AVX2
    if ((supported & HWY_AVX2) != 0)
        found.push_back(N_AVX2::square_loops());
#endif
#if HWY_TARGETS & HWY_NEON
    if ((supported & HWY_NEON) != 0)
        found.push_back(N_NEON::square_loops());
#endif
    return found;
}

constexpr std::size_t kSide = 8;
/// Rows of a block after the first level are a multiple of it: whole vectors of limbs of four
/// digits.
constexpr std::size_t kRowUnit = 4 * kSide;

/// The least kRowUnit 2^a 3^b > kRowUnit that holds so many limbs.
std::size_t rows_for(std::size_t limbs) {
    std::size_t best = 0;
    for (std::size_t threes = 1; threes <= 27; threes *= 3) {
        std::size_t rows = kRowUnit * threes;
        while (rows < limbs || rows == kRowUnit)
            rows *= 2;
        if (best == 0 || rows < best)
            best = rows;
    }
    return best;
}

/// Of 2^a 3^b rows, a >= 5: the first level leaves a multiple of kRowUnit, the last has radix 8.
void choose_radices(SquarePlan &plan) {
    const auto add = [&plan](std::size_t radix) { plan.radices[plan.levels++] = radix; };
    std::size_t rest = plan.rows / 8; // without the last
    const std::size_t units = plan.rows / kRowUnit;
    add(units % 4 == 0 ? 4 : units % 3 == 0 ? 3 : 2);
    for (rest /= plan.radices[0]; rest % 3 == 0; rest /= 3)
        add(3);
    const int twos = std::countr_zero(rest); // at least two
    for (int i = twos % 3 == 0 ? 0 : 3 - twos % 3; i > 0; --i, rest /= 4)
        add(4);
    for (; rest > 1; rest /= 8)
        add(8);
    add(8);
}

// Errors as multiples of u = 2^-53, of the values' size: docs/explanation/fast-reference-orbits.md.
// An addition of complex numbers has u, a product 2 u (C.-P. Jeannerod, P. Kornerup, N. Louvet,
// J.-M. Muller, "Error bounds on complex floating-point multiplication with an FMA", 2017), a
// factor 1 u.
constexpr double kUnit = 0x1p-53;
constexpr double kFactorError = 3;
constexpr double kFirstCutError = 4;   ///< two additions, and a product by the root of 1/2
constexpr double kLastJoinError = 6;   ///< one addition more, and one in that product
constexpr double kSquareError = 2 + 1; ///< with the scale, which is no power of two
constexpr double kHigherOrders = 1.001;

double level_error(std::size_t radix) {
    switch (radix) {
    case 8:
        return kLastJoinError + kFactorError; // the same eight
    case 4:
        return 2 + kFactorError;
    case 3:
        return 4.5 + kFactorError;
    default:
        return 1 + kFactorError;
    }
}

/// cos + i sin of turn circles, 0 <= turn < 1.
void set_root(EightPoints &to, std::size_t lane, long double turn) {
    // From the nearest quarter, so that the angle is small and roots of four are exact.
    const long double quarter = std::round(4 * turn);
    const long double angle = 2 * std::numbers::pi_v<long double> * (turn - quarter / 4);
    double x = static_cast<double>(std::cos(angle));
    double y = static_cast<double>(std::sin(angle));
    for (int i = static_cast<int>(quarter); i > 0; --i) {
        const double before = x;
        x = -y;
        y = before;
    }
    to.re[lane] = x;
    to.im[lane] = y;
}

SquarePlan plan_for(std::size_t limbs) {
    SquarePlan plan;
    plan.rows = rows_for(limbs);
    choose_radices(plan);

    // Where the blocks of a level stand on the circle, for the first of the eight.
    std::vector<long double> turns{0};
    std::size_t cut = 1;
    double errors = 0;
    for (std::size_t level = 0; level < plan.levels; ++level) {
        const std::size_t radix = plan.radices[level];
        plan.starts[level] = plan.factors.size();
        std::vector<long double> next;
        for (const long double turn : turns) {
            for (std::size_t power = 1; power < radix; ++power) {
                EightPoints &factor = plan.factors.emplace_back();
                for (std::size_t lane = 0; lane < kSide; ++lane) {
                    const long double of_lane = turn + static_cast<long double>(lane) /
                                                           static_cast<long double>(kSide * cut);
                    const long double root = of_lane / static_cast<long double>(radix);
                    set_root(factor, lane, root * static_cast<long double>(power));
                }
            }
            for (std::size_t i = 0; i < radix; ++i)
                next.push_back((turn + static_cast<long double>(i)) /
                               static_cast<long double>(radix));
        }
        turns = std::move(next);
        cut *= radix;
        errors += level_error(radix);
    }
    plan.error = (2 * (kFirstCutError + errors) + kSquareError + errors + kLastJoinError) * kUnit *
                 kHigherOrders;
    return plan;
}

} // namespace

std::unique_ptr<LimbSquare> LimbSquare::make(std::size_t limbs) {
    const auto loops = all_square_loops();
    if (loops.empty())
        return nullptr;
    return std::unique_ptr<LimbSquare>(new LimbSquare(limbs, loops.front()));
}

std::vector<std::unique_ptr<LimbSquare>> LimbSquare::make_all(std::size_t limbs) {
    std::vector<std::unique_ptr<LimbSquare>> all;
    for (const SquareLoops &loops : all_square_loops())
        all.push_back(std::unique_ptr<LimbSquare>(new LimbSquare(limbs, loops)));
    return all;
}

LimbSquare::LimbSquare(std::size_t limbs, const SquareLoops &loops)
    : loops_(loops), plan_(plan_for(limbs)), limbs_(limbs), x_(plan_.rows), y_(plan_.rows),
      points_(plan_.rows) {
    for (std::size_t part = 0; part < 2; ++part) {
        low_[part].resize(2 * plan_.rows);
        high_[part].resize(2 * plan_.rows);
    }
    work_.plan = &plan_;
    work_.inputs = {x_.data(), y_.data()};
    work_.points = points_.data();
    for (std::size_t part = 0; part < 2; ++part) {
        work_.low[part] = low_[part].data();
        work_.high[part] = high_[part].data();
    }
}

void LimbSquare::spread(std::size_t part, std::size_t parts) noexcept {
    if (part == 0)
        norm_parts_ = parts;
    const auto spread = worst_error_bound() < kSurelyExact ? loops_.spread : loops_.spread_and_sum;
    norms_[part].value = spread(work_, part, parts);
}
void LimbSquare::convolve(std::size_t part, std::size_t parts) noexcept {
    loops_.convolve(work_, part, parts);
}
void LimbSquare::gather(std::size_t first, std::size_t part, std::size_t parts) noexcept {
    SquareWork work = work_;
    work.first = first;
    loops_.gather(work, part, parts);
}
bool LimbSquare::settle(const SquareNext &next, std::size_t part, std::size_t parts) noexcept {
    SquareWork work = work_;
    work.next = next;
    return loops_.settle(work, part, parts);
}

double LimbSquare::error_bound() const noexcept {
    if (worst_error_bound() < kSurelyExact)
        return worst_error_bound();
    double norm = 0;
    for (std::size_t part = 0; part < norm_parts_; ++part)
        norm += norms_[part].value;
    return norm * plan_.error;
}
double LimbSquare::worst_error_bound() const noexcept {
    constexpr double kLargest = 0x1p15;
    return 2 * 4 * static_cast<double>(limbs_) * kLargest * kLargest * plan_.error;
}

} // namespace fathom::kernels
#endif
