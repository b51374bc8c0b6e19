#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace fathom::ui {

/// Where the desktop keeps pictures: $XDG_PICTURES_DIR, else as the XDG user directories file says,
/// else Pictures in one's home, which is made; where that cannot be, the current folder.
std::filesystem::path pictures_folder();

/// The whole path of what a person calls so: "~/" is their home, and what is no whole path lies in
/// `folder`, or in the pictures' folder where there is none of that name.
std::filesystem::path typed_path(const std::string &words, const std::filesystem::path &folder);

/// Names for new files, none of them given out twice: a picture that is still being written does
/// not exist yet.
class NewFileNames {
  public:
    /// A path in `folder`, or in the pictures' folder where there is none of that name, that does
    /// not exist yet: fathom-YYYYMMDD-HHMMSS in local time and the extension, such as ".png".
    std::filesystem::path next(std::string_view extension,
                               const std::filesystem::path &folder = {});
    /// The whole path of the file that a person calls so, as typed_path() has it: a folder gets a
    /// new name in it, and a name has that extension if it does not say what it is.
    std::filesystem::path named(const std::string &words, const std::filesystem::path &folder,
                                std::string_view extension = ".png");

  private:
    std::set<std::filesystem::path> given_;
};

} // namespace fathom::ui
