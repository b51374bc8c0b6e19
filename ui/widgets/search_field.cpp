#include "ui/widgets/search_field.h"

#include "ui/widgets/item_log.h"
#include "ui/widgets/theme.h"

#include <string>
#include <utility>

namespace fathom::ui {

bool SearchField::draw(const char *item, const char *hint, float width, ItemLog &items,
                       double pixel_ratio) {
    if (std::exchange(focus_, false))
        ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(width);
    want_glyphs(text_.data());
    const bool was_empty = words().empty();
    const std::string id = std::string("##") + item;
    const bool entered = ImGui::InputTextWithHint(id.c_str(), hint, text_.data(), text_.size(),
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    // Dear ImGui would bring back what stood there when typing began.
    const bool left = ImGui::IsItemDeactivated() && key_pressed(ImGuiKey_Escape);
    dismissed_ = left && was_empty;
    if (left)
        clear();
    items.note_last_item(item, pixel_ratio);
    return entered;
}

} // namespace fathom::ui
