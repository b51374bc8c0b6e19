// Where the film's timeline lies, without a window.
#include "tests/support/panel_frames.h"
#include "ui/panels/panel_timeline.h"
#include "ui/state/event_log.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/item_log.h"

#include <gtest/gtest.h>

namespace fathom::ui::timeline_panel_test {

struct Timeline {
    Timeline(float width, float height) : frames(width, height) {
        film::Film made;
        made.keys.resize(2);
        made.keys[1].seconds = 5;
        film.open(made);
    }
    TimelineChoice draw(float left) {
        TimelineChoice choice;
        frames.draw([&] {
            controls.begin(1);
            choice = panel.draw(controls, film, {left, kBar, "", false});
        });
        return choice;
    }
    /// A click of the left button, from where the mouse has been for a while.
    TimelineChoice click(ImVec2 place) {
        ImGuiIO &io = ImGui::GetIO();
        io.MousePos = place;
        draw(0);
        io.MouseDown[0] = true;
        TimelineChoice pressed;
        frames.draw([&] { pressed = panel.draw(controls, film, {0, kBar, "", false}); }, 1);
        io.MouseDown[0] = false;
        draw(0);
        return pressed;
    }

    static constexpr float kBar = 30;
    PanelFrames frames;
    UiClock clock;
    EventLog log;
    ItemLog items{log, clock};
    Controls controls{items};
    TimelinePanel panel;
    FilmTimeline film;
};

TEST(TimelinePanel, LiesBetweenSidePanelAndStatusBar) {
    Timeline timeline(1000, 700);
    const TimelineChoice choice = timeline.draw(320);
    const ImRect place = PanelFrames::place("timeline");
    EXPECT_EQ(place.Min.x, 320);
    EXPECT_EQ(place.Max.x, 1000);
    EXPECT_NEAR(place.Max.y, 700 - Timeline::kBar, 1);
    EXPECT_NEAR(choice.height, place.GetHeight(), 1);
    EXPECT_LT(choice.height, 700 / 5);
}

TEST(TimelinePanel, LeavesMostOfANarrowWindowToThePicture) {
    for (const float width : {300.0F, 480.0F}) {
        Timeline timeline(width, 500);
        EXPECT_GT(timeline.draw(0).height, 0);
        EXPECT_LT(PanelFrames::place("timeline").GetHeight(), 500.0F * 0.42F) << width;
    }
}

// As with text of twice the size.
TEST(TimelinePanel, LeavesMostOfTheHeightToThePictureBesideAWidePanel) {
    Timeline timeline(500, 420);
    EXPECT_GT(timeline.draw(365).height, 0);
    EXPECT_LT(PanelFrames::place("timeline").GetHeight(), 420.0F * 0.45F);
}

// Who has pressed Play finds Stop in its place.
TEST(TimelinePanel, KeepsItsHeightWhenTheFilmPlays) {
    Timeline timeline(900, 700);
    timeline.film.choose(0);
    const float height = timeline.draw(360).height;
    timeline.film.play();
    timeline.film.advance(1);
    ASSERT_EQ(timeline.film.key(), nullptr);
    EXPECT_EQ(timeline.draw(360).height, height);
    // As high as its buttons are where no key was chosen yet, or in a wider window.
    Timeline fresh(900, 700);
    fresh.film.move_playhead(1);
    EXPECT_LT(fresh.draw(360).height, height);
    EXPECT_LT(timeline.draw(0).height, height);
}

TEST(TimelinePanel, IsNotThereWhereThereIsNoRoom) {
    Timeline timeline(1000, 150);
    EXPECT_EQ(timeline.draw(0).height, 0);
}

TEST(TimelinePanel, SaysWhetherItWasPressed) {
    Timeline timeline(1000, 700);
    timeline.draw(0);
    const ImRect place = PanelFrames::place("timeline");
    EXPECT_EQ(timeline.click({500, 100}).pressed, false);
    EXPECT_EQ(timeline.click({place.Min.x + 3, place.Min.y + 3}).pressed, true);
    EXPECT_FALSE(timeline.draw(0).pressed);
}

TEST(TimelinePanel, TheRulerTakesThePlayheadAndAKeyIsChosen) {
    Timeline timeline(1000, 700);
    timeline.draw(0);
    const ImRect place = PanelFrames::place("timeline");
    const float em = ImGui::GetFontSize();
    // The strip's lines from below: padding, labels, the track with the keys, the ruler.
    const float track = place.Max.y - em * (0.5F + 1.0F + 0.6F);
    const TimelineChoice shown = timeline.click({500, track - 1.2F * em});
    EXPECT_TRUE(shown.show);
    EXPECT_GT(timeline.film.playhead(), 2);
    EXPECT_LT(timeline.film.playhead(), 4);
    EXPECT_FALSE(timeline.film.chosen());
    const TimelineChoice gone = timeline.click({place.Min.x + em * (0.8F + 1.6F), track});
    EXPECT_TRUE(gone.go);
    EXPECT_EQ(timeline.film.chosen(), 0U);
}

} // namespace fathom::ui::timeline_panel_test
