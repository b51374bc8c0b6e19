// What typing finds in the help.
#include "ui/state/help_search.h"

#include "tests/support/temp_folder.h"

#include <fstream>
#include <gtest/gtest.h>

namespace fathom::ui::help_search_test {

TEST(HelpSearch, ReadsThePagesWithoutTheirMarks) {
    const TempFolder folder;
    const std::filesystem::path path = folder.path() / "page.md";
    std::ofstream(path) << "# A *title*\n\n| `zoom` | **how deep** |\n| --- | --- |\nplain\n";
    const std::vector<ManualPage> pages{{"none", folder.path() / "absent.md"}, {"one", path}};
    const auto lines = manual_lines(pages);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0].text, "A title");
    EXPECT_NE(lines[1].text.find("zoom"), std::string::npos);
    EXPECT_NE(lines[1].text.find("how deep"), std::string::npos);
    EXPECT_EQ(lines[1].text.find_first_of("|`*"), std::string::npos);
    EXPECT_EQ(lines[2].text, "plain");
    EXPECT_EQ(lines[2].page, 1u);
}

TEST(HelpSearch, FindsKeysGesturesAndLines) {
    const std::vector<ManualLine> manual{{0, "A minibrot is a copy"}, {0, "nothing of it"}};
    const HelpMatches all = find_help("", manual);
    EXPECT_EQ(all.gestures.size(), mouse_gestures().size());
    EXPECT_EQ(all.lines.size(), 2u);
    for (const KeyBinding *binding : all.keys)
        EXPECT_NE(binding->label, nullptr);
    const HelpMatches some = find_help("MINIBROT", manual);
    ASSERT_EQ(some.keys.size(), 1u);
    EXPECT_EQ(some.keys.front()->action, Action::minibrot);
    EXPECT_TRUE(some.gestures.empty());
    ASSERT_EQ(some.lines.size(), 1u);
    EXPECT_EQ(some.lines.front(), manual.data());
    EXPECT_EQ(find_help("ctrl+z undo", manual).keys.size(), 1u) << "by label and effect";
    EXPECT_EQ(find_help("box drag", manual).gestures.size(), 1u);
}

} // namespace fathom::ui::help_search_test
