#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/options/orbit_options.h"
#include "app/stop_signals.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/jobs/pixel_probe.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {

namespace {

int stopped() {
    print_error("stopped; the pixel was not iterated");
    return kInterruptedExitCode;
}

int probe_place(const ProbeCommand &command, Place place, Engine &engine,
                const OutputOptions &output) {
    const auto cache = make_reference_cache(command.where, command.where.threads);
    const StopSignals signals;
    if (!settle_with_progress(place, engine, cache, signals.stop(), output))
        return stopped();
    const Method method =
        probe_method(place.location, command.where.method, engine.info().traits, cache);
    check_orbit_is_used(command.where, method);
    const auto probed = probe(engine, place.location, method, signals.stop());
    if (!probed)
        return stopped();
    const Probe &result = *probed;
    if (output.json) {
        print_json({{"escaped", result.escaped},
                    {"iterations", result.iterations},
                    {"z", {result.re, result.im}},
                    {"smooth", result.smooth},
                    {"precision", to_string(result.precision)}});
    } else {
        print_text(fmt::format("{} {} iterations in {}\nz       {} {} {} i\nsmooth  {}\n",
                               result.escaped ? "escaped after" : "did not escape within",
                               result.iterations, to_string(result.precision), result.re,
                               std::signbit(result.im) ? '-' : '+', std::fabs(result.im),
                               result.smooth));
    }
    return 0;
}

} // namespace

int run(const ProbeCommand &command, const OutputOptions &output) {
    Place place = resolve_place(command.where);
    // One pixel has no picture to find a limit from, unless somebody asks for the view's.
    const ViewOptions &view = command.where.view;
    if (!view.location && !view.automatic_iterations)
        place.location.automatic_iterations = false;
    print_warnings(place.warnings, output);
    return with_engine(command.where, output,
                       [&](Engine &engine) { return probe_place(command, place, engine, output); });
}

} // namespace fathom::app
