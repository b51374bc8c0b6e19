#pragma once
#include "render/places/navigation.h"
#include "render/places/picture_size.h"
#include "render/places/view.h"

#include <optional>

namespace fathom {

/// The way from a view to another during which one point of the plane stays where it is in the
/// picture and the logarithm of the zoom grows evenly. The rotation goes evenly from number to
/// number, so by several turns where they say so, the matrix by matrix_between(). At any depth; the
/// same on every machine.
class ZoomWay {
  public:
    /// In pictures of `size`. Nothing where one of the views is mirrored or nothing leads from
    /// matrix to matrix (has_way).
    static std::optional<ZoomWay> plan(const View &from, const View &to, Size size);

    /// Whether the point that stays is in the picture, or at most half a picture beside it. Where
    /// it is farther away and the picture turns or stretches meanwhile, the centre goes as if it
    /// did not; between equal zooms it then goes evenly.
    [[nodiscard]] bool keeps_a_point() const { return fixed_.has_value(); }
    /// Neither rotation nor matrix changes.
    [[nodiscard]] bool is_straight() const { return straight_; }
    /// The shape of the picture, but for its turn, changes slowly beside the zoom: at most twofold
    /// while this changes by a factor 4 sqrt(2).
    [[nodiscard]] bool stretches_slowly() const;
    /// The zoom changes.
    [[nodiscard]] bool goes_deeper_or_back() const { return log_ratio_ != 0; }
    [[nodiscard]] Size size() const { return size_; }

    /// How far views of that zoom are on the way, 0 to 1; 0 where the zoom does not change.
    [[nodiscard]] double share_of(const Decimal &zoom) const;
    /// log10 of the zoom at that share.
    [[nodiscard]] double log_zoom_at(double share) const { return log_zoom_ + log_ratio_ * share; }
    /// Sets what of a view changes besides centre and zoom: rotation and matrix.
    void turn(View &view, double share) const;
    /// A view with the point that stays as its centre, and all else of the deeper end.
    [[nodiscard]] View about_point() const;
    /// Where that point is in every picture.
    [[nodiscard]] PixelPosition position() const;

    /// The view at a share of the way, exactly the ends' at 0 and 1. The point that stays does so
    /// to a thousandth of a pixel.
    [[nodiscard]] View at(double share) const;

  private:
    ZoomWay() = default;
    void find_fixed_point();
    void move_straight(View &view, double share) const;
    void move_about_point(View &view) const;

    View from_, to_;
    Size size_;
    bool straight_ = false;
    double log_ratio_ = 0; ///< log10 of the last view's zoom / the first one's
    double log_zoom_ = 0;  ///< log10 of the first one's
    /// Of the point that stays, from the middle to the right and up, in pixels.
    struct Offset {
        double right, up;
    };
    std::optional<Offset> fixed_;
    Decimal fixed_re_, fixed_im_; ///< the point
};

} // namespace fathom
