#pragma once
#include "render/places/location.h"
#include "tests/support/exact.h"

#include <functional>
#include <map>
#include <string>
#include <utility>

namespace fathom {

template <class Number> struct ExactPair { Number x, y; };

template <class Number>
ExactPair<Number> operator+(const ExactPair<Number> &a, const ExactPair<Number> &b) {
    return {a.x + b.x, a.y + b.y};
}
template <class Number>
ExactPair<Number> operator*(const ExactPair<Number> &a, const ExactPair<Number> &b) {
    return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

/// What a formula adds c to, from z and the z before it.
template <class Number>
using ExactBody =
    std::function<ExactPair<Number>(const ExactPair<Number> &z, const ExactPair<Number> &before)>;

template <class Number> ExactBody<Number> power_body(int power) {
    return [power](const ExactPair<Number> &z, const ExactPair<Number> &) {
        ExactPair<Number> product = z;
        for (int i = 1; i < power; ++i)
            product = product * z;
        return product;
    };
}

/// A body of the real and imaginary part of z^2, as the formulas' authors write them.
template <class Number>
ExactBody<Number> square_body(Number (*re)(const Number &x, const Number &y),
                              Number (*im)(const Number &x, const Number &y)) {
    return [re, im](const ExactPair<Number> &z, const ExactPair<Number> &) -> ExactPair<Number> {
        return {re(z.x, z.y), im(z.x, z.y)};
    };
}

/// The formulas in schoolbook form, by their ids.
template <class Number>
std::map<std::string, ExactBody<Number>> exact_bodies(double parameter_re = 0,
                                                      double parameter_im = 0) {
    using E = Number;
    const auto re = [](const E &x, const E &y) { return x * x - y * y; };
    const auto abs_re = [](const E &x, const E &y) { return abs(x * x - y * y); };
    const auto im = [](const E &x, const E &y) { return E(2) * x * y; };
    const auto minus_im = [](const E &x, const E &y) { return E(-2) * x * y; };
    const auto abs_im = [](const E &x, const E &y) { return E(2) * abs(x * y); };
    const auto half_abs_im = [](const E &x, const E &y) { return E(-2) * abs(x) * y; };
    std::map<std::string, ExactBody<Number>> all = {
        {"mandelbrot", square_body<Number>(re, im)},
        {"burning-ship", square_body<Number>(re, abs_im)},
        {"tricorn", square_body<Number>(re, minus_im)},
        {"celtic", square_body<Number>(abs_re, im)},
        {"buffalo", square_body<Number>(abs_re, abs_im)},
        {"perpendicular-mandelbrot", square_body<Number>(re, half_abs_im)},
        {"phoenix", [=](const ExactPair<Number> &z, const ExactPair<Number> &before) {
             return z * z + ExactPair<Number>{parameter_re, parameter_im} * before;
         }}};
    for (int power = 3; power <= 8; ++power)
        all["multibrot-" + std::to_string(power)] = power_body<Number>(power);
    return all;
}

/// An orbit in exact arithmetic.
template <class Number> class OrbitOf {
  public:
    OrbitOf(const ExactBody<Number> &body, const FormulaChoice &formula,
            const ExactPair<Number> &place)
        : body_(body), c_(place), z_{0, 0}, before_{0, 0} {
        if (formula.julia) {
            z_ = place;
            c_ = {formula.seed_re.to_double(), formula.seed_im.to_double()};
        }
    }
    void step() {
        ExactPair<Number> next = body_(z_, before_) + c_;
        before_ = std::exchange(z_, std::move(next));
    }
    [[nodiscard]] const ExactPair<Number> &z() const { return z_; }
    [[nodiscard]] Number size() const { return sqrt(z_.x * z_.x + z_.y * z_.y); }

  private:
    const ExactBody<Number> &body_;
    ExactPair<Number> c_, z_, before_;
};

} // namespace fathom
