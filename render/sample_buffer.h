#pragma once
#include "kernels/sample.h"
#include "render/request.h"
#include "render/uninitialised.h"

#include <cstdint>

namespace fathom {

/// The samples of one picture in host memory, in the number type that they were iterated in.
class SampleBuffer {
  public:
    SampleBuffer() = default;
    /// With no samples yet: all of them are to be written before they are read. Keep::counts has no
    /// z.
    SampleBuffer(Size size, Precision precision, Keep keep = Keep::samples)
        : size_(size), precision_(precision), keep_(keep), n_(count()) {
        if (keep == Keep::counts)
            return;
        if (precision == Precision::f32)
            f32_.resize(2 * count());
        else
            f64_.resize(2 * count());
    }

    [[nodiscard]] Size size() const noexcept { return size_; }
    [[nodiscard]] Precision precision() const noexcept { return precision_; }
    [[nodiscard]] Keep keep() const noexcept { return keep_; }
    [[nodiscard]] std::size_t count() const noexcept {
        return static_cast<std::size_t>(size_.width) * size_.height;
    }
    [[nodiscard]] const UninitialisedVector<std::uint32_t> &n() const noexcept { return n_; }
    /// z of sample `at`, exact in double whatever the type.
    [[nodiscard]] double zx(std::size_t at) const noexcept { return z(at); }
    [[nodiscard]] double zy(std::size_t at) const noexcept { return z(at + count()); }

    /// `Real` has to be the buffer's type. The planes of z are null if it has none.
    template <class Real> kernels::SamplePlanes<Real> planes() noexcept {
        if (values<Real>().empty())
            return {n_.data(), nullptr, nullptr, size_.width, size_.height};
        Real *z = values<Real>().data();
        return {n_.data(), z, z + count(), size_.width, size_.height};
    }

  private:
    template <class Real> UninitialisedVector<Real> &values() noexcept {
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
    Keep keep_ = Keep::samples;
    UninitialisedVector<std::uint32_t> n_;
    UninitialisedVector<float> f32_; ///< all zx, then all zy
    UninitialisedVector<double> f64_;
};

} // namespace fathom
