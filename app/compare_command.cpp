#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/options/orbit_options.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/images/screenshot_png.h"
#include "render/jobs/compare.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

/// The side of the largest difference picture: it is kept in memory.
constexpr int kMaxPictureSide = 8192;

using Sides = std::array<std::unique_ptr<Engine>, 2>;

Sides make_sides(const CompareCommand &command) {
    const std::string &ids = command.devices;
    const std::size_t comma = ids.find(',');
    if (comma == std::string::npos || ids.find(',', comma + 1) != std::string::npos)
        throw InputError(fmt::format("--devices takes two devices, such as reference,gpu0, not {}",
                                     in_quotes(ids)));
    const EngineOptions options = {command.where.threads, {}};
    return {make_engine(ids.substr(0, comma), options),
            make_engine(ids.substr(comma + 1), options)};
}

void check_picture(const CompareCommand &command, Size size) {
    if (!command.difference_picture)
        return;
    if (command.difference_picture->extension() != ".png")
        throw InputError(fmt::format("--diff writes a PNG: name {} with .png at its end",
                                     in_quotes(command.difference_picture->string())));
    if (size.width > kMaxPictureSide || size.height > kMaxPictureSide)
        throw InputError(fmt::format("--diff writes at most {0} x {0} pixels: choose a smaller "
                                     "--size",
                                     kMaxPictureSide));
    if (command.where.samples > 1)
        throw InputError("--diff shows one sample a pixel: leave out --samples");
}

ComparisonJob make_job(const CompareCommand &command, const Place &place, const Sides &sides,
                       std::shared_ptr<ReferenceCache> reference_cache) {
    ComparisonJob job;
    job.location = place.location;
    job.size = place.size;
    job.samples = command.where.samples;
    job.method = comparison_method(job, command.where.method, *sides[0], *sides[1],
                                   std::move(reference_cache));
    job.lut = place.lut;
    job.with_picture = command.difference_picture.has_value();
    return job;
}

std::optional<EngineComparison> compare_with_progress(const Sides &sides, const ComparisonJob &job,
                                                      const std::atomic<bool> &stop,
                                                      const OutputOptions &output) {
    ProgressBar bar(output.quiet);
    return compare_engines(*sides[0], *sides[1], job, stop, [&](double share) { bar.show(share); });
}

int stopped() {
    print_error("stopped; the comparison is not complete");
    return kInterruptedExitCode;
}

void print_outcome(const EngineComparison &outcome, const Sides &sides, const ComparisonJob &job,
                   const OutputOptions &output) {
    const Difference &difference = outcome.difference;
    if (output.json) {
        nlohmann::ordered_json devices = nlohmann::ordered_json::array();
        for (std::size_t at = 0; at < sides.size(); ++at)
            devices.push_back({{"name", sides[at]->info().id},
                               {"ms", outcome.engine_ms[at]},
                               {"device", sides[at]->info().name}});
        print_json({{"pixels", difference.pixels},
                    {"samples_differ", difference.samples_differ},
                    {"rgba_differ", difference.rgba_differ},
                    {"max_iteration_delta", difference.max_iteration_delta},
                    {"devices", std::move(devices)},
                    {"precision", to_string(job.method.precision)},
                    {"iterations", job.location.iterations}});
    } else if (!output.quiet) {
        std::string text;
        for (std::size_t at = 0; at < sides.size(); ++at)
            text += fmt::format("{:<10} {:>10.2f} ms  {}\n", sides[at]->info().id,
                                outcome.engine_ms[at], sides[at]->info().name);
        text += fmt::format("{} pixels in {}: {} samples differ, {} colours differ", //
                            difference.pixels, to_string(job.method.precision),
                            difference.samples_differ, difference.rgba_differ);
        if (difference.samples_differ > 0)
            text += fmt::format(", the escape index by up to {}", difference.max_iteration_delta);
        print_text(text + '\n');
    }
}

} // namespace

int run(const CompareCommand &command, const OutputOptions &output) {
    if (command.where.device != "auto")
        throw InputError("--device: compare takes two devices; use --devices A,B");
    Place place = resolve_place(command.where);
    check_picture(command, place.size);
    const Sides sides = make_sides(command);
    const StopSignals signals;
    const auto cache = make_reference_cache(command.where, command.where.threads);
    // Both find the same, the reference far more slowly.
    Engine &faster = *sides[sides[1]->info().id == "reference" ? 0 : 1];
    if (!settle_with_progress(place, faster, cache, signals.stop(), output))
        return stopped();
    const ComparisonJob job = make_job(command, place, sides, cache);
    check_orbit_is_used(command.where, job.method);
    print_warnings(picture_warnings(place, job.method), output);
    const std::optional<EngineComparison> outcome =
        compare_with_progress(sides, job, signals.stop(), output);
    if (!outcome)
        return stopped();
    if (command.difference_picture)
        write_screenshot_png(*command.difference_picture,
                             reinterpret_cast<const std::uint8_t *>(outcome->picture.data()),
                             place.size.width, place.size.height, {});
    print_outcome(*outcome, sides, job, output);
    return outcome->difference.none() ? 0 : 1;
}

} // namespace fathom::app
