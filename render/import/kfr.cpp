#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/formula_match.h"
#include "render/import/importers.h"
#include "render/import/kfr_colours.h"
#include "render/import/kfr_hybrid.h"
#include "render/import/text_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace fathom {
namespace {

kernels::FormulaId read_formula(ForeignKeys &keys) {
    const std::int64_t number = keys.whole("FractalType", 0, 10'000, 0);
    const std::int64_t power = keys.whole("Power", 2, 1'000, 2);
    for (const kernels::FormulaInfo &info : kernels::formulas()) {
        const auto id = kernels::find_formula(info.id);
        if (kfr_type_of(*id) == number && info.power == power)
            return *id;
    }
    const ForeignValue *value = keys.find(number == 0 ? "Power" : "FractalType");
    keys.refuse(value->line, fmt::format("Fathom has no formula that is Kalles Fraktaler's "
                                         "FractalType {} with Power {}",
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
    view.re = foreign_coordinate(keys, keys.need("Re", "centre"));
    view.im = foreign_coordinate(keys, keys.need("Im", "centre"));
    view.zoom = foreign_zoom(keys, keys.need("Zoom", "zoom"));
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

/// A hybrid takes the place of FractalType and Power.
void read_any_formula(ForeignKeys &keys, Location &location) {
    const ForeignValue *hybrid = keys.find("HybridFormula");
    if (!keys.flag("UseHybridFormula", false)) {
        location.formula.id = read_formula(keys);
        return;
    }
    keys.ignore({"FractalType", "Power"});
    if (hybrid == nullptr)
        keys.refuse(keys.find("UseHybridFormula")->line,
                    "UseHybridFormula asks for a hybrid, but there is no HybridFormula");
    const std::optional<FormulaMatch> formula = match_kfr_hybrid(keys, *hybrid);
    if (!formula)
        keys.refuse(hybrid->line, fmt::format("HybridFormula {} is none of Fathom's formulas",
                                              in_quotes(hybrid->text)));
    location.formula.id = formula->formula;
    if (formula->conjugate)
        location.view = conjugated(location.view);
}

/// Another start than 0, and the program's unrolled view, are other pictures.
void refuse_other_pictures(ForeignKeys &keys) {
    for (const char *key : {"SeedR", "SeedI", "ExponentialMap"})
        if (keys.number(key, -1e300, 1e300, 0) != 0)
            keys.refuse(keys.find(key)->line,
                        fmt::format("{} = {} is not supported, and without it another picture "
                                    "would be shown",
                                    key, printable(keys.find(key)->text, 40)));
}

/// The radius, by "BailoutRadiusPreset" or, in older files, by the way of smoothing
/// (CFraktalSFT::GetBailoutRadius, Settings::FromText).
void read_kfr_bailout(ForeignKeys &keys, Location &location) {
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
    location.bailout = foreign_bailout(keys, "BailoutRadiusPreset", radius);
    keys.ignore({"BailoutRadiusCustom"});
}

void warn_of_the_rest(ForeignKeys &keys) {
    keys.unsupported("real", "1", "a bailout test of a part of z is");
    keys.unsupported("imag", "1", "a bailout test of a part of z is");
    keys.unsupported("BailoutNormPreset", "1", "another bailout test is");
    keys.ignore({"BailoutNormCustom"});
    keys.unsupported("JitterSeed", "0", "jitter is");
    keys.ignore({"JitterShape", "JitterScale"});
    // How Kalles Fraktaler computes, which makes no other picture. FactorAR and FactorAI are of
    // formulas that Fathom does not have.
    keys.ignore({"FactorAR", "FactorAI", "ShowGlitches", "NoReuseCenter", "GlitchLowTolerance",
                 "ApproxLowTolerance", "AutoApproxTerms", "ApproxTerms", "AutoIterations",
                 "IsolatedGlitchNeighbourhood", "ExteriorChecking", "InteriorChecking", "Period",
                 "RadiusScale", "UseNanoMB1", "UseNanoMB2", "OrderM", "OrderN", "Version"});
    // its .kfs, which it writes into pictures, too (Settings.tab of its sources)
    keys.ignore({"AnimateZoom",
                 "ArbitrarySize",
                 "AutoSolveGlitches",
                 "DerivativeGlitch",
                 "Derivatives",
                 "EXRChannels",
                 "EXRParallel",
                 "GlitchCenterMethod",
                 "Guessing",
                 "HalfColour",
                 "ImageHeight",
                 "ImageWidth",
                 "MaxReferences",
                 "Mirror",
                 "NoApprox",
                 "NumberTypes",
                 "OpenCLPlatform",
                 "OpenCLThreaded",
                 "OpenResetsParameters",
                 "ReferenceStrictZero",
                 "ReuseReference",
                 "SIMDChunkSize",
                 "SIMDVectorSize",
                 "SaveNewtonProgress",
                 "SaveOverwrites",
                 "SettingsVersion",
                 "ShowCrossHair",
                 "Shrink",
                 "SolveGlitchNear",
                 "TargetHeight",
                 "TargetSupersample",
                 "TargetWidth",
                 "ThreadedReference",
                 "ThreadsPerCore",
                 "ThreadsReserveCore",
                 "UseArgMinAbsZAsGlitchCenter",
                 "UseOpenCL",
                 "UseRescaledSeries",
                 "WindowBottom",
                 "WindowHeight",
                 "WindowLeft",
                 "WindowRight",
                 "WindowTop",
                 "WindowWidth",
                 "ZoomSize"});
}

} // namespace

std::optional<std::int64_t> kfr_type_of(kernels::FormulaId formula) noexcept {
    constexpr std::array kTypes = {
        std::pair{"burning-ship", 1},
        std::pair{"buffalo", 2},
        std::pair{"celtic", 3},
        std::pair{"tricorn", 4},
        std::pair{"perpendicular-mandelbrot", 6},
    };
    if (kernels::is_power(formula))
        return 0;
    const std::string_view id = kernels::formula_info(formula).id;
    for (const auto &[name, number] : kTypes)
        if (id == name)
            return number;
    return std::nullopt;
}

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
    read_any_formula(keys, location);
    refuse_other_pictures(keys);
    location.iterations = 200; // its own, where a file gives none
    if (const ForeignValue *iterations = keys.find("Iterations"))
        location.iterations = foreign_iterations(keys, *iterations);
    read_kfr_bailout(keys, location);
    read_kfr_colours(keys, source, location);
    warn_of_the_rest(keys);
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
