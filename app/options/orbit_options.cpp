#include "app/options/orbit_options.h"

#include "app/options/command_options.h"
#include "app/options/option_values.h"
#include "render/base/error.h"
#include "render/deep/orbit_file.h"
#include "render/deep/reference_cache.h"

#include <fmt/format.h>

namespace fathom::app {

void add_orbit_command(CommandOptions &command, OrbitCommand &orbit) {
    command.begin_group("File");
    command.add_text("-o,--output", "FILE", {"the file to write; its name ends in .orbit"},
                     [&](const std::string &text) { orbit.file = text; });
    add_place_options(command, orbit.where);
    add_unskew_option(command, orbit.where);
    add_threads_option(command, orbit.where.threads);
    add_orbit_memory_option(command, orbit.where);
}

void add_orbit_option(CommandOptions &command, WhereOptions &where) {
    command.begin_group("Method");
    command.add_text("--orbit", "FILE",
                     {"use the reference orbit that fathom orbit wrote for this view",
                      "",
                      {},
                      "An orbit of a deeper view serves, too, if its point is near enough and it "
                      "has bits and iterations enough."},
                     [&](const std::string &text) { where.orbit = text; });
}

void add_orbit_memory_option(CommandOptions &command, WhereOptions &where) {
    command.begin_group("Method");
    command.add_text(
        "--orbit-memory", "BYTES",
        {"most memory for a reference orbit, such as 200M or 4G",
         "three quarters of the memory",
         {},
         "An orbit that does not fit is packed. docs/explanation/reference-orbits.md explains "
         "how."},
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
