// Where panels lie, without a window.
#include "tests/support/panel_frames.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/help_and_hints.h"
#include "ui/explorer/messages.h"
#include "ui/panels/panels.h"
#include "ui/state/event_log.h"
#include "ui/state/toasts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/glyphs.h"
#include "ui/widgets/hints.h"
#include "ui/widgets/item_log.h"
#include "ui/widgets/theme.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::ui::panel_layout_test {

struct Panels {
    PanelFrames frames;
    UiClock clock;
    EventLog log;
    ItemLog items{log, clock};
    Controls controls{items};
};

TEST(PanelLayout, MessagesLieAboveTheHints) {
    Panels panels;
    Toasts toasts(panels.clock);
    toasts.complain(
        "The last session is lost: /home/somebody/.local/state/fathom/session.toml:2: location "
        "must be a location file's text, got nonsense; it was set aside as another file.");
    panels.frames.draw([&] {
        const HintsDrawn hints = draw_hints(panels.controls, 0, 30);
        draw_toasts(panels.controls, toasts, hints.height);
    });
    const ImRect hints = PanelFrames::place("hints");
    const ImRect toast = PanelFrames::place("toast1");
    ASSERT_GT(hints.GetArea(), 0);
    ASSERT_GT(toast.GetArea(), 0);
    EXPECT_FALSE(hints.Overlaps(toast));
    EXPECT_GE(toast.Min.y, 0);
}

TEST(PanelLayout, OfFilesInOneFolderTheNewestMessageOffersIt) {
    Panels panels;
    Toasts toasts(panels.clock);
    for (const char *words : {"one", "two", "elsewhere", "three"})
        toasts.say(words, words == std::string_view("elsewhere") ? "/b" : "/a");
    std::vector<std::filesystem::path> folders;
    for (const Toasts::Toast &toast : toasts.list())
        folders.push_back(toast.folder);
    EXPECT_EQ(folders, (std::vector<std::filesystem::path>{{}, {}, "/b", "/a"}));
    panels.frames.draw([&] { draw_toasts(panels.controls, toasts, 30); });
    for (const char *name : {"toast1", "toast2", "toast3", "toast4"}) {
        const ImGuiWindow *window = ImGui::FindWindowByName(name);
        ASSERT_NE(window, nullptr) << name;
        const bool takes_mouse = (window->Flags & ImGuiWindowFlags_NoMouseInputs) == 0;
        EXPECT_EQ(takes_mouse, name > std::string("toast2")) << name;
    }
}

TEST(Glyphs, AreThoseBeyondLatin1ThatPanelsShow) {
    Panels panels;
    Glyphs glyphs;
    ImGui::GetIO().UserData = &glyphs;
    panels.frames.draw([] {
        ImGui::Begin("panel");
        text("caf\u00e9.png");
        ImGui::End();
    });
    EXPECT_FALSE(glyphs.take_news());
    panels.frames.draw([] {
        ImGui::Begin("panel");
        text("/home/\u65e5\u672c/\u0142\u03a9.png \xff\xe6");
        ImGui::End();
    });
    EXPECT_TRUE(glyphs.take_news());
    for (const unsigned character : {0x65e5U, 0x672cU, 0x142U, 0x3a9U})
        EXPECT_TRUE(glyphs.all().contains(character)) << character;
    panels.frames.draw([] {
        ImGui::Begin("panel");
        text("\u65e5");
        ImGui::End();
    });
    EXPECT_FALSE(glyphs.take_news()) << "the font has it";
}

TEST(PanelLayout, HintsGoByThemselves) {
    Panels panels;
    FramePacing pacing;
    Messages messages(panels.clock, pacing);
    HelpAndHints help(messages);
    UiSettings settings;
    const UiClock::Time now = panels.clock.now();
    panels.frames.draw([&] { help.draw_hints(panels.controls, settings, 0, 30, now); });
    EXPECT_FALSE(help.expire(settings, now + std::chrono::seconds(30)));
    ASSERT_TRUE(help.next_expiry());
    EXPECT_TRUE(help.expire(settings, *help.next_expiry()));
    EXPECT_TRUE(settings.hints_seen);
    EXPECT_FALSE(help.next_expiry());
    EXPECT_EQ(help.draw_hints(panels.controls, settings, 0, 30, now), 30);
}

TEST(PanelLayout, ARefusalStandsBesideThePanelAndMovesNothing) {
    Panels panels;
    float second = 0;
    float below = 0;
    const auto build = [&] {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({300, 600});
        ImGui::Begin("panel");
        panels.controls.label("Pixels");
        panels.controls.number_field("first", 5, {1, 10}, 80);
        ImGui::SameLine();
        panels.controls.number_field("second", 6, {1, 10}, 80);
        second = ImGui::GetItemRectMin().x;
        panels.controls.label("Next");
        panels.controls.number_field("third", 7, {1, 10});
        below = ImGui::GetItemRectMin().y;
        ImGui::End();
    };
    panels.frames.draw(build);
    const float usual_second = second;
    const float usual_below = below;
    panels.controls.refuse("first", "Enter a number from 1 to 10.");
    panels.frames.draw(build);
    EXPECT_TRUE(panels.controls.refused("first"));
    EXPECT_EQ(second, usual_second);
    EXPECT_EQ(below, usual_below);
    const ImRect reason = PanelFrames::place("refusal first");
    EXPECT_GT(reason.GetArea(), 0);
    EXPECT_GE(reason.Min.x, PanelFrames::place("panel").Max.x) << "it covers no control";
    // Esc brings the value in use back, and so does leaving the section.
    EXPECT_TRUE(panels.controls.take_back_refusals());
    EXPECT_FALSE(panels.controls.take_back_refusals());
    panels.controls.refuse("first", "Enter a number from 1 to 10.");
    panels.frames.draw([] {});
    panels.frames.draw(build);
    EXPECT_FALSE(panels.controls.refused("first"));
}

TEST(PanelLayout, WhatCannotBeUsedIsGreyInItsPlace) {
    Panels panels;
    float below = 0;
    bool enabled = false;
    const auto build = [&](const char *why_not) {
        ImGui::SetNextWindowSize({300, 600});
        ImGui::Begin("panel");
        {
            const Controls::Unless unless(panels.controls, why_not);
            panels.controls.button("some", "Some", -1);
            enabled = (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) == 0;
        }
        panels.controls.button("next", "Next", -1);
        below = ImGui::GetItemRectMin().y;
        EXPECT_EQ(ImGui::GetItemFlags() & ImGuiItemFlags_Disabled, 0);
        ImGui::End();
    };
    panels.frames.draw([&] { build(nullptr); });
    EXPECT_TRUE(enabled);
    const float usual = below;
    panels.frames.draw([&] { build("There is nothing to do."); });
    EXPECT_FALSE(enabled);
    EXPECT_EQ(below, usual);
}

TEST(PanelLayout, WordsAreShortenedInTheirMiddle) {
    Panels panels;
    panels.frames.draw([] {
        ImGui::Begin("panel");
        const std::string number = "-0.743643887037158704752191506114774";
        const float room = ImGui::CalcTextSize(number.c_str()).x / 2;
        EXPECT_EQ(shortened(number, 2 * room), number);
        const std::string half = shortened(number, room);
        EXPECT_LE(ImGui::CalcTextSize(half.c_str()).x, room);
        EXPECT_TRUE(half.starts_with("-0.74")) << half;
        EXPECT_TRUE(half.ends_with("774")) << half;
        EXPECT_NE(half.find("..."), std::string::npos) << half;
        const std::string umlauts = "\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc";
        for (float width = 0; width < 100; ++width)
            for (const char c : shortened(umlauts, width))
                EXPECT_TRUE(c == '.' || (static_cast<unsigned char>(c) & 0x80) != 0);
        ImGui::End();
    });
}

TEST(PanelLayout, TheStatusBarIsOneLine) {
    Panels panels;
    Location location;
    location.view.re = Decimal::parse("-1." + std::string(900, '7'));
    location.view.im = Decimal::parse("0." + std::string(900, '3'));
    location.view.zoom = Decimal::parse("1e900");
    StatusInfo info;
    info.location = &location;
    info.source = "perturb-f64 on gpu0 and cpu";
    info.palette = "a palette with a long name";
    const auto height = [&] {
        panels.frames.draw([&] { draw_status_bar(panels.controls, info); });
        return PanelFrames::place("status").GetHeight();
    };
    const float deep = height();
    EXPECT_LT(deep, 2 * ImGui::GetFontSize());
    info.warning = "this number type cannot tell the pixels of this view apart; choose another";
    EXPECT_EQ(height(), deep);
    location = {};
    info.cursor = location.view;
    EXPECT_EQ(height(), deep);
}

TEST(PanelLayout, TheOverlayIsShortUnlessItIsToBeFull) {
    Panels panels;
    FrameStats stats;
    stats.add({30, 5, 1, 1000, 1});
    OverlayInfo info;
    EngineReport report;
    report.info = {"cpu", "A processor", "", {}};
    report.precision = "f64";
    report.method = "la, period 86,614, 254 bits, reference 1.37 s";
    report.interop = "not needed: host memory";
    report.stats = &stats;
    info.engines = {report};
    panels.frames.draw([&] { draw_overlay(info); });
    const float full = PanelFrames::place("overlay").GetHeight();
    info.brief = true;
    panels.frames.draw([&] { draw_overlay(info); });
    const float brief = PanelFrames::place("overlay").GetHeight();
    EXPECT_GT(brief, 0);
    EXPECT_LT(brief, full / 2);
}

} // namespace fathom::ui::panel_layout_test
