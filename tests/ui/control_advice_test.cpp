// What helps, in the window's words.
#include "ui/state/control_advice.h"

#include "render/base/error.h"

#include <gtest/gtest.h>

namespace fathom::ui::control_advice_test {

TEST(Advice, TheWindowNamesItsControls) {
    using Kind = Remedy::Kind;
    const InputError error("it is too deep", {{Kind::precision, "perturb-f64"}, "zoom out"});
    EXPECT_STREQ(error.what(), "it is too deep");
    EXPECT_EQ(with_controls(error),
              "it is too deep; choose the precision perturb-f64 in the View section or zoom out");
    EXPECT_EQ(with_controls(std::runtime_error("broken")), "broken");
    EXPECT_EQ(with_controls(std::optional<Complaint>()), std::nullopt);
    EXPECT_EQ(with_controls(Complaint("no", {"a", "b", "c"})), "no; a, b or c");
}

TEST(Advice, HasWordsForEveryRemedyAndNoOptionAmongThem) {
    const auto last = static_cast<int>(Remedy::Kind::cuda_build);
    for (int kind = 0; kind <= last; ++kind) {
        const Remedy remedy(static_cast<Remedy::Kind>(kind), "value");
        const std::string words = with_controls(Complaint("x", {remedy}));
        EXPECT_GT(words.size(), 6u) << kind;
        EXPECT_EQ(words.find("--"), std::string::npos) << words;
    }
}

TEST(Advice, FilesAreToldByTheirNames) {
    EXPECT_EQ(named_shortly("/a/b.toml:3: no; is /a/b.toml whole?", "/a/b.toml"),
              "b.toml:3: no; is b.toml whole?");
    EXPECT_EQ(named_shortly("b.toml is gone", "b.toml"), "b.toml is gone");
    EXPECT_EQ(named_shortly("/c is full", "/a/b.toml"), "/c is full");
}

} // namespace fathom::ui::control_advice_test
