#pragma once
#include "kernels/base/two.h"

namespace fathom::kernels {

/// One thing of each number type that pixels are iterated in.
template <template <class Real> class Type> struct PerReal {
    Type<float> f32{};
    Type<double> f64{};

    /// That of Real, float or double.
    template <class Real> [[nodiscard]] Type<Real> &get() noexcept { return of(*this, Real()); }
    template <class Real> [[nodiscard]] const Type<Real> &get() const noexcept {
        return of(*this, Real());
    }

  private:
    static auto &of(auto &self, float) noexcept { return self.f32; }
    static auto &of(auto &self, double) noexcept { return self.f64; }
};

/// Likewise with sums of two.
template <template <class Real> class Type> struct PerNumber : PerReal<Type> {
    Type<Two<float>> two_f32{};
    Type<Two<double>> two_f64{};

    template <class Real> [[nodiscard]] Type<Real> &get() noexcept { return of(*this, Real()); }
    template <class Real> [[nodiscard]] const Type<Real> &get() const noexcept {
        return of(*this, Real());
    }

  private:
    static auto &of(auto &self, float) noexcept { return self.f32; }
    static auto &of(auto &self, double) noexcept { return self.f64; }
    static auto &of(auto &self, Two<float>) noexcept { return self.two_f32; }
    static auto &of(auto &self, Two<double>) noexcept { return self.two_f64; }
};

} // namespace fathom::kernels
