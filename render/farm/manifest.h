#pragma once
#include "render/farm/job.h"

#include <string>
#include <string_view>

namespace fathom::farm {

/// The name of a job's manifest in its folder.
inline constexpr const char *kManifestName = "job.toml";

/// A job's manifest as TOML: a first line with the id, which is made of all others. The job's own
/// id is not looked at.
std::string to_text(const FarmJob &job);

/// Reads it as a stranger's from `source`, which messages name. The folder stays empty. Throws
/// InputError 'SOURCE:LINE: REASON'.
FarmJob parse_manifest(std::string_view text, std::string_view source);

} // namespace fathom::farm
