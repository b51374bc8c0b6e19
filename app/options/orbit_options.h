#pragma once
#include "app/commands.h"

#include <memory>

namespace fathom::app {

class CommandOptions;

/// The ending of a reference orbit's file.
inline constexpr const char *kOrbitType = ".orbit";

/// Offers all that `fathom orbit` takes. `orbit` has to outlive the parsing.
void add_orbit_command(CommandOptions &command, OrbitCommand &orbit);

/// Offers --orbit; `where` has to outlive the parsing.
void add_orbit_option(CommandOptions &command, WhereOptions &where);

/// Offers --orbit-memory; `where` has to outlive the parsing.
void add_orbit_memory_option(CommandOptions &command, WhereOptions &where);

/// What makes the view's reference orbit on so many threads, or has the one of --orbit; within the
/// memory that is allowed it. Throws InputError for a file that cannot be used.
std::shared_ptr<ReferenceCache> make_reference_cache(const WhereOptions &where, int threads);

/// Throws InputError if there is --orbit and the method takes no reference orbit.
void check_orbit_is_used(const WhereOptions &where, const Method &method);

} // namespace fathom::app
