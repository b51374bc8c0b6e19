#pragma once
#include "render/base/complaint.h"

#include <exception>
#include <filesystem>
#include <optional>
#include <string>

namespace fathom::ui {

/// The whole sentence, which names the window's control for each remedy.
std::string with_controls(const Complaint &complaint);
/// Likewise what an exception says, and what may be wrong.
std::string with_controls(const std::exception &error);
std::optional<std::string> with_controls(const std::optional<Complaint> &complaint);

/// The words, in which that file has its name alone instead of its whole path.
std::string named_shortly(std::string words, const std::filesystem::path &file);

} // namespace fathom::ui
