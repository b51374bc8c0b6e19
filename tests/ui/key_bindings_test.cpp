// What keys do.
#include "ui/state/key_bindings.h"

#include <gtest/gtest.h>

namespace fathom::ui::key_bindings_test {

TEST(Commands, EveryActionHasAKeyAndNoKeyHasTwo) {
    for (int action = 0; action <= static_cast<int>(Action::quit); ++action) {
        int labels = 0;
        for (const KeyBinding &binding : key_bindings())
            labels += binding.action == static_cast<Action>(action) && binding.label != nullptr;
        EXPECT_EQ(labels, 1) << "action " << action;
    }
    const auto bindings = key_bindings();
    for (std::size_t a = 0; a < bindings.size(); ++a)
        for (std::size_t b = a + 1; b < bindings.size(); ++b)
            EXPECT_FALSE(bindings[a].key == bindings[b].key &&
                         bindings[a].control == bindings[b].control &&
                         (bindings[a].shift == bindings[b].shift || bindings[a].shift < 0 ||
                          bindings[b].shift < 0))
                << bindings[a].effect << " and " << bindings[b].effect;
}

} // namespace fathom::ui::key_bindings_test
