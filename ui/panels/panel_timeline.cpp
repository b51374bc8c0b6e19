#include "ui/panels/panel_timeline.h"

#include "render/film/film_toml.h"
#include "ui/texts/common.h"
#include "ui/texts/timeline.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace fathom::ui {
namespace {

// Heights in the strip, in ems.
constexpr double kRuler = 1.15;
constexpr double kTrack = 1.15;
constexpr double kLabels = 1.0;
constexpr double kReach = 0.6;  ///< of a key, to either side
constexpr double kMargin = 1.6; ///< half of a label stands out at either end
constexpr float kSmall = 0.8F;  ///< size of labels, of that of text
/// The film's end is not the strip's: a key can be dragged beyond.
constexpr double kRoomBehind = 1.15;
constexpr double kShortestSpan = 6; ///< seconds
constexpr double kTickGap = 4;      ///< ems between two marks of the ruler, at least
/// Points that the window has above the status bar, in ems: below the first the timeline is not
/// shown, below the second without what a narrow window can miss; nor beside a side panel that
/// leaves less than the third, where all of it would take more than half of the window's height.
constexpr double kLeastRoom = 11;
constexpr double kMuchRoom = 26;
constexpr double kMuchWidth = 18;

float width_of(const std::string &words) {
    return ImGui::CalcTextSize(words.c_str()).x;
}

void draw_small(ImVec2 place, ImU32 colour, const std::string &words) {
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize() * kSmall, place,
                                        colour, words.c_str());
}

void draw_diamond(ImVec2 middle, float radius, bool chosen) {
    const ImVec2 corners[] = {{middle.x, middle.y - radius},
                              {middle.x + radius, middle.y},
                              {middle.x, middle.y + radius},
                              {middle.x - radius, middle.y}};
    ImDrawList &list = *ImGui::GetWindowDrawList();
    list.AddConvexPolyFilled(corners, 4, chosen ? Theme::kWarning.packed() : Theme::kLeft.packed());
    list.AddPolyline(corners, 4, Theme::kPanel.packed(), ImDrawFlags_Closed, 1.5F);
}

// The present window's upper edge.
void draw_edge(bool lit) {
    const ImVec2 corner = ImGui::GetWindowPos();
    ImDrawList &list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddRectFilled(corner,
                       {corner.x + ImGui::GetWindowWidth(), corner.y + std::max(1.0F, em(0.1))},
                       lit ? Theme::kAccent.packed() : ImGui::GetColorU32(ImGuiCol_Border));
    list.PopClipRect();
}

} // namespace

/// Controls beside each other, in as many lines as the panel's width asks for.
class TimelinePanel::Row {
  public:
    /// An item of that width, in points, follows; `close`: it belongs to the one before it.
    void place(float width, bool close = false) {
        const float gap = em(close ? 0.3 : 0.7);
        if (used_ > 0 && used_ + gap + width <= room_) {
            ImGui::SameLine(0, gap);
            used_ += gap + width;
        } else {
            used_ = width;
        }
    }
    /// What follows stands together: a line begins unless this one has so much room.
    void need(float width) {
        if (used_ + em(0.7) + width > room_)
            used_ = 0;
    }
    void words(const Tone &tone, const std::string &words, bool close = false) {
        place(width_of(words), close);
        ImGui::AlignTextToFramePadding();
        text(tone, words);
    }
    bool button(Controls &controls, const char *name, const char *label, double width,
                bool close = false) {
        place(em(width), close);
        return controls.button(name, label, width);
    }

  private:
    const float room_ = ImGui::GetContentRegionAvail().x;
    float used_ = 0;
};

TimelineChoice TimelinePanel::draw(Controls &controls, FilmTimeline &film,
                                   const TimelineInfo &info) {
    TimelineChoice choice;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float width = display.x - info.left;
    const float room = display.y - info.bar;
    if (width < em(8) || room < em(kLeastRoom))
        return choice;
    compact_ = room < em(kMuchRoom) || width < em(kMuchWidth);
    ImGui::SetNextWindowPos({info.left, room}, ImGuiCond_Always, {0, 1});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em(0.8), em(0.5)});
    const bool visible = ImGui::Begin("timeline", nullptr, panel_flags());
    ImGui::PopStyleVar(3);
    if (visible) {
        draw_buttons(controls, film, choice);
        keep_height(film.keys().empty() ? 0 : width);
        if (!info.problem.empty())
            controls.note(Theme::kWarning, info.problem);
        draw_strip(controls, film, choice);
        draw_edge(info.has_keys);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            choice.pressed = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem |
                                                    ImGuiHoveredFlags_AllowWhenBlockedByPopup);
        choice.height = ImGui::GetWindowHeight();
    }
    ImGui::End();
    return choice;
}

// The buttons stay where they are when a film plays and no key is chosen any more: what they show
// of a key keeps its lines.
void TimelinePanel::keep_height(float width) {
    const Lines lines{width, ImGui::GetFontSize(), compact_, ImGui::GetCursorPosY()};
    if (lines.width != lines_.width || lines.font != lines_.font || lines.compact != lines_.compact)
        lines_ = lines;
    lines_.end = std::max(lines_.end, lines.end);
    ImGui::SetCursorPosY(lines_.end);
}

void TimelinePanel::draw_buttons(Controls &controls, FilmTimeline &film, TimelineChoice &choice) {
    Row row;
    ImGui::BeginDisabled(!film.complete());
    if (row.button(controls, "timeline-play",
                   film.playing() ? texts::timeline::kStop : texts::timeline::kPlay, 3.4))
        film.playing() ? film.stop() : film.play();
    ImGui::EndDisabled();
    row.words(Theme::kText,
              fmt::format("{} / {}", film_time(film.playhead()), film_time(film.seconds())), true);
    if (row.button(controls, "timeline-add", texts::timeline::kAdd, 7.2))
        choice.add = true;
    if (!compact_)
        draw_edits(controls, film, row, choice);
    if (film.key() != nullptr && !compact_)
        draw_key(controls, film, row, choice);
    if (!film.complete())
        row.words(Theme::kDim,
                  film.keys().empty() ? texts::timeline::kFirstKey : texts::timeline::kSecondKey);
    if (row.button(controls, "timeline-close", texts::common::kClose, 3.8))
        choice.close = true;
}

void TimelinePanel::draw_edits(Controls &controls, FilmTimeline &film, Row &row,
                               TimelineChoice &choice) {
    ImGui::BeginDisabled(film.key() == nullptr);
    choice.replace = row.button(controls, "timeline-replace", texts::timeline::kReplace, 4.8, true);
    if (row.button(controls, "timeline-delete", texts::common::kDelete, 4.2, true)) {
        film.remove();
        choice.go = true; // what is chosen is what is shown
    }
    ImGui::EndDisabled();
    ImGui::BeginDisabled(!film.can_undo());
    if (row.button(controls, "timeline-undo", texts::common::kUndo, 3.6))
        film.undo();
    ImGui::EndDisabled();
    ImGui::BeginDisabled(!film.can_redo());
    if (row.button(controls, "timeline-redo", texts::common::kRedo, 3.6, true))
        film.redo();
    ImGui::EndDisabled();
    ImGui::BeginDisabled(film.keys().empty());
    for (const int steps : {-1, 1})
        if (row.button(controls, steps < 0 ? "timeline-before" : "timeline-after",
                       steps < 0 ? texts::timeline::kBefore : texts::timeline::kAfter, 1.6,
                       steps > 0)) {
            film.choose_next(steps);
            choice.go = true;
        }
    ImGui::EndDisabled();
}

void TimelinePanel::draw_key(Controls &controls, FilmTimeline &film, Row &row,
                             TimelineChoice &choice) {
    const film::FilmKey key = *film.key();
    const std::size_t at = *film.chosen();
    row.need(em(10.5));
    row.words(Theme::kDim, fmt::format(texts::timeline::kKeyAt, at + 1));
    row.place(em(4.4), true);
    ImGui::BeginDisabled(at == 0);
    if (std::exchange(focus_seconds_, false) && at > 0)
        ImGui::SetKeyboardFocusHere();
    if (const auto seconds = controls.number_field("timeline-seconds", key.seconds,
                                                   {0, FilmTimeline::kLongest}, em(4.4), 8)) {
        film.set_seconds(*seconds);
        choice.show = true;
    }
    ImGui::EndDisabled();
    row.words(Theme::kDim, texts::timeline::kSeconds, true);
    row.need(em(7.5));
    row.words(Theme::kDim, texts::timeline::kCycles);
    row.place(em(3.6), true);
    constexpr double kMost = film::FilmLimits::kMaxPaletteCycles;
    if (const auto cycles = controls.number_field("timeline-cycles", key.palette_cycles,
                                                  {-kMost, kMost}, em(3.6), 6)) {
        film.set_palette_cycles(*cycles);
        choice.show = true;
    }
    if (at + 1 < film.keys().size())
        draw_way(controls, film, row);
}

// From the chosen key to the next.
void TimelinePanel::draw_way(Controls &controls, FilmTimeline &film, Row &row) {
    const film::FilmKey key = *film.key();
    row.need(em(12));
    row.words(Theme::kDim, texts::timeline::kThen);
    row.place(em(6.9), true);
    ImGui::SetNextItemWidth(em(6.9));
    const auto entry = [](int index) {
        return film::kFilmWays.at(static_cast<std::size_t>(index)).label;
    };
    const auto *const way = std::find_if(film::kFilmWays.begin(), film::kFilmWays.end(),
                                         [&](const auto &each) { return each.value == key.way; });
    if (const auto chosen =
            controls.list("timeline-way", way->label, static_cast<int>(film::kFilmWays.size()),
                          static_cast<int>(way - film::kFilmWays.begin()), entry))
        film.set_way(film::kFilmWays.at(static_cast<std::size_t>(*chosen)).value);
    if (key.way == film::FilmWay::cut)
        return;
    row.need(em(12));
    row.words(Theme::kDim, texts::timeline::kEase);
    const double most = (film.keys()[*film.chosen() + 1].seconds - key.seconds) / 2;
    row.place(em(3.1), true);
    const auto out =
        controls.number_field("timeline-ease-out", key.ease_out, {0, most}, em(3.1), 6);
    row.place(em(3.1), true);
    const auto in = controls.number_field("timeline-ease-in", key.ease_in, {0, most}, em(3.1), 6);
    if (out || in)
        film.set_easing(out.value_or(key.ease_out), in.value_or(key.ease_in));
}

float TimelinePanel::x_of(double seconds) const {
    return x_ + static_cast<float>(seconds / span_) * width_;
}

double TimelinePanel::seconds_at(float x) const {
    return static_cast<double>(x - x_) / static_cast<double>(width_) * span_;
}

void TimelinePanel::draw_strip(Controls &controls, FilmTimeline &film, TimelineChoice &choice) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    x_ = corner.x + em(kMargin);
    y_ = corner.y;
    width_ = width - 2 * em(kMargin);
    if (hand_ == Hand::none) // under a hand it stays what it is
        span_ = std::max(film.seconds() * kRoomBehind, kShortestSpan);
    mouse_area("##timeline-strip", {width, em(kRuler + kTrack + kLabels)});
    if (ImGui::IsItemActivated())
        press(film, choice);
    if (ImGui::IsItemActive())
        hold(film, choice);
    if (ImGui::IsItemDeactivated()) {
        film.end_drag();
        hand_ = Hand::none;
    }
    controls.note_item("timeline-strip");
    draw_ruler();
    draw_keys(film);
    draw_labels(film);
    note_keys(controls, film);
}

// In the ruler and where there is no key, the mouse takes the playhead.
void TimelinePanel::press(FilmTimeline &film, TimelineChoice &choice) {
    const ImVec2 mouse = ImGui::GetMousePos();
    std::optional<std::size_t> nearest;
    float distance = em(kReach);
    for (std::size_t at = 0; mouse.y > y_ + em(kRuler) && at < film.keys().size(); ++at) {
        const float there = std::abs(x_of(film.keys()[at].seconds) - mouse.x);
        if (there < distance) {
            nearest = at;
            distance = there;
        }
    }
    if (!nearest) {
        hand_ = Hand::playhead;
        return;
    }
    hand_ = Hand::key;
    film.choose(*nearest);
    grip_ = film.key()->seconds - seconds_at(mouse.x);
    choice.go = true;
    focus_seconds_ = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
}

void TimelinePanel::hold(FilmTimeline &film, TimelineChoice &choice) {
    const double there = seconds_at(ImGui::GetMousePos().x);
    if (hand_ == Hand::playhead) {
        const double before = film.playhead();
        film.move_playhead(there);
        choice.show = film.playhead() != before || ImGui::IsItemActivated();
        return;
    }
    // A click that trembles moves nothing.
    if (hand_ != Hand::key || !film.key() ||
        (!film.dragging() && !ImGui::IsMouseDragging(ImGuiMouseButton_Left, em(0.2))))
        return;
    film.begin_drag();
    film.drag_to(there + grip_, ImGui::GetIO().KeyShift);
}

void TimelinePanel::draw_ruler() const {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const double step = ruler_step(span_ * static_cast<double>(em(kTickGap) / width_));
    const float base = y_ + em(kRuler);
    for (int tick = 0; tick * step <= span_; ++tick) {
        const float x = x_of(tick * step);
        list.AddLine({x, base - em(0.3)}, {x, base}, Theme::kDim.packed(0.7F));
        const double seconds = tick * step;
        draw_small({x + em(0.2), y_}, Theme::kDim.packed(),
                   step < 1 ? film_time(seconds)
                            : fmt::format("{}:{:02}", std::lround(seconds) / 60,
                                          std::lround(seconds) % 60));
    }
    list.AddLine({x_, base}, {x_ + width_, base}, Theme::kDim.packed(0.4F));
}

void TimelinePanel::draw_keys(const FilmTimeline &film) const {
    ImDrawList &list = *ImGui::GetWindowDrawList();
    const float middle = y_ + em(kRuler + kTrack / 2);
    const auto &keys = film.keys();
    for (std::size_t at = 0; at + 1 < keys.size(); ++at)
        if (keys[at].way != film::FilmWay::cut)
            list.AddLine({x_of(keys[at].seconds), middle}, {x_of(keys[at + 1].seconds), middle},
                         Theme::kLeft.packed(0.5F), std::max(1.0F, em(0.15)));
    for (std::size_t at = 0; at < keys.size(); ++at)
        if (film.chosen() != at)
            draw_diamond({x_of(keys[at].seconds), middle}, em(0.42), false);
    if (film.key() != nullptr)
        draw_diamond({x_of(film.key()->seconds), middle}, em(0.5), true);
    if (keys.empty())
        return;
    const float x = x_of(film.playhead());
    const float half = em(0.35);
    const float top = y_ + em(kRuler - 0.4);
    list.AddTriangleFilled({x - half, top}, {x + half, top}, {x, top + half * 1.4F},
                           Theme::kText.packed());
    list.AddLine({x, top}, {x, y_ + em(kRuler + kTrack)}, Theme::kText.packed(0.9F),
                 std::max(1.0F, em(0.08)));
}

// Those of keys that lie close are left out; the chosen one has its own.
void TimelinePanel::draw_labels(const FilmTimeline &film) const {
    std::vector<std::pair<float, float>> taken;
    const auto draw = [&](std::size_t at) {
        const film::FilmKey &key = film.keys()[at];
        const std::string words = fmt::format(texts::timeline::kKeyLabel, key.seconds,
                                              power_of_ten_text(key.location.view.zoom));
        const float width = width_of(words) * kSmall;
        const float left = std::clamp(x_of(key.seconds) - width / 2, x_ - em(kMargin),
                                      std::max(x_, x_ + width_ + em(kMargin) - width));
        const bool free = std::none_of(taken.begin(), taken.end(), [&](const auto &other) {
            return left < other.second + em(0.5) && other.first < left + width + em(0.5);
        });
        if (!free)
            return;
        taken.emplace_back(left, left + width);
        draw_small({left, y_ + em(kRuler + kTrack)},
                   film.chosen() == at ? Theme::kText.packed() : Theme::kDim.packed(), words);
    };
    if (film.chosen())
        draw(*film.chosen());
    for (std::size_t at = 0; at < film.keys().size(); ++at)
        if (film.chosen() != at)
            draw(at);
}

// Where each key is, for tests.
void TimelinePanel::note_keys(Controls &controls, const FilmTimeline &film) const {
    const ImVec2 below = ImGui::GetCursorPos();
    for (std::size_t at = 0; at < film.keys().size(); ++at) {
        ImGui::SetCursorScreenPos({x_of(film.keys()[at].seconds) - em(kReach), y_ + em(kRuler)});
        ImGui::Dummy({2 * em(kReach), em(kTrack)});
        controls.note_item(fmt::format("timeline-key-{}", at + 1));
    }
    ImGui::SetCursorPos(below);
}

} // namespace fathom::ui
