#include "render/import/place_export.h"

#include "render/base/error.h"
#include "render/import/formula_match.h"
#include "render/import/importers.h"
#include "render/places/scheme_names.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace fathom {
namespace {

using kernels::ColourBase;
using kernels::ColourMapping;

const char *formula_id(const Location &location) {
    return kernels::formula_info(location.formula.id).id;
}

/// What no file of the program can say, and what the reader of any file should know.
void check_exportable(const Location &location, bool has_formula, const char *program,
                      std::vector<Complaint> &warnings) {
    check_location(location);
    if (location.formula.julia)
        throw InputError(fmt::format("iteration.julia = true: {} has no Julia sets", program));
    if (!has_formula)
        throw InputError(fmt::format("iteration.formula = \"{}\": {} has no such formula",
                                     formula_id(location), program));
    if (location.automatic_iterations)
        warnings.push_back(fmt::format("iteration.limit = \"auto\": {} has no such limit; the last "
                                       "one that was found, {}, was written",
                                       program, location.iterations));
}

/// The turn and the stretch that a view's rotation and matrix are together: P e^(i degrees) with P
/// symmetric.
struct Turned {
    double degrees = 0;
    Stretching stretch;
    /// Both programs make the plane 2^octaves as long in the stretch's direction, in which a circle
    /// of the plane then appears shorter.
    [[nodiscard]] double octaves() const { return 0 - 0.5 * std::log2(stretch.ratio); }
};
Turned turned(const View &view) {
    Turned result{view.rotation_degrees, stretching_of(view.matrix)};
    const PlaneMatrix &m = view.matrix;
    if (m.b != m.c) {
        const double turn = std::atan2(m.c - m.b, m.a + m.d) * 180 / std::numbers::pi;
        result.degrees = std::remainder(result.degrees + turn, 360);
    }
    return result;
}

/// Lines KEY: VALUE.
class KfrLines {
  public:
    template <class Value> void add(const char *key, const Value &value) {
        text_ += fmt::format("{}: {}\r\n", key, value);
    }
    [[nodiscard]] const std::string &text() const { return text_; }

  private:
    std::string text_;
};

void add_view(KfrLines &lines, const View &view) {
    lines.add("Re", view.re.to_string());
    lines.add("Im", view.im.to_string());
    lines.add("Zoom", view.zoom.to_string());
    const Turned turn = turned(view);
    lines.add("RotateAngle", turn.degrees);
    lines.add("StretchAngle", turn.stretch.degrees);
    lines.add("StretchAmount", turn.octaves());
    lines.add("ImagPointsUp", view.mirrored ? 0 : 1);
}

constexpr double kPlaces = 1024; ///< of its palette

int method_of(const kernels::ColourScheme &scheme) {
    constexpr int kLinear = 0, kRoot = 1, kCubeRoot = 2, kLogarithm = 3, kStretched = 4;
    constexpr int kDistance = 5, kDistanceLogarithm = 7, kDistanceRoot = 8;
    if (scheme.base == ColourBase::distance)
        return scheme.mapping == ColourMapping::logarithm     ? kDistanceLogarithm
               : scheme.mapping == ColourMapping::square_root ? kDistanceRoot
                                                              : kDistance;
    switch (scheme.mapping) {
    case ColourMapping::square_root:
        return kRoot;
    case ColourMapping::cube_root:
        return kCubeRoot;
    case ColourMapping::logarithm:
        return kLogarithm;
    case ColourMapping::rank:
        return kStretched;
    default:
        return kLinear;
    }
}

/// The colours' keys that the format lacks, with their values.
void warn_of_colours(const kernels::ColourScheme &scheme, std::vector<Complaint> &warnings) {
    const auto lacks = [&](const char *key, const char *value, const char *instead) {
        warnings.push_back(fmt::format("colour.{} = \"{}\": Kalles Fraktaler has no such colours; "
                                       "{}",
                                       key, value, instead));
    };
    const bool known_base = scheme.base == ColourBase::smooth || scheme.base == ColourBase::bands ||
                            scheme.base == ColourBase::distance;
    if (!known_base)
        lacks("base", named(kColourBases, scheme.base).id, "smooth counts were written");
    if (scheme.mapping == ColourMapping::rank)
        lacks("mapping", "rank",
              "its stretching to the picture's range (ColorMethod 4) was written");
    if (scheme.base == ColourBase::distance && scheme.mapping == ColourMapping::cube_root)
        lacks("mapping", "cbrt", "linear distances were written");
    if (scheme.shade == kernels::ColourShade::distance)
        lacks("shade", "distance", "no shade was written");
    if (scheme.interior != kernels::InteriorColour::flat)
        lacks("interior", named(kInteriorColours, scheme.interior).id, "a flat one was written");
}

void add_colours(KfrLines &lines, const kernels::ColourScheme &scheme, const Palette &palette) {
    std::string colours;
    for (const std::uint32_t colour : make_lut(palette, Palette::kMostStops))
        colours += fmt::format("{},{},{},", colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff);
    lines.add("Colors", colours);
    lines.add("ColorMethod", method_of(scheme));
    // Stretched, all counts are one cycle at a divider of 1; else of as many places.
    const bool stretched = scheme.mapping == ColourMapping::rank;
    lines.add("IterDiv", 1 / ((stretched ? 1 : kPlaces) * scheme.density));
    // Its counts begin one later than ours.
    const bool linear =
        scheme.base != ColourBase::distance && scheme.mapping == ColourMapping::linear;
    const double offset = scheme.offset + (linear ? scheme.density : 0);
    const auto place = std::lround((offset - std::floor(offset)) * kPlaces);
    lines.add("ColorOffset", place % static_cast<long>(kPlaces));
    lines.add("Smooth", 1);
    lines.add("Flat", scheme.base == ColourBase::bands ? 1 : 0);
    lines.add("Slopes", scheme.shade == kernels::ColourShade::slope ? 1 : 0);
    lines.add("SlopePower", 50);
    lines.add("SlopeRatio", std::lround(100 * scheme.shade_strength));
    lines.add("SlopeAngle", std::lround(540 - std::fmod(scheme.light_degrees, 360)) % 360);
    const std::uint32_t rgb = scheme.interior_rgb;
    lines.add("InteriorColor",
              fmt::format("{},{},{},", rgb & 0xff, rgb >> 8 & 0xff, rgb >> 16 & 0xff));
}

/// With a point or an exponent: whole numbers are of another kind there.
std::string toml_real(double value) {
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

} // namespace

ExportedPlace to_kfr(const Location &location, const Palette &palette) {
    ExportedPlace place;
    const std::optional<std::int64_t> type = kfr_type_of(location.formula.id);
    check_exportable(location, type.has_value(), "Kalles Fraktaler", place.warnings);
    check_palette(palette);
    KfrLines lines;
    add_view(lines, location.view);
    lines.add("Iterations", location.iterations);
    lines.add("FractalType", *type);
    lines.add("Power", kernels::formula_info(location.formula.id).power);
    constexpr int kCustom = 3;
    lines.add("BailoutRadiusPreset", kCustom);
    lines.add("BailoutRadiusCustom", location.bailout);
    lines.add("SmoothingMethod", 0);
    add_colours(lines, location.colour, palette);
    warn_of_colours(location.colour, place.warnings);
    place.text = lines.text();
    return place;
}

ExportedPlace to_fraktaler(const Location &location) {
    ExportedPlace place;
    const auto opcodes = opcodes_of(location.formula.id);
    check_exportable(location, opcodes.has_value(), "Fraktaler-3", place.warnings);
    place.warnings.emplace_back("[colour]: Fraktaler-3 has its own colours; these were left out");
    const View &view = location.view;
    const Turned turn = turned(view);
    // Its stretch comes before the turn, and is in hundredths of an octave.
    const double angle =
        turn.stretch.ratio == 1 ? 0 : std::remainder(turn.stretch.degrees - turn.degrees, 360);
    constexpr double kCents = 100;
    // A limit of the orbit, of the steps beside it or of those skipped must not be lower.
    std::string limits;
    for (const char *key : {"iterations", "maximum_reference_iterations",
                            "maximum_perturb_iterations", "maximum_bla_steps"})
        limits += fmt::format("bailout.{} = {}\n", key, location.iterations);
    place.text = fmt::format("program = \"fraktaler-3\"\n"
                             "location.real = \"{}\"\n"
                             "location.imag = \"{}\"\n"
                             "location.zoom = \"{}\"\n"
                             "{}"
                             "bailout.escape_radius = {}\n"
                             "transform.reflect = {}\n"
                             "transform.rotate = {}\n"
                             "transform.stretch_angle = {}\n"
                             "transform.stretch_amount = {}\n"
                             "[[formula]]\n"
                             "opcodes = \"{} add\"\n",
                             view.re.to_string(), view.im.to_string(), view.zoom.to_string(),
                             limits, toml_real(location.bailout), view.mirrored,
                             toml_real(view.mirrored ? 0 - turn.degrees : turn.degrees),
                             toml_real(angle), toml_real(kCents * turn.octaves()), *opcodes);
    return place;
}

} // namespace fathom
