#include "render/deep/orbit_beside.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

mp_size_t as_size(std::size_t size) {
    return static_cast<mp_size_t>(size);
}

/// Limbs up to the last that is not 0.
std::size_t used(const mp_limb_t *limbs, std::size_t size) {
    while (size > 0 && limbs[size - 1] == 0)
        --size;
    return size;
}

/// The limbs from `from` to `to` of a number of `size` limbs, with zeros below its first.
void copy_limbs(const mp_limb_t *limbs, std::ptrdiff_t from, std::ptrdiff_t to, mp_limb_t *result) {
    for (std::ptrdiff_t i = from; i < to; ++i)
        *result++ = i < 0 ? 0 : limbs[i];
}

/// The first two limbs below `top` as a double.
double leading(const mp_limb_t *limbs, std::size_t top, bool negative) {
    const double low = top > 1 ? static_cast<double>(limbs[top - 2]) : 0;
    const double size = static_cast<double>(limbs[top - 1]) * 0x1p64 + low;
    return negative ? -size : size;
}

WideComplex to_wide(const LimbComplex &z, std::size_t size) {
    const std::size_t top = z.is_zero ? 0 : std::max(used(z.x, size), used(z.y, size));
    if (top == 0)
        return {};
    const std::int64_t limbs =
        z.exponent - static_cast<std::int64_t>(size) + static_cast<std::int64_t>(top) - 2;
    return normalised(
        {leading(z.x, top, z.x_negative), leading(z.y, top, z.y_negative), limbs * kLimbBits});
}

/// to += from, which has no more limbs, with signs. No carry leaves it.
void add_signed(std::vector<mp_limb_t> &to, bool &to_negative, const mp_limb_t *from,
                std::size_t size, bool from_negative) {
    mp_limb_t *at = to.data();
    if (size == 0)
        return;
    if (to_negative == from_negative) {
        mpn_add(at, at, as_size(to.size()), from, as_size(size));
    } else if (used(at, to.size()) > size || mpn_cmp(at, from, as_size(size)) >= 0) {
        mpn_sub(at, at, as_size(to.size()), from, as_size(size));
    } else {
        mpn_sub_n(at, from, at, as_size(size));
        to_negative = from_negative;
    }
}

/// The first limbs of from 2^shift, `dropped` of them left out, with one limb more for carries.
void put(std::vector<mp_limb_t> &to, const mp_limb_t *from, std::size_t size, std::size_t dropped,
         unsigned shift) {
    std::fill(to.begin(), to.end(), mp_limb_t{0});
    if (dropped >= size)
        return;
    std::copy(from + dropped, from + size, to.begin());
    if (shift != 0)
        mpn_lshift(to.data(), to.data(), as_size(to.size()), shift);
}

Real to_real(const mp_limb_t *limbs, std::size_t size, bool negative, std::int64_t exponent) {
    Real result(kLimbBits * static_cast<long>(size));
    mpz_t whole;
    mpfr_set_z_2exp(
        result.get(), mpz_roinit_n(whole, limbs, as_size(size)),
        static_cast<mpfr_exp_t>((exponent - static_cast<std::int64_t>(size)) * kLimbBits),
        MPFR_RNDN);
    if (negative)
        mpfr_neg(result.get(), result.get(), MPFR_RNDN);
    return result;
}

/// |value| 2^(64 places), cut off, to limbs that have room for it.
void to_limbs(const Real &value, std::int64_t places, std::vector<mp_limb_t> &limbs) {
    Real moved = value;
    mpfr_mul_2si(moved.get(), moved.get(), places * kLimbBits, MPFR_RNDZ);
    mpz_t whole;
    mpz_init(whole);
    mpfr_get_z(whole, moved.get(), MPFR_RNDZ);
    std::fill(limbs.begin(), limbs.end(), mp_limb_t{0});
    std::copy_n(mpz_limbs_read(whole), mpz_size(whole), limbs.begin());
    mpz_clear(whole);
}

FixedFormat format_for(double reach, long bits) {
    const auto fraction =
        static_cast<std::size_t>((std::max(bits, 1L) + kLimbBits - 1) / kLimbBits);
    const double size = std::log2(std::max(reach, 2.0));
    return {fraction, whole_limbs(kernels::kMandelbrot, fraction, size, size)};
}

} // namespace

TrailedOrbit::TrailedOrbit(const Spec &spec)
    : spec_(spec), format_(format_for(spec.reach, spec.bits)),
      orbit_(kernels::kMandelbrot, format_, 0) {}

void TrailedOrbit::start(const Real &re, const Real &im) {
    const FixedNumber zero = to_fixed(Decimal(), format_);
    const FixedNumber x = to_fixed(re, format_);
    const FixedNumber y = to_fixed(im, format_);
    orbit_.start(zero, zero, x, y);
    place_ = {fathom::to_real(x, format_), fathom::to_real(y, format_)};
    z_ = {};
    chunks_.clear();
    keep();
}

void TrailedOrbit::step() {
    if (ThriftyOrbit::saves_limbs(format_)) {
        // Its bounds want |z| itself where that is more than 1.
        const double size = std::hypot(z_.x, z_.y);
        if (z_.exponent < 0)
            orbit_.step(size, static_cast<long>(z_.exponent));
        else
            orbit_.step(std::ldexp(size, static_cast<int>(z_.exponent)), 0);
    } else {
        orbit_.step_with_all();
    }
    const auto z = orbit_.stepper().nearest_wide_point();
    z_ = normalised({z.x, z.y, z.exponent});
    keep();
}

std::pair<Real, Real> TrailedOrbit::exact_z() const {
    const OrbitStepper &at = orbit_.stepper();
    return {fathom::to_real(at.x(), at.format()), fathom::to_real(at.y(), at.format())};
}

void TrailedOrbit::keep() {
    if (spec_.kept == 0)
        return;
    if (chunks_.empty() || chunks_.back().scales.size() == kChunk) {
        const std::size_t bytes = kChunk * (2 * spec_.kept * sizeof(mp_limb_t) + sizeof(Scale));
        if ((chunks_.size() + 1) * bytes > spec_.most_bytes) {
            spec_.kept = 0;
            chunks_ = {};
            return;
        }
        chunks_.emplace_back();
        chunks_.back().limbs.resize(2 * spec_.kept * kChunk);
        chunks_.back().scales.reserve(kChunk);
    }
    const OrbitStepper &at = orbit_.stepper();
    const FixedNumber &x = at.x();
    const FixedNumber &y = at.y();
    const std::size_t size = at.format().size();
    const auto top = static_cast<std::ptrdiff_t>(
        std::max(used(x.limbs.data(), size), used(y.limbs.data(), size)));
    const auto kept = static_cast<std::ptrdiff_t>(spec_.kept);
    Chunk &chunk = chunks_.back();
    mp_limb_t *to = chunk.limbs.data() + 2 * spec_.kept * chunk.scales.size();
    copy_limbs(x.limbs.data(), top - kept, top, to);
    copy_limbs(y.limbs.data(), top - kept, top, to + kept);
    const auto fraction = static_cast<std::ptrdiff_t>(at.format().fraction);
    chunk.scales.push_back(
        {z_, static_cast<std::int32_t>(top - fraction), x.negative, y.negative, top == 0});
}

LimbComplex TrailedOrbit::kept(std::uint64_t n, std::size_t size) const {
    const Scale &scale = scale_of(n);
    const mp_limb_t *x =
        chunks_[n / kChunk].limbs.data() + 2 * spec_.kept * (n % kChunk) + (spec_.kept - size);
    return {x, x + spec_.kept, scale.x_negative, scale.y_negative, scale.is_zero, scale.exponent};
}

OrbitBeside::OrbitBeside(const TrailedOrbit &trail, std::size_t size)
    : trail_(trail), size_(size), other_(2 * size + 1) {
    const auto resize = [](Number &number, std::size_t limbs) {
        number.x.resize(limbs);
        number.y.resize(limbs);
    };
    resize(difference_, size);
    resize(w_, size);
    resize(sum_, size + 1);
    resize(product_, 2 * size + 1);
}

std::size_t OrbitBeside::limbs_for(double bits) {
    constexpr double kStepBits = 4; // and the first limb may have but one
    return static_cast<std::size_t>(std::ceil(std::max(bits + kStepBits, 1.0) / kLimbBits)) + 1;
}

void OrbitBeside::start(const Real &re, const Real &im) {
    n_ = 0;
    w_.is_zero = true;
    const auto &[at_re, at_im] = trail_.place();
    const long bits = std::max(re.bits(), at_re.bits()) + kLimbBits;
    Real x(bits), y(bits);
    mpfr_sub(x.get(), re.get(), at_re.get(), MPFR_RNDN);
    mpfr_sub(y.get(), im.get(), at_im.get(), MPFR_RNDN);
    difference_.is_zero = mpfr_zero_p(x.get()) != 0 && mpfr_zero_p(y.get()) != 0;
    if (difference_.is_zero)
        return;
    const auto exponent_of = [](const Real &part) {
        constexpr mpfr_exp_t kFarBelow = -(mpfr_exp_t{1} << 40);
        return mpfr_zero_p(part.get()) != 0 ? kFarBelow : mpfr_get_exp(part.get());
    };
    const mpfr_exp_t largest = std::max(exponent_of(x), exponent_of(y));
    difference_.exponent =
        static_cast<std::int64_t>(std::ceil(static_cast<double>(largest) / kLimbBits));
    const std::int64_t places = static_cast<std::int64_t>(size_) - difference_.exponent;
    to_limbs(x, places, difference_.x);
    to_limbs(y, places, difference_.y);
    difference_.x_negative = mpfr_signbit(x.get()) != 0;
    difference_.y_negative = mpfr_signbit(y.get()) != 0;
}

void OrbitBeside::add(const LimbComplex &a, unsigned shift, const LimbComplex &b) const {
    const std::int64_t exponent = a.is_zero   ? b.exponent
                                  : b.is_zero ? a.exponent
                                              : std::max(a.exponent, b.exponent);
    const auto dropped = [&](const LimbComplex &part) {
        const std::int64_t limbs = exponent - part.exponent;
        const auto size = static_cast<std::int64_t>(size_);
        return static_cast<std::size_t>(part.is_zero ? size : std::min(limbs, size));
    };
    const std::size_t of_a = dropped(a);
    const std::size_t of_b = dropped(b);
    put(sum_.x, a.x, size_, of_a, shift);
    put(sum_.y, a.y, size_, of_a, shift);
    sum_.x_negative = a.x_negative;
    sum_.y_negative = a.y_negative;
    add_signed(sum_.x, sum_.x_negative, b.x + of_b, size_ - of_b, b.x_negative);
    add_signed(sum_.y, sum_.y_negative, b.y + of_b, size_ - of_b, b.y_negative);
    sum_.exponent = exponent + 1;
    sum_.is_zero = a.is_zero && b.is_zero;
}

void OrbitBeside::multiply() {
    const auto times = [this](std::vector<mp_limb_t> &to, const std::vector<mp_limb_t> &a,
                              const std::vector<mp_limb_t> &b) {
        mpn_mul(to.data(), a.data(), as_size(size_ + 1), b.data(), as_size(size_));
    };
    times(product_.x, sum_.x, w_.x);
    product_.x_negative = sum_.x_negative != w_.x_negative;
    times(other_, sum_.y, w_.y);
    add_signed(product_.x, product_.x_negative, other_.data(), other_.size(),
               sum_.y_negative == w_.y_negative);
    times(product_.y, sum_.x, w_.y);
    product_.y_negative = sum_.x_negative != w_.y_negative;
    times(other_, sum_.y, w_.x);
    add_signed(product_.y, product_.y_negative, other_.data(), other_.size(),
               sum_.y_negative != w_.x_negative);
    product_.exponent = sum_.exponent + w_.exponent;
}

void OrbitBeside::take(const Number &number) {
    const std::size_t size = number.x.size();
    const auto top = static_cast<std::ptrdiff_t>(
        std::max(used(number.x.data(), size), used(number.y.data(), size)));
    w_.is_zero = top == 0;
    const auto kept = static_cast<std::ptrdiff_t>(size_);
    copy_limbs(number.x.data(), top - kept, top, w_.x.data());
    copy_limbs(number.y.data(), top - kept, top, w_.y.data());
    w_.x_negative = number.x_negative;
    w_.y_negative = number.y_negative;
    w_.exponent = number.exponent + top - static_cast<std::ptrdiff_t>(size);
}

void OrbitBeside::step() {
    if (!w_.is_zero) {
        add(trail_.kept(n_, size_), 1, w_.view());
        multiply();
        take(product_);
    }
    const bool is_beneath =
        difference_.is_zero ||
        (!w_.is_zero && w_.exponent - difference_.exponent >= static_cast<std::int64_t>(size_));
    if (!is_beneath) {
        add(w_.view(), 0, difference_.view());
        take(sum_);
    }
    ++n_;
}

WideComplex OrbitBeside::z() const {
    const LimbComplex z = trail_.kept(n_, size_);
    constexpr std::int64_t kBelowDouble = 2; // limbs: the first may be small
    if (w_.is_zero || (!z.is_zero && z.exponent - w_.exponent >= kBelowDouble))
        return trail_.kept_z(n_);
    add(z, 0, w_.view());
    return to_wide(sum_.view(), size_ + 1);
}

std::pair<Real, Real> OrbitBeside::exact_z() const {
    auto [x, y] = trail_.exact_z();
    const auto sum = [this](const Real &z, const mp_limb_t *w, bool negative) {
        Real result(trail_.bits() + kLimbBits);
        if (w_.is_zero)
            mpfr_set(result.get(), z.get(), MPFR_RNDN);
        else
            mpfr_add(result.get(), z.get(), to_real(w, size_, negative, w_.exponent).get(),
                     MPFR_RNDN);
        return result;
    };
    return {sum(x, w_.x.data(), w_.x_negative), sum(y, w_.y.data(), w_.y_negative)};
}

} // namespace fathom
