#pragma once
#include "kernels/base/pixel_map.h"
#include "render/numbers/real.h"
#include "render/places/picture_size.h"
#include "render/places/view.h"

namespace fathom {

/// The plane as View describes it, with `bits` behind the point: places of a picture's points, in
/// full precision.
class ExactPlane {
  public:
    ExactPlane(const View &view, Size size, long bits);

    [[nodiscard]] Real re(kernels::PixelPoint point) const {
        return place(point, centre_re_, right_re_, up_re_);
    }
    [[nodiscard]] Real im(kernels::PixelPoint point) const {
        return place(point, centre_im_, right_im_, up_im_);
    }
    /// A bound of |re + i im| of all points.
    [[nodiscard]] double reach() const;

  private:
    void multiply(const PlaneMatrix &matrix, Real &re, Real &im) const;
    [[nodiscard]] Real place(kernels::PixelPoint point, const Real &centre, const Real &right,
                             const Real &up) const;

    long bits_; ///< of numbers, those before the point included
    Size size_;
    Real centre_re_, centre_im_;
    Real right_re_, right_im_, up_re_, up_im_; ///< by a pixel
};

} // namespace fathom
