#include "render/deep/perturbation.h"
#include "ui/explorer/explorer.h"
#include "ui/state/number_text.h"

#include <fmt/format.h>
#include <imgui.h>

namespace fathom {
namespace {

// "la, period 86,614, 254 bits, reference 0.03 s".
std::string method_in_words(const Perturbation &perturbation) {
    std::string words = to_string(perturbation.spec().approximation);
    const auto data = perturbation.last();
    if (!data)
        return words;
    const ReferenceOrbit &orbit = *data->orbit;
    words += orbit.period != 0
                 ? fmt::format(", period {}", grouped(orbit.period))
                 : fmt::format(", {} steps", grouped(orbit.z.empty() ? 0 : orbit.z.size() - 1));
    words += fmt::format(", {} bits, ", grouped(static_cast<std::uint64_t>(orbit.bits)));
    words += data->reference_ms > 0 ? fmt::format("reference {:.2f} s", data->reference_ms / 1000)
                                    : "reference kept";
    return words;
}

} // namespace

void Explorer::build_panels() {
    float bar = 0;
    if (settings_.overlay != OverlayMode::none)
        bar = build_status_bar();
    if (in_use_.choice().mode() == CompareMode::difference && !comparison_.difference())
        draw_no_difference(words_for_no_difference(), bar);
    draw_marks();
    const float left = build_side_panel(bar);
    if (settings_.overlay == OverlayMode::all)
        build_overlay(left, bar);
    const float above = !in_use_.choice().comparing() ? 0 : build_compare_bar(bar);
    if (input_.rubber_band())
        draw_rubber_band(*input_.rubber_band(), window_.pixel_ratio());
    build_places(bar, above);
    build_hints(left, bar);
    if (help_open_)
        help_open_ = draw_help();
    draw_toasts(messages_.toasts(), bar);
}

float Explorer::build_status_bar() {
    StatusInfo info;
    info.location = &session_.location();
    info.precision = to_string(session_.precision());
    info.warning = session_.warning();
    const auto active = in_use_.ids();
    info.engine = active.size() == 2 ? active[0] + " and " + active[1] : active[0];
    if (input_.cursor() && !ImGui::GetIO().WantCaptureMouse)
        info.cursor = centre_on(session_.location().view, session_.size(), input_.cursor()->first,
                                input_.cursor()->second);
    const Progress all = overall_progress();
    if (in_use_.busy())
        info.share = all.share;
    info.progress = worth_telling(all);
    if (export_panel_.running() && !side_panel_.shows("export"))
        info.export_share = export_panel_.progress();
    return draw_status_bar(info);
}

Progress Explorer::progress(const std::string &id) {
    const EngineFeed *feed = in_use_.engines().find(id);
    if (feed == nullptr)
        return {};
    const double share = feed->progress(session_.generation());
    if (share >= 1)
        return {Progress::State::complete, 1};
    if (in_use_.must_wait(id))
        return {Progress::State::waiting, share};
    const auto preparing = feed->preparation();
    return {feed->busy() ? Progress::State::computing : Progress::State::stopped, share,
            preparing ? describe(preparing->progress()) : ""};
}

Progress Explorer::overall_progress() {
    std::vector<Progress> engines;
    for (const std::string &id : in_use_.ids())
        engines.push_back(progress(id));
    return together(engines);
}

std::optional<Progress> Explorer::worth_telling(const Progress &progress) const {
    if (slow_ || progress.state == Progress::State::stopped)
        return progress;
    return std::nullopt;
}

std::string Explorer::words_beside_divider(const std::string &id) {
    const auto news = worth_telling(progress(id));
    const std::string words = news ? describe(*news) : "";
    return words.empty() ? id : id + ", " + words;
}

std::string Explorer::words_for_no_difference() {
    const std::string words = describe(overall_progress());
    return words.empty() ? "comparing..." : words;
}

EngineReport Explorer::report(const std::string &id) {
    EngineReport report;
    report.info.id = id;
    report.precision = to_string(session_.precision());
    if (EngineFeed *feed = in_use_.engines().find(id)) {
        report.info = feed->info();
        report.interop = feed->pixel_buffers().interop_state();
        report.stats = &feed->stats();
        report.progress = worth_telling(progress(id));
        if (const auto perturbation = feed->perturbation())
            report.method = method_in_words(*perturbation);
    }
    return report;
}

void Explorer::build_overlay(float left, float bar) {
    OverlayInfo info;
    info.left = left;
    info.bar = bar;
    for (const std::string &id : in_use_.ids())
        info.engines.push_back(report(id));
    info.frames_per_second = frames_per_second();
    draw_overlay(info);
}

// Returns how far it reaches down, in points.
float Explorer::build_compare_bar(float bar) {
    if (in_use_.choice().mode() == CompareMode::split) {
        const InputScale scale = input_scale();
        const bool lit = input_.over_divider(scale) && !ImGui::GetIO().WantCaptureMouse;
        if (lit)
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        draw_divider({static_cast<float>(*scale.divider / scale.pixel_ratio), bar,
                      words_beside_divider(in_use_.choice().left()),
                      words_beside_divider(in_use_.choice().right()), lit});
    }
    if (in_use_.engines().devices() == nullptr)
        return 0;
    const CompareChoice choice = draw_compare_bar(controls_, compare_info());
    take(choice);
    return choice.bottom;
}

InputScale Explorer::input_scale() const {
    InputScale scale;
    scale.pixel_ratio = window_.pixel_ratio();
    scale.ui_scale = imgui_.scale();
    scale.size = session_.size();
    scale.scroll_pans = motion_.settings.scroll_pans;
    if (in_use_.choice().mode() == CompareMode::split)
        scale.divider = in_use_.choice().divider() * scale.size.width;
    return scale;
}

} // namespace fathom
