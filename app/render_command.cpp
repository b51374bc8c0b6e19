#include "app/commands.h"
#include "app/engine_for_place.h"
#include "app/exactness_output.h"
#include "app/progress_bar.h"
#include "app/settled_picture.h"
#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/engines/engine.h"
#include "render/jobs/export.h"
#include "render/places/location_toml.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

ExportResult export_with_progress(Engine &engine, const ExportJob &job,
                                  const std::atomic<bool> &stop, const OutputOptions &output) {
    ProgressBar bar(output.quiet);
    return export_image(engine, job, stop, [&](double share) { bar.show(share); });
}

constexpr const char *kLocationType = ".toml";

void check_type(const PictureOptions &picture) {
    const std::string type = type_of(picture);
    if (type != ".png" && type != ".exr" && type != ".npy" && type != kLocationType &&
        !is_jpeg_type(type))
        throw InputError(fmt::format("{}: the name tells the type of the file; choose one that "
                                     "ends in .png, .jpg, .exr, .npy or .toml",
                                     picture.file.string()));
}

int stopped(const RenderCommand &command) {
    print_error(stopped_sentence(command.picture));
    return kInterruptedExitCode;
}

void print_result(const SettledPicture &picture, const EngineInfo &engine,
                  const ExportResult &result, const OutputOptions &output) {
    const ExportJob &job = picture.job;
    const double total_ms = picture.settle_ms + picture.exactness_ms + result.total_ms;
    if (output.json) {
        print_json({{"file", job.path.string()},
                    {"width", job.size.width},
                    {"height", job.size.height},
                    {"device", engine.id},
                    {"precision", to_string(job.method.precision)},
                    {"samples", job.samples},
                    {"adaptive", job.adaptive},
                    {"iterations", job.location.iterations},
                    {"kept", result.kept},
                    {"exactness", exactness_json(picture.measured)},
                    {"ms",
                     {{"settle", picture.settle_ms + result.parts.survey_ms},
                      {"exactness", picture.exactness_ms},
                      {"iterate", result.parts.iterate_ms},
                      {"colour", result.parts.colour_ms},
                      {"copy", result.parts.copy_ms},
                      {"encode", result.parts.encode_ms},
                      {"total", total_ms}}}});
    } else if (!output.quiet) {
        print_line(fmt::format("{}: {} x {} pixels, {} ({}) in {}, {:.2f} s", job.path.string(),
                               job.size.width, job.size.height, engine.id, engine.name,
                               to_string(job.method.precision), total_ms / 1000));
    }
}

int write_location(const RenderCommand &command, Place place, const OutputOptions &output) {
    if (command.where.orbit)
        throw InputError("--orbit: a location is written without iterating; leave it out");
    print_warnings(place.warnings, output);
    if (!settle(command.where, output, place))
        return stopped(command);
    write_location_file(command.picture.file, place.location);
    if (output.json)
        print_json({{"file", command.picture.file.string()}});
    else if (!output.quiet)
        print_line(fmt::format("{}: the location", command.picture.file.string()));
    return 0;
}

int write_picture(const RenderCommand &command, Place place, Engine &engine,
                  const OutputOptions &output) {
    const StopSignals signals;
    const auto settled = settle_picture(command, std::move(place), engine, signals.stop(), output);
    if (!settled)
        return stopped(command);
    const ExportResult result = export_with_progress(engine, settled->job, signals.stop(), output);
    if (!result.finished)
        return stopped(command);
    if (!is_streamed(command.picture))
        print_result(*settled, engine.info(), result, output);
    return 0;
}

} // namespace

int run(const RenderCommand &command, const OutputOptions &output) {
    check_stream(command.picture, output);
    check_type(command.picture);
    Place place = resolve_place(command.where);
    if (type_of(command.picture) == kLocationType)
        return write_location(command, std::move(place), output);
    check_export_job(picture_job(command, place));
    return with_export_engine(command.where, output, [&](Engine &engine) {
        return write_picture(command, place, engine, output);
    });
}

} // namespace fathom::app
