#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/exactness_output.h"
#include "app/options/orbit_options.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/jobs/verification.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <thread>

namespace fathom::app {
namespace {

int stopped_verification() {
    print_error("stopped; the pixels are not all verified");
    return kInterruptedExitCode;
}

int verify_place(const VerifyCommand &command, Place place, Engine &engine,
                 const OutputOptions &output) {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int threads = command.where.threads > 0 ? command.where.threads : cores;
    const auto cache = make_reference_cache(command.where, threads);
    const StopSignals signals;
    if (!settle_with_progress(place, engine, cache, signals.stop(), output))
        return stopped_verification();
    const Method usual = decide_method(place.location, place.size, command.where.method,
                                       engine.info().traits, cache);
    check_orbit_is_used(command.where, usual);
    const auto measured =
        measured_method(engine, picture_to_measure(command.where, place.location, place.size),
                        usual, signals.stop());
    if (!measured)
        return stopped_verification();
    const Method &method = measured->method;
    print_warnings(picture_warnings(place, method), output);
    print_exactness(*measured, output);
    std::optional<Verification> result;
    {
        ProgressBar bar(output.quiet);
        result = verify(engine,
                        {place.location, place.size, method, command.points, command.seed, threads,
                         measured->first},
                        signals.stop(), [&](double share) { bar.show(share); });
    }
    if (!result)
        return stopped_verification();
    if (output.json) {
        print_json({{"points", result->points},
                    {"equal", result->equal},
                    {"max_iteration_delta", result->max_iteration_delta},
                    {"median_smooth_error", result->median_smooth_error},
                    {"exactness", exactness_json(*measured)},
                    {"precision", to_string(method.precision)},
                    {"iterations", place.location.iterations},
                    {"device", engine.info().id}});
    } else {
        print_text(fmt::format(
            "{} of {} pixels of {} in {} have the exact escape index ({:.2f} "
            "%)\nlargest difference   {} iterations\nmedian smooth error  "
            "{:.3g}\n",
            result->equal, result->points, engine.info().id, to_string(method.precision),
            100.0 * static_cast<double>(result->equal) / static_cast<double>(result->points),
            result->max_iteration_delta, result->median_smooth_error));
    }
    return 0;
}

} // namespace

int run(const VerifyCommand &command, const OutputOptions &output) {
    const Place place = resolve_place(command.where);
    return with_engine(command.where, output, [&](Engine &engine) {
        return verify_place(command, place, engine, output);
    });
}

} // namespace fathom::app
