#pragma once
#include "render/base/complaint.h"

#include <exception>
#include <optional>
#include <string>

namespace fathom::ui {

/// The whole sentence, which names the window's control for each remedy.
std::string with_controls(const Complaint &complaint);
/// Likewise what an exception says, and what may be wrong.
std::string with_controls(const std::exception &error);
std::optional<std::string> with_controls(const std::optional<Complaint> &complaint);

} // namespace fathom::ui
