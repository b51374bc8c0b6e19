#include "ui/panels/panel_files.h"

#include "render/places/named_place.h"
#include "ui/texts/common.h"
#include "ui/texts/files.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <fmt/format.h>
#include <imgui_stdlib.h>

namespace fathom::ui {
namespace {

namespace fs = std::filesystem;

constexpr double kWidth = 36;  // ems
constexpr double kHeight = 20; // of the list
constexpr long kPage = 15;

} // namespace

void FilesPanel::open(const FileQuestion &question, FolderListing listing) {
    question_ = question;
    open_ = true;
    show(std::move(listing));
    text_ = question.name;
}

void FilesPanel::show(FolderListing listing) {
    const fs::path before = list_.listing().folder;
    list_ = FolderList(std::move(listing));
    if (before.parent_path() == folder())
        list_.choose(before.filename()); // where one comes from
    if (!question_.saves())
        text_.clear();
    waiting_ = walked_ = false;
    scroll_ = focus_ = true;
    ++shows_;
}

FilesPanel::Choice FilesPanel::draw(Controls &controls) {
    Choice choice;
    bool open = true;
    if (begin_dialog(fmt::format("{}###files", title_of(question_.what)).c_str(), kWidth, &open)) {
        draw_folder(controls, choice);
        draw_field(controls, choice);
        draw_entries(controls, choice);
        draw_buttons(controls, choice);
    }
    ImGui::End();
    choice.closed = choice.closed || !open || key_pressed(ImGuiKey_Escape);
    waiting_ = waiting_ || choice.folder;
    if (choice.closed || choice.file)
        open_ = false;
    return choice;
}

void FilesPanel::draw_folder(Controls &controls, Choice &choice) {
    if (controls.button("files-parent", texts::files::kUp, 3))
        go_up(choice);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    text(waiting_ ? texts::files::kReading : tidied_text(folder().string(), 1000, false));
}

// It has the keyboard as long as the list is open and Tab does not lead elsewhere.
void FilesPanel::draw_field(Controls &controls, Choice &choice) {
    const bool idle = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                      !ImGui::IsAnyItemActive() && !focus_is_shown();
    if (std::exchange(focus_, false) || idle)
        ImGui::SetKeyboardFocusHere();
    const bool nothing_typed = text_.empty();
    ImGui::SetNextItemWidth(-FLT_MIN);
    want_glyphs(text_);
    ImGui::PushID(shows_);
    const bool entered = ImGui::InputTextWithHint("##files-text",
                                                  question_.saves() ? texts::files::kFileName
                                                  : asks_folder()   ? texts::files::kFilterOrNew
                                                                    : texts::files::kFilter,
                                                  &text_, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopID();
    const bool edited = ImGui::IsItemEdited();
    const bool typing = ImGui::IsItemActive();
    controls.note_item("files-text");
    if (key_pressed(ImGuiKey_Escape))
        return;
    if (edited && !question_.saves())
        list_.filter(text_);
    walked_ = walked_ && !edited;
    scroll_ = scroll_ || edited;
    if (typing)
        walk(choice, nothing_typed);
    if (entered)
        confirm(choice);
}

void FilesPanel::walk(Choice &choice, bool nothing_typed) {
    const std::pair<NamedKey, long> steps[] = {{ImGuiKey_UpArrow, -1},
                                               {ImGuiKey_DownArrow, 1},
                                               {ImGuiKey_PageUp, -kPage},
                                               {ImGuiKey_PageDown, kPage}};
    for (const auto &[key, rows] : steps)
        if (key_pressed(key, true)) {
            list_.step(walked_ || !question_.saves() ? rows : 0); // the first one first
            walked_ = scroll_ = true;
        }
    if (nothing_typed && key_pressed(ImGuiKey_Backspace))
        go_up(choice);
}

void FilesPanel::confirm(Choice &choice) {
    if (waiting_)
        return;
    const bool names_one = question_.saves() ? !walked_ : text_.starts_with('/');
    const bool new_folder = asks_folder() && list_.shown().empty() && !text_.empty();
    if (!names_one && !new_folder) {
        if (const auto row = list_.chosen())
            take(*row, choice);
    } else if (text_.ends_with('/')) {
        choice.folder = folder() / text_;
    } else if (!text_.empty()) {
        choice.file = folder() / text_; // which may be a whole path
    }
}

void FilesPanel::take(std::size_t row, Choice &choice) {
    const FolderEntry &entry = list_.entry(row);
    if (entry.folder)
        choice.folder = folder() / entry.name;
    else if (question_.saves())
        text_ = entry.shown;
    else
        choice.file = folder() / entry.name;
    walked_ = false;
}

void FilesPanel::go_up(Choice &choice) const {
    if (folder().has_parent_path() && folder().parent_path() != folder())
        choice.folder = folder().parent_path();
}

void FilesPanel::draw_entries(Controls &controls, Choice &choice) {
    const float height =
        std::min(em(kHeight), ImGui::GetIO().DisplaySize.y - em(13)); // with all around it
    if (ImGui::BeginChild("files-list", {0, std::max(height, em(4))}, true)) {
        if (!list_.listing().trouble.empty())
            controls.note(Theme::kWarning, list_.listing().trouble);
        else if (list_.shown().empty())
            controls.note(!question_.saves() && text_.starts_with('/') ? texts::files::kWholePath
                          : text_.empty() || question_.saves()
                              ? (asks_folder() ? texts::files::kNoFolders : texts::files::kNoFiles)
                          : asks_folder() ? texts::files::kNewFolder
                                          : texts::files::kNoMatch);
        const float row_height = ImGui::GetTextLineHeightWithSpacing();
        if (const auto chosen = list_.chosen(); chosen && std::exchange(scroll_, false)) {
            const float top = row_height * static_cast<float>(*chosen);
            const float room = ImGui::GetWindowHeight() - 2 * row_height;
            ImGui::SetScrollY(std::clamp(ImGui::GetScrollY(), top - room, top));
        }
        ImGuiListClipper clipper;
        clipper.Begin(static_cast<int>(list_.shown().size()), row_height);
        controls.tab_stops().begin_group();
        while (clipper.Step())
            for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
                draw_entry(controls, static_cast<std::size_t>(row), choice);
        controls.tab_stops().end_group();
    }
    ImGui::EndChild();
}

void FilesPanel::draw_entry(Controls &controls, std::size_t row, Choice &choice) {
    const FolderEntry &entry = list_.entry(row);
    const bool chosen = list_.chosen() == row && (walked_ || !question_.saves());
    const std::string label = entry.shown + (entry.folder ? "/" : "");
    const Tone &tone = entry.folder ? Theme::kLeft : entry.fits ? Theme::kText : Theme::kDim;
    want_glyphs(label);
    ImGui::PushStyleColor(ImGuiCol_Text, tone);
    const bool pressed = ImGui::Selectable(fmt::format("{}##{}", label, row).c_str(), chosen);
    ImGui::PopStyleColor();
    controls.note_item(fmt::format("files-row-{}", row));
    if (pressed && !waiting_)
        take(row, choice);
}

// The one that is shown, or a new one in it.
void FilesPanel::take_folder(Choice &choice) const {
    const bool is_new = text_.starts_with('/') || list_.shown().empty();
    if (!waiting_)
        choice.file = is_new && !text_.empty() ? folder() / text_ : folder();
}

void FilesPanel::draw_buttons(Controls &controls, Choice &choice) {
    const char *label = question_.saves() ? texts::files::kUseName
                        : asks_folder()   ? texts::files::kUseFolder
                                          : texts::files::kOpen;
    if (ImGui::Button(label, {em(9), 0}))
        asks_folder() ? take_folder(choice) : confirm(choice);
    controls.note_item("files-confirm");
    ImGui::SameLine();
    if (controls.button("files-cancel", texts::common::kCancel, 6))
        choice.closed = true;
}

} // namespace fathom::ui
