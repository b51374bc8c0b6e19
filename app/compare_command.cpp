#include "app/commands.h"
#include "app/progress_bar.h"
#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/images/screenshot.h"
#include "render/jobs/compare.h"
#include "render/jobs/export.h"
#include "render/jobs/survey.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom {
namespace {

/// Pixels that are computed and compared at a time, so that memory doesn't grow with the picture.
constexpr int kBandPixels = 1 << 20;
/// The side of the largest difference picture: it is kept in memory.
constexpr int kMaxPictureSide = 8192;

struct Side {
    std::unique_ptr<Engine> engine;
    double ms = 0; ///< iterating and colouring
};
using Sides = std::array<Side, 2>;

struct Outcome {
    Difference difference;
    std::vector<std::uint32_t> picture; ///< empty unless wanted
    bool finished = false;
};

Sides make_sides(const CompareCommand &command) {
    const std::string &ids = command.devices;
    const std::size_t comma = ids.find(',');
    if (comma == std::string::npos || ids.find(',', comma + 1) != std::string::npos)
        throw InputError(fmt::format("--devices takes two devices, such as reference,gpu0, not {}",
                                     in_quotes(ids)));
    const EngineOptions options = {command.where.threads, {}};
    return {{{make_engine(ids.substr(0, comma), options)},
             {make_engine(ids.substr(comma + 1), options)}}};
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

std::shared_ptr<Frame> compute(Side &side, const RenderRequest &request,
                               const std::atomic<bool> &stop) {
    std::shared_ptr<Frame> frame = side.engine->make_frame(request);
    if (!frame->iterate(stop))
        return nullptr;
    const FrameTimes times = frame->times();
    side.ms += times.iterate_ms + times.colour_ms;
    return frame;
}

Outcome compare_sides(Sides &sides, const CompareCommand &command, const Place &place,
                      const OutputOptions &output) {
    const StopSignals signals;
    ProgressBar bar(output.quiet);
    Outcome outcome;
    std::vector<std::uint32_t> band_picture;
    const bool with_picture = command.difference_picture.has_value();
    const Method method(place.precision, place.approximation,
                        std::make_shared<ReferenceCache>(command.where.threads));
    const auto ranks =
        needed_ranks(*sides[0].engine, place.location, place.size, method, signals.stop());
    const int rows = std::clamp(kBandPixels / place.size.width, 1, place.size.height);
    for (int sample = 0; sample < command.where.samples; ++sample) {
        for (int y = 0; y < place.size.height; y += rows) {
            const Region band = {0, y, place.size.width, std::min(rows, place.size.height - y)};
            RenderRequest request =
                make_request(place.location, place.size, band, sample_position(sample), method);
            request.shortcuts = command.where.shortcuts;
            request.colour.lut = place.lut;
            request.colour.ranks = ranks;
            const std::shared_ptr<Frame> left = compute(sides[0], request, signals.stop());
            const std::shared_ptr<Frame> right =
                left ? compute(sides[1], request, signals.stop()) : nullptr;
            if (!right)
                return outcome;
            outcome.difference +=
                compare_frames(*left, *right, with_picture ? &band_picture : nullptr);
            outcome.picture.insert(outcome.picture.end(), band_picture.begin(), band_picture.end());
            bar.show((sample + double(y + band.height) / place.size.height) /
                     command.where.samples);
        }
    }
    outcome.finished = true;
    return outcome;
}

void print_outcome(const Difference &difference, const Sides &sides, Precision precision,
                   const OutputOptions &output) {
    if (output.json) {
        nlohmann::ordered_json devices = nlohmann::ordered_json::array();
        for (const Side &side : sides)
            devices.push_back({{"name", side.engine->info().id},
                               {"ms", side.ms},
                               {"device", side.engine->info().name}});
        print_json({{"pixels", difference.pixels},
                    {"samples_differ", difference.samples_differ},
                    {"rgba_differ", difference.rgba_differ},
                    {"max_iteration_delta", difference.max_iteration_delta},
                    {"devices", std::move(devices)},
                    {"precision", to_string(precision)}});
    } else if (!output.quiet) {
        std::string text;
        for (const Side &side : sides)
            text += fmt::format("{:<10} {:>10.2f} ms  {}\n", side.engine->info().id, side.ms,
                                side.engine->info().name);
        text += fmt::format("{} pixels in {}: {} samples differ, {} colours differ", //
                            difference.pixels, to_string(precision), difference.samples_differ,
                            difference.rgba_differ);
        if (difference.samples_differ > 0)
            text += fmt::format(", the escape index by up to {}", difference.max_iteration_delta);
        print_text(text + '\n');
    }
}

} // namespace

int run(const CompareCommand &command, const OutputOptions &output) {
    if (command.where.device != "auto")
        throw InputError("--device: compare takes two devices; use --devices A,B");
    const Place place = resolve_place(command.where);
    check_picture(command, place.size);
    print_warnings(picture_warnings(place), output);
    Sides sides = make_sides(command);
    const Outcome outcome = compare_sides(sides, command, place, output);
    if (!outcome.finished) {
        print_error("stopped; the comparison is not complete");
        return kInterruptedExitCode;
    }
    if (command.difference_picture)
        write_screenshot_png(*command.difference_picture,
                             reinterpret_cast<const std::uint8_t *>(outcome.picture.data()),
                             place.size.width, place.size.height, {});
    print_outcome(outcome.difference, sides, place.precision, output);
    return outcome.difference.none() ? 0 : 1;
}

} // namespace fathom
