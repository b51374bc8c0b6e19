#pragma once
#include <optional>
#include <string>

namespace fathom::ui {

class ItemLog;

/// The field in which a folder of bookmarks gets another name.
class FolderName {
  public:
    /// Draws it for that folder. Returns what was entered now.
    std::optional<std::string> draw(const std::string &folder, ItemLog &items, double pixel_ratio);
    /// The folder that was asked for last, an id; none: the field has not been used.
    [[nodiscard]] const std::optional<std::string> &wanted() const { return wanted_; }

  private:
    std::string folder_; ///< whose name text_ began as
    std::string text_;
    std::optional<std::string> wanted_;
};

} // namespace fathom::ui
