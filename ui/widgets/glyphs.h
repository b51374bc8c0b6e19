#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>

namespace fathom::ui {

/// The characters beyond Latin 1 that panels show, such as those of people's file names: the
/// window's font is made with what of them there is.
class Glyphs {
  public:
    /// Panels are about to show that UTF-8.
    void want(std::string_view words);
    /// Whether there are any that take_news() has not told of.
    bool take_news();
    /// All of them, as Unicode has them.
    [[nodiscard]] const std::set<unsigned> &all() const { return all_; }

  private:
    std::set<unsigned> all_;
    bool news_ = false;
};

/// A font file of this machine with the characters of East Asia, by the names that distributions
/// give them, in the system's folders or the person's; nothing where there is none.
std::optional<std::filesystem::path> find_wide_font();

} // namespace fathom::ui
