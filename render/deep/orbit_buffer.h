#pragma once
#include "kernels/base/reference_point.h"

#include <cstddef>

namespace fathom {

/// Memory for the points of an orbit whose length is not known beforehand. Address space for all of
/// them is reserved at once and pages come with the first write: nothing is ever copied or moved,
/// so that an orbit of 10^9 points (16 GB) needs no more memory than its points, and those who read
/// its beginning are not disturbed while more points are appended.
class OrbitBuffer {
  public:
    /// Room for `most` >= 1 points, or for fewer where the system does not reserve that, and
    /// then for a part of what it does, so that it has memory left for other things (capacity()).
    /// Throws std::bad_alloc if it reserves next to nothing.
    explicit OrbitBuffer(std::size_t most);
    ~OrbitBuffer();
    OrbitBuffer(const OrbitBuffer &) = delete;
    OrbitBuffer &operator=(const OrbitBuffer &) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] const kernels::OrbitPoint<double> *data() const noexcept { return points_; }

    /// size() must be below capacity().
    void push_back(kernels::OrbitPoint<double> point) noexcept { points_[size_++] = point; }

  private:
    kernels::OrbitPoint<double> *points_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace fathom
