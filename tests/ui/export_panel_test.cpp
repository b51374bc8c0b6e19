// The Export section, without a window.
#include "render/base/path_watch.h"
#include "tests/support/panel_frames.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"
#include "ui/panels/panel_export.h"
#include "ui/state/event_log.h"
#include "ui/state/pictures_folder.h"
#include "ui/state/ui_settings.h"
#include "ui/texts/common.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/item_log.h"

#include <atomic>
#include <gtest/gtest.h>
#include <latch>
#include <memory>

namespace fathom::ui::export_panel_test {

struct ExportSection {
    explicit ExportSection(PathWatch::Disk disk)
        : files([] { return PathWatch::Time(); }, [] {}, std::move(disk)) {
        context.location = &location;
        context.window = {640, 400};
        context.viewport.size = context.window;
        context.device = "cpu";
        settings.exports.folder = folder.path().string();
    }
    /// What the section says after so many frames.
    std::string words(int count = 3) {
        std::string said;
        const auto build = [&] {
            ImGui::SetNextWindowSize({400, 2000});
            ImGui::Begin("panel");
            ImGui::LogToBuffer();
            controls.begin(1);
            panel.draw(controls, context);
            said = ImGui::GetCurrentContext()->LogBuffer.c_str();
            ImGui::LogFinish();
            ImGui::End();
        };
        frames.draw(build, count);
        return said;
    }

    const TempFolder folder;
    PanelFrames frames{1000, 2000};
    UiClock clock;
    EventLog log;
    ItemLog items{log, clock};
    Controls controls{items};
    Location location;
    ExportContext context;
    UiSettings settings;
    NewFileNames names;
    PathWatch files;
    ExportPanel panel{settings, names, files, [] {}};
};

// Which may lie on a network's disk that does not answer.
TEST(ExportPanel, TellsWhatAnExportReplacesOnceTheDiskHasAnswered) {
    const auto answers = std::make_shared<std::latch>(1);
    const auto asked = std::make_shared<std::atomic<int>>(0);
    ExportSection section([answers, asked](const std::filesystem::path &path) {
        ++*asked;
        answers->wait();
        return path.filename() == "there.png";
    });
    section.panel.take_path((section.folder.path() / "there.png").string());
    const std::string before = section.words(100);
    EXPECT_NE(before.find("megapixels, computed by cpu"), std::string::npos) << before;
    EXPECT_EQ(before.find(texts::common::kReplacesFile), std::string::npos) << before;
    answers->count_down();
    ASSERT_TRUE(wait_for([&] { return section.files.poll(); }));
    EXPECT_EQ(*asked, 1);
    const std::string after = section.words();
    EXPECT_NE(after.find(texts::common::kReplacesFile), std::string::npos) << after;
    section.panel.take_path((section.folder.path() / "new.png").string());
    section.words();
    ASSERT_TRUE(wait_for([&] { return section.files.poll(); }));
    const std::string of_new = section.words();
    EXPECT_EQ(of_new.find(texts::common::kReplacesFile), std::string::npos) << of_new;
}

} // namespace fathom::ui::export_panel_test
