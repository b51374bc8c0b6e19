#pragma once
#include "render/numbers/decimal.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/tab_stops.h"
#include "ui/widgets/theme.h"

#include <cfloat>
#include <map>
#include <optional>
#include <span>
#include <string>

namespace fathom::ui {

class ItemLog;

/// Ends of a number's range.
struct Range {
    double low = 0;
    double high = 1;
};

/// The controls of the side panel in one look: a column of labels, what they name to the right of
/// them. Each control has a name, under which it is noted in the item log and has its tooltip.
/// Controls stay where they are, whatever happens: what cannot be used is greyed out (Unless), and
/// what is typed into a field that cannot be read stays there, with the reason beside the panel.
class Controls {
  public:
    explicit Controls(ItemLog &items) : items_(items) {}
    /// Before a frame's controls. `pixel_ratio`: pixels to an ImGui unit.
    void begin(double pixel_ratio) { pixel_ratio_ = pixel_ratio; }

    /// Begins a group.
    void heading(const char *words);
    /// Width of a label that leaves its control much room, in ems.
    static constexpr double kShortLabel = 2.6;
    /// Begins a row: its control follows and fills it. `width` of the label in ems; 0: the column
    /// of labels.
    void label(const char *words, double width = 0);
    /// Begins a row without a label, in the column of controls.
    void indent();
    /// Greys out the controls that are drawn while it lives, unless `why_not` is null. Their
    /// tooltip is `why_not` then: a sentence that outlives it.
    class Unless {
      public:
        Unless(Controls &controls, const char *why_not);
        ~Unless();
        Unless(const Unless &) = delete;
        Unless &operator=(const Unless &) = delete;

      private:
        Controls &controls_;
        const char *before_;
    };
    /// Small print, wrapped.
    void note(std::string_view words);
    void note(const Tone &tone, std::string_view words);
    /// Likewise, in the room of so many lines at least, so that what follows stays where it is.
    void note_in_lines(int lines, const Tone &tone, std::string_view words);
    /// What follows stands so many lines below `begin`, a place of ImGui's cursor, at least.
    static void end_lines(float begin, int lines);

    /// `width` in ems; 0: as the label needs; below 0: all there is.
    bool button(const std::string &name, const char *label, double width = 0);
    /// A square button with a picture instead of words.
    bool icon_button(const std::string &name, Icon icon);
    /// Asks whether to do something that cannot be taken back, once ImGui::OpenPopup has opened the
    /// popup `name` in the same window. Its buttons are NAME-yes and NAME-no, which has the focus.
    /// Returns whether it is to be done.
    bool confirm(const std::string &name, const std::string &question, const char *yes,
                 const char *no);
    /// Returns whether it was switched.
    bool toggle(const std::string &name, const char *label, bool &value);
    /// One of few, all to be seen, in the width that is left. Returns what was chosen now.
    std::optional<int> segments(const std::string &name, std::span<const char *const> labels,
                                int chosen);
    /// A list to open, which shows `shown` while it is closed. `entry(i)` is its i-th label.
    /// Returns what was chosen now.
    template <class Entry>
    std::optional<int> list(const std::string &name, const std::string &shown, int count,
                            int chosen, Entry entry) {
        std::optional<int> choice;
        if (!begin_list(name, shown))
            return choice;
        for (int at = 0; at < count; ++at)
            if (list_entry(name, at, entry(at), at == chosen))
                choice = at;
        ImGui::EndCombo();
        return choice;
    }
    /// The text that was entered, if that was just done. `width` as of ImGui::SetNextItemWidth.
    /// `select_all`: a click selects all of it.
    std::optional<std::string> text_field(const std::string &name, const std::string &shown,
                                          float width = -FLT_MIN, bool select_all = true);
    /// Keeps what was entered last in that field, with the reason why it cannot be taken. After
    /// Enter the field keeps the keyboard, too.
    void refuse(const std::string &name, std::string why);
    /// Lets fields show what they stand for again. Returns whether any showed what was refused.
    bool take_back_refusals();
    /// Whether that field shows what was refused.
    [[nodiscard]] bool refused(const std::string &name) const;
    /// What a decimal field takes; and to how many significant digits it shows the value, 0: all.
    struct DecimalRange {
        Decimal low, high;
        long digits = 0;
    };
    std::optional<Decimal> decimal_field(const std::string &name, const Decimal &value,
                                         const std::optional<DecimalRange> &range = {});
    /// `digits`: significant ones to show; 0: as many as tell the value apart from all others.
    std::optional<double> number_field(const std::string &name, double value, Range range,
                                       float width = -FLT_MIN, int digits = 0);
    /// A slider and a field for the same number; the field takes all of `range`. Noted as NAME and
    /// NAME-value.
    struct Slide {
        Range slider;
        Range range;
        bool logarithmic = false;
        int digits = 4; ///< significant ones that dragging keeps
    };
    std::optional<double> slider(const std::string &name, double value, const Slide &slide);
    /// A direction to drag, in degrees counter-clockwise from the right, and a field for it.
    std::optional<double> dial(const std::string &name, double degrees, Range range);
    /// sRGB as 0xRRGGBB: a patch that opens a picker.
    std::optional<std::uint32_t> colour_patch(const std::string &name, std::uint32_t rgb);

    /// Which of the controls are one stop of Tab.
    TabStops &tab_stops();

    /// Of an item that was drawn without this class's help. `tooltip`: instead of the usual one.
    void note_item(const std::string &name, const char *tooltip = nullptr);

    /// Begins a list that the caller fills, as ImGui::BeginCombo.
    bool begin_list(const std::string &name, const std::string &shown);

  private:
    struct Draft {
        std::string text;
        std::string shown; ///< what the field stood for when it was refused
        std::string error;
        bool active = false;
        bool left_by_enter = false;   ///< in the last frame
        int frame = 0;                ///< of ImGui's in which it was drawn last
        std::optional<Decimal> value; ///< of a decimal field, and its text
        std::string value_text;
    };
    bool list_entry(const std::string &name, int at, const std::string &label, bool chosen);

    ItemLog &items_;
    double pixel_ratio_ = 1;
    std::map<std::string, Draft> drafts_;
    const char *why_not_ = nullptr; ///< of what is drawn now, as Unless has it
};

} // namespace fathom::ui
