#include "app/options/orbit_options.h"

#include "app/options/option_values.h"
#include "app/options/text_option.h"
#include "render/base/error.h"
#include "render/deep/orbit_file.h"
#include "render/deep/reference_cache.h"

#include <fmt/format.h>

namespace fathom::app {

void add_orbit_command(CLI::App &command, OrbitCommand &orbit) {
    add_text_option(command, "-o,--output", "FILE", "FILE.orbit",
                    [&](const std::string &text) { orbit.file = text; });
    add_place_options(command, orbit.where);
    add_unskew_option(command, orbit.where);
    add_threads_option(command, orbit.where.threads);
    add_orbit_memory_option(command, orbit.where);
}

void add_orbit_option(CLI::App &command, WhereOptions &where) {
    add_text_option(command, "--orbit", "FILE",
                    "the reference orbit that fathom orbit wrote for this view, or a deeper one "
                    "near it",
                    [&](const std::string &text) { where.orbit = text; });
}

void add_orbit_memory_option(CLI::App &command, WhereOptions &where) {
    add_text_option(
        command, "--orbit-memory", "BYTES",
        "memory for a reference orbit and its jumps, such as 200M or 4G; an orbit that "
        "does not fit is packed (three quarters of what there is)",
        [&](const std::string &text) { where.orbit_memory = parse_bytes("--orbit-memory", text); });
}

std::shared_ptr<ReferenceCache> make_reference_cache(const WhereOptions &where, int threads) {
    const std::uint64_t memory = where.orbit_memory.value_or(default_orbit_bytes());
    auto cache = std::make_shared<ReferenceCache>(threads);
    cache->limit_memory(memory);
    if (where.orbit)
        cache->use(read_orbit_file(*where.orbit, memory), where.orbit->string());
    return cache;
}

void check_orbit_is_used(const WhereOptions &where, const Method &method) {
    if (where.orbit && !is_perturbed(method.precision))
        throw InputError(fmt::format("--orbit: this view is iterated in {}, which takes no "
                                     "reference orbit; leave it out or use --precision "
                                     "perturb-f64",
                                     to_string(method.precision)));
}

} // namespace fathom::app
