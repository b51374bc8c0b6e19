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
constexpr mp_limb_t kOnes = std::numeric_limits<mp_limb_t>::max();
constexpr std::array<bool, LimbSquare::kMostParts> kAllSettled{true, true, true, true};
constexpr mp_limb_t kHalf = mp_limb_t{1} << (kLimbBits - 1);

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
    : format_(format), team_size_(team_sizes(format.size(), static_cast<std::size_t>(threads))),
      team_(team_size_.largest(),
            {[this](std::size_t phase, std::size_t part) { do_part(phases_[phase], part); },
             [this](std::size_t phase) {
                 return phases_[phase] != Phase::kSettle || (is_sure(0) && is_sure(1));
             }}) {
    const std::size_t size = format.size();
    if (method == Method::kFastest && format.fraction > kGuard)
        transform_ = LimbSquare::make(size);
    if (transform_ && transform_->worst_error_bound() > kMostWorstError)
        transform_.reset();
    digit_bias_.assign(size, LimbSquare::kDigitBias);
    const std::size_t most = format.fraction + size;
    for (std::size_t part = 0; part < 2; ++part) {
        sums_[part].resize(most);
        c_[part] = digit_bias_;
        magnitudes_[part].limbs.resize(size);
        if (!transform_) {
            own_inputs_[part] = digit_bias_;
            inputs_[part] = own_inputs_[part].data();
        }
    }
    if (transform_) {
        inputs_ = {transform_->x(), transform_->y()};
        for (std::uint64_t *input : inputs_)
            std::fill_n(input, transform_->input_limbs(), LimbSquare::kDigitBias);
        sum_bias_.assign(std::max(most, kGuard + transform_->input_limbs()),
                         LimbSquare::kSumBiasLow + LimbSquare::kSumBiasHigh);
        sum_bias_[0] = LimbSquare::kSumBiasLow;
        make_addends(0);
        make_addends(1);
    }
}

LongSquare::~LongSquare() = default;

std::size_t LongSquare::work_limbs() const noexcept {
    return transform_ ? transform_->input_limbs() : format_.size();
}

void LongSquare::load(std::size_t part, const FixedNumber &number) {
    if (number.negative)
        mpn_sub_n(inputs_[part], digit_bias_.data(), number.limbs.data(), length(format_.size()));
    else
        mpn_add_n(inputs_[part], digit_bias_.data(), number.limbs.data(), length(format_.size()));
}

void LongSquare::store(std::size_t part, FixedNumber &number) const {
    const auto size = length(format_.size());
    mp_limb_t *limbs = number.limbs.data();
    number.negative = mpn_sub_n(limbs, inputs_[part], digit_bias_.data(), size) != 0;
    if (number.negative)
        mpn_neg(limbs, limbs, size);
}

void LongSquare::get(FixedNumber &x, FixedNumber &y) const {
    store(0, x);
    store(1, y);
}

bool LongSquare::get_leading(FixedNumber &x, FixedNumber &y) const {
    return format_.fraction > kLeading && leading(0, x) && leading(1, y);
}

/// The limbs below become a last bit, which says that there are some.
bool LongSquare::leading(std::size_t part, FixedNumber &number) const {
    const std::size_t size = leading_format().size();
    const std::size_t below = format_.size() - size;
    mp_limb_t *limbs = number.limbs.data();
    const int rest = mpn_cmp(inputs_[part], digit_bias_.data(), length(below));
    mp_limb_t borrow =
        mpn_sub_n(limbs, inputs_[part] + below, digit_bias_.data() + below, length(size));
    if (rest < 0)
        borrow += mpn_sub_1(limbs, limbs, length(size), 1);
    number.negative = borrow != 0;
    if (number.negative && rest == 0)
        mpn_neg(limbs, limbs, length(size));
    else if (number.negative)
        mpn_com(limbs, limbs, length(size));
    constexpr std::size_t kTooLow = 2; // a double's bits, and one below, are above these
    const bool is_large = mpn_zero_p(limbs + kTooLow, length(size - kTooLow)) == 0;
    const bool is_zero = rest == 0 && mpn_zero_p(limbs, length(size)) != 0;
    if (rest != 0)
        limbs[0] |= 1U;
    return is_large || is_zero;
}

void LongSquare::set_c(const FixedNumber &cx, const FixedNumber &cy) {
    const std::array<const FixedNumber *, 2> parts{&cx, &cy};
    for (std::size_t part = 0; part < 2; ++part) {
        const mp_limb_t *limbs = parts[part]->limbs.data();
        if (parts[part]->negative)
            mpn_sub_n(c_[part].data(), digit_bias_.data(), limbs, length(format_.size()));
        else
            mpn_add_n(c_[part].data(), digit_bias_.data(), limbs, length(format_.size()));
        if (transform_)
            make_addends(part);
    }
}

/// The half unit and c, less the biases of a sum low + 2^64 high. Of a negated one: -a is ~a + 1.
void LongSquare::make_addends(std::size_t part) {
    const std::size_t size = kGuard + transform_->input_limbs();
    std::vector<mp_limb_t> wanted(size, LimbSquare::kDigitBias);
    wanted[0] = 0;
    wanted[1] = kHalf;
    std::copy(c_[part].begin(), c_[part].end(), wanted.begin() + kGuard);
    for (auto &addend : addends_[part])
        addend.resize(size);
    mpn_sub_n(addends_[part][0].data(), wanted.data(), sum_bias_.data(), length(size));
    mp_limb_t *negated = addends_[part][1].data();
    mpn_add_n(negated, wanted.data(), sum_bias_.data(), length(size));
    mpn_add_1(negated, negated, length(size), 1);             // low's
    mpn_add_1(negated + 1, negated + 1, length(size - 1), 1); // high's
}

void LongSquare::start(const FixedNumber &x, const FixedNumber &y, const FixedNumber &cx,
                       const FixedNumber &cy) {
    load(0, x);
    load(1, y);
    set_c(cx, cy);
    has_c_ = true;
    goes_on_ = true;
    parts_ = team_size_.size();
    if (transform_)
        run({Phase::kSpread});
}

void LongSquare::step(bool negate_re, bool negate_im) {
    negated_ = {negate_re, negate_im};
    parts_ = team_size_.size();
    advance();
    team_size_.done();
}

bool LongSquare::square(const FixedNumber &x, const FixedNumber &y, FixedNumber &re,
                        FixedNumber &im) {
    const bool steep = mpn_cmp(x.limbs.data(), y.limbs.data(), length(format_.size())) < 0;
    if (has_c_) {
        const FixedNumber zero{std::vector<mp_limb_t>(format_.size()), false};
        set_c(zero, zero);
        has_c_ = false;
    }
    goes_on_ = false;
    load(0, x);
    load(1, y);
    negated_ = {steep, x.negative != y.negative};
    parts_ = team_size_.size();
    if (transform_)
        run({Phase::kSpread});
    advance();
    get(re, im);
    team_size_.done();
    return steep;
}

void LongSquare::run(std::initializer_list<Phase> phases) {
    std::copy(phases.begin(), phases.end(), phases_.begin());
    team_.run(phases.size(), parts_);
}

void LongSquare::do_part(Phase phase, std::size_t part) {
    switch (phase) {
    case Phase::kSpread:
        transform_->spread(part, parts_);
        break;
    case Phase::kConvolve:
        transform_->convolve(part, parts_);
        break;
    case Phase::kGather:
        transform_->gather(first_, part, parts_);
        break;
    case Phase::kSettle: {
        const auto addend = [this](std::size_t i) {
            return addends_[i][negated_[i] ? 1 : 0].data() + kGuard;
        };
        settled_[part] =
            transform_->settle({first_ + kGuard, {addend(0), addend(1)}, negated_}, part, parts_);
        if (goes_on_)
            transform_->spread(part, parts_);
        break;
    }
    case Phase::kProducts: {
        const auto size = length(format_.size());
        const mp_limb_t *x = magnitudes_[0].limbs.data();
        const mp_limb_t *y = magnitudes_[1].limbs.data();
        for (std::size_t i = part; i < 3; i += parts_)
            if (i == 2)
                mpn_mul_n(products_[i].data(), x, y, size);
            else
                mpn_sqr(products_[i].data(), i == 0 ? x : y, size);
        break;
    }
    }
}

void LongSquare::advance() {
    if (transform_ && advance_by_transform())
        return;
    advance_by_gmp();
    ++squares_by_gmp_;
    if (transform_ && goes_on_)
        run({Phase::kSpread});
}

bool LongSquare::advance_by_transform() {
    if (!(transform_->error_bound() < kMostError))
        return false;
    first_ = format_.fraction - kGuard;
    settled_ = kAllSettled;
    run({Phase::kConvolve, Phase::kGather, Phase::kSettle});
    if (!is_sure(0) || !is_sure(1)) { // with all that lies below
        first_ = 0;
        run({Phase::kSpread, Phase::kConvolve, Phase::kGather});
    } else if (settled_ == kAllSettled) {
        return true;
    }
    for (std::size_t part = 0; part < 2; ++part) {
        sum_up(part);
        settle_sum(part);
    }
    if (goes_on_)
        run({Phase::kSpread});
    return true;
}

bool LongSquare::is_sure(std::size_t part) const {
    const LimbSquare::Sum sum = part == 0 ? transform_->real() : transform_->imaginary();
    const mp_limb_t flip = negated_[part] ? kOnes : 0;
    const mp_limb_t *addend = addends_[part][negated_[part] ? 1 : 0].data();
    const mp_limb_t lower = (sum.low[first_] ^ flip) + addend[0];
    const mp_limb_t carry = lower < addend[0] ? 1 : 0;
    const mp_limb_t upper =
        (sum.low[first_ + 1] ^ flip) + (sum.high[first_] ^ flip) + addend[1] + carry;
    const bool near_0 = upper == 0 && (lower < kUnsure || carry != 0);
    const bool near_1 = upper == kOnes && lower > kOnes - kUnsure;
    return !near_0 && !near_1;
}

void LongSquare::sum_up(std::size_t part) {
    const LimbSquare::Sum sum = part == 0 ? transform_->real() : transform_->imaginary();
    const std::size_t count = format_.fraction - first_ + format_.size();
    mp_limb_t *to = sums_[part].data();
    mpn_sub_n(to, sum.low + first_, sum_bias_.data(), length(count));
    mpn_add_n(to + 1, to + 1, sum.high + first_, length(count - 1));
}

void LongSquare::settle_sum(std::size_t part) {
    const std::size_t below = format_.fraction - first_; // limbs that are cut off
    const auto size = length(format_.size());
    mp_limb_t *sum = sums_[part].data();
    if (negated_[part])
        mpn_neg(sum, sum, length(below) + size);
    mpn_add_1(sum + below - 1, sum + below - 1, size + 1, kHalf);
    mpn_add_n(inputs_[part], sum + below, c_[part].data(), size);
}

void LongSquare::advance_by_gmp() {
    for (auto &product : products_)
        product.resize(2 * format_.size());
    get(magnitudes_[0], magnitudes_[1]);
    run({Phase::kProducts});
    const auto size = length(sums_[0].size());
    mpn_sub_n(sums_[0].data(), products_[0].data(), products_[1].data(), size);
    mpn_lshift(sums_[1].data(), products_[2].data(), size, 1);
    if (magnitudes_[0].negative != magnitudes_[1].negative)
        mpn_neg(sums_[1].data(), sums_[1].data(), size);
    first_ = 0;
    settle_sum(0);
    settle_sum(1);
}

} // namespace fathom
