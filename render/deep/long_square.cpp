#include "render/deep/long_square.h"

#include "kernels/simd/limb_square.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <type_traits>

namespace fathom {
namespace {

using kernels::LimbSquare;

static_assert(std::is_same_v<mp_limb_t, std::uint64_t>, "limbs are handed over as they are");

constexpr int kLimbBits = 64;

/// A coefficient is a whole number; what was computed rounds to it if it is off by less.
constexpr double kMostError = 0.45;
/// Digits of real numbers are no larger than half of the largest in the mean, so that the sum of
/// their squares is a third of the largest; beyond this most squares would be GMP's.
constexpr double kMostWorstError = 2.5 * kMostError;

/// Limbs of the square below those that are kept, by which the carry from all below them is known
/// but for a chance of 2^-95: what lies below these is less than 2^31 units of theirs, for a
/// coefficient is below 2^46.
constexpr std::size_t kGuard = 2;
constexpr mp_limb_t kUnsure = mp_limb_t{1} << 32U;

/// From so many limbs on, some 2 microseconds, threads may gain more than their handovers, of some
/// 250 ns each, cost.
constexpr std::size_t kThreadsFrom = 192;

std::vector<std::size_t> team_sizes(std::size_t limbs, std::size_t threads) {
    if (threads > 0)
        return {std::min(threads, LimbSquare::kMostParts)};
    std::vector<std::size_t> sizes{1};
    const std::size_t cores = std::thread::hardware_concurrency();
    for (const std::size_t more : {std::size_t{2}, LimbSquare::kMostParts})
        if (limbs >= kThreadsFrom && more <= cores)
            sizes.push_back(more);
    return sizes;
}

mp_size_t length(std::size_t size) {
    return static_cast<mp_size_t>(size);
}

} // namespace

LongSquare::LongSquare(FixedFormat format, Method method, int threads)
    : format_(format), team_(team_sizes(format.size(), static_cast<std::size_t>(threads))) {
    const std::size_t size = format.size();
    if (method == Method::kFastest && format.fraction > kGuard)
        transform_ = LimbSquare::make(size);
    if (transform_ && transform_->worst_error_bound() > kMostWorstError)
        transform_.reset();
    if (transform_) {
        digit_bias_.assign(size, LimbSquare::kDigitBias);
        for (std::uint64_t *input : {transform_->x(), transform_->y()})
            std::fill_n(input, transform_->input_limbs(), LimbSquare::kDigitBias);
        const std::size_t most = format.fraction + size;
        sum_bias_.assign(most, LimbSquare::kSumBiasLow + LimbSquare::kSumBiasHigh);
        sum_bias_[0] = LimbSquare::kSumBiasLow;
        for (auto &sum : sums_)
            sum.resize(most);
    }
    for (std::size_t part = 1; part < team_.largest(); ++part)
        helpers_.push_back(std::make_unique<SpinningThread>([this, part] { do_part(part); }));
}

LongSquare::~LongSquare() = default;

bool LongSquare::square(const FixedNumber &x, const FixedNumber &y, FixedNumber &re,
                        FixedNumber &im) {
    const bool steep = mpn_cmp(x.limbs.data(), y.limbs.data(), length(format_.size())) < 0;
    larger_ = steep ? &y : &x; // so that neither result is negative
    smaller_ = steep ? &x : &y;
    results_[0] = &re;
    results_[1] = &im;
    parts_ = team_.size();
    if (!transform_ || !square_by_transform()) {
        square_by_gmp();
        ++squares_by_gmp_;
    }
    team_.done();
    return steep;
}

void LongSquare::run(Phase phase) {
    phase_ = phase;
    for (std::size_t part = 1; part < parts_; ++part)
        helpers_[part - 1]->offer();
    do_part(0);
    for (std::size_t part = 1; part < parts_; ++part)
        helpers_[part - 1]->finish();
}

void LongSquare::do_part(std::size_t part) {
    switch (phase_) {
    case Phase::kSpread:
        transform_->spread(part, parts_);
        break;
    case Phase::kConvolve:
        transform_->convolve(part, parts_);
        break;
    case Phase::kGather:
        transform_->gather(first_, part, parts_);
        break;
    case Phase::kRound:
        for (std::size_t i = part; i < 2; i += parts_)
            round_sum(i);
        break;
    case Phase::kProducts: {
        const auto size = length(format_.size());
        const mp_limb_t *x = larger_->limbs.data();
        const mp_limb_t *y = smaller_->limbs.data();
        for (std::size_t i = part; i < 3; i += parts_)
            if (i == 2)
                mpn_mul_n(products_[i].data(), x, y, size);
            else
                mpn_sqr(products_[i].data(), i == 0 ? x : y, size);
        break;
    }
    }
}

bool LongSquare::square_by_transform() {
    const auto size = length(format_.size());
    mpn_add_n(transform_->x(), larger_->limbs.data(), digit_bias_.data(), size);
    mpn_add_n(transform_->y(), smaller_->limbs.data(), digit_bias_.data(), size);
    if (!transform_from(format_.fraction - kGuard))
        return false;
    return (sure_[0] && sure_[1]) || transform_from(0);
}

bool LongSquare::transform_from(std::size_t first) {
    first_ = first;
    run(Phase::kSpread);
    if (!(transform_->error_bound() < kMostError))
        return false;
    run(Phase::kConvolve);
    run(Phase::kGather);
    run(Phase::kRound);
    return true;
}

void LongSquare::round_sum(std::size_t part) {
    const LimbSquare::Sum sum = part == 0 ? transform_->real() : transform_->imaginary();
    const std::size_t below = format_.fraction - first_; // limbs that are cut off
    const std::size_t count = below + format_.size();
    mp_limb_t *to = sums_[part].data();
    mpn_sub_n(to, sum.low + first_, sum_bias_.data(), length(count));
    mpn_add_n(to + 1, to + 1, sum.high + first_, length(count - 1));
    mp_limb_t *half = to + below - 1;
    mpn_add_1(half, half, length(count - below + 1), mp_limb_t{1} << (kLimbBits - 1));
    std::copy_n(to + below, format_.size(), results_[part]->limbs.begin());

    constexpr mp_limb_t kOnes = std::numeric_limits<mp_limb_t>::max();
    const bool near_0 = to[1] == 0 && to[0] < kUnsure;
    const bool near_1 = to[1] == kOnes && to[0] > kOnes - kUnsure;
    sure_[part] = first_ == 0 || !(near_0 || near_1);
}

void LongSquare::square_by_gmp() {
    for (auto &product : products_)
        product.resize(2 * format_.size());
    run(Phase::kProducts);
    const auto size = length(2 * format_.size());
    mpn_sub_n(products_[0].data(), products_[0].data(), products_[1].data(), size);
    mpn_lshift(products_[2].data(), products_[2].data(), size, 1);
    round_product(products_[0].data(), *results_[0]);
    round_product(products_[2].data(), *results_[1]);
}

void LongSquare::round_product(const mp_limb_t *product, FixedNumber &result) const {
    const mp_limb_t up = product[format_.fraction - 1] >> (kLimbBits - 1);
    mpn_add_1(result.limbs.data(), product + format_.fraction, length(format_.size()), up);
}

} // namespace fathom
