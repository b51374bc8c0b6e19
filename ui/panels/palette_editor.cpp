#include "ui/panels/palette_editor.h"

#include "render/base/error.h"
#include "render/places/palette_stops.h"
#include "render/places/scheme_names.h"
#include "ui/texts/colour.h"
#include "ui/texts/common.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/gradient_strip.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace fathom::ui {
namespace {

constexpr double kBarHeight = 2.0;
constexpr double kHandleHeight = 1.1;
constexpr double kHandleReach = 0.5;
/// Farther than this from the bar, a stop is dragged off it.
constexpr double kOff = 2.2;
constexpr int kShownDigits = 5; ///< of a stop's position

float handle_x(const Palette::Stop &stop, ImVec2 corner, float width) {
    return corner.x + static_cast<float>(stop.position) * width;
}

} // namespace

bool PaletteEditor::draw(Controls &controls, const Palette &palette) {
    if (palette != model_.palette() && !removing_)
        model_.reset(palette);
    const Palette before = model_.palette();
    draw_bar(controls);
    take_keys();
    draw_stop(controls);
    draw_steps(controls);
    return model_.palette() != before;
}

void PaletteEditor::draw_bar(Controls &controls) {
    // Half a handle stands out at either end.
    const float margin = em(kHandleReach);
    ImGui::Dummy({0, em(0.1)});
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + margin);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x - margin;
    mouse_area("##editor-bar", {width, em(kBarHeight + kHandleHeight)});
    const ImVec2 mouse = ImGui::GetMousePos();
    if (ImGui::IsItemActivated())
        press(mouse.x, width, corner);
    if (ImGui::IsItemActive()) {
        const float below = mouse.y - (corner.y + em(kBarHeight + kHandleHeight));
        drag((mouse.x - corner.x) / width, width, std::max(below, corner.y - mouse.y));
    }
    if (ImGui::IsItemDeactivated()) {
        if (std::exchange(removing_, false))
            model_.remove();
    }
    controls.note_item("editor-bar");
    draw_gradient_strip(corner, {width, em(kBarHeight)}, model_.lut());
    draw_handles(corner, width);
    // Where each handle is, for tests.
    const auto &stops = model_.palette().stops;
    const ImVec2 below = ImGui::GetCursorPos();
    for (std::size_t at = 0; at < stops.size(); ++at) {
        ImGui::SetCursorScreenPos(
            {handle_x(stops[at], corner, width) - margin, corner.y + em(kBarHeight)});
        ImGui::Dummy({2 * margin, em(kHandleHeight)});
        controls.note_item(fmt::format("editor-stop-{}", at));
    }
    ImGui::SetCursorPos(below);
}

void PaletteEditor::press(float x, float width, ImVec2 corner) {
    const auto &stops = model_.palette().stops;
    std::optional<std::size_t> nearest;
    float distance = em(kHandleReach);
    for (std::size_t at = 0; at < stops.size(); ++at) {
        const float there = std::abs(handle_x(stops[at], corner, width) - x);
        // Of several in reach, the nearest; of equally near ones, the one that is chosen.
        if (there < distance || (there == distance && at == model_.chosen())) {
            nearest = at;
            distance = there;
        }
    }
    if (nearest)
        model_.choose(*nearest);
    else
        model_.add((x - corner.x) / width);
}

void PaletteEditor::drag(float x, float width, float away) {
    removing_ = away > em(kOff) && model_.palette().stops.size() > 1;
    // A press alone must not move the stop to the mouse.
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, em(0.15)) && !removing_ && width > 0)
        model_.move(std::round(static_cast<double>(x) * 4096) / 4096);
}

void PaletteEditor::draw_handles(ImVec2 corner, float width) const {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const auto &stops = model_.palette().stops;
    const auto draw = [&](std::size_t at, bool chosen) {
        if (chosen && removing_)
            return;
        const float x = handle_x(stops[at], corner, width);
        const float top = corner.y + em(kBarHeight);
        const float half = em(0.36);
        const std::uint32_t rgb = rgb_of(stops[at]);
        const ImU32 colour = IM_COL32(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, 255);
        const ImU32 edge = chosen ? Theme::kText.packed() : Theme::kDim.packed(0.8F);
        const float thick = chosen ? 2.0F : 1.0F;
        list.AddTriangleFilled({x, top - em(0.25)}, {x - half, top + half}, {x + half, top + half},
                               edge);
        list.AddRectFilled({x - half, top + half * 0.8F}, {x + half, top + em(kHandleHeight) - 1},
                           colour, em(0.1));
        list.AddRect({x - half, top + half * 0.8F}, {x + half, top + em(kHandleHeight) - 1}, edge,
                     em(0.1), 0, thick);
    };
    for (std::size_t at = 0; at < stops.size(); ++at)
        if (at != model_.chosen())
            draw(at, false);
    draw(model_.chosen(), true);
}

void PaletteEditor::draw_stop(Controls &controls) {
    draw_walk(controls);
    controls.indent();
    const float patch = em(2.2) + em(0.4);
    const float width = (ImGui::GetContentRegionAvail().x - patch - em(0.4)) / 2;
    const auto position =
        controls.number_field("editor-position", model_.stop().position,
                              {0, 1 - PaletteModel::kGap}, 0.8F * width, kShownDigits);
    if (position)
        model_.move(*position);
    ImGui::SameLine(0, em(0.4));
    const auto hex =
        controls.text_field("editor-hex", rgb_text(rgb_of(model_.stop())), 1.2F * width);
    if (hex)
        try {
            model_.set_colour(parse_hex_colour(*hex));
        } catch (const InputError &error) {
            controls.refuse("editor-hex", error.what());
        }
    ImGui::SameLine(0, em(0.4));
    const auto rgb = controls.colour_patch("editor-colour", rgb_of(model_.stop()));
    if (rgb)
        model_.set_colour(*rgb);
    std::array<const char *, kPaletteBlends.size()> blends{};
    for (std::size_t at = 0; at < blends.size(); ++at)
        blends[at] = kPaletteBlends[at].label;
    controls.label(texts::colour::kBlend);
    const int blend = model_.palette().blend == kPaletteBlends[0].value ? 0 : 1;
    if (const auto chosen = controls.segments("editor-blend", blends, blend))
        model_.set_blend(kPaletteBlends[static_cast<std::size_t>(*chosen)].value);
}

// What the bar does for a mouse: other stops, in the column of labels.
void PaletteEditor::draw_walk(Controls &controls) {
    const std::size_t chosen = model_.chosen();
    const float gap = em(0.2);
    ImGui::AlignTextToFramePadding();
    text(Theme::kDim, texts::colour::kStop);
    ImGui::SameLine(em(2.4));
    ImGui::BeginDisabled(chosen == 0);
    if (controls.button("editor-before", texts::colour::kPreviousStop, 1.6))
        model_.choose(chosen - 1);
    ImGui::EndDisabled();
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(chosen + 1 == model_.palette().stops.size());
    if (controls.button("editor-after", texts::colour::kNextStop, 1.6))
        model_.choose(chosen + 1);
    ImGui::EndDisabled();
}

// Half-way from the chosen stop to the next one, which after the last is the first.
void PaletteEditor::add_beside() {
    const auto &stops = model_.palette().stops;
    const std::size_t next = model_.chosen() + 1;
    const double end = next < stops.size() ? stops[next].position : stops.front().position + 1;
    const double middle = (model_.stop().position + end) / 2;
    model_.add(middle - std::floor(middle));
}

void PaletteEditor::draw_steps(Controls &controls) {
    const float gap = em(0.2);
    const float width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4 / ImGui::GetFontSize();
    if (controls.button("editor-add", texts::colour::kAddStop, width))
        add_beside();
    ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(model_.palette().stops.size() == 1);
    if (controls.button("editor-remove", texts::colour::kRemoveStop, width))
        model_.remove();
    ImGui::EndDisabled();
    ImGui::SameLine(0, gap);
    undo_wanted_ = controls.button("editor-undo", texts::common::kUndo, width);
    ImGui::SameLine(0, gap);
    redo_wanted_ = controls.button("editor-redo", texts::common::kRedo, width);
}

void PaletteEditor::take_keys() {
    if (ImGui::GetIO().WantTextInput || ImGui::IsAnyItemActive() ||
        !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows))
        return;
    if (key_pressed(ImGuiKey_Delete))
        model_.remove();
}

} // namespace fathom::ui
