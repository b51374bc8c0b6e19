#include "render/film/film_toml.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/film/tour.h"
#include "render/import/location_file.h"
#include "render/import/text_lines.h"
#include "render/places/location_toml.h"
#include "render/places/named_place.h"
#include "render/places/toml_choice.h"
#include "render/places/toml_document.h"

#include <fmt/format.h>

namespace fathom::film {
namespace {

namespace fs = std::filesystem;

constexpr const char *kFormatKey = "fathom-film";

/// Gives `to` what that table says of `from`.
void take_table(Location &to, const Location &from, LocationTable table) {
    switch (table) {
    case LocationTable::view:
        to.view = from.view;
        break;
    case LocationTable::iteration:
        to.formula = from.formula;
        to.iterations = from.iterations;
        to.automatic_iterations = from.automatic_iterations;
        to.bailout = from.bailout;
        break;
    case LocationTable::colour:
        to.palette = from.palette;
        to.own_palette = from.own_palette;
        to.colour = from.colour;
        to.automatic_colours = from.automatic_colours;
        to.trap = from.trap;
        break;
    }
}

bool says_the_same(const Location &a, const Location &b, LocationTable table) {
    Location other = a;
    take_table(other, b, table);
    return other == a;
}

/// Reads the keys of a film one after the other.
class FilmReader {
  public:
    FilmReader(TomlDocument &document, const std::optional<fs::path> &folder)
        : document_(document), folder_(folder) {}

    ParsedFilm read() {
        check_format();
        read_settings();
        read_keys();
        for (std::string &sentence : document_.unknown_keys())
            parsed_.warnings.emplace_back(std::move(sentence));
        return std::move(parsed_);
    }

  private:
    using Limits = FilmLimits;

    void check_format() {
        const TomlValue &value = document_.need(kFormatKey);
        const auto *format = std::get_if<std::int64_t>(&value.data);
        if (format == nullptr || *format < 1)
            document_.refuse(kFormatKey, value,
                             fmt::format("the number of the format, {}", kFilmFormat));
        if (*format > kFilmFormat)
            document_.refuse(value.line,
                             fmt::format("this film is of format {}, written by a newer Fathom; "
                                         "this one reads format {}, so update Fathom to open it",
                                         *format, kFilmFormat));
    }

    void read_settings() {
        Film &film = parsed_.film;
        document_.enter("film", 1);
        read_size();
        film.frames_per_second =
            document_.number("fps", Limits::kMinRate, Limits::kMaxRate, film.frames_per_second);
        if (document_.has("samples"))
            film.samples =
                static_cast<int>(document_.integer("samples", 1, Limits::kMaxSamples, 1));
        film.blur_frames = static_cast<int>(
            document_.integer("blur", 1, Limits::kMaxBlurFrames, film.blur_frames));
        film.shutter = document_.number("shutter", Limits::kMinShutter, 1, film.shutter);
        if (const TomlValue *value = document_.find("audio"))
            film.audio = file_name("audio", *value);
        document_.enter("", 0);
    }

    void read_size() {
        const TomlValue *value = document_.find("size");
        if (value == nullptr)
            return;
        const auto side = [&](std::size_t at) {
            const auto *sides = std::get_if<std::vector<TomlValue>>(&value->data);
            const auto *whole = sides == nullptr || sides->size() != 2
                                    ? nullptr
                                    : std::get_if<std::int64_t>(&(*sides)[at].data);
            if (whole == nullptr || *whole < Limits::kMinSide || *whole > Limits::kMaxSide)
                document_.refuse(
                    "size", *value,
                    fmt::format("two whole numbers from {} to {}, such as [1920, 1080]",
                                Limits::kMinSide, Limits::kMaxSide));
            return static_cast<int>(*whole);
        };
        parsed_.film.size = {side(0), side(1)};
    }

    /// Seen from the film's folder.
    fs::path file_name(std::string_view path, const TomlValue &value) const {
        const auto *text = std::get_if<std::string>(&value.data);
        if (text == nullptr || text->empty() || tidied_text(*text, kMaxName, false) != *text)
            document_.refuse(path, value, "a file's name in quotes");
        return folder_ ? (*folder_ / *text).lexically_normal() : fs::path(*text);
    }

    void read_keys() {
        const TomlValue *tables = document_.find("key");
        const auto count = static_cast<std::size_t>(document_.tables("key"));
        if (count < 2 || count > Limits::kMostKeys) {
            const std::string reason =
                fmt::format("a film has 2 to {} keys, each under [[key]]", Limits::kMostKeys);
            if (tables != nullptr)
                document_.refuse(tables->line, reason);
            throw InputError(fmt::format("{}: {}", document_.source(), reason));
        }
        std::vector<int> lines;
        for (const TomlValue &table : std::get<std::vector<TomlValue>>(tables->data))
            lines.push_back(table.line);
        std::vector<FilmKey> &keys = parsed_.film.keys;
        keys.resize(count);
        for (std::size_t at = 0; at < count; ++at) {
            document_.enter(fmt::format("key[{}]", at), lines[at]);
            read_seconds(at);
        }
        for (std::size_t at = 0; at < count; ++at) {
            document_.enter(fmt::format("key[{}]", at), lines[at]);
            read_way(at);
            keys[at].location = read_location(at, lines[at]);
        }
        document_.enter("", 0);
    }

    void read_seconds(std::size_t at) {
        FilmKey &key = parsed_.film.keys[at];
        const TomlValue &value = document_.need("seconds");
        key.seconds = document_.number("seconds", 0, Limits::kMaxSeconds, 0);
        if (at == 0 && key.seconds != 0)
            document_.refuse("seconds", value, "0 in the first key");
        if (at > 0 && !(key.seconds - parsed_.film.keys[at - 1].seconds >= Limits::kLeastLeg))
            document_.refuse(
                "seconds", value,
                fmt::format("larger than in the key before, by {} or more", Limits::kLeastLeg));
    }

    void read_way(std::size_t at) {
        const std::vector<FilmKey> &keys = parsed_.film.keys;
        FilmKey &key = parsed_.film.keys[at];
        const double leg =
            at + 1 < keys.size() ? keys[at + 1].seconds - key.seconds : FilmLimits::kMaxSeconds;
        key.way = read_choice(document_, "way", kFilmWays, key.way);
        key.ease_out = document_.number("ease_out", 0, leg / 2, 0);
        key.ease_in = document_.number("ease_in", 0, leg / 2, 0);
        key.palette_cycles = document_.number("palette_cycles", -Limits::kMaxPaletteCycles,
                                              Limits::kMaxPaletteCycles, 0);
    }

    Location read_location(std::size_t at, int line) {
        const TomlValue *file = document_.find("location");
        if (file != nullptr && document_.has("view"))
            document_.refuse(file->line, "a key has a location's file or a view, not both");
        if (file != nullptr)
            return read_location_of(*file);
        if (!document_.has("view"))
            document_.refuse(line, "a key needs a view or a location's file");
        Location location;
        location.automatic_iterations = true;
        take_automatic_look(location);
        if (at > 0)
            location = parsed_.film.keys[at - 1].location;
        for (const LocationTable table : kLocationTables) {
            if (!document_.has(name_of(table)))
                continue;
            Location own;
            read_table(document_, table, own);
            take_table(location, own, table);
        }
        return location;
    }

    Location read_location_of(const TomlValue &file) {
        const fs::path path = file_name("location", file);
        if (!folder_)
            document_.refuse(file.line, "a film that is no file has no locations in files");
        try {
            ParsedLocation read = read_location_file(path);
            for (Complaint &warning : read.warnings)
                parsed_.warnings.push_back(std::move(warning));
            return read.location;
        } catch (const InputError &error) {
            document_.refuse(file.line, error.what());
        }
    }

    static constexpr std::size_t kMaxName = 4096;

    TomlDocument &document_;
    const std::optional<fs::path> &folder_;
    ParsedFilm parsed_;
};

std::string settings_text(const Film &film, const std::optional<fs::path> &folder) {
    std::string text = fmt::format("[film]\n"
                                   "size = [{}, {}]\n"
                                   "fps = {}\n",
                                   film.size.width, film.size.height, film.frames_per_second);
    if (film.samples)
        text += fmt::format("samples = {}\n", *film.samples);
    text += fmt::format("blur = {}\nshutter = {}\n", film.blur_frames, film.shutter);
    if (film.audio) {
        fs::path name = *film.audio;
        if (folder)
            name = fs::absolute(name).lexically_proximate(fs::absolute(*folder));
        text += fmt::format("audio = {}\n", toml_string(name.string()));
    }
    return text;
}

/// `before`: the location of the key before, which goes on where a table is missing.
std::string key_text(const FilmKey &key, const Location *before) {
    std::string text = fmt::format("\n[[key]]\nseconds = {}\n", key.seconds);
    if (key.way != FilmWay::automatic)
        text += fmt::format("way = \"{}\"\n", named(kFilmWays, key.way).id);
    if (key.ease_out != 0)
        text += fmt::format("ease_out = {}\n", key.ease_out);
    if (key.ease_in != 0)
        text += fmt::format("ease_in = {}\n", key.ease_in);
    if (key.palette_cycles != 0)
        text += fmt::format("palette_cycles = {}\n", key.palette_cycles);
    for (const LocationTable table : kLocationTables)
        if (table == LocationTable::view || before == nullptr ||
            !says_the_same(key.location, *before, table))
            text += fmt::format("[key.{}]\n{}", name_of(table), lines_of(key.location, table));
    return text;
}

} // namespace

std::string to_text(const Film &film, const std::optional<fs::path> &folder) {
    check_film(film);
    std::string text = fmt::format("{}{} = {}\n\n{}", kFilmTextBegin, kFormatKey, kFilmFormat,
                                   settings_text(film, folder));
    const Location *before = nullptr;
    for (const FilmKey &key : film.keys) {
        text += key_text(key, before);
        before = &key.location;
    }
    if (text.size() > kMaxFilmText)
        throw InputError(fmt::format("the film's keys have too many digits for its file, which may "
                                     "have {} MiB; take fewer keys",
                                     kMaxFilmText >> 20));
    return text;
}

std::string text_to_hand_on(const Film &film) {
    if (!film.audio || !film.audio->has_parent_path())
        return to_text(film);
    return to_text(film, film.audio->parent_path());
}

ParsedFilm parse_film(std::string_view text, std::string_view source,
                      const std::optional<fs::path> &folder) {
    TomlDocument document = TomlDocument::parse(text, source, kMaxFilmText);
    return FilmReader(document, folder).read();
}

bool is_film(std::string_view text) {
    return own_text(text) == OwnText::film;
}

ParsedFilm read_film_file(const fs::path &path) {
    const std::string text = TomlDocument::read_file(path, kMaxFilmText);
    if (is_film(text))
        return parse_film(text, path.string(), path.parent_path());
    if (is_tour(text, path.string())) {
        Tour tour = parse_tour(text, path.string());
        return {std::move(tour.film), {tour.warnings.begin(), tour.warnings.end()}};
    }
    throw InputError(fmt::format("{} is neither a film nor a tour; a film has the line {} = {}",
                                 path.string(), kFormatKey, kFilmFormat));
}

void write_film_file(const fs::path &path, const Film &film) {
    write_text_file(path, to_text(film, path.parent_path()));
}

} // namespace fathom::film
