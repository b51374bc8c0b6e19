#include "ui/panels/folder_name.h"

#include "render/places/place_folder.h"
#include "ui/texts/places.h"
#include "ui/widgets/item_log.h"
#include "ui/widgets/theme.h"

#include <imgui_stdlib.h>

namespace fathom::ui {
namespace {

constexpr double kButtonWidth = 5.5; // ems

} // namespace

std::optional<std::string> FolderName::draw(const std::string &folder, ItemLog &items,
                                            double pixel_ratio) {
    if (folder_ != folder)
        folder_ = text_ = folder;
    want_glyphs(text_);
    ImGui::SetNextItemWidth(-em(kButtonWidth + 0.3));
    const bool entered = ImGui::InputTextWithHint("##folder name", texts::places::kFolderName,
                                                  &text_, ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGui::IsItemDeactivated() && key_pressed(ImGuiKey_Escape))
        text_ = folder;
    items.note_last_item("folder-name", pixel_ratio);
    ImGui::SameLine(0, em(0.3));
    const bool pressed = plain_button(texts::places::kRename, {em(kButtonWidth), 0});
    items.note_last_item("folder-rename", pixel_ratio);
    if ((!entered && !pressed) || text_ == folder)
        return std::nullopt;
    wanted_ = place_id_from(text_);
    return text_;
}

} // namespace fathom::ui
