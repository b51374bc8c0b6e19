#pragma once
#include "kernels/sample.h"
#include "render/request.h"

#include <cstdint>
#include <vector>

namespace fathom {

/// The samples of one picture in host memory, in the number type that they were iterated in.
class SampleBuffer {
  public:
    SampleBuffer() = default;
    /// All samples pending.
    SampleBuffer(Size size, Precision precision)
        : size_(size), precision_(precision), n_(count(), kernels::kPending) {
        if (precision == Precision::f32)
            f32_.resize(2 * count());
        else
            f64_.resize(2 * count());
    }

    [[nodiscard]] Size size() const noexcept { return size_; }
    [[nodiscard]] Precision precision() const noexcept { return precision_; }
    [[nodiscard]] std::size_t count() const noexcept {
        return static_cast<std::size_t>(size_.width) * size_.height;
    }
    [[nodiscard]] const std::vector<std::uint32_t> &n() const noexcept { return n_; }
    /// z of sample `at`, exact in double whatever the type.
    [[nodiscard]] double zx(std::size_t at) const noexcept { return z(at); }
    [[nodiscard]] double zy(std::size_t at) const noexcept { return z(at + count()); }

    /// `Real` has to be the buffer's type.
    template <class Real> kernels::SamplePlanes<Real> planes() noexcept {
        Real *z = values<Real>().data();
        return {n_.data(), z, z + count(), size_.width, size_.height};
    }

  private:
    template <class Real> std::vector<Real> &values() noexcept {
        if constexpr (sizeof(Real) == sizeof(float))
            return f32_;
        else
            return f64_;
    }
    [[nodiscard]] double z(std::size_t at) const noexcept {
        return precision_ == Precision::f32 ? f32_[at] : f64_[at];
    }

    Size size_;
    Precision precision_ = Precision::f64;
    std::vector<std::uint32_t> n_;
    std::vector<float> f32_; ///< all zx, then all zy
    std::vector<double> f64_;
};

} // namespace fathom
