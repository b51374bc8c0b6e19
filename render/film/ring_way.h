#pragma once
#include "render/places/navigation.h"
#include "render/places/picture_size.h"
#include "render/places/view.h"

namespace fathom::film {

/// A way from view to view whose frames ZoomRings makes of rings: the zoom only grows, only falls
/// or stays. Shares of it go from 0 to 1, or are those of a longer way of which it is a part.
/// Everything is the same on every machine.
class RingWay {
  public:
    virtual ~RingWay() = default;

    /// Of the pictures.
    [[nodiscard]] virtual Size size() const = 0;
    /// Nothing but the zoom changes, and one point of the plane stays where it is in the picture.
    [[nodiscard]] virtual bool is_straight() const = 0;
    [[nodiscard]] virtual bool zooms() const = 0;
    /// How far views of that zoom are on the way, within its shares; its first one where the zoom
    /// stays.
    [[nodiscard]] virtual double share_of(const Decimal &zoom) const = 0;
    /// log10 of the zoom at that share.
    [[nodiscard]] virtual double log_zoom_at(double share) const = 0;
    /// Sets what of a view changes besides centre and zoom: rotation and matrix.
    virtual void turn(View &view, double share) const = 0;
    /// A view whose centre is the point about which a ring lies whose coarsest frame is at that
    /// share: it moves little in the pictures of a level. Its zoom means nothing.
    [[nodiscard]] virtual View anchor(double share) const = 0;
    /// Where that of `anchor` lies in the picture at share `at`.
    [[nodiscard]] virtual PixelPosition position(double anchor, double at) const = 0;

  protected:
    RingWay() = default;
    RingWay(const RingWay &) = default;
    RingWay &operator=(const RingWay &) = default;
};

} // namespace fathom::film
