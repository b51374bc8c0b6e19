#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/options/orbit_options.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/deep/orbit_file.h"
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/engines/perturbed_request.h"

#include <fmt/format.h>
#include <future>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

int stopped(const OrbitCommand &command) {
    print_error(fmt::format("stopped; {} was not written", command.file.string()));
    return kInterruptedExitCode;
}

void check_file(const std::filesystem::path &file) {
    if (file.empty())
        throw InputError("orbit needs a file to write: add -o FILE.orbit");
    if (file.extension() != kOrbitType)
        throw InputError(fmt::format("{}: choose a name that ends in {}, as a reference orbit's "
                                     "does",
                                     file.string(), kOrbitType));
    OutputFile{file}; // what can be seen to be impossible is said now
}

RenderRequest request_of(const OrbitCommand &command, const Place &place, const Engine &engine,
                         const std::shared_ptr<ReferenceCache> &cache) {
    const Method method = decide_method(place.location, place.size, command.where.method,
                                        engine.info().traits, cache);
    if (!is_perturbed(method.precision))
        throw InputError(fmt::format("this view is iterated in {}, which takes no reference orbit; "
                                     "zoom deeper or use --precision perturb-f64",
                                     to_string(method.precision)));
    return make_request(place.location, place.size, {0, 0, place.size.width, place.size.height}, {},
                        method);
}

void print_result(const OrbitCommand &command, const ReferenceOrbit &orbit, double ms,
                  const OutputOptions &output) {
    const std::uint64_t points = orbit.restart == 0 ? orbit.z.size() : orbit.restart;
    if (output.json) {
        print_json({{"file", command.file.string()},
                    {"iterations", points - 1},
                    {"period", orbit.period},
                    {"escaped", orbit.escaped},
                    {"bits", orbit.spec.bits},
                    {"bytes", std::filesystem::file_size(command.file)},
                    {"ms", ms}});
    } else if (!output.quiet) {
        const std::string period =
            orbit.period > 0 ? fmt::format("period {}", orbit.period) : "no period";
        print_line(fmt::format("{}: {} iterations, {}, {} bits, {:.2f} s", command.file.string(),
                               points - 1, period, orbit.spec.bits, ms / 1000));
    }
}

int write_orbit(const OrbitCommand &command, Place place, Engine &engine,
                const OutputOptions &output) {
    const StopSignals signals;
    const auto cache = make_reference_cache(command.where, command.where.threads);
    place.location.automatic_colours = false; // which ask for nothing of an orbit
    if (!settle_with_progress(place, engine, cache, signals.stop(), output))
        return stopped(command);
    const RenderRequest request = request_of(command, place, engine, cache);
    const Stopwatch watch;
    OrbitProgress progress;
    const auto orbit = wait_with_progress(
        std::async(std::launch::async,
                   [&] {
                       return cache->orbit(request.perturbation->spec(), table_needs(request),
                                           signals.stop(), &progress);
                   }),
        progress.done, progress.of, output.quiet);
    if (!orbit)
        return stopped(command);
    const double ms = watch.ms();
    write_orbit_file(command.file, *orbit);
    print_result(command, *orbit, ms, output);
    return 0;
}

} // namespace

int run(const OrbitCommand &command, const OutputOptions &output) {
    check_file(command.file);
    const Place place = resolve_place(command.where);
    print_warnings(place.warnings, output);
    return with_engine(command.where, output,
                       [&](Engine &engine) { return write_orbit(command, place, engine, output); });
}

} // namespace fathom::app
