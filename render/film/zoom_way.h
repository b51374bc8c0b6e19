#pragma once
#include "render/film/ring_way.h"

#include <optional>

namespace fathom::film {

/// The way from a view to another during which one point of the plane stays where it is in the
/// picture and the logarithm of the zoom grows evenly. The rotation goes evenly from number to
/// number, so by several turns where they say so, the matrix by matrix_between(). At any depth; the
/// same on every machine.
class ZoomWay : public RingWay {
  public:
    /// In pictures of `size`. Nothing where one of the views is mirrored or nothing leads from
    /// matrix to matrix (has_way).
    static std::optional<ZoomWay> plan(const View &from, const View &to, Size size);

    /// Whether the point that stays is in the picture, or at most half a picture beside it. Where
    /// it is farther away and the picture turns or stretches meanwhile, the centre goes as if it
    /// did not; between equal zooms it then goes evenly.
    [[nodiscard]] bool keeps_a_point() const { return fixed_.has_value(); }
    /// The shape of the picture, but for its turn, changes slowly beside the zoom: at most twofold
    /// while this changes by a factor 4 sqrt(2).
    [[nodiscard]] bool stretches_slowly() const;

    [[nodiscard]] Size size() const override { return size_; }
    /// Neither rotation nor matrix changes.
    [[nodiscard]] bool is_straight() const override { return straight_; }
    [[nodiscard]] bool zooms() const override { return log_ratio_ != 0; }
    [[nodiscard]] double share_of(const Decimal &zoom) const override;
    [[nodiscard]] double log_zoom_at(double share) const override {
        return log_zoom_ + log_ratio_ * share;
    }
    void turn(View &view, double share) const override;
    /// The point that stays, and where.
    [[nodiscard]] View anchor(double share) const override;
    [[nodiscard]] PixelPosition position(double anchor, double at) const override;

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

} // namespace fathom::film
