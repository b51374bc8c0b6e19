#pragma once
#include <filesystem>
#include <set>
#include <string_view>

namespace fathom {

/// Where the desktop keeps pictures: $XDG_PICTURES_DIR, else as the XDG user directories file says,
/// else the current folder.
std::filesystem::path pictures_folder();

/// Names for new files, none of them given out twice: a picture that is still being written does
/// not exist yet.
class NewFileNames {
  public:
    /// A path in the pictures' folder that does not exist yet: fathom-YYYYMMDD-HHMMSS in local time
    /// and the extension, such as ".png".
    std::filesystem::path next(std::string_view extension);

  private:
    std::set<std::filesystem::path> given_;
};

} // namespace fathom
