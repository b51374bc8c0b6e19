#include "ui/widgets/icons.h"

#include <algorithm>
#include <initializer_list>
#include <numbers>

namespace fathom::ui {
namespace {

/// Draws in a square from -1 to 1, y downwards.
class Pen {
  public:
    Pen(ImDrawList &list, ImVec2 centre, float size, ImU32 colour)
        : list_(list), centre_(centre), half_(size / 2), colour_(colour),
          width_(std::max(1.0F, size / 11)) {}

    void lines(std::initializer_list<ImVec2> points, bool closed = false) {
        for (const ImVec2 &point : points)
            list_.PathLineTo(at(point));
        list_.PathStroke(colour_, closed ? ImDrawFlags_Closed : ImDrawFlags_None, width_);
    }
    void fill(std::initializer_list<ImVec2> points) {
        for (const ImVec2 &point : points)
            list_.PathLineTo(at(point));
        list_.PathFillConvex(colour_);
    }
    void box(ImVec2 low, ImVec2 high) { list_.AddRect(at(low), at(high), colour_, 0, 0, width_); }
    void fill_box(ImVec2 low, ImVec2 high) { list_.AddRectFilled(at(low), at(high), colour_); }
    void ring(ImVec2 middle, float radius) {
        list_.AddCircle(at(middle), radius * half_, colour_, 0, width_);
    }
    void disc(ImVec2 middle, float radius) {
        list_.AddCircleFilled(at(middle), radius * half_, colour_);
    }
    /// From angle to angle, in turns clockwise from the right.
    void arc(ImVec2 middle, float radius, float from, float to) {
        constexpr float kTurn = 2 * std::numbers::pi_v<float>;
        list_.PathArcTo(at(middle), radius * half_, from * kTurn, to * kTurn);
        list_.PathStroke(colour_, ImDrawFlags_None, width_);
    }
    void curve(ImVec2 from, ImVec2 first, ImVec2 second, ImVec2 to) {
        list_.AddBezierCubic(at(from), at(first), at(second), at(to), colour_, width_);
    }
    void letter(const char *words) {
        const float size = half_ * 1.7F;
        const ImVec2 room = ImGui::GetFont()->CalcTextSizeA(size, 1e6F, 0, words);
        list_.AddText(ImGui::GetFont(), size, {centre_.x - room.x / 2, centre_.y - room.y / 2},
                      colour_, words);
    }

  private:
    [[nodiscard]] ImVec2 at(ImVec2 point) const {
        return {centre_.x + point.x * half_, centre_.y + point.y * half_};
    }

    ImDrawList &list_;
    ImVec2 centre_;
    float half_;
    ImU32 colour_;
    float width_;
};

// An arrow that comes round to the left, or mirrored, to the right.
void draw_turn(Pen &pen, float side) {
    pen.arc({side * 0.3F, 0.25F}, 0.55F, side > 0 ? -0.25F : 0.25F, side > 0 ? 0.25F : 0.75F);
    pen.lines({{side * 0.3F, -0.3F}, {side * -0.7F, -0.3F}});
    pen.lines({{side * 0.3F, 0.8F}, {side * -0.3F, 0.8F}});
    pen.fill({{side * -0.95F, -0.3F}, {side * -0.4F, -0.75F}, {side * -0.4F, 0.15F}});
}

void draw_frame_corners(Pen &pen) {
    for (const float x : {-1.0F, 1.0F})
        for (const float y : {-1.0F, 1.0F})
            pen.lines({{0.85F * x, 0.35F * y}, {0.85F * x, 0.8F * y}, {0.4F * x, 0.8F * y}});
    pen.disc({0, 0}, 0.22F);
}

void draw_film_strip(Pen &pen) {
    pen.box({-0.9F, -0.7F}, {0.9F, 0.7F});
    for (const float x : {-0.6F, 0.6F}) {
        pen.lines({{x * 0.8F, -0.7F}, {x * 0.8F, 0.7F}});
        for (const float y : {-0.4F, 0.0F, 0.4F})
            pen.fill_box({x * 1.15F - 0.1F, y - 0.1F}, {x * 1.15F + 0.1F, y + 0.1F});
    }
}

void draw_chip(Pen &pen) {
    pen.box({-0.6F, -0.6F}, {0.6F, 0.6F});
    pen.fill_box({-0.25F, -0.25F}, {0.25F, 0.25F});
    for (const float at : {-0.35F, 0.0F, 0.35F})
        for (const float side : {-1.0F, 1.0F}) {
            pen.lines({{at, 0.6F * side}, {at, 0.95F * side}});
            pen.lines({{0.6F * side, at}, {0.95F * side, at}});
        }
}

} // namespace

void draw_icon(ImDrawList &list, Icon icon, ImVec2 centre, float size, ImU32 colour) {
    Pen pen(list, centre, size, colour);
    switch (icon) {
    case Icon::view:
        return draw_frame_corners(pen);
    case Icon::formula:
        pen.curve({-0.55F, 0.9F}, {0.3F, 0.95F}, {-0.2F, -0.95F}, {0.6F, -0.9F});
        return pen.lines({{-0.4F, -0.15F}, {0.45F, -0.15F}});
    case Icon::colour:
        pen.ring({0, 0}, 0.9F);
        for (const ImVec2 dot : {ImVec2{-0.42F, 0.1F}, {-0.1F, -0.42F}, {0.4F, -0.25F}})
            pen.disc(dot, 0.2F);
        return pen.ring({0.3F, 0.4F}, 0.22F);
    case Icon::places:
        pen.arc({0, -0.25F}, 0.65F, 0.42F, 1.08F);
        pen.lines({{-0.57F, 0.06F}, {0, 0.95F}, {0.57F, 0.06F}});
        return pen.disc({0, -0.25F}, 0.24F);
    case Icon::minibrot:
        pen.disc({0.3F, 0}, 0.62F);
        pen.disc({-0.55F, 0}, 0.3F);
        return pen.lines({{-1, 0}, {-0.55F, 0}});
    case Icon::compare:
        pen.box({-0.9F, -0.7F}, {0.9F, 0.7F});
        return pen.fill_box({0, -0.7F}, {0.9F, 0.7F});
    case Icon::picture:
        pen.lines({{-0.85F, 0.2F}, {-0.85F, 0.85F}, {0.85F, 0.85F}, {0.85F, 0.2F}});
        pen.lines({{0, -0.9F}, {0, 0.25F}});
        return pen.fill({{0, 0.5F}, {-0.42F, -0.05F}, {0.42F, -0.05F}});
    case Icon::film:
        return draw_film_strip(pen);
    case Icon::devices:
        return draw_chip(pen);
    case Icon::help:
        pen.ring({0, 0}, 0.95F);
        return pen.letter("?");
    case Icon::play:
        return pen.fill({{-0.6F, -0.85F}, {0.85F, 0}, {-0.6F, 0.85F}});
    case Icon::stop:
        return pen.fill_box({-0.7F, -0.7F}, {0.7F, 0.7F});
    case Icon::undo:
        return draw_turn(pen, 1);
    case Icon::redo:
        return draw_turn(pen, -1);
    case Icon::folder:
        return pen.lines({{-0.9F, 0.7F},
                          {-0.9F, -0.65F},
                          {-0.25F, -0.65F},
                          {-0.05F, -0.4F},
                          {0.9F, -0.4F},
                          {0.9F, 0.7F}},
                         true);
    case Icon::bin:
        pen.lines({{-0.8F, -0.55F}, {0.8F, -0.55F}});
        pen.lines({{-0.3F, -0.55F}, {-0.3F, -0.85F}, {0.3F, -0.85F}, {0.3F, -0.55F}});
        pen.lines({{-0.6F, -0.55F}, {-0.5F, 0.85F}, {0.5F, 0.85F}, {0.6F, -0.55F}});
        return pen.lines({{0, -0.2F}, {0, 0.5F}});
    }
}

} // namespace fathom::ui
