// How far engines are, in words.
#include "ui/live/progress.h"

#include <gtest/gtest.h>

namespace fathom::ui::progress_test {

TEST(Progress, SaysWhatIsUnfinished) {
    using State = Progress::State;
    EXPECT_EQ(describe({State::computing, 0.034}), "computing 3 %");
    EXPECT_EQ(describe({State::computing, 0.9999}), "computing 99 %");
    EXPECT_EQ(describe({State::computing, 0}), "computing a preview");
    EXPECT_EQ(describe({State::computing, 0.0012}), "computing 0.12 %");
    EXPECT_EQ(describe({State::stopped, 0.034}), "stopped at 3 %, Space continues");
    EXPECT_EQ(describe({State::complete, 1}), "");
    EXPECT_EQ(describe(limit_progress(0.429)), "choosing iterations 42 %");
}

TEST(Progress, OfTwoEnginesIsCompleteOnlyWithBoth) {
    using State = Progress::State;
    EXPECT_TRUE(together({{State::complete, 1}, {State::complete, 1}}).complete());
    const Progress second = together({{State::complete, 1}, {State::computing, 0.5}});
    EXPECT_EQ(second.state, State::computing);
    EXPECT_EQ(second.share, 0.75);
    EXPECT_EQ(together({{State::waiting, 0}, {State::computing, 0.5}}).state, State::computing);
    EXPECT_EQ(together({{State::stopped, 0.5}, {State::computing, 0.5}}).state, State::computing);
    EXPECT_EQ(together({{State::complete, 1}, {State::stopped, 0}}).state, State::stopped);
    EXPECT_EQ(together({{State::complete, 1}, {State::starting, 0}}).state, State::starting);
}

} // namespace fathom::ui::progress_test
