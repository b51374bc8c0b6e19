#pragma once
#include "kernels/colour/colour_scheme.h"
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formula_settings.h"
#include "render/places/palette.h"
#include "render/places/view.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fathom {

/// What is iterated.
struct FormulaChoice {
    kernels::FormulaId id = kernels::kMandelbrot;
    bool julia = false; ///< the Julia set of the seed
    Decimal seed_re, seed_im;
    double parameter_re = -0.5; ///< the formula's own, where it has one
    double parameter_im = 0;

    friend bool operator==(const FormulaChoice &, const FormulaChoice &) = default;
};

/// Where one begins to look at it: the whole set, of a Julia set around 0.
View home_view(const FormulaChoice &formula);

/// Everything that makes a picture what it is, apart from its size: where, how far to iterate, how
/// to colour. This is what files, the clipboard and exported pictures carry
/// (docs/reference/location-format.md).
struct Location {
    View view;
    FormulaChoice formula;
    std::uint64_t iterations = 1000; ///< the limit
    /// The limit is what the view needs (render/jobs/automatic_limit.h); `iterations` is what was
    /// found last.
    bool automatic_iterations = false;
    double bailout = 256.0;       ///< |z| beyond which an orbit has escaped
    std::string palette = "dusk"; ///< its name, see palette.h
    /// Used instead of the one of that name, if there is one; its name is as a file's or empty.
    std::optional<Palette> own_palette;
    kernels::ColourScheme colour;
    /// Density and offset are those that fit the view (render/jobs/survey.h); in `colour` is what
    /// was found last.
    bool automatic_colours = false;
    kernels::Trap<double> trap; ///< for colours that are made from it

    /// Exactly the same picture.
    friend bool operator==(const Location &, const Location &) = default;
};

/// Whether both show the same part of the same fractal, in whatever colours.
bool same_place(const Location &a, const Location &b);

/// Gives the scheme the density and offset of ColourMapping::rank where nobody says others: the
/// palette once over all ranks, or three quarters of it where one end of them lies at the set. Most
/// palettes end as dark as they begin, and structure there would be lost beside the black.
void spread_over_ranks(kernels::ColourScheme &scheme);

/// Gives it the look of places that bring none: each colour on as many of its escaped pixels,
/// whatever their counts are (ColourMapping::rank, spread_over_ranks), filtered
/// (ColourFilter::footprint) and dithered (ColourDither::ordered).
void take_automatic_look(Location &location);

/// The ranges of a location's numbers; those of its view are in ViewLimits.
struct LocationLimits {
    static constexpr std::uint64_t kMaxIterations = std::uint64_t{1} << 40;
    static constexpr double kMinBailout = 2.0;
    static constexpr double kMaxBailout = 1e9;
    static constexpr double kMinDensity = 1e-13; ///< one cycle over the largest counts and some
    static constexpr double kMaxDensity = 1000.0;
    static constexpr double kMaxOffset = 1.0;            ///< either way
    static constexpr double kMaxParameter = 10.0;        ///< |re| and |im| of a formula's own
    static constexpr double kMaxLightDegrees = 36'000.0; ///< either way
    static constexpr double kMaxLightHeight = 100.0;     ///< from 0
    static constexpr double kMaxTrapCoordinate = 1e6;    ///< either way
    static constexpr double kMinTrapRadius = 1e-12;
    static constexpr double kMaxTrapRadius = 1e6;
};

/// Throws InputError that names the first value out of its range; such a location could not be read
/// back.
void check_location(const Location &location);

/// The colours of a location's palette: its own one, or as load_lut finds it by name. Throws
/// InputError.
std::shared_ptr<const PaletteTable> load_lut(const std::optional<std::filesystem::path> &assets_dir,
                                             const Location &location);

} // namespace fathom
