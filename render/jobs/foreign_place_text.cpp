#include "render/jobs/foreign_place_text.h"

#include "render/places/location.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <string_view>

namespace fathom {
namespace {

/// How both programs name a formula of ours.
struct OthersFormula {
    std::string_view id;
    std::optional<std::string_view> fraktaler; ///< its step, as keys of a [[formula]], if it can be
    int kalles = 0;                            ///< its FractalType
};
constexpr std::array kFormulas = {
    OthersFormula{"burning-ship", "abs_x = true\nabs_y = true\n", 1},
    OthersFormula{"buffalo", std::nullopt, 2},
    OthersFormula{"celtic", std::nullopt, 3},
    OthersFormula{"tricorn", "neg_y = true\n", 4},
    OthersFormula{"perpendicular-mandelbrot", "abs_x = true\nneg_y = true\n", 6},
};

std::optional<OthersFormula> formula_of(const Location &location) {
    const kernels::FormulaInfo &info = kernels::formula_info(location.formula.id);
    if (location.formula.julia || info.has_parameter)
        return std::nullopt;
    for (const OthersFormula &formula : kFormulas)
        if (formula.id == info.id)
            return formula;
    return OthersFormula{info.id, "", 0}; // z^p + c
}

/// A number as TOML's float, which is no whole number's text.
std::string toml_float(double number) {
    std::string text = fmt::format("{}", number);
    if (text.find_first_of(".e") == text.npos)
        text += ".0";
    return text;
}

/// The view's map: what is turned and then stretched, on the screen.
struct TurnAndStretch {
    double turn_degrees = 0;
    double octaves = 0;       ///< what is seen is 2^octaves times as long across the angle
    double angle_degrees = 0; ///< in the plane
};

TurnAndStretch parts_of(const View &view) {
    if (view.matrix == PlaneMatrix())
        return {view.rotation_degrees, 0, 0};
    const PlaneMatrix turn = inverse(stretch_of(view.matrix)) * view.matrix;
    const Stretching stretching = stretching_of(view.matrix);
    constexpr double kCircle = 360, kAcross = 90; // their angles lie across ours
    const double turned = std::atan2(turn.c, turn.a) * 180 / std::numbers::pi;
    return {std::remainder(view.rotation_degrees + turned, kCircle),
            std::log2(stretching.ratio) / 2, stretching.degrees + kAcross};
}

} // namespace

std::optional<std::string> fraktaler_text(const Location &location) {
    const auto formula = formula_of(location);
    if (!formula || !formula->fraktaler)
        return std::nullopt;
    const View &view = location.view;
    const TurnAndStretch parts = parts_of(view);
    constexpr double kCents = 100;
    // It stretches first, then turns; a reflected view's turn goes the other way.
    const double turn = view.mirrored ? -parts.turn_degrees : parts.turn_degrees;
    std::string text = fmt::format("program = \"fraktaler-3\"\nlocation.real = \"{}\"\n"
                                   "location.imag = \"{}\"\nlocation.zoom = \"{}\"\n",
                                   view.re.to_string(), view.im.to_string(), view.zoom.to_string());
    text += fmt::format("bailout.iterations = {}\nbailout.escape_radius = {}\n",
                        location.iterations, toml_float(location.bailout));
    text += fmt::format("transform.reflect = {}\ntransform.rotate = {}\n", view.mirrored,
                        toml_float(turn));
    text += fmt::format("transform.stretch_amount = {}\ntransform.stretch_angle = {}\n",
                        toml_float(kCents * parts.octaves),
                        toml_float(parts.angle_degrees - parts.turn_degrees));
    return text + fmt::format("[[formula]]\n{}power = {}\n", *formula->fraktaler,
                              kernels::formula_info(location.formula.id).power);
}

std::optional<std::string> kalles_text(const Location &location) {
    const auto formula = formula_of(location);
    if (!formula)
        return std::nullopt;
    const View &view = location.view;
    const TurnAndStretch parts = parts_of(view);
    std::string text =
        fmt::format("Re: {}\r\nIm: {}\r\nZoom: {}\r\nIterations: {}\r\n", view.re.to_string(),
                    view.im.to_string(), view.zoom.to_string(), location.iterations);
    text += fmt::format("FractalType: {}\r\nPower: {}\r\n", formula->kalles,
                        kernels::formula_info(location.formula.id).power);
    // 3: the custom one
    text += fmt::format("BailoutRadiusPreset: 3\r\nBailoutRadiusCustom: {}\r\n", location.bailout);
    return text + fmt::format("RotateAngle: {}\r\nStretchAngle: {}\r\nStretchAmount: {}\r\n"
                              "ImagPointsUp: {}\r\n",
                              parts.turn_degrees, parts.angle_degrees, parts.octaves,
                              view.mirrored ? 0 : 1);
}

} // namespace fathom
