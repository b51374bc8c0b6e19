#pragma once
#include "kernels/colour/layer_mean.h"
#include "render/engines/render_request.h"
#include "render/film/ring_way.h"
#include "render/places/navigation.h"
#include "render/places/view.h"

#include <compare>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace fathom::film {

/// A picture of a zoom, of which frames show a part.
struct Ring {
    int level = 0;       ///< it has all of a frame whose zoom is 2^(level/4), and of deeper ones
    bool middle = false; ///< with a quarter of the cells each way, and without a hole
    friend auto operator<=>(const Ring &, const Ring &) = default;
};

/// How many times the least samples rings have: 1 to kMostDensity from each of these levels on.
using RingDensities = std::map<int, int>;
constexpr int kMostDensity = 4;

/// How the frames of a zoom, in which one point of the plane stays where it is in the picture, are
/// made of pictures that are computed once. One of each level, that is four in each octave of the
/// zoom, has as many samples as its largest magnification needs; where the next level lies inside
/// of it, it has a hole. A frame takes what it shows of its own level and of the next seven to ten,
/// which are rings then, and its middle from a picture of the one after that, the next level that
/// has a middle, one in each octave, which is as thin as the frame's own level is for it. So each
/// ring is computed once, and a twentieth of its samples once more: 1.75 d^2 samples a pixel of the
/// frame in an octave, d^2 being the least samples a pixel; a frame has 3.4 d^2 on average.
/// bench/notebook/films.md compares other factors, other numbers of rings, and strips of the
/// exponential map.
///
/// Where frames turn or stretch on their way, or their centre moves, each level's pictures lie as
/// its coarsest frame does, as large as that level's other frames need: turned by less than 5
/// degrees, these lie inside of it. Its hole is what a rectangle can have of the next level, which
/// is turned against it.
///
/// Everything is computed from exact decimals and by IEEE operations, so it is the same on all
/// machines.
class ZoomRings {
  public:
    /// `fixed` has that point as its centre, and the rotation, matrix and mirroring of all frames;
    /// its zoom does not matter. In a frame of `size` pixels the point is at `position`. At least
    /// `samples` samples a pixel, 1 to 64.
    ZoomRings(View fixed, const PixelPosition &position, Size size, int samples);
    ZoomRings(std::shared_ptr<const RingWay> way, int samples);

    /// Has rings of dense levels more samples; where nothing is said they have the least. Before
    /// anything is asked of rings that counts samples, and with all other threads at rest.
    void use(RingDensities densities) { densities_ = std::move(densities); }
    [[nodiscard]] const RingDensities &densities() const noexcept { return densities_; }
    /// Samples a pixel at least of frames that show a level's ring at its largest.
    [[nodiscard]] int samples_of(int level) const noexcept;

    /// All frames have the same rotation and matrix: they are made by axes_of, others by grid_of.
    [[nodiscard]] bool is_straight() const noexcept { return !way_; }

    /// The level of frames of that zoom.
    [[nodiscard]] int level_at(const Decimal &zoom) const;
    /// The last level whose rings are made while frames of a level are, on a way that ends at the
    /// level `end`: rings of an octave, for which a new middle asks at once, are then made one by
    /// one.
    [[nodiscard]] static int level_ahead(int level, int end) noexcept;
    /// The zoom of a level's coarsest frames.
    [[nodiscard]] Decimal zoom_of(int level) const;

    /// A whole frame of that zoom.
    [[nodiscard]] View frame_view(const Decimal &zoom) const;
    /// Likewise where the zoom stays, at that share of the way.
    [[nodiscard]] View frame_view_at(double share, const Decimal &zoom) const;

    /// The rings of a frame of that level, from the coarsest to the finest.
    [[nodiscard]] std::vector<Ring> rings_of(int level) const;
    [[nodiscard]] Size size_of(const Ring &ring) const;
    [[nodiscard]] View view_of(const Ring &ring) const;
    /// What of its picture is ever shown, without its hole.
    [[nodiscard]] std::vector<Region> parts_of(const Ring &ring) const;
    /// Cells of the ring in a side of a pixel of a frame of that zoom, or in the square root of its
    /// area.
    [[nodiscard]] double cells_a_side(const Ring &ring, const Decimal &zoom) const;

    /// Whether pixels of a frame of that level have so many cells of the ring that their mean shows
    /// what the filter would.
    [[nodiscard]] bool is_fine(const Ring &ring, int level) const noexcept;

    /// Where the pixels of a frame of that zoom lie in one of its rings. Where it is none of its
    /// coarsest level, only those that it covers wholly.
    struct Axes {
        kernels::CellAxis x, y;
        [[nodiscard]] bool empty() const noexcept { return x.begin >= x.end || y.begin >= y.end; }
    };
    [[nodiscard]] Axes axes_of(const Ring &ring, const Decimal &zoom) const;

    /// Where the points of a frame lie in one of its rings. `frame`: its zoom, rotation and matrix
    /// count.
    [[nodiscard]] kernels::PointGrid grid_of(const Ring &ring, const View &frame) const;
    /// By how much a frame is turned against one of its rings, counter-clockwise on its screen.
    [[nodiscard]] double turn_of(const Ring &ring, const View &frame) const;

  private:
    /// Along one axis: cells before and after the fixed point, in rings and in middles.
    struct Extent {
        int before[2] = {}, after[2] = {};
    };
    /// How the pictures of a level lie about the fixed point, or about its anchor.
    struct Shape {
        View turned;     ///< as they are; its centre and zoom mean nothing
        double cells[2]; ///< in a pixel of its coarsest frame, each way, in rings and in middles
        Extent x, y;

        /// Of whole pictures: of rings, or of middles.
        [[nodiscard]] Size size(bool middle) const {
            return {x.before[middle] + x.after[middle], y.before[middle] + y.after[middle]};
        }
    };
    /// A rectangle about the fixed point or a level's anchor, x to the right and y downwards.
    struct Box {
        double left = 0, right = 0, top = 0, bottom = 0;
    };
    [[nodiscard]] static Shape shape(View turned, const Box &box, double density);
    /// Cells a pixel at least, each way.
    [[nodiscard]] double density_of(int level) const noexcept;
    [[nodiscard]] Shape shape_of(int level) const;
    /// The share of the way at which frames of a level begin; 0 where the zoom does not change.
    [[nodiscard]] double begin_of(int level) const;
    [[nodiscard]] View turned_at(double share) const;
    /// How much smaller than in a level's coarsest frame what is seen is at that share; at most 1.
    [[nodiscard]] double scale_at(int level, double share) const;
    /// The most that a pixel reaches along an axis of a level's pictures, in the square root of its
    /// area, where these are beside the last ones that it shows.
    [[nodiscard]] double reach(int level) const;
    [[nodiscard]] Region hole(int level) const;
    [[nodiscard]] kernels::CellAxis axis(const Extent &extent, const Ring &ring, double position,
                                         int pixels, double side) const;

    View fixed_;
    PixelPosition position_;
    Size size_;
    int samples_; ///< a pixel at least
    RingDensities densities_;
    std::shared_ptr<const RingWay> way_; ///< null where it is straight
};

} // namespace fathom::film
