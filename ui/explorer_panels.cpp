#include "ui/explorer.h"

#include <fmt/format.h>
#include <imgui.h>

namespace fathom {

void Explorer::build_panels() {
    float bar = 0;
    if (overlay_mode_ != OverlayMode::none)
        bar = build_status_bar();
    if (overlay_mode_ == OverlayMode::all)
        build_overlay();
    if (compare_mode_ != CompareMode::off)
        build_compare_bar(bar);
    if (input_.rubber_band())
        draw_rubber_band(*input_.rubber_band(), window_.pixel_ratio());
    build_export_dialog();
    if (help_open_)
        help_open_ = draw_help();
    toasts_.draw(bar);
}

float Explorer::build_status_bar() {
    StatusInfo info;
    info.location = &session_.location();
    info.precision = to_string(session_.precision());
    info.warning = session_.warning();
    const auto active = ids();
    info.engine = active.size() == 2 ? active[0] + " and " + active[1] : active[0];
    if (input_.cursor() && !ImGui::GetIO().WantCaptureMouse)
        info.cursor = centre_on(session_.location().view, session_.size(), input_.cursor()->first,
                                input_.cursor()->second);
    double progress = 1;
    for (const std::string &id : active)
        if (const Lane *lane = rack_.find(id))
            progress = std::min(progress, lane->progress(session_.generation()));
    if (busy())
        info.progress = progress;
    return draw_status_bar(info);
}

EngineReport Explorer::report(const std::string &id) {
    EngineReport report;
    report.info.id = id;
    report.precision = to_string(session_.precision());
    if (Lane *lane = rack_.find(id)) {
        report.info = lane->info();
        report.interop = lane->pixel_buffer().interop_state();
        report.stats = &lane->stats();
    }
    return report;
}

void Explorer::build_overlay() {
    OverlayInfo info;
    for (const std::string &id : ids())
        info.engines.push_back(report(id));
    info.frames_per_second = frames_per_second();
    draw_overlay(info);
}

void Explorer::build_compare_bar(float bar) {
    if (compare_mode_ == CompareMode::split) {
        const InputScale scale = input_scale();
        const bool lit = input_.over_divider(scale) && !ImGui::GetIO().WantCaptureMouse;
        if (lit)
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        draw_divider(
            {static_cast<float>(*scale.divider / scale.pixel_ratio), bar, pair_[0], pair_[1], lit});
    }
    if (rack_.devices() == nullptr)
        return;
    const CompareChoice choice = draw_compare_bar(
        {compare_mode_, rack_.devices(), pair_[0], pair_[1], comparison_.difference()});
    if (choice.left)
        pair_[0] = *choice.left;
    if (choice.right)
        pair_[1] = *choice.right;
    if (choice.left || choice.right)
        log_.write(fmt::format("pair {} {}", pair_[0], pair_[1]));
}

void Explorer::build_export_dialog() {
    ExportContext context;
    context.location = &session_.location();
    context.window = session_.size();
    context.precision = forced_precision_;
    context.device = ids().front();
    context.lut = session_.colour().lut;
    context.pixel_ratio = window_.pixel_ratio();
    export_dialog_.draw(context);
}

InputScale Explorer::input_scale() const {
    InputScale scale;
    scale.pixel_ratio = window_.pixel_ratio();
    scale.ui_scale = imgui_.scale();
    scale.size = session_.size();
    if (compare_mode_ == CompareMode::split)
        scale.divider = divider_ * scale.size.width;
    return scale;
}

} // namespace fathom
