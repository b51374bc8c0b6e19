#include "ui/panels/panel_export.h"

#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/base/path_watch.h"
#include "render/images/kept_folder.h"
#include "render/import/location_file.h"
#include "render/jobs/recording.h"
#include "ui/panels/export_frame.h"
#include "ui/state/control_advice.h"
#include "ui/state/number_text.h"
#include "ui/state/pictures_folder.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/common.h"
#include "ui/texts/exports.h"
#include "ui/texts/why_not.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace fathom::ui {
namespace {

struct Preset {
    const char *name;
    Size size; ///< 0 x 0: the window's; -1 x -1: custom
};
constexpr Size kWindow{0, 0};
constexpr Size kCustom{-1, -1};
constexpr std::array kPresets = {
    Preset{texts::exports::kAsWindow, kWindow},    Preset{texts::exports::k1080p, {1920, 1080}},
    Preset{texts::exports::k4k, {3840, 2160}},     Preset{texts::exports::k8k, {7680, 4320}},
    Preset{texts::exports::k16k, {15360, 8640}},   Preset{texts::exports::kA3, {4961, 3508}},
    Preset{texts::exports::kSquare, {2160, 2160}}, Preset{texts::exports::kCustom, kCustom},
};
constexpr const char *kWidthField = "export-width";
constexpr const char *kHeightField = "export-height";
constexpr int kAsTheScreen = 0;
constexpr std::array kSamples = {kAsTheScreen, 1, 4, 9, 16, 25, 64};

int index_of_samples(int samples) {
    const auto *const found = std::find(kSamples.begin(), kSamples.end(), samples);
    return found == kSamples.end() ? 0 : static_cast<int>(found - kSamples.begin());
}

// "Exported A.png in 3 minutes, iterated in perturb-2f64 where perturb-f64 does not tell: ..."
std::string words_for_finished(const ExportTask &task) {
    const auto [instead, warning] = task.type_words();
    std::string words = fmt::format(texts::exports::kFinished, task.job().path.filename().string(),
                                    duration(task.seconds()));
    if (!instead.empty())
        words = fmt::format(texts::exports::kFinishedInstead, words, instead);
    words += '.';
    return warning.empty() ? words : fmt::format(texts::exports::kFinishedBut, words, warning);
}

std::string words_for_cancelled(const ExportTask &task) {
    std::error_code ignored;
    const bool goes_on = std::filesystem::exists(KeptFolder::of(task.job().path), ignored);
    return goes_on ? texts::exports::kPaused : texts::exports::kCancelled;
}

constexpr float kButtonGap = 0.2F; // ems

/// Begins a line of the list of exports: the file's name and how it went. Two buttons follow, at
/// the right end, kButtonGap apart.
void begin_line(Controls &controls, const std::string &id, ImVec4 colour,
                const std::filesystem::path &path, const std::string &how) {
    const float end = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    const float buttons = 2 * ImGui::GetFrameHeight() + em(kButtonGap);
    const float room = ImGui::GetContentRegionAvail().x - buttons - em(kButtonGap);
    ImGui::AlignTextToFramePadding();
    text(colour,
         shortened(fmt::format(texts::exports::kEnded, path.filename().string(), how), room));
    controls.note_item(id, path.string().c_str());
    ImGui::SameLine(end - buttons, 0);
}

std::string entry(const Preset &preset, Size window) {
    if (preset.size == kCustom)
        return preset.name;
    const Size size = preset.size == kWindow ? window : preset.size;
    return fmt::format(texts::common::kNamedSize, preset.name, size.width, size.height);
}

} // namespace

ExportPanel::ExportPanel(UiSettings &settings, NewFileNames &names, PathWatch &files,
                         std::function<void()> notify)
    : ui_(settings), settings_(settings.exports), names_(names), files_(files),
      exports_(std::move(notify)) {}

void ExportPanel::prepare() {
    if (path_.empty()) {
        path_ = names_.next(".png", settings_.folder).string();
        error_.clear();
    }
}

void ExportPanel::take_path(const std::string &words) {
    // A name alone stays in the folder that the panel tells.
    path_ = names_.named(words, std::filesystem::path(path_).parent_path()).string();
    error_.clear();
}

std::optional<ExportPanel::Outcome> ExportPanel::take_outcome() {
    const std::unique_ptr<ExportTask> task = exports_.take_ended();
    if (!task)
        return std::nullopt;
    const std::filesystem::path &path = task->job().path;
    switch (task->state()) {
    case ExportTask::State::finished:
        note_ended(*task);
        if (task->is_film())
            return Outcome{true, words_for_finished(*task), {}, {}, path};
        return Outcome{true, words_for_finished(*task), path, {}, {}};
    case ExportTask::State::cancelled:
        return Outcome{true,
                       words_for_cancelled(*task),
                       {},
                       task->is_film() ? path : std::filesystem::path(),
                       {}};
    default:
        if (task->is_film())
            return Outcome{
                false, fmt::format(texts::exports::kFailed, task->error()), {}, path, {}};
        error_ = task->error();
        path_ = path.string();
        return Outcome{false, fmt::format(texts::exports::kFailed, error_), {}, {}, {}};
    }
}

void ExportPanel::draw(Controls &controls, const ExportContext &context) {
    prepare();
    controls.heading(texts::exports::kHeading);
    draw_settings(controls, context);
}

bool ExportPanel::draw_exports(Controls &controls, const std::string &device) {
    const ExportTask *task = exports_.present();
    const std::vector<BegunPicture> pictures = unfinished();
    const bool empty = pictures.empty() && ended_.empty();
    bool shown = true;
    if (task != nullptr) {
        shown = draw_running(controls, *task);
        draw_waiting(controls);
    } else {
        controls.note(empty ? texts::exports::kNone : texts::exports::kNoneRunning);
        if (!empty) // what is below stays where it is when one begins
            ImGui::Dummy({0, 2 * ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y});
    }
    draw_unfinished(controls, pictures, device);
    draw_ended(controls);
    return shown;
}

void ExportPanel::draw_settings(Controls &controls, const ExportContext &context) {
    if (context.file != nullptr)
        draw_source(controls, *context.file);
    {
        const Controls::Unless unless(controls,
                                      recolours(context) ? texts::why_not::kRecolours : nullptr);
        draw_size(controls, context);
        draw_samples(controls, context);
    }
    draw_file(controls, context);
    draw_start(controls, context);
}

void ExportPanel::draw_source(Controls &controls, const Recording &file) {
    controls.label(texts::exports::kSource);
    constexpr std::array kSources = {texts::exports::kSourceFile, texts::exports::kSourceView};
    if (const auto chosen = controls.segments("export-source", kSources, recolours_ ? 0 : 1))
        recolours_ = *chosen == 0;
    controls.note_in_lines(2, Theme::kDim,
                           recolours_ ? fmt::format(texts::exports::kRecolours,
                                                    file.path().filename().string(),
                                                    file.size().width, file.size().height)
                                      : std::string());
}

void ExportPanel::draw_samples(Controls &controls, const ExportContext &context) {
    controls.label(texts::exports::kSamples);
    const auto entry = [&](int at) {
        const int count = kSamples.at(static_cast<std::size_t>(at));
        return count == kAsTheScreen
                   ? fmt::format(texts::exports::kSamplesAsWindow, context.samples)
                   : fmt::format(texts::exports::kSamplesPerPixel, count);
    };
    const int samples = index_of_samples(settings_.samples);
    if (const auto chosen = controls.list("export-samples", entry(samples),
                                          static_cast<int>(kSamples.size()), samples, entry))
        settings_.samples = kSamples.at(static_cast<std::size_t>(*chosen));
    controls.label("");
    const Controls::Unless unless(
        controls, this->samples(context) > 1 ? nullptr : texts::why_not::kOneSample);
    controls.toggle("export-adaptive", texts::exports::kAdaptive, settings_.adaptive);
}

void ExportPanel::draw_file(Controls &controls, const ExportContext &context) {
    controls.label(texts::common::kFile, Controls::kShortLabel);
    const float gap = em(0.2);
    const float button = em(1.7);
    const float field = ImGui::GetContentRegionAvail().x - button - gap;
    const std::string name = std::filesystem::path(path_).filename().string();
    if (const auto path = controls.text_field("export-path", name, field, false))
        take_path(*path);
    ImGui::SameLine(0, gap);
    if (controls.button("export-browse", texts::common::kBrowse, -1)) {
        const std::filesystem::path path = path_;
        question_ = {FileQuestion::What::picture, path.parent_path(), path.filename().string()};
    }
    controls.note_in_lines(
        3, Theme::kDim,
        fmt::format(texts::exports::kFileHint, std::filesystem::path(path_).parent_path().string(),
                    recolours(context) ? texts::exports::kExrAlone : texts::exports::kExrAndNpy));
}

void ExportPanel::draw_size(Controls &controls, const ExportContext &context) {
    controls.label(texts::common::kSize);
    const auto label = [&](int at) {
        return entry(kPresets.at(static_cast<std::size_t>(at)), context.window);
    };
    const int shown = preset();
    if (const auto chosen = controls.list("export-size", label(shown),
                                          static_cast<int>(kPresets.size()), shown, label)) {
        const Size chosen_size = kPresets.at(static_cast<std::size_t>(*chosen)).size;
        custom_ = chosen_size == kCustom;
        settings_.size = custom_ ? size(context) : chosen_size; // from where one was
    }
    draw_pixels(controls, size(context));
}

// Other pixels than the choice above are a size of one's own.
void ExportPanel::draw_pixels(Controls &controls, Size pixels) {
    const Range range{1, kMaxSide};
    const auto take = [&](int Size::*side, double entered) {
        settings_.size = pixels;
        settings_.size.*side = static_cast<int>(std::lround(entered));
        custom_ = true;
    };
    controls.label(texts::common::kPixels);
    const float width = (ImGui::GetContentRegionAvail().x - em(1.4)) / 2;
    if (const auto entered = controls.number_field(kWidthField, pixels.width, range, width))
        take(&Size::width, *entered);
    ImGui::SameLine(0, em(0.4));
    text(Theme::kDim, texts::common::kBy);
    ImGui::SameLine(0, em(0.4));
    if (const auto entered = controls.number_field(kHeightField, pixels.height, range))
        take(&Size::height, *entered);
}

void ExportPanel::draw_start(Controls &controls, const ExportContext &context) {
    ImGui::Dummy({0, em(0.2)});
    const Size pixels = size(context);
    const double millions = static_cast<double>(pixels.width) * pixels.height / 1e6;
    // The old number is not what somebody wants who has just typed another.
    const bool refused = controls.refused(kWidthField) || controls.refused(kHeightField);
    ImGui::BeginDisabled(refused && !recolours(context));
    const char *label = running()            ? texts::common::kAddToQueue
                        : recolours(context) ? texts::exports::kRecolour
                                             : texts::common::kExport;
    const bool pressed = ImGui::Button(fmt::format("{}##export-start", label).c_str(),
                                       {-FLT_MIN, ImGui::GetFrameHeight() * 1.15F});
    ImGui::SetItemDefaultFocus(); // Ctrl+E and Enter
    ImGui::EndDisabled();
    controls.note_item("export-start");
    const bool replaces = files_.there(path_).value_or(false);
    const bool begins = pressed && can_start(context);
    if (begins && replaces)
        ImGui::OpenPopup("export-replace");
    const bool agreed = controls.confirm(
        "export-replace",
        fmt::format(texts::common::kReplaceFile, std::filesystem::path(path_).filename().string()),
        texts::common::kReplace, texts::common::kCancel);
    if (agreed || (begins && !replaces))
        start(context);
    controls.note(recolours(context) ? std::string(" ")
                                     : fmt::format(texts::exports::kMegapixels,
                                                   short_number(millions), context.device));
    draw_export_frame(controls, context.window, context.viewport, pixels);
    if (!error_.empty())
        controls.note(Theme::kError, error_);
    else if (replaces)
        controls.note(Theme::kWarning, texts::common::kReplacesFile);
}

bool ExportPanel::draw_running(Controls &controls, const ExportTask &task) {
    const double share = task.progress();
    const Size pixels = task.job().size;
    const float room = ImGui::GetContentRegionAvail().x;
    controls.note(Theme::kText, shortened(fmt::format(texts::exports::kRunning,
                                                      task.job().path.filename().string(),
                                                      pixels.width, pixels.height),
                                          room));
    const std::optional<double> left = task.seconds_left();
    const std::string label =
        left ? fmt::format(texts::exports::kShareAndTime, share * 100, duration(*left))
             : fmt::format(texts::exports::kShare, share * 100);
    ImGui::ProgressBar(static_cast<float>(share), {-1, 0}, label.c_str());
    const float gap = em(0.2);
    const float width = (room - gap) / 2 / ImGui::GetFontSize();
    if (controls.button("export-cancel", texts::common::kCancel, width))
        exports_.cancel();
    ImGui::SameLine(0, gap);
    return !controls.button("export-hide", texts::exports::kHide, width);
}

void ExportPanel::draw_waiting(Controls &controls) {
    const auto &waiting = exports_.waiting();
    std::optional<std::size_t> dropped;
    for (std::size_t at = 0; at < waiting.size(); ++at) {
        const ExportJob &job = waiting[at].job;
        controls.label(at == 0 ? texts::exports::kNext : texts::exports::kThen);
        const std::string words = fmt::format(texts::exports::kDrop, job.path.filename().string(),
                                              job.size.width, job.size.height);
        if (controls.button(fmt::format("export-drop-{}", at), words.c_str(), -1))
            dropped = at;
    }
    if (dropped)
        exports_.drop(*dropped);
}

bool ExportPanel::is_unfinished(const std::filesystem::path &path) {
    return !writes_to(path) && files_.there(KeptFolder::purpose_of(path)).value_or(false);
}

std::vector<BegunPicture> ExportPanel::unfinished() {
    std::vector<BegunPicture> pictures;
    std::ranges::copy_if(ui_.begun_pictures, std::back_inserter(pictures),
                         [this](const BegunPicture &begun) { return is_unfinished(begun.path); });
    return pictures;
}

void ExportPanel::draw_unfinished(Controls &controls, const std::vector<BegunPicture> &pictures,
                                  const std::string &device) {
    std::optional<std::size_t> again;
    std::optional<std::size_t> forgotten;
    for (std::size_t at = 0; at < pictures.size(); ++at) {
        begin_line(controls, fmt::format("export-unfinished-{}", at), Theme::kWarning,
                   pictures[at].path, texts::exports::kStopped);
        if (controls.icon_button(fmt::format("export-continue-{}", at), Icon::play))
            again = at;
        ImGui::SameLine(0, em(kButtonGap));
        if (controls.icon_button(fmt::format("export-remove-{}", at), Icon::bin))
            forgotten = at;
    }
    if (again)
        go_on(pictures[*again], device);
    if (forgotten)
        forget(pictures[*forgotten]);
}

void ExportPanel::draw_ended(Controls &controls) {
    std::optional<std::size_t> forgotten;
    for (std::size_t at = 0; at < ended_.size(); ++at) {
        begin_line(controls, fmt::format("export-ended-{}", at), Theme::kText, ended_[at].path,
                   ended_[at].time);
        if (controls.icon_button(fmt::format("export-show-{}", at), Icon::folder))
            shown_ = ended_[at].path;
        ImGui::SameLine(0, em(kButtonGap));
        if (controls.icon_button(fmt::format("export-forget-{}", at), Icon::bin))
            forgotten = at;
    }
    if (forgotten)
        ended_.erase(ended_.begin() + static_cast<std::ptrdiff_t>(*forgotten));
}

void ExportPanel::note_ended(const ExportTask &task) {
    const std::filesystem::path &path = task.job().path;
    if (!task.is_film())
        ui_.forget_picture(path.string());
    std::erase_if(ended_, [&](const Ended &each) { return each.path == path; });
    ended_.push_front({path, duration(task.seconds())});
    if (ended_.size() > kMostEnded)
        ended_.pop_back();
}

// As it was asked for, whatever the window shows now.
void ExportPanel::go_on(const BegunPicture &begun, const std::string &device) {
    try {
        ExportOrder order;
        order.job = unfinished_picture(begun.path);
        order.job.lut = load_lut(find_assets_dir(), order.job.location);
        order.choice = {.precision = begun.precision, .approximation = begun.approximation};
        order.device = device;
        if (!begun.source.empty())
            order.source = {begun.source, read_location_file(begun.source).location};
        add(std::move(order));
    } catch (const Error &error) {
        error_ = with_controls(error);
    }
}

// What is kept of it goes, too.
void ExportPanel::forget(const BegunPicture &begun) {
    const std::string path = begun.path;
    ui_.forget_picture(path);
    try {
        remove_unfinished_picture(path);
    } catch (const Error &error) {
        error_ = with_controls(error);
    }
    files_.expire();
}

// Else the panel tells why not.
bool ExportPanel::can_start(const ExportContext &context) {
    error_.clear();
    const ExportOrder wanted = order(context);
    try {
        check_export_job(wanted.job);
        if (wanted.source)
            check_recolour_job(wanted.job, wanted.source->file);
        return true;
    } catch (const Error &error) {
        error_ = with_controls(error);
        return false;
    }
}

void ExportPanel::start(const ExportContext &context) {
    ExportOrder wanted = order(context);
    settings_.folder = wanted.job.path.parent_path().string();
    try {
        add(std::move(wanted));
        path_.clear();
    } catch (const Error &error) {
        error_ = with_controls(error);
    }
}

void ExportPanel::add(ExportOrder order) {
    if (exports_.writes_to(order.job.path))
        throw InputError(Complaint(texts::exports::kBeingWritten));
    if (!order.film)
        ui_.remember_picture({order.job.path.string(), order.choice.precision,
                              order.choice.approximation,
                              order.source ? order.source->file.string() : std::string()});
    exports_.add(std::move(order));
}

ExportOrder ExportPanel::order(const ExportContext &context) const {
    ExportOrder order;
    order.job.location = *context.location;
    order.job.size = size(context);
    order.job.samples = samples(context);
    order.job.adaptive = settings_.adaptive && order.job.samples > 1;
    order.job.lut = context.lut;
    order.job.path = path_;
    order.choice = possible_choice(context.method, order.job.location.formula.id);
    order.device = context.device;
    order.orbit = context.orbit;
    if (recolours(context))
        order.source = RecolourSource{context.file->path(), *context.file->whole().location};
    return order;
}

int ExportPanel::preset() const {
    const auto *const found =
        std::find_if(kPresets.begin(), kPresets.end(), [this](const Preset &each) {
            return each.size == (custom_ ? kCustom : settings_.size);
        });
    return static_cast<int>((found == kPresets.end() ? found - 1 : found) - kPresets.begin());
}

Size ExportPanel::size(const ExportContext &context) const {
    if (recolours(context))
        return context.file->size();
    return settings_.size == kWindow ? context.window : settings_.size;
}

int ExportPanel::samples(const ExportContext &context) const {
    if (recolours(context))
        return 1;
    return settings_.samples == kAsTheScreen ? context.samples : settings_.samples;
}

} // namespace fathom::ui
