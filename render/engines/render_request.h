#pragma once
#include "kernels/base/pixel_map.h"
#include "kernels/base/sample.h"
#include "kernels/colour/colour_scheme.h"
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formula_settings.h"
#include "render/engines/method_decision.h"
#include "render/places/method.h"
#include "render/places/picture_size.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom {

struct FormulaChoice;
struct Location;
class PaletteTable;
struct RankTable;
struct View;
class Perturbation;
class ReferenceCache;

/// A rectangle of a picture in pixels, from the top left.
struct Region {
    int x = 0, y = 0, width = 0, height = 0;
};

/// A place inside a pixel in units of 1/256 of it, (128, 128) being its centre.
struct Subpixel {
    int x = 128, y = 128;
};

/// How finished samples become colours. Shared and immutable: a change makes a new one.
struct ColourSettings {
    std::shared_ptr<const PaletteTable> lut; ///< the palette
    kernels::ColourScheme scheme;
    /// For ColourMapping::rank: see render/jobs/survey.h. Null: as linear.
    std::shared_ptr<const RankTable> ranks;
    /// They are mixed with others before they are bytes: where they are dithered they come as
    /// kernels::packed words then, and whoever mixes them dithers. Never of a progressive frame.
    bool mixed = false;
    /// Sides of the frame's pixels in a side of those of the picture that they become part of,
    /// by which distances are coloured.
    double pixels_a_side = 1;
    friend bool operator==(const ColourSettings &, const ColourSettings &) = default;
};

/// What a frame is to hold when it is complete. Less is faster: views of few iterations are bound
/// by memory.
enum class FrameContents {
    samples, ///< n and z: colours on demand, in any settings
    counts,  ///< n alone, and no colours: read_rgba must not be called
    colours  ///< the picture in the request's colours alone: neither set_colour nor read_samples
};

/// Everything that an engine may read to compute one frame; no engine reads anything else, and none
/// reads the location, which is there for whoever shows the frame.
struct RenderRequest {
    /// That the whole picture shows, so that nobody has to remember what was asked for.
    std::shared_ptr<const Location> location;
    kernels::PixelMap map;
    Size size;             ///< of the region to compute
    int left = 0, top = 0; ///< the region's place in the picture, which dithering goes by
    int lattice = 1; ///< of the picture's pixels, a side of the map's: distances are coloured in
                     ///< the picture's
    /// If given: the size's width * height places to sample, row by row, instead of the region's
    /// pixels, whose corner is then the map's origin. Never progressive.
    std::shared_ptr<const std::vector<kernels::PixelPoint>> points;
    kernels::FormulaId formula = kernels::kMandelbrot;
    kernels::FormulaSettings<kernels::Two<double>> settings;
    kernels::Tracking<double> tracking;
    /// Iterations, 1 to kernels::kLargestIterationLimit; where it kernels::counts_in_64_bits, the
    /// precision has to be one of perturbation.
    std::uint64_t limit = 1000;
    /// 2 to 1e9. Where a power above 2 overflows at the escape, z is stored as kernels::kLargest.
    double bailout = 256;
    Precision precision = Precision::f64;
    /// Of a perturbed precision, else null: the reference orbit and its jumps, made when first
    /// asked for. The map is then relative to the picture's centre, in units of 2^map_exponent.
    std::shared_ptr<Perturbation> perturbation;
    int map_exponent = 0;
    bool shortcuts = true; ///< skip what provably never escapes; every bit stays the same
    FrameContents contents = FrameContents::samples;
    bool progressive = false; ///< coarse lattices first, for a picture that is watched
    /// The pixel around which a watched picture is to be finished first; none: the middle.
    std::optional<std::pair<int, int>> focus;
    std::uint64_t tag = 0; ///< the caller's own number, which engines carry along
    std::chrono::steady_clock::time_point asked{}; ///< when, likewise
    ColourSettings colour;
};

/// The request for `region` of the picture of `size` pixels that shows `location`; each pixel is
/// sampled at `subpixel`. The lut and ranks of its colour settings are the caller's to fill in.
/// Throws InputError as check_location, for more than most_iterations, and for a perturbed
/// precision if the formula cannot be perturbed.
RenderRequest make_request(const Location &location, Size size, const Region &region,
                           Subpixel subpixel, const Method &method);

/// A formula's settings, to all digits that a number type can make use of.
kernels::FormulaSettings<kernels::Two<double>> settings_of(const FormulaChoice &formula);

/// What a location's colours need to know of orbits.
kernels::Tracking<double> needed_tracking(const Location &location);

/// The distance between the centres of neighbouring pixels: 4 / (zoom * height); in a stretched
/// view the square root of a pixel's area.
double pixel_spacing(const View &view, int height);

} // namespace fathom
