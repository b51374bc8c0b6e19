#include "ui/widgets/controls.h"

#include "render/base/error.h"
#include "render/numbers/decimal.h"
#include "ui/state/number_text.h"
#include "ui/texts/errors.h"
#include "ui/widgets/item_log.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <imgui_stdlib.h>
#include <numbers>

namespace fathom::ui {
namespace {

constexpr double kLabelWidth = 7;
constexpr double kNumberWidth = 5.4;
constexpr double kDialRadius = 1.5;
constexpr int kShownDigits = 6; ///< beside a slider

std::string hidden_label(const std::string &name) {
    return "##" + name;
}

double rounded_to_digits(double value, int digits) {
    if (value == 0 || !std::isfinite(value))
        return value;
    return parse_number(fmt::format("{:.{}g}", value, digits));
}

/// What a field stands for that shows something else.
std::string in_use(const std::string &shown) {
    constexpr std::size_t kMost = 24;
    if (shown.empty())
        return {};
    return '\n' + fmt::format(texts::errors::kRestore,
                              shown.size() > kMost ? shown.substr(0, kMost) + "..." : shown);
}

// Over the right end of a field that its number does not fit into: without its exponent the number
// looks like another.
void draw_exponent(const std::string &number) {
    const std::size_t at = number.find('e');
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    if (at == std::string::npos ||
        ImGui::CalcTextSize(number.c_str()).x <= high.x - low.x - 2 * padding.x)
        return;
    const std::string words = "... " + number.substr(at);
    const float left = high.x - padding.x - ImGui::CalcTextSize(words.c_str()).x;
    ImDrawList &list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({left, low.y}, high, ImGui::GetColorU32(ImGuiCol_PopupBg));
    list.AddText({left, low.y + padding.y}, ImGui::GetColorU32(ImGuiCol_Text), words.c_str());
}

// Beside the panel, level with the last item, which it says something about.
void draw_refusal(const std::string &field, const std::string &why) {
    constexpr double kWidth = 22;
    place_beside(why, em(kWidth));
    ImGui::PushStyleColor(ImGuiCol_Border, Theme::kError);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_PopupBg));
    if (ImGui::Begin(("refusal " + field).c_str(), nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                         ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_AlwaysAutoResize)) {
        ImGui::PushTextWrapPos(em(kWidth));
        text(Theme::kError, why);
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
    ImGui::PopStyleColor(2);
}

void draw_dial(ImVec2 centre, float radius, double degrees, bool lit) {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const double angle = degrees * std::numbers::pi / 180;
    const ImVec2 dot{centre.x + radius * 0.66F * static_cast<float>(std::cos(angle)),
                     centre.y - radius * 0.66F * static_cast<float>(std::sin(angle))};
    list.AddCircleFilled(centre, radius,
                         ImGui::GetColorU32(lit ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg), 32);
    list.AddCircle(centre, radius, ImGui::GetColorU32(ImGuiCol_Border), 32);
    list.AddLine(centre, dot, Theme::kDim.packed(0.6F), 1);
    list.AddCircleFilled(dot, em(0.28), ImGui::GetColorU32(ImGuiCol_SliderGrab), 16);
}

} // namespace

Controls::Unless::Unless(Controls &controls, const char *why_not)
    : controls_(controls), before_(controls.why_not_) {
    if (controls.why_not_ == nullptr) // the outer reason comes first
        controls.why_not_ = why_not;
    ImGui::BeginDisabled(why_not != nullptr);
}

Controls::Unless::~Unless() {
    ImGui::EndDisabled();
    controls_.why_not_ = before_;
}

void Controls::heading(const char *words) {
    if (ImGui::GetCursorPosY() > ImGui::GetStyle().WindowPadding.y + 1) {
        ImGui::Dummy({0, em(0.35)});
        ImGui::Separator();
        ImGui::Dummy({0, em(0.1)});
    }
    text(Theme::kLeft, words);
}

void Controls::label(const char *words, double width) {
    ImGui::AlignTextToFramePadding();
    text(Theme::kDim, words);
    ImGui::SameLine(em(width > 0 ? width : kLabelWidth));
    ImGui::SetNextItemWidth(-FLT_MIN);
}

void Controls::indent() {
    ImGui::SameLine(em(kLabelWidth));
    ImGui::SetNextItemWidth(-FLT_MIN);
}

void Controls::note(std::string_view words) {
    note(Theme::kDim, words);
}

void Controls::note(const Tone &tone, std::string_view words) {
    ImGui::PushTextWrapPos(0);
    text(tone, words);
    ImGui::PopTextWrapPos();
}

void Controls::note_in_lines(int lines, const Tone &tone, std::string_view words) {
    const float begin = ImGui::GetCursorPosY();
    note(tone, words);
    end_lines(begin, lines);
}

void Controls::end_lines(float begin, int lines) {
    const float end = begin + static_cast<float>(lines) * ImGui::GetTextLineHeight() +
                      ImGui::GetStyle().ItemSpacing.y;
    if (ImGui::GetCursorPosY() < end)
        ImGui::SetCursorPosY(end);
}

bool Controls::button(const std::string &name, const char *label, double width) {
    const bool pressed = plain_button(fmt::format("{}###{}", label, name).c_str(),
                                      {width < 0 ? -FLT_MIN : em(width), 0});
    note_item(name);
    return pressed;
}

bool Controls::icon_button(const std::string &name, Icon icon) {
    const float side = ImGui::GetFrameHeight();
    const bool pressed = plain_button(hidden_label(name).c_str(), {side, side});
    note_item(name);
    const ImVec2 low = ImGui::GetItemRectMin();
    draw_icon(*ImGui::GetWindowDrawList(), icon, {low.x + side / 2, low.y + side / 2}, side * 0.55F,
              ImGui::GetColorU32(ImGuiCol_Text));
    return pressed;
}

bool Controls::confirm(const std::string &name, const std::string &question, const char *yes,
                       const char *no) {
    if (!ImGui::BeginPopup(name.c_str()))
        return false;
    ImGui::PushTextWrapPos(em(22));
    text(question);
    ImGui::PopTextWrapPos();
    const bool agreed = button(name + "-yes", yes, 8);
    ImGui::SameLine();
    const bool refused = button(name + "-no", no, 8);
    ImGui::SetItemDefaultFocus();
    if (agreed || refused || key_pressed(ImGuiKey_Escape))
        ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
    return agreed;
}

bool Controls::toggle(const std::string &name, const char *label, bool &value) {
    // An empty box is to be seen on a dark picture, too.
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
    ImGui::PushStyleColor(ImGuiCol_Border, Theme::kDim.packed(0.7F));
    const bool switched = ImGui::Checkbox(fmt::format("{}###{}", label, name).c_str(), &value);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    note_item(name);
    return switched;
}

std::optional<int> Controls::segments(const std::string &name, std::span<const char *const> labels,
                                      int chosen) {
    std::optional<int> choice;
    const auto count = static_cast<float>(labels.size());
    const float gap = em(0.2);
    const float width = (ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count;
    // Words fill narrow ones.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {em(0.1), ImGui::GetStyle().FramePadding.y});
    for (int at = 0; at < static_cast<int>(labels.size()); ++at) {
        if (at > 0)
            ImGui::SameLine(0, gap);
        const char *label = labels[static_cast<std::size_t>(at)];
        const std::string id = fmt::format("{}##{}{}", label, name, at);
        const bool pressed = at == chosen ? ImGui::Button(id.c_str(), {width, 0})
                                          : plain_button(id.c_str(), {width, 0});
        note_item(fmt::format("{}-{}", name, at));
        if (pressed && at != chosen)
            choice = at;
    }
    ImGui::PopStyleVar();
    return choice;
}

bool Controls::begin_list(const std::string &name, const std::string &shown) {
    if (begin_combo(hidden_label(name).c_str(), shown.c_str(), ImGuiComboFlags_HeightLarge))
        return true;
    note_item(name);
    return false;
}

bool Controls::list_entry(const std::string &name, int at, const std::string &label, bool chosen) {
    const bool pressed = ImGui::Selectable(label.c_str(), chosen) && !chosen;
    if (chosen)
        ImGui::SetItemDefaultFocus(); // where arrows begin
    note_item(fmt::format("{}-{}", name, at));
    return pressed;
}

std::optional<std::string> Controls::text_field(const std::string &name, const std::string &shown,
                                                float width, bool select_all) {
    Draft &draft = drafts_[name];
    const int frame = ImGui::GetFrameCount();
    // It has changed meanwhile, or was out of sight: what was refused is no longer the matter.
    if (draft.shown != shown || draft.frame + 1 < frame)
        draft.error.clear();
    draft.frame = frame;
    if (!draft.active && draft.error.empty())
        draft.text = shown;
    want_glyphs(draft.text);
    ImGui::SetNextItemWidth(width);
    const bool bad = !draft.error.empty();
    if (std::exchange(draft.left_by_enter, false) && bad)
        ImGui::SetKeyboardFocusHere();
    if (bad)
        ImGui::PushStyleColor(ImGuiCol_Text, Theme::kError);
    ImGui::InputText(hidden_label(name).c_str(), &draft.text,
                     select_all ? ImGuiInputTextFlags_AutoSelectAll : 0);
    if (bad)
        ImGui::PopStyleColor();
    draft.active = ImGui::IsItemActive();
    draft.left_by_enter = ImGui::IsItemDeactivated() && enter_pressed();
    draft.shown = shown;
    if (ImGui::IsItemEdited())
        draft.error.clear();
    const bool dropped = ImGui::IsItemDeactivated() && key_pressed(ImGuiKey_Escape);
    if (dropped)
        draft.error.clear();
    const bool entered = !dropped && ImGui::IsItemDeactivatedAfterEdit() && draft.text != shown;
    note_item(name);
    if (!draft.error.empty())
        draw_refusal(name, draft.error + in_use(shown));
    return entered ? std::optional(draft.text) : std::nullopt;
}

void Controls::refuse(const std::string &name, std::string why) {
    drafts_[name].error = std::move(why);
}

bool Controls::take_back_refusals() {
    bool any = false;
    for (auto &[name, draft] : drafts_) {
        any = any || !draft.error.empty();
        draft.error.clear();
    }
    return any;
}

bool Controls::refused(const std::string &name) const {
    const auto draft = drafts_.find(name);
    return draft != drafts_.end() && !draft->second.error.empty();
}

std::optional<Decimal> Controls::decimal_field(const std::string &name, const Decimal &value,
                                               const std::optional<DecimalRange> &range) {
    Draft &draft = drafts_[name];
    if (draft.value != value) { // long numbers take their time
        draft.value = value;
        const bool rounds = range && range->digits > 0;
        draft.value_text =
            (rounds ? value.rounded_to_significant(range->digits) : value).to_string();
    }
    const auto entered = text_field(name, draft.value_text);
    if (!draft.active && draft.error.empty())
        draw_exponent(draft.value_text);
    if (!entered)
        return std::nullopt;
    try {
        Decimal number = Decimal::parse(*entered);
        if (!range || (number >= range->low && number <= range->high))
            return number;
        refuse(name, fmt::format(texts::errors::kGiveNumber, short_zoom(range->low),
                                 short_zoom(range->high)));
    } catch (const InputError &error) {
        refuse(name, looks_like_number(*entered) ? error.what() : texts::errors::kNotANumber);
    }
    return std::nullopt;
}

std::optional<double> Controls::number_field(const std::string &name, double value, Range range,
                                             float width, int digits) {
    // Adding 0 makes 0 of -0.
    const std::string shown =
        digits > 0 ? fmt::format("{:.{}g}", value + 0.0, digits) : fmt::format("{}", value + 0.0);
    const auto entered = text_field(name, shown, width);
    if (!entered)
        return std::nullopt;
    try {
        const double number = parse_number(*entered);
        if (number >= range.low && number <= range.high)
            return number;
        refuse(name, fmt::format(texts::errors::kGiveNumber, limit_text(range.low),
                                 limit_text(range.high)));
    } catch (const InputError &error) {
        refuse(name, error.what());
    }
    return std::nullopt;
}

std::optional<double> Controls::slider(const std::string &name, double value, const Slide &slide) {
    const float number = em(kNumberWidth);
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - number - gap);
    double moved = value;
    // Without a format ImGui prints and reads no number: its way depends on the locale.
    const ImGuiSliderFlags flags =
        ImGuiSliderFlags_NoInput | (slide.logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
    const bool changed =
        ImGui::SliderScalar(hidden_label(name).c_str(), ImGuiDataType_Double, &moved,
                            &slide.slider.low, &slide.slider.high, "", flags);
    note_item(name);
    ImGui::SameLine(0, gap);
    const auto entered = number_field(name + "-value", value, slide.range, -FLT_MIN, kShownDigits);
    if (entered)
        return entered;
    if (!changed)
        return std::nullopt;
    return std::clamp(rounded_to_digits(moved, slide.digits), slide.range.low, slide.range.high);
}

std::optional<double> Controls::dial(const std::string &name, double degrees, Range range) {
    const float radius = em(kDialRadius);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 centre{corner.x + radius, corner.y + radius};
    mouse_area(hidden_label(name).c_str(), {2 * radius, 2 * radius});
    const bool held = ImGui::IsItemActive();
    draw_dial(centre, radius, degrees, held || ImGui::IsItemHovered());
    note_item(name);
    ImGui::SameLine(0, em(0.8));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + radius - ImGui::GetFrameHeight() / 2);
    const auto entered = number_field(name + "-value", degrees, range, em(kNumberWidth));
    if (entered || !held)
        return entered;
    const ImVec2 mouse = ImGui::GetMousePos();
    const float dx = mouse.x - centre.x;
    const float dy = centre.y - mouse.y;
    if (std::hypot(dx, dy) < em(0.2))
        return std::nullopt;
    const double turned = std::round(std::atan2(dy, dx) * 180 / std::numbers::pi);
    return turned == degrees ? std::nullopt : std::optional(turned < 0 ? turned + 360 : turned);
}

std::optional<std::uint32_t> Controls::colour_patch(const std::string &name, std::uint32_t rgb) {
    const auto channel = [rgb](int shift) { return static_cast<float>(rgb >> shift & 255) / 255; };
    float colour[3] = {channel(16), channel(8), channel(0)};
    const std::string popup = name + "-picker";
    const ImVec2 size{em(3.4), ImGui::GetFrameHeight()};
    if (ImGui::ColorButton(hidden_label(name).c_str(), {colour[0], colour[1], colour[2], 1},
                           ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop, size))
        ImGui::OpenPopup(popup.c_str());
    note_item(name);
    std::optional<std::uint32_t> chosen;
    if (!ImGui::BeginPopup(popup.c_str()))
        return chosen;
    ImGui::SetNextItemWidth(em(14));
    if (ImGui::ColorPicker3("##picker", colour,
                            ImGuiColorEditFlags_DisplayHex | ImGuiColorEditFlags_NoSidePreview |
                                ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoDragDrop)) {
        std::uint32_t packed = 0;
        for (const float value : colour)
            packed = packed << 8 |
                     static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255));
        chosen = packed;
    }
    ImGui::EndPopup();
    return chosen;
}

TabStops &Controls::tab_stops() {
    return items_.tab_stops();
}

void Controls::note_item(const std::string &name, const char *tooltip) {
    items_.note_last_item(name, pixel_ratio_, why_not_ != nullptr ? why_not_ : tooltip);
}

} // namespace fathom::ui
