#include "app/options/film_options.h"

#include "app/option_advice.h"
#include "app/options/option_values.h"
#include "app/options/text_option.h"
#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/film/film_export_job.h"
#include "render/film/film_of_places.h"
#include "render/film/film_path.h"
#include "render/film/film_pictures.h"
#include "render/film/film_toml.h"
#include "render/import/location_file.h"
#include "render/places/device_id.h"
#include "render/places/palette.h"

#include <fmt/format.h>

namespace fathom::app {
namespace {

constexpr double kUsualSeconds = 30;

double parse_between(const std::string &option, const std::string &text, double low, double high) {
    const double value = parse_double(option, text);
    if (!(value >= low && value <= high))
        throw InputError(fmt::format("{} takes a number from {} to {}, not {}", option, low, high,
                                     in_quotes(text)));
    return value;
}

int parse_int(const std::string &option, const std::string &text, int low, int high) {
    return static_cast<int>(parse_whole(option, text, low, high));
}

film::FrameRange parse_frames(const std::string &text) {
    const auto range = film::parse_frame_range(text);
    if (!range)
        throw InputError(fmt::format("--frames takes the numbers of the first and the last frame, "
                                     "counted from 0, such as 0-119, not {}",
                                     in_quotes(text)));
    return *range;
}

void add_source_options(CLI::App &command, FilmCommand &film) {
    add_text_option(command, "FILE", "", "a film's file, or a tour's",
                    [&](const std::string &text) { film.file = text; });
    add_text_option(command, "--from", "PLACE",
                    "instead of FILE: where the film begins, as --location of render has it (the "
                    "whole set)",
                    [&](const std::string &text) { film.from = text; });
    add_text_option(command, "--to", "PLACE", "and where it leads",
                    [&](const std::string &text) { film.to = text; });
    add_text_option(command, "--seconds", "S", fmt::format("and for how long ({})", kUsualSeconds),
                    [&](const std::string &text) {
                        film.seconds = parse_between("--seconds", text, film::FilmLimits::kLeastLeg,
                                                     film::FilmLimits::kMaxSeconds);
                    });
}

void add_size_options(CLI::App &command, FilmCommand &film) {
    add_text_option(command, "--size", "WxH", "pixels (the film's)",
                    [&](const std::string &text) { film.size = parse_size("--size", text); });
    add_text_option(command, "--samples", "N",
                    "samples a pixel at least, 1 to 64 (the film's, or by its size 8, 4 or 2)",
                    [&](const std::string &text) {
                        film.samples =
                            parse_int("--samples", text, 1, film::FilmLimits::kMaxSamples);
                    });
}

void add_time_options(CLI::App &command, FilmCommand &film) {
    add_text_option(command, "--fps", "F", "frames a second, 1 to 240 (the film's)",
                    [&](const std::string &text) {
                        film.frames_per_second = parse_between(
                            "--fps", text, film::FilmLimits::kMinRate, film::FilmLimits::kMaxRate);
                    });
    add_text_option(
        command, "--blur", "N", "moments mixed in each frame, for motion blur (the film's)",
        [&](const std::string &text) {
            film.blur_frames = parse_int("--blur", text, 1, film::FilmLimits::kMaxBlurFrames);
        });
    add_text_option(command, "--shutter", "SHARE",
                    "of a frame's time during which they are taken, up to 1 (the film's)",
                    [&](const std::string &text) {
                        film.shutter =
                            parse_between("--shutter", text, film::FilmLimits::kMinShutter, 1);
                    });
    add_text_option(command, "--frames", "A-B", "only these, counted from 0",
                    [&](const std::string &text) { film.range = parse_frames(text); });
}

void add_codec_options(CLI::App &command, FilmCommand &film) {
    add_text_option(command, "--codec", "NAME",
                    "h264, h265, av1, vp9, prores, ffv1, h264-nvenc, h265-nvenc or av1-nvenc "
                    "(h264; of a .webm vp9)",
                    [&](const std::string &text) { film.codec = video_codec(text); });
    add_text_option(command, "--bits", "N",
                    "a channel: 8, 10 or 16, as the codec has it (8; of prores 10)",
                    [&](const std::string &text) { film.bits = parse_int("--bits", text, 8, 16); });
    add_text_option(command, "--audio", "FILE", "sound, from the film's beginning (the film's)",
                    [&](const std::string &text) { film.audio = text; });
}

void add_file_options(CLI::App &command, FilmCommand &film) {
    add_text_option(command, "-o,--output", "FILE",
                    "FILE.mp4, .mkv, .mov or .webm, or pictures: FOLDER/%06d.png, FOLDER/%06d.exr",
                    [&](const std::string &text) { film.output = text; });
    add_text_option(
        command, "--quality", "N", fmt::format("1 to 100 ({})", kUsualQuality),
        [&](const std::string &text) { film.quality = parse_int("--quality", text, 1, 100); });
    add_text_option(command, "--rings", "FOLDER",
                    "keeps there what frames are made of, for the next export with other colours",
                    [&](const std::string &text) { film.rings = text; });
    add_flag_option(command, "--continue",
                    "go on where an interrupted run of the same command ended; what is finished "
                    "is kept in a folder beside the file up to then",
                    [&] { film.continued = true; });
}

/// So that what has several places says whose palette is missing; `whose` begins the sentence.
void check_palette(const Location &location, const std::string &whose) {
    if (location.own_palette)
        return;
    try {
        (void)load_palette(find_assets_dir(), location.palette);
    } catch (const InputError &error) {
        throw InputError(fmt::format("{}: {}", whose, error.what()));
    }
}

Location place_at(const std::string &option, const std::string &given,
                  const OutputOptions &output) {
    WhereOptions where;
    where.view.location = given;
    Place place = resolve_place(where);
    print_warnings(place.warnings, output);
    check_palette(place.location, option);
    return place.location;
}

/// Many programs have the imaginary axis point downwards, and no way leads to a view that is
/// mirrored the other way: such a film begins with the mirrored picture.
film::Film film_between_places(const FilmCommand &command, const OutputOptions &output) {
    const Location to = place_at("--to", *command.to, output);
    Location from = to;
    if (command.from)
        from = place_at("--from", *command.from, output);
    else
        from.view = home_view(to.formula);
    if (from.view.mirrored != to.view.mirrored) {
        if (command.from)
            print_warnings({"the first place is shown upside down, as the second one has it"},
                           output);
        from.view.mirrored = to.view.mirrored;
    }
    if (!film::has_film_way(from, to))
        throw InputError("no way leads from the first place to the second one, which shows another "
                         "formula or is turned half about by its matrix; write a film's file, in "
                         "which a cut does");
    return film::film_between(from, to, command.seconds.value_or(kUsualSeconds));
}

bool is_place(const std::filesystem::path &file) {
    try {
        (void)read_location_file(file);
        return true;
    } catch (const InputError &) {
        return false;
    }
}

film::ParsedFilm film_in(const std::filesystem::path &file) {
    try {
        return film::read_film_file(file);
    } catch (const InputError &) {
        if (!is_place(file))
            throw;
        throw InputError(fmt::format("{0} is a place and not a film: give it as --to {0} for a "
                                     "film that leads there",
                                     file.string()));
    }
}

film::Film film_of_file(const FilmCommand &command, const OutputOptions &output) {
    film::ParsedFilm parsed = film_in(command.file);
    print_warnings(with_options(parsed.warnings), output);
    for (std::size_t i = 0; i < parsed.film.keys.size(); ++i)
        check_palette(parsed.film.keys[i].location,
                      fmt::format("{}, key {}", command.file.string(), i + 1));
    return std::move(parsed.film);
}

/// Neither both nor none.
void check_source(const FilmCommand &command) {
    const bool between = command.from || command.to || command.seconds;
    if (command.file.empty() && !command.to)
        throw InputError("film needs a film: give its FILE, or the place that it leads --to");
    if (!command.file.empty() && between)
        throw InputError(fmt::format("{} is a film of its own: leave out --from, --to and "
                                     "--seconds, or the file",
                                     command.file.string()));
    if (command.output.empty())
        throw InputError("film needs a file to write: add -o FILE.mp4 or FOLDER/%06d.png");
}

} // namespace

void add_film_command(CLI::App &command, FilmCommand &film) {
    add_source_options(command, film);
    add_size_options(command, film);
    add_time_options(command, film);
    add_file_options(command, film);
    add_codec_options(command, film);
    add_text_option(command, "--device", "ID",
                    "reference, cpu, gpu0, ..., gpu (all) or auto (auto)",
                    [&](const std::string &text) {
                        check_device_id(text);
                        film.where.device = text;
                    });
    add_threads_option(command, film.where.threads);
}

void add_planned_film_options(CLI::App &command, FilmCommand &film) {
    add_source_options(command, film);
    add_time_options(command, film);
    add_codec_options(command, film);
}

film::FilmExportJob film_job(const FilmCommand &command, film::Film film) {
    film::FilmExportJob job;
    job.film = std::move(film);
    job.path = command.output;
    job.video.codec = command.codec.value_or(usual_codec(file_type(command.output)));
    job.video.bits = command.bits;
    job.video.quality = command.quality;
    job.range = command.range;
    job.rings_folder = command.rings;
    job.continued = command.continued;
    return job;
}

film::Film film_of(const FilmCommand &command, const OutputOptions &output) {
    check_source(command);
    film::Film film =
        command.file.empty() ? film_between_places(command, output) : film_of_file(command, output);
    const auto take = [](auto &value, const auto &given) {
        if (given)
            value = *given;
    };
    take(film.size, command.size);
    take(film.frames_per_second, command.frames_per_second);
    take(film.samples, command.samples);
    take(film.blur_frames, command.blur_frames);
    take(film.shutter, command.shutter);
    if (command.audio) {
        film.audio = command.audio;
    } else if (film.audio && film::is_picture_pattern(command.output)) {
        film.audio.reset();
        print_warnings({"pictures are written without the film's sound"}, output);
    }
    return film;
}

} // namespace fathom::app
