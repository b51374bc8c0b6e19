#pragma once
#include <filesystem>
#include <string>

namespace fathom::ui {

/// Whether a file's name ends as that of one with sound and nothing else.
bool is_sound_name(const std::filesystem::path &path);

/// The whole path of the file that a person calls so, where a film is to have its sound: "~/" is
/// their home, and a name alone lies in `folder`. Throws InputError where there is no such file or
/// no film's file can hold its name.
std::filesystem::path sound_file(const std::string &words, const std::filesystem::path &folder);

} // namespace fathom::ui
