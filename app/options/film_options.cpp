#include "app/options/film_options.h"

#include "app/option_advice.h"
#include "app/options/command_options.h"
#include "app/options/option_values.h"
#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/film/film_export_job.h"
#include "render/film/film_of_places.h"
#include "render/film/film_path.h"
#include "render/film/film_pictures.h"
#include "render/film/film_toml.h"
#include "render/import/location_file.h"
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

film::FrameRange parse_frames(const std::string &text) {
    const auto range = film::parse_frame_range(text);
    if (!range)
        throw InputError(fmt::format("--frames takes the numbers of the first and the last frame, "
                                     "counted from 0, such as 0-119, not {}",
                                     in_quotes(text)));
    return *range;
}

void add_source_options(CommandOptions &command, FilmCommand &film) {
    command.begin_group("Film");
    command.add_text("FILE", "", {"a film file or a tour; or use --to"},
                     [&](const std::string &text) { film.file = text; });
    command.add_text(
        "--to", "PLACE",
        {"make a film that zooms to this place, without a FILE",
         "",
         {},
         "The place is given as to --location of fathom render: a file, or coordinates "
         "in quotes."},
        [&](const std::string &text) { film.to = text; });
    command.add_text("--from", "PLACE", {"where the film to --to begins", "the whole set"},
                     [&](const std::string &text) { film.from = text; });
    command.add_text(
        "--seconds", "S", {"length of the film to --to", fmt::format("{}", kUsualSeconds)},
        [&](const std::string &text) {
            film.seconds = parse_between("--seconds", text, film::FilmLimits::kLeastLeg,
                                         film::FilmLimits::kMaxSeconds);
        });
}

void add_size_options(CommandOptions &command, FilmCommand &film) {
    command.begin_group("Frames");
    command.add_text("--size", "WxH", {"width and height in pixels", "the film's"},
                     [&](const std::string &text) { film.size = parse_size("--size", text); });
    command.add_text(
        "--samples", "N",
        {"samples per pixel at least, 1 to 64",
         "the film's, else by size",
         {},
         "A film that does not say takes 16 up to 320x180 pixels, 8 up to 640x360, 4 up "
         "to 1280x720, else 2. Where a zoom is dense it takes up to four times as many."},
        [&](const std::string &text) {
            film.samples = parse_int("--samples", text, 1, film::FilmLimits::kMaxSamples);
        });
}

void add_time_options(CommandOptions &command, FilmCommand &film) {
    command.begin_group("Frames");
    command.add_text("--fps", "F", {"frames per second, 1 to 240", "the film's"},
                     [&](const std::string &text) {
                         film.frames_per_second = parse_between(
                             "--fps", text, film::FilmLimits::kMinRate, film::FilmLimits::kMaxRate);
                     });
    command.add_text(
        "--blur", "N", {"moments mixed in each frame for motion blur, 1 to 64", "the film's"},
        [&](const std::string &text) {
            film.blur_frames = parse_int("--blur", text, 1, film::FilmLimits::kMaxBlurFrames);
        });
    command.add_text("--shutter", "SHARE",
                     {"share of a frame's time over which they spread, up to 1", "the film's"},
                     [&](const std::string &text) {
                         film.shutter =
                             parse_between("--shutter", text, film::FilmLimits::kMinShutter, 1);
                     });
    command.add_text("--frames", "A-B",
                     {"make these frames alone, counted from 0",
                      "all",
                      {},
                      "Frame n shows the film at n / fps seconds. One number is one frame."},
                     [&](const std::string &text) { film.range = parse_frames(text); });
}

void add_codec_options(CommandOptions &command, FilmCommand &film) {
    command.begin_group("Video");
    command.add_text(
        "--codec", "NAME",
        {"video codec:",
         "h264, or vp9 of a .webm",
         {"h264", "h265", "av1", "vp9", "prores", "ffv1", "h264-nvenc", "h265-nvenc", "av1-nvenc"},
         "ffv1 loses nothing. Those that end in -nvenc need an NVIDIA GPU with an "
         "encoder, which an H100 has not. An .mp4 takes h264, h265, av1 and vp9; a .mov "
         "h264, h265 and prores; a .webm vp9 and av1; an .mkv takes all."},
        [&](const std::string &text) { film.codec = video_codec(text); });
    command.add_text(
        "--bits", "N",
        {"bits per channel: 8, 10 or 16",
         "8, or 10 of prores",
         {"8", "10", "16"},
         "Only ffv1 and pictures take 16; pictures do not take 10."},
        [&](const std::string &text) { film.bits = parse_int("--bits", text, 8, 16); });
    command.add_text(
        "--audio", "FILE",
        {"sound, from the beginning of the film",
         "the film's",
         {},
         "It is cut to the length of the film. Where it is shorter, the rest is silent."},
        [&](const std::string &text) { film.audio = text; });
}

void add_file_options(CommandOptions &command, FilmCommand &film) {
    command.begin_group("File");
    command.add_text(
        "-o,--output", "FILE",
        {"FILE.mp4, .mkv, .mov, .webm, or pictures: FOLDER/%06d.png or .exr",
         "",
         {},
         "Videos need FFmpeg, pictures do not. %06d is the number of the frame with six "
         "digits."},
        [&](const std::string &text) { film.output = text; });
    command.add_text("--rings", "FOLDER",
                     {"keep the samples there, to export it again in other colours",
                      "",
                      {},
                      "The next export with the same FOLDER and other colours iterates nothing "
                      "again. Without room for it the film is refused at once."},
                     [&](const std::string &text) { film.rings = text; });
    command.add_flag("--continue", continue_help(), [&] { film.continued = true; });
    command.begin_group("Video");
    command.add_text(
        "--quality", "N", {"quality of the video, 1 to 100", fmt::format("{}", kUsualQuality)},
        [&](const std::string &text) { film.quality = parse_int("--quality", text, 1, 100); });
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

void add_film_command(CommandOptions &command, FilmCommand &film) {
    add_source_options(command, film);
    add_file_options(command, film);
    add_size_options(command, film);
    add_time_options(command, film);
    add_codec_options(command, film);
    add_device_option(command, film.where.device);
    add_threads_option(command, film.where.threads);
}

void add_planned_film_options(CommandOptions &command, FilmCommand &film) {
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
