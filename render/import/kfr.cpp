#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/importers.h"
#include "render/import/kfr_colours.h"
#include "render/import/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace fathom {
namespace {

/// What a FractalType of power 2 is called in kFormulas, with the same signs (formula_1_2.xml and
/// so on of its sources).
struct Type {
    std::int64_t number;
    const char *formula;
};
constexpr std::array kTypes = {
    Type{0, "mandelbrot"}, Type{1, "burning-ship"}, Type{2, "buffalo"},
    Type{3, "celtic"},     Type{4, "tricorn"},      Type{6, "perpendicular-mandelbrot"},
};

kernels::FormulaId read_formula(ForeignKeys &keys) {
    const std::int64_t number = keys.whole("FractalType", 0, 10'000, 0);
    const std::int64_t power = keys.whole("Power", 2, 1'000, 2);
    for (const Type &type : kTypes) {
        if (type.number != number)
            continue;
        const auto id = kernels::find_formula(
            number == 0 && power != 2 ? fmt::format("multibrot-{}", power) : type.formula);
        if (!id || kernels::formula_info(*id).power != power)
            break;
        return *id;
    }
    const ForeignValue *value = keys.find(number == 0 ? "Power" : "FractalType");
    keys.refuse(value->line, fmt::format("Fathom has no formula that is Kalles Fraktaler's "
                                         "FractalType {} of power {}",
                                         number, power));
}

/// "Rotate" in radians and "Ratio", of versions before 2.15: the screen's x is multiplied by
/// 360 / Ratio, then both are turned, and the zoom is that of the height (CFraktalSFT's GetRe,
/// GetIm and GetZoom of that time).
void read_old_transform(ForeignKeys &keys, View &view) {
    constexpr double kTurn = 1e4;
    const double degrees = keys.number("Rotate", -kTurn, kTurn, 0) * 180 / std::numbers::pi;
    const double most = ViewLimits().max_stretch;
    const double wider = 360 / keys.number("Ratio", 360 / most, 360 * most, 360);
    view.rotation_degrees = degrees == 0 ? 0 : std::remainder(-degrees, 360);
    if (wider == 1)
        return;
    constexpr long kZoomDigits = 17;
    view.matrix = stretching(1 / wider, view.rotation_degrees);
    view.zoom = divide(view.zoom, Decimal::from_double(std::sqrt(wider)), kZoomDigits);
}

/// Since 2.15: first turned, then stretched by 2^StretchAmount in the direction of StretchAngle
/// (polar_composition there; in these terms in Fraktaler-3's param::from_kfr_string).
void read_transform(ForeignKeys &keys, View &view) {
    if (const ForeignValue *angle = keys.find("RotateAngle"))
        view.rotation_degrees = foreign_degrees(keys, *angle);
    view.matrix = foreign_stretching(keys, "StretchAmount", 1, "StretchAngle", 0);
}

View read_view(ForeignKeys &keys) {
    View view;
    view.re = foreign_coordinate(keys, keys.need("Re"));
    view.im = foreign_coordinate(keys, keys.need("Im"));
    view.zoom = foreign_zoom(keys, keys.need("Zoom"));
    // Im grows downwards but for files of versions since 2.15.4 that say otherwise.
    view.mirrored = !keys.flag("ImagPointsUp", false);
    const bool is_new =
        keys.find("RotateAngle") != nullptr || keys.find("StretchAmount") != nullptr;
    if (is_new) {
        read_transform(keys, view);
        keys.ignore({"Rotate", "Ratio"});
    } else {
        read_old_transform(keys, view);
        keys.ignore({"StretchAngle"});
    }
    return view;
}

void refuse_other_fractals(ForeignKeys &keys) {
    if (keys.flag("UseHybridFormula", false))
        keys.refuse(keys.find("UseHybridFormula")->line,
                    "hybrid formulas are not supported, and without them it shows another place");
    keys.ignore({"HybridFormula"});
}

/// The radius, by "BailoutRadiusPreset" or, in older files, by the way of smoothing
/// (CFraktalSFT::GetBailoutRadius, Settings::FromText).
void read_kfr_bailout(ForeignKeys &keys, Location &location) {
    using Limits = LocationLimits;
    constexpr std::int64_t kHigh = 0, kTwo = 1, kLow = 2, kCustom = 3;
    const bool is_old = keys.find("SmoothingMethod") == nullptr;
    const std::int64_t usual = is_old ? keys.whole("SmoothMethod", kHigh, kLow, kHigh) : kHigh;
    constexpr double kSmoothBailout = 1e4;
    double radius = kSmoothBailout;
    switch (keys.whole("BailoutRadiusPreset", kHigh, kCustom, usual)) {
    case kTwo:
        radius = 2;
        break;
    case kLow:
        radius = std::pow(2.0, 1.0 / (kernels::formula_info(location.formula.id).power - 1));
        break;
    case kCustom:
        radius = keys.number("BailoutRadiusCustom", 0, 1e300, kSmoothBailout);
        break;
    default:
        break;
    }
    location.bailout = std::clamp(radius, Limits::kMinBailout, Limits::kMaxBailout);
    if (location.bailout != radius)
        keys.warn(fmt::format("an escape radius of {} is beyond Fathom's range; it takes {}",
                              radius, location.bailout));
    keys.ignore({"BailoutRadiusCustom"});
}

void warn_of_the_rest(ForeignKeys &keys) {
    keys.unsupported("SeedR", "0", "a start other than 0 is");
    keys.unsupported("SeedI", "0", "a start other than 0 is");
    keys.unsupported("real", "1", "a bailout test of a part of z is");
    keys.unsupported("imag", "1", "a bailout test of a part of z is");
    keys.unsupported("BailoutNormPreset", "1", "another bailout test is");
    keys.ignore({"BailoutNormCustom"});
    keys.unsupported("JitterSeed", "0", "jitter is");
    keys.ignore({"JitterShape", "JitterScale"});
    // how Kalles Fraktaler computes, which makes no other picture
    keys.ignore({"FactorAR", "FactorAI", "ShowGlitches", "NoReuseCenter", "GlitchLowTolerance",
                 "ApproxLowTolerance", "AutoApproxTerms", "ApproxTerms", "AutoIterations",
                 "IsolatedGlitchNeighbourhood", "ExteriorChecking", "InteriorChecking", "Period",
                 "RadiusScale", "UseNanoMB1", "UseNanoMB2", "OrderM", "OrderN", "Version"});
}

} // namespace

bool is_kfr(std::string_view text) {
    const auto has_line = [&](std::string_view start) {
        return text.starts_with(start) || text.find("\n" + std::string(start)) != text.npos ||
               text.find("\r" + std::string(start)) != text.npos;
    };
    return has_line("Re:") && has_line("Im:") && has_line("Zoom:");
}

ParsedLocation import_kfr(std::string_view text, std::string_view source) {
    ForeignKeys keys = kfr_keys(text, source);
    ParsedLocation parsed;
    Location &location = parsed.location;
    location.view = read_view(keys);
    refuse_other_fractals(keys);
    location.formula.id = read_formula(keys);
    if (const ForeignValue *iterations = keys.find("Iterations"))
        location.iterations = foreign_iterations(keys, *iterations);
    read_kfr_bailout(keys, location);
    read_kfr_colours(keys, source, location);
    warn_of_the_rest(keys);
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
