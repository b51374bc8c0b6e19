#include "ui/panels/panels.h"
#include "ui/state/number_text.h"
#include "ui/state/suggested_iterations.h"
#include "ui/texts/common.h"
#include "ui/texts/view.h"
#include "ui/texts/why_not.h"
#include "ui/widgets/controls.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

constexpr long kZoomDigits = 10; ///< a wheel's steps leave more, which tell nobody anything

void draw_place(Controls &controls, const Location &location, ViewChoice &choice) {
    View view = location.view;
    const auto row = [&](const char *label, const char *name, Decimal View::*part,
                         const Controls::DecimalRange &range) {
        controls.label(label);
        if (auto entered = controls.decimal_field(name, location.view.*part, range)) {
            view.*part = std::move(*entered);
            choice.view = view;
        }
    };
    const ViewLimits limits;
    const Controls::DecimalRange plane{-limits.max_coordinate, limits.max_coordinate};
    row(texts::common::kReal, "view-re", &View::re, plane);
    row(texts::common::kImaginary, "view-im", &View::im, plane);
    row(texts::view::kZoom, "view-zoom", &View::zoom,
        {limits.min_zoom, limits.max_zoom, kZoomDigits});
    controls.label(texts::view::kRotation);
    const double limit = limits.max_rotation_degrees;
    const Controls::Slide slide{{-180, 180}, {-limit, limit}};
    const double turn = std::remainder(view.rotation_degrees, 360);
    if (const auto degrees = controls.slider("view-rotation", turn, slide)) {
        view.rotation_degrees = *degrees;
        choice.view = view;
        choice.moving = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    }
    controls.label("");
    if (controls.toggle("view-mirrored", texts::view::kMirrored, view.mirrored))
        choice.view = view;
    controls.label(texts::view::kStretch);
    const float gap = em(0.2);
    const float width = (ImGui::GetContentRegionAvail().x - gap) / 2 / ImGui::GetFontSize();
    choice.unskew = controls.button("view-unskew", texts::view::kStraighten, width);
    ImGui::SameLine(0, gap);
    if (controls.button("view-unstretch", texts::view::kUnstretch, width)) {
        view.matrix = {};
        choice.view = view;
    }
}

void draw_copy_and_paste(Controls &controls, ViewChoice &choice) {
    const float gap = em(0.2);
    const float width = (ImGui::GetContentRegionAvail().x - gap) / 2 / ImGui::GetFontSize();
    choice.copy = controls.button("view-copy", texts::view::kCopy, width);
    ImGui::SameLine(0, gap);
    choice.paste = controls.button("view-paste", texts::view::kPaste, width);
}

void draw_usual_iterations(Controls &controls, const Location &location, ViewChoice &choice) {
    const std::uint64_t usual = suggested_iterations(location.view.zoom);
    controls.label("");
    const Controls::Unless unless(controls,
                                  location.automatic_iterations  ? texts::why_not::kIterationsFollow
                                  : usual == location.iterations ? texts::why_not::kUsualAlready
                                                                 : nullptr);
    const std::string label = fmt::format(texts::view::kSuggested, grouped(usual));
    if (controls.button("view-iterations-hint", label.c_str(), -1))
        choice.iterations = usual;
}

void draw_iterations(Controls &controls, const Location &location, ViewChoice &choice) {
    const std::uint64_t iterations = location.iterations;
    controls.label(texts::view::kIterations);
    const float small = ImGui::GetFrameHeight() * 1.3F;
    const float gap = em(0.2);
    const float field = ImGui::GetContentRegionAvail().x - 2 * (small + gap);
    const Range range{1, LocationLimits::kMaxIterations};
    const auto entered =
        controls.number_field("view-iterations", static_cast<double>(iterations), range, field);
    if (entered)
        choice.iterations = static_cast<std::uint64_t>(std::llround(*entered));
    ImGui::SameLine(0, gap);
    if (controls.button("view-iterations-half", texts::view::kHalf, small / ImGui::GetFontSize()))
        choice.iterations = iterations / 2;
    ImGui::SameLine(0, gap);
    if (controls.button("view-iterations-twice", texts::view::kTwice, small / ImGui::GetFontSize()))
        choice.iterations = iterations * 2;
    controls.label("");
    bool automatic = location.automatic_iterations;
    if (controls.toggle("view-iterations-auto", texts::view::kAutomaticIterations, automatic))
        choice.automatic_iterations = automatic;
    draw_usual_iterations(controls, location, choice);
    controls.label(texts::view::kBailout);
    if (const auto bailout =
            controls.number_field("view-bailout", location.bailout,
                                  {LocationLimits::kMinBailout, LocationLimits::kMaxBailout}))
        choice.bailout = bailout;
}

// Both lists begin with what needs no choice.
void draw_method(Controls &controls, const ViewInfo &info, ViewChoice &choice) {
    constexpr std::array kTypes = {texts::view::kFloat,          texts::view::kDouble,
                                   texts::view::kTwoFloats,      texts::view::kTwoDoubles,
                                   texts::view::kPerturbedFloat, texts::view::kPerturbedDouble,
                                   texts::view::kWideFloat,      texts::view::kWideDouble,
                                   texts::view::kWideTwoFloats,  texts::view::kWideTwoDoubles};
    static_assert(kTypes.size() == std::size(kPrecisions));
    const std::string by_need =
        fmt::format(texts::view::kAutomaticPrecision, to_string(info.precision));
    const auto type = [&](int at) {
        const auto index = static_cast<std::size_t>(at - 1);
        return at == 0 ? by_need
                       : fmt::format(texts::view::kNumberType, to_string(kPrecisions[index]),
                                     kTypes[index]);
    };
    MethodChoice method = info.method_choice;
    const int shown = method.precision ? 1 + static_cast<int>(*method.precision) : 0;
    controls.label(texts::view::kPrecision);
    if (const auto at = controls.list("view-precision", type(shown),
                                      1 + static_cast<int>(std::size(kPrecisions)), shown, type)) {
        method.precision =
            *at == 0 ? std::nullopt : std::optional(kPrecisions[static_cast<std::size_t>(*at - 1)]);
        choice.method = method;
    }
    constexpr std::array kSkipping = {texts::view::kBestApproximation,
                                      texts::view::kNoApproximation, texts::view::kBla,
                                      texts::view::kLa};
    const int skipping = method.approximation ? 1 + static_cast<int>(*method.approximation) : 0;
    controls.label(texts::view::kApproximation);
    const Controls::Unless unless(
        controls, is_perturbed(info.precision) ? nullptr : texts::why_not::kNotPerturbed);
    if (const auto at = controls.segments("view-approximation", kSkipping, skipping)) {
        method.approximation =
            *at == 0 ? std::nullopt : std::optional(static_cast<Approximation>(*at - 1));
        choice.method = method;
    }
}

void draw_exactness(Controls &controls, const ViewInfo &info, ViewChoice &choice) {
    bool checks = info.settings->exactness;
    controls.label("");
    if (controls.toggle("view-exactness", texts::view::kCheckPixels, checks))
        choice.exactness = checks;
    controls.label("");
    const Controls::Unless unless(controls,
                                  info.more_exact ? nullptr : texts::why_not::kExactEnough);
    const std::string label =
        info.more_exact ? fmt::format(texts::view::kMoreExactIn, to_string(*info.more_exact))
                        : std::string(texts::view::kMoreExact);
    if (controls.button("view-more-exact", label.c_str(), -1)) {
        MethodChoice method = info.method_choice;
        method.precision = info.more_exact;
        choice.method = method;
    }
}

void draw_motion(Controls &controls, const ViewInfo &info, ViewChoice &choice) {
    std::array<std::string, std::size(kSampleChoices)> words;
    std::array<const char *, std::size(kSampleChoices)> labels{};
    int chosen = 0;
    for (std::size_t at = 0; at < words.size(); ++at) {
        words[at] = kSampleChoices[at] == 1 ? texts::view::kOneSample
                                            : fmt::format("{}", kSampleChoices[at]);
        labels[at] = words[at].c_str();
        if (kSampleChoices[at] == info.samples)
            chosen = static_cast<int>(at);
    }
    controls.label(texts::view::kSamples);
    if (const auto at = controls.segments("view-samples", labels, chosen))
        choice.samples = kSampleChoices[static_cast<std::size_t>(*at)];
    MotionSettings motion = *info.motion;
    const Range range{MotionSettings::kSlowest, MotionSettings::kFastest};
    controls.label(texts::view::kSpeed);
    if (const auto speed = controls.slider("view-speed", motion.speed, {range, range, true, 2}))
        motion.speed = *speed;
    controls.label("");
    bool changed = controls.toggle("view-momentum", texts::view::kMomentum, motion.momentum);
    controls.label("");
    changed |= controls.toggle("view-scroll-pans", texts::view::kScrollPans, motion.scroll_pans);
    if (changed || motion.speed != info.motion->speed)
        choice.motion = motion;
}

void draw_look(Controls &controls, const UiSettings &settings, ViewChoice &choice) {
    constexpr std::array kThemes = {texts::view::kDark, texts::view::kLight};
    controls.label(texts::view::kTheme);
    if (const auto theme =
            controls.segments("view-theme", kThemes, static_cast<int>(settings.theme)))
        choice.theme = static_cast<UiSettings::ThemeChoice>(*theme);
    controls.label(texts::view::kTextSize);
    const Range range{UiSettings::kMinFontScale, UiSettings::kMaxFontScale};
    if (const auto scale =
            controls.slider("view-font", settings.font_scale, {range, range, false, 2}))
        choice.font_scale = scale;
}

} // namespace

ViewChoice draw_view_panel(Controls &controls, const ViewInfo &info) {
    ViewChoice choice;
    controls.heading(texts::view::kPlace);
    draw_place(controls, *info.location, choice);
    draw_copy_and_paste(controls, choice);
    controls.heading(texts::view::kDepth);
    draw_iterations(controls, *info.location, choice);
    draw_method(controls, info, choice);
    draw_exactness(controls, info, choice);
    controls.heading(texts::view::kMotion);
    draw_motion(controls, info, choice);
    controls.heading(texts::view::kWindow);
    draw_look(controls, *info.settings, choice);
    if (info.warning) // at the end, where it moves nothing
        controls.note(Theme::kWarning, *info.warning);
    return choice;
}

} // namespace fathom::ui
