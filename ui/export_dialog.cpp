#include "ui/export_dialog.h"

#include "render/error.h"
#include "ui/item_log.h"
#include "ui/numbers.h"
#include "ui/pictures_folder.h"
#include "ui/theme.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

struct Preset {
    const char *name;
    Size size; ///< 0 x 0: the window's; -1 x -1: custom
};
constexpr Size kWindow{0, 0};
constexpr Size kCustom{-1, -1};
constexpr std::array kPresets = {
    Preset{"as the window", kWindow}, Preset{"1080p", {1920, 1080}},
    Preset{"4K", {3840, 2160}},       Preset{"8K", {7680, 4320}},
    Preset{"16K", {15360, 8640}},     Preset{"A3 at 300 dpi", {4961, 3508}},
    Preset{"custom", kCustom},
};
constexpr std::array kSamples = {1, 4, 9, 16, 25, 64};

std::string entry(const Preset &preset, Size window) {
    if (preset.size == kCustom)
        return preset.name;
    const Size size = preset.size == kWindow ? window : preset.size;
    return fmt::format("{} ({} x {})", preset.name, size.width, size.height);
}

} // namespace

ExportDialog::ExportDialog(ItemLog &items, NewFileNames &names, std::function<void()> notify)
    : items_(items), names_(names), notify_(std::move(notify)) {}

void ExportDialog::open() {
    if (!open_ && !running()) {
        const std::string path = names_.next(".png").string();
        path_.fill('\0');
        path.copy(path_.data(), path_.size() - 1);
        error_.clear();
    }
    open_ = true;
}

bool ExportDialog::running() const {
    return task_ && task_->state() == ExportTask::State::running;
}

void ExportDialog::cancel() {
    if (running())
        task_->cancel();
}

std::optional<ExportDialog::Outcome> ExportDialog::take_outcome() {
    if (!task_ || running())
        return std::nullopt;
    const std::unique_ptr<ExportTask> task = std::move(task_);
    switch (task->state()) {
    case ExportTask::State::finished:
        open_ = false;
        return Outcome{true, fmt::format("Exported {} in {}.", task->job().path.string(),
                                         duration(task->seconds()))};
    case ExportTask::State::cancelled:
        return Outcome{true, "Export cancelled; no file was written."};
    default:
        error_ = task->error();
        return Outcome{false, "Export failed: " + error_};
    }
}

void ExportDialog::draw(const ExportContext &context) {
    if (!open_)
        return;
    if (begin_dialog("Export a picture###export", 32, &open_)) {
        if (running())
            draw_running(context);
        else
            draw_settings(context);
    }
    ImGui::End();
}

void ExportDialog::draw_settings(const ExportContext &context) {
    const auto ratio = context.pixel_ratio;
    draw_size(context);
    text(Theme::kDim, "Samples a pixel");
    ImGui::SetNextItemWidth(-1);
    const std::string chosen = std::to_string(kSamples.at(static_cast<std::size_t>(samples_)));
    if (begin_combo("##samples", chosen.c_str())) {
        for (int at = 0; at < static_cast<int>(kSamples.size()); ++at)
            if (ImGui::Selectable(std::to_string(kSamples[static_cast<std::size_t>(at)]).c_str(),
                                  at == samples_))
                samples_ = at;
        ImGui::EndCombo();
    }
    text(Theme::kDim, "File (.png, or .npy for the numbers)");
    ImGui::SetNextItemWidth(-1);
    ImGui::InputText("##path", path_.data(), path_.size());
    items_.note_last_item("export-path", ratio);
    draw_start(context);
}

void ExportDialog::draw_size(const ExportContext &context) {
    text(Theme::kDim, "Size");
    ImGui::SetNextItemWidth(-1);
    const Preset &preset = kPresets.at(static_cast<std::size_t>(preset_));
    if (begin_combo("##size", entry(preset, context.window).c_str(),
                    ImGuiComboFlags_HeightLargest)) {
        for (int at = 0; at < static_cast<int>(kPresets.size()); ++at) {
            const Preset &choice = kPresets[static_cast<std::size_t>(at)];
            if (ImGui::Selectable(entry(choice, context.window).c_str(), at == preset_))
                preset_ = at;
            items_.note_last_item(fmt::format("export-size-{}", at), context.pixel_ratio);
        }
        ImGui::EndCombo();
    } else {
        items_.note_last_item("export-size", context.pixel_ratio);
    }
    if (preset.size != kCustom)
        return;
    ImGui::SetNextItemWidth(em(8));
    ImGui::InputInt("x", &custom_width_, 0);
    items_.note_last_item("export-width", context.pixel_ratio);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(em(8));
    ImGui::InputInt("pixels", &custom_height_, 0);
    items_.note_last_item("export-height", context.pixel_ratio);
    custom_width_ = std::clamp(custom_width_, 1, kMaxSide);
    custom_height_ = std::clamp(custom_height_, 1, kMaxSide);
}

void ExportDialog::draw_start(const ExportContext &context) {
    ImGui::Spacing();
    const Size pixels = size(context);
    const double millions = static_cast<double>(pixels.width) * pixels.height / 1e6;
    std::error_code ignored;
    const bool replaces = std::filesystem::is_regular_file(path_.data(), ignored);
    ImGui::PushTextWrapPos(0);
    if (!error_.empty())
        text(Theme::kError, error_);
    if (replaces)
        text(Theme::kWarning, "This replaces the file there.");
    else if (error_.empty())
        text(Theme::kDim,
             "The file appears when it is complete."); // keeps the line, so that nothing jumps
    ImGui::PopTextWrapPos();
    if (ImGui::Button("Export", {em(7), 0}))
        start(context);
    items_.note_last_item("export-start", context.pixel_ratio);
    ImGui::SameLine();
    if (plain_button("Close", {em(7), 0}))
        open_ = false;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    text_right(Theme::kDim,
               fmt::format("{} megapixels on {}", short_number(millions), context.device));
}

void ExportDialog::draw_running(const ExportContext &context) {
    const double share = task_->progress();
    const Size pixels = task_->job().size;
    text(fmt::format("{} x {} pixels", pixels.width, pixels.height));
    ImGui::PushTextWrapPos(0);
    text(Theme::kDim, task_->job().path.string());
    ImGui::PopTextWrapPos();
    const std::string label = fmt::format("{:.0f} %", share * 100);
    ImGui::ProgressBar(static_cast<float>(share), {-1, 0}, label.c_str());
    const double seconds = task_->seconds();
    const bool known = share > 0.01 && seconds > 0.5;
    text(Theme::kDim, known ? fmt::format("{} left", duration(seconds * (1 - share) / share))
                            : "measuring the time left...");
    ImGui::Spacing();
    if (ImGui::Button("Cancel", {em(7), 0}))
        task_->cancel();
    items_.note_last_item("export-cancel", context.pixel_ratio);
    ImGui::SameLine();
    if (plain_button("Hide", {em(7), 0}))
        open_ = false;
    items_.note_last_item("export-hide", context.pixel_ratio);
}

void ExportDialog::start(const ExportContext &context) {
    ExportJob job;
    job.location = *context.location;
    job.size = size(context);
    job.samples = kSamples.at(static_cast<std::size_t>(samples_));
    job.shortcuts = context.shortcuts;
    job.lut = context.lut;
    job.path = path_.data();
    job.precision = context.precision.value_or(export_precision(job));
    error_.clear();
    try {
        check_export_job(job);
        task_ = std::make_unique<ExportTask>(std::move(job), context.device, notify_);
    } catch (const Error &error) {
        error_ = error.what();
    }
}

Size ExportDialog::size(const ExportContext &context) const {
    const Size preset = kPresets.at(static_cast<std::size_t>(preset_)).size;
    if (preset == kWindow)
        return context.window;
    return preset == kCustom ? Size{custom_width_, custom_height_} : preset;
}

} // namespace fathom
