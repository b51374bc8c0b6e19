#pragma once
#include "kernels/colour/layer_mean.h"
#include "render/engines/render_request.h"
#include "render/places/navigation.h"
#include "render/places/view.h"

#include <compare>
#include <vector>

namespace fathom {

/// A picture of a zoom, of which frames show a part.
struct Ring {
    int level = 0;       ///< it has all of a frame whose zoom is sqrt(2)^level, and of deeper ones
    bool middle = false; ///< with a quarter of the cells each way, and without a hole
    friend auto operator<=>(const Ring &, const Ring &) = default;
};

/// How the frames of a zoom, in which one point of the plane stays where it is in the picture, are
/// made of pictures that are computed once. One of each level, that is for each factor sqrt(2) of
/// the zoom, has as many samples as its largest magnification needs; where the next level lies
/// inside of it, it has a hole. A frame takes what it shows of its own level and of the next three,
/// which are rings then, and its middle from a picture of the one after that which is as thin as
/// the frame's own level is for it. So each ring is computed once, and an eighth of its samples
/// once more: 2.25 d^2 samples a pixel of the frame in an octave, d^2 being the least samples a
/// pixel; a frame has 2.9 d^2 on average. docs/measurements.md compares other factors, other
/// numbers of rings, and strips of the exponential map.
///
/// Everything is computed from exact decimals and by IEEE operations, so it is the same on all
/// machines.
class ZoomRings {
  public:
    /// `fixed` has that point as its centre, and the rotation, matrix and mirroring of all frames;
    /// its zoom does not matter. In a frame of `size` pixels the point is at `position`. At least
    /// `samples` samples a pixel, 1 to 64.
    ZoomRings(View fixed, const PixelPosition &position, Size size, int samples);

    /// The level of frames of that zoom.
    [[nodiscard]] int level_at(const Decimal &zoom) const;
    /// How far it is from its level's zoom to that of the next level, 0 to 1.
    [[nodiscard]] double share_at(const Decimal &zoom) const;
    /// The zoom of a level's coarsest frames.
    [[nodiscard]] Decimal zoom_of(int level) const;

    /// A whole frame of that zoom.
    [[nodiscard]] View frame_view(const Decimal &zoom) const;

    /// The rings of a frame of that level, from the coarsest to the finest.
    [[nodiscard]] std::vector<Ring> rings_of(int level) const;
    [[nodiscard]] Size size_of(const Ring &ring) const noexcept;
    [[nodiscard]] View view_of(const Ring &ring) const;
    /// What of its picture is ever shown, without its hole.
    [[nodiscard]] std::vector<Region> parts_of(const Ring &ring) const;
    /// Cells of the ring in a side of a pixel of a frame of that zoom.
    [[nodiscard]] double cells_a_side(const Ring &ring, const Decimal &zoom) const;

    /// Where the pixels of a frame of that zoom lie in one of its rings. Where it is none of its
    /// coarsest level, only those that it covers wholly.
    struct Axes {
        kernels::CellAxis x, y;
        [[nodiscard]] bool empty() const noexcept { return x.begin >= x.end || y.begin >= y.end; }
    };
    [[nodiscard]] Axes axes_of(const Ring &ring, const Decimal &zoom) const;

  private:
    /// Along one axis: cells before and after the fixed point, in rings and in middles.
    struct Extent {
        int before[2] = {}, after[2] = {};
    };
    struct Hole {
        int begin = 0, end = 0;
    };
    [[nodiscard]] Extent extent(double position, int pixels) const;
    [[nodiscard]] Hole hole(const Extent &extent) const;
    [[nodiscard]] kernels::CellAxis axis(const Extent &extent, const Ring &ring, double position,
                                         int pixels, double side) const;

    View fixed_;
    PixelPosition position_;
    Size size_;
    double density_; ///< cells a pixel at least, each way
    Extent x_, y_;
};

} // namespace fathom
