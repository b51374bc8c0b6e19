#pragma once
#include "kernels/base/exact_place.h"
#include "kernels/formulas/formula_math-inl.h"
#include "kernels/formulas/tile.h"

#include <cstddef>

namespace fathom::kernels {

/// Walks over the samples that a piece of work asks for, row by row: `while (walk.next())
/// use(walk.at(), walk.place());`
template <class Real> class SampleWalk {
  public:
    explicit SampleWalk(const TileWork<Real> &work) noexcept
        : work_(work), x_(work.x0 - work.stride), y_(work.y0) {}

    bool next() noexcept {
        do {
            x_ += work_.stride;
            if (x_ >= work_.x1) {
                x_ = work_.x0;
                y_ += work_.stride;
            }
        } while (y_ < work_.y1 && is_left_out());
        return y_ < work_.y1;
    }

    [[nodiscard]] int x() const noexcept { return x_; }
    [[nodiscard]] int y() const noexcept { return y_; }
    /// The sample's index in the planes.
    [[nodiscard]] std::size_t at() const noexcept {
        return static_cast<std::size_t>(y_) * work_.planes.width + x_;
    }
    /// Where the sample lies in the plane.
    [[nodiscard]] FATHOM_INLINE scalar::Complex<PlaceReal<Real>> exact_place() const noexcept {
        using Number = PlaceReal<Real>;
        const auto [re, im] = work_.points != nullptr
                                  ? point_place<Number>(work_.map, work_.points[at()])
                                  : pixel_place<Number>(work_.map, x_, y_);
        return {re, im};
    }
    /// Rounded to the type that is iterated in.
    [[nodiscard]] FATHOM_INLINE scalar::Complex<Real> place() const noexcept {
        const auto exact = exact_place();
        return {static_cast<Real>(exact.x), static_cast<Real>(exact.y)};
    }

  private:
    [[nodiscard]] bool is_left_out() const noexcept {
        return (work_.skip_coarser && is_coarser()) ||
               (work_.only_pending && !is_pending(work_.planes, at()));
    }
    [[nodiscard]] bool is_coarser() const noexcept {
        const int mask = 2 * work_.stride - 1;
        return (x_ & mask) == 0 && (y_ & mask) == 0;
    }

    const TileWork<Real> &work_;
    int x_;
    int y_;
};

} // namespace fathom::kernels
