#include "ui/panels/panel_colour.h"

#include "render/base/error.h"
#include "render/import/gradient.h"
#include "render/import/palette_export.h"
#include "render/places/own_palettes.h"
#include "render/places/scheme_names.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/colour.h"
#include "ui/texts/common.h"
#include "ui/texts/why_not.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/gradient_strip.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace fathom::ui {
namespace {

constexpr double kFastest = 2; ///< cycles a second

// A list of all choices of a setting. Returns whether another one was taken.
template <class Value, std::size_t kCount>
bool choose(Controls &controls, const char *label, const char *name,
            const std::array<Named<Value>, kCount> &names, Value &value) {
    int chosen = 0;
    for (std::size_t at = 0; at < kCount; ++at)
        if (names[at].value == value)
            chosen = static_cast<int>(at);
    controls.label(label);
    const auto entry = [&](int at) { return names[static_cast<std::size_t>(at)].label; };
    const auto choice = controls.list(name, entry(chosen), static_cast<int>(kCount), chosen, entry);
    if (choice)
        value = names[static_cast<std::size_t>(*choice)].value;
    return choice.has_value();
}

void slide(Controls &controls, const char *label, const char *name, double &value,
           const Controls::Slide &slide) {
    controls.label(label);
    if (const auto moved = controls.slider(name, value, slide))
        value = *moved;
}

// What fails is told, and loses nothing else that was done. Returns whether it did not.
template <class Do> bool attempt(ColourPanel::Choice &choice, Do act) {
    try {
        act();
        return true;
    } catch (const Error &error) {
        choice.complaints.emplace_back(error.what());
        return false;
    }
}

// What a slider offers for the length of a cycle: what the palette goes once over is a number of
// the base, as the mapping spreads it.
Range usual_cycles(const kernels::ColourScheme &colour) {
    if (colour.mapping == kernels::ColourMapping::rank || kernels::row_of(colour.base).is_share)
        return {0.1, 2};
    const Range base = colour.base == kernels::ColourBase::trap ? Range{0.01, 10} : Range{1, 1e5};
    switch (colour.mapping) {
    case kernels::ColourMapping::square_root:
        return {std::sqrt(base.low), std::sqrt(base.high)};
    case kernels::ColourMapping::cube_root:
        return {std::cbrt(base.low), std::cbrt(base.high)};
    case kernels::ColourMapping::logarithm:
        return {std::log1p(base.low), std::log1p(base.high)};
    default:
        return base;
    }
}

void fit_by_itself(Location &edited) {
    edited.automatic_colours = true;
    if (edited.colour.mapping != kernels::ColourMapping::rank)
        return; // a survey tells
    spread_over_ranks(edited.colour);
}

/// A line of the list of palettes.
struct PaletteRow {
    std::string id;
    std::string name; ///< for people
    const std::vector<std::uint32_t> &lut;
    bool chosen = false;
    std::string key; ///< on which it lies, if it does
};

/// What a person does with it.
struct RowTouch {
    bool pressed = false;
    bool pointed = false; ///< by mouse or keys
};

RowTouch palette_row(Controls &controls, const PaletteRow &row) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight() * 1.35F;
    const float room = ImGui::GetContentRegionAvail().x;
    const float strip = room - em(8);
    RowTouch touch;
    touch.pressed = ImGui::Selectable(("##" + row.id).c_str(), row.chosen, 0, {0, height});
    if (row.chosen && focus_is_shown())
        ImGui::SetItemDefaultFocus(); // where arrows begin
    touch.pointed = ImGui::IsItemHovered() || item_has_keys();
    controls.note_item("colour-palette-" + row.id);
    ImDrawList &list = *ImGui::GetWindowDrawList();
    draw_text_within({corner.x + em(0.3), corner.y + em(0.2)}, em(6.2), row.name);
    if (!row.lut.empty() && strip > em(2))
        draw_gradient_strip({corner.x + em(6.8), corner.y + em(0.15)}, {strip, height - em(0.3)},
                            row.lut);
    list.AddText({corner.x + room - em(0.8), corner.y + em(0.2)}, Theme::kDim.packed(),
                 row.key.c_str());
    return touch;
}

void draw_filter(Controls &controls, kernels::ColourScheme &colour) {
    bool on = colour.filter != kernels::ColourFilter::none;
    controls.label("");
    if (controls.toggle("colour-filter", texts::colour::kFilter, on))
        colour.filter = on ? kernels::ColourFilter::footprint : kernels::ColourFilter::none;
}

void draw_dither(Controls &controls, kernels::ColourScheme &colour) {
    bool on = colour.dither != kernels::ColourDither::none;
    controls.label("");
    if (controls.toggle("colour-dither", texts::colour::kDither, on))
        colour.dither = on ? kernels::ColourDither::ordered : kernels::ColourDither::none;
}

void draw_shade(Controls &controls, kernels::ColourScheme &colour) {
    controls.heading(texts::colour::kShade);
    choose(controls, texts::colour::kShadeKind, "colour-shade", kColourShades, colour.shade);
    {
        const Controls::Unless unless(controls, colour.shade == kernels::ColourShade::slope
                                                    ? nullptr
                                                    : texts::why_not::kNoSlopes);
        controls.label(texts::colour::kLightFrom);
        const double limit = LocationLimits::kMaxLightDegrees;
        if (const auto degrees =
                controls.dial("colour-light", colour.light_degrees, {-limit, limit}))
            colour.light_degrees = *degrees;
        slide(controls, texts::colour::kLightHeight, "colour-height", colour.light_height,
              {{0, 5}, {0, LocationLimits::kMaxLightHeight}, false, 3});
    }
    const Controls::Unless unless(
        controls, colour.shade != kernels::ColourShade::none ? nullptr : texts::why_not::kNoShade);
    slide(controls, texts::colour::kShadeStrength, "colour-strength", colour.shade_strength,
          {{0, 1}, {0, 1}, false, 2});
}

void draw_interior(Controls &controls, kernels::ColourScheme &colour) {
    controls.heading(texts::colour::kInterior);
    choose(controls, texts::colour::kColourBy, "colour-interior", kInteriorColours,
           colour.interior);
    const Controls::Unless unless(controls, colour.interior == kernels::InteriorColour::flat
                                                ? nullptr
                                                : texts::why_not::kNotFlat);
    controls.label(texts::colour::kInteriorColour);
    if (const auto rgb = controls.colour_patch("colour-interior-rgb", colour.interior_rgb))
        colour.interior_rgb = *rgb;
}

void draw_trap(Controls &controls, bool used, kernels::Trap<double> &trap) {
    const double limit = LocationLimits::kMaxTrapCoordinate;
    controls.heading(texts::colour::kTrap);
    const Controls::Unless unless(controls, used ? nullptr : texts::why_not::kNoTrap);
    choose(controls, texts::colour::kTrapShape, "colour-trap", kTrapShapes, trap.shape);
    const auto number = [&](const char *label, const char *name, double &value, Range range) {
        controls.label(label);
        value = controls.number_field(name, value, range).value_or(value);
    };
    number(texts::common::kReal, "colour-trap-re", trap.re, {-limit, limit});
    number(texts::common::kImaginary, "colour-trap-im", trap.im, {-limit, limit});
    const Controls::Unless circle(
        controls, trap.shape == kernels::TrapShape::circle ? nullptr : texts::why_not::kNoCircle);
    number(texts::colour::kTrapRadius, "colour-trap-radius", trap.radius,
           {LocationLimits::kMinTrapRadius, LocationLimits::kMaxTrapRadius});
}

} // namespace

ColourPanel::Choice ColourPanel::draw(Controls &controls, const Location &location) {
    Choice choice;
    keep_draft(location);
    Location edited = location;
    draw_palette(controls, edited, choice);
    controls.heading(texts::colour::kMapping);
    draw_numbers(controls, edited, choice);
    draw_filter(controls, edited.colour);
    draw_dither(controls, edited.colour);
    draw_flow(controls);
    draw_shade(controls, edited.colour);
    draw_interior(controls, edited.colour);
    draw_trap(controls, kernels::needs_of(edited.colour.base).trap, edited.trap);
    if (edited != location)
        choice.edited = std::move(edited);
    return choice;
}

void ColourPanel::draw_palette(Controls &controls, Location &edited, Choice &choice) {
    controls.heading(texts::colour::kPalette);
    draw_chooser(controls, edited, choice);
    draw_preview(edited);
    const float gap = em(0.2);
    const float half = (ImGui::GetContentRegionAvail().x - gap) / 2 / ImGui::GetFontSize();
    if (controls.button("colour-edit",
                        editor_.is_open() ? texts::colour::kCloseEditor : texts::colour::kEdit,
                        half))
        editor_.is_open() ? editor_.close() : editor_.open();
    ImGui::SameLine(0, gap);
    choice.browse = controls.button("colour-browse", texts::colour::kBrowse, -1);
    draw_own(controls, edited, choice);
    if (!editor_.is_open())
        return;
    if (!edited.own_palette && loaded_.name != edited.palette &&
        !attempt(choice, [&] { loaded_ = shelf_.load(edited.palette); })) {
        editor_.close();
        return;
    }
    const Palette &in_use = edited.own_palette ? *edited.own_palette : loaded_;
    if (editor_.draw(controls, in_use))
        edited.own_palette = editor_.palette();
    choice.undo = editor_.undo_wanted();
    choice.redo = editor_.redo_wanted();
    draw_files(controls, edited, choice);
}

// A palette of one's own can be renamed and deleted, and the last one that was deleted had back;
// the picture keeps its colours.
void ColourPanel::draw_own(Controls &controls, Location &edited, Choice &choice) {
    const bool own = !is_edited(edited) && shelf_.is_own(edited.palette);
    const float gap = em(0.2);
    controls.label(texts::colour::kName);
    const float width = ImGui::GetContentRegionAvail().x - 2 * (ImGui::GetFrameHeight() + gap);
    {
        const Controls::Unless unless(controls, own ? nullptr : texts::why_not::kNotOwn);
        if (const auto name = controls.text_field("colour-name", edited.palette, width, false))
            attempt(choice, [&] { rename(*name, edited); });
        ImGui::SameLine(0, gap);
        if (controls.icon_button("colour-delete", Icon::bin))
            attempt(choice, [&] {
                deleted_ = delete_own_palette(edited.palette);
                edited.own_palette = deleted_;
                shelf_.refresh();
            });
    }
    ImGui::SameLine(0, gap);
    const Controls::Unless unless(controls, deleted_ ? nullptr : texts::why_not::kNotDeleted);
    if (controls.icon_button("colour-put-back", Icon::undo))
        attempt(choice, [&] {
            save_own_palette(*deleted_);
            edited.palette = deleted_->name;
            edited.own_palette.reset();
            deleted_.reset();
            shelf_.refresh();
        });
}

// The new one is there before the old one is gone.
void ColourPanel::rename(const std::string &words, Location &edited) {
    Palette palette = shelf_.load(edited.palette);
    palette.name = palette_name_from(words);
    if (palette.name == edited.palette)
        return;
    if (shelf_.has(palette.name))
        throw InputError(fmt::format(texts::colour::kNameTaken, palette.name));
    save_own_palette(palette);
    delete_own_palette(edited.palette);
    for (std::string &put : settings_.palette_keys)
        if (put == edited.palette)
            put = palette.name;
    edited.palette = palette.name;
    shelf_.refresh();
}

void ColourPanel::draw_files(Controls &controls, Location &edited, Choice &choice) {
    const float gap = em(0.2);
    const float button = em(4.2);
    controls.label(texts::colour::kSaveAs);
    const float width = ImGui::GetContentRegionAvail().x - button - gap;
    if (auto name = controls.text_field("editor-name", name_, width, false))
        name_ = std::move(*name);
    ImGui::SameLine(0, gap);
    if (controls.button("editor-save", texts::common::kSave, -1))
        attempt(choice, [&] { save_as(name_, edited, choice); });
    controls.label(texts::common::kFile);
    const float half = ImGui::GetContentRegionAvail().x - 2 * (button * 0.85F + gap);
    if (auto path = controls.text_field("editor-path", path_, half, false))
        path_ = std::move(*path);
    ImGui::SameLine(0, gap);
    if (controls.button("editor-read", texts::colour::kRead, button * 0.85F / ImGui::GetFontSize()))
        choice.read = path_;
    ImGui::SameLine(0, gap);
    if (controls.button("editor-write", texts::colour::kWrite, -1))
        attempt(choice, [&] {
            export_palette(path_, editor_.palette());
            choice.news.push_back(fmt::format(texts::common::kSaved, path_));
        });
}

void ColourPanel::save_as(const std::string &name, Location &edited, Choice &choice) {
    Palette palette = editor_.palette();
    palette.name = palette_name_from(name); // "My colours" is a name for people
    choice.news.push_back(fmt::format(texts::common::kSaved, save_own_palette(palette).string()));
    std::erase_if(drafts_, [&](const Draft &draft) { return draft.of == edited.palette; });
    edited.palette = palette.name;
    edited.own_palette.reset();
    editor_.rename(palette.name);
    loaded_ = palette;
    shelf_.refresh();
}

// What was edited stays to be chosen after another palette was.
void ColourPanel::keep_draft(const Location &location) {
    if (!is_edited(location))
        return;
    const auto found = std::find_if(drafts_.begin(), drafts_.end(), [&](const Draft &draft) {
        return draft.of == location.palette;
    });
    if (found != drafts_.end() && found->palette == *location.own_palette)
        return;
    Draft &draft = found != drafts_.end() ? *found : drafts_.emplace_back();
    draft = {location.palette, *location.own_palette, make_lut(*location.own_palette)};
}

// Beside the palettes that there are.
bool ColourPanel::is_edited(const Location &location) {
    return location.own_palette && !shelf_.holds(*location.own_palette);
}

// A gradient without a palette that it was made from, such as another person's, has its own name.
std::string ColourPanel::shown_name(const std::string &name) {
    return shelf_.has(name) ? fmt::format(texts::colour::kEdited, name) : name;
}

std::string ColourPanel::name_of(const Location &location) {
    return is_edited(location) ? shown_name(location.palette) : location.palette;
}

void ColourPanel::draw_chooser(Controls &controls, Location &edited, Choice &choice) {
    const bool own = is_edited(edited);
    const std::string present = edited.palette;
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (!controls.begin_list("colour-palette", name_of(edited)))
        return;
    const auto point = [&](const RowTouch &touch, const Palette &palette) {
        if (touch.pointed && !palette.stops.empty())
            choice.preview = palette;
    };
    for (const Draft &draft : drafts_) {
        const RowTouch touch = palette_row(controls, {"edited-" + draft.of, shown_name(draft.of),
                                                      draft.lut, own && draft.of == present, ""});
        point(touch, draft.palette);
        if (touch.pressed) {
            edited.palette = draft.of;
            edited.own_palette = draft.palette;
        }
    }
    std::map<std::string, std::string> keys;
    for (int digit = 9; digit > 0; --digit)
        keys[palette_on_key(digit)] = std::to_string(digit);
    for (const PaletteShelf::Entry &entry : shelf_.entries()) {
        const auto key = keys.find(entry.name);
        const RowTouch touch =
            palette_row(controls, {entry.name, entry.name, entry.lut, !own && entry.name == present,
                                   key == keys.end() ? "" : key->second});
        point(touch, entry.palette);
        if (touch.pressed) {
            edited.palette = entry.name;
            edited.own_palette.reset();
        }
    }
    ImGui::EndCombo();
}

std::string ColourPanel::palette_on_key(int digit) {
    const auto at = static_cast<std::size_t>(digit - 1);
    const std::string &put = settings_.palette_keys.at(at);
    if (!put.empty())
        return put;
    // One's own palettes come and go: they lie on no key until they are put there.
    std::size_t others = 0;
    for (const PaletteShelf::Entry &each : shelf_.entries())
        if (!each.own && others++ == at)
            return each.name;
    return put;
}

bool ColourPanel::put_on_key(int digit, const Location &location) {
    if (is_edited(location))
        return false;
    settings_.palette_keys.at(static_cast<std::size_t>(digit - 1)) = location.palette;
    return true;
}

void ColourPanel::draw_preview(const Location &location) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, em(1.2)};
    ImGui::Dummy(size);
    if (const auto *lut = colours_of(location))
        draw_gradient_strip(corner, size, *lut);
}

const std::vector<std::uint32_t> *ColourPanel::colours_of(const Location &location) {
    if (location.own_palette) {
        if (own_ != *location.own_palette) {
            own_ = *location.own_palette;
            own_lut_ = make_lut(own_);
        }
        return &own_lut_;
    }
    for (const PaletteShelf::Entry &entry : shelf_.entries())
        if (entry.name == location.palette)
            return &entry.lut;
    return nullptr;
}

void ColourPanel::draw_numbers(Controls &controls, Location &edited, Choice &choice) {
    kernels::ColourScheme &colour = edited.colour;
    const bool other_base =
        choose(controls, texts::colour::kColourBy, "colour-base", kColourBases, colour.base);
    // The length of a cycle and the offset belong to these two.
    if (choose(controls, texts::colour::kSpread, "colour-mapping", kColourMappings,
               colour.mapping) ||
        other_base)
        fit_by_itself(edited);
    const kernels::ColourScheme chosen = colour;
    // People think of the cycle's length, files have its inverse.
    double cycle = 1 / colour.density;
    const double before = cycle;
    slide(controls, texts::colour::kCycle, "colour-cycle", cycle,
          {usual_cycles(colour),
           {1 / LocationLimits::kMaxDensity, 1 / LocationLimits::kMinDensity},
           true,
           3});
    if (cycle != before)
        colour.density =
            std::clamp(1 / cycle, LocationLimits::kMinDensity, LocationLimits::kMaxDensity);
    const double most = LocationLimits::kMaxOffset; // either way
    slide(controls, texts::colour::kOffset, "colour-offset", colour.offset,
          {{0, 1}, {-most, most}, false, 3});
    if (colour != chosen)
        edited.automatic_colours = false;
    controls.label("");
    bool automatic = edited.automatic_colours;
    if (controls.toggle("colour-fit-auto", texts::colour::kFitAlways, automatic)) {
        edited.automatic_colours = automatic;
        if (automatic)
            fit_by_itself(edited);
    }
    controls.label("");
    const Controls::Unless unless(
        controls, edited.automatic_colours ? texts::why_not::kFittedAlready : nullptr);
    choice.fit = controls.button("colour-fit", texts::colour::kFitOnce, -1);
}

void ColourPanel::draw_flow(Controls &controls) {
    controls.label("");
    if (controls.toggle("colour-animate", texts::colour::kAnimate, flowing_))
        flowed_.reset();
    const Controls::Unless unless(controls, flowing_ ? nullptr : texts::why_not::kNotFlowing);
    slide(controls, texts::colour::kAnimationSpeed, "colour-speed", cycles_per_second_,
          {{-kFastest, kFastest}, {-kFastest, kFastest}, false, 2});
}

double ColourPanel::flow(double offset, Clock::time_point now) {
    const std::chrono::duration<double> passed = now - std::exchange(flowed_, now).value_or(now);
    const double moved = offset + cycles_per_second_ * passed.count();
    return moved - std::floor(moved);
}

} // namespace fathom::ui
