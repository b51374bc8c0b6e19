#pragma once
#include "render/base/complaint.h"

#include <string>
#include <vector>

namespace fathom::app {

/// The whole sentence, which names the option for each remedy.
std::string with_options(const Complaint &complaint);
std::vector<std::string> with_options(const std::vector<Complaint> &complaints);

} // namespace fathom::app
