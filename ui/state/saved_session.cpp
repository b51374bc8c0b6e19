#include "ui/state/saved_session.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/base/user_folders.h"
#include "render/jobs/export_job.h"
#include "render/places/device_id.h"
#include "render/places/location_toml.h"
#include "render/places/named_place.h"
#include "render/places/toml_document.h"
#include "ui/state/control_advice.h"
#include "ui/state/kept_film.h"
#include "ui/state/set_aside.h"
#include "ui/texts/session.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <limits>

namespace fathom::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kFormat = 1;
constexpr std::size_t kMaxSection = 40;
constexpr std::size_t kMaxPath = 4096;

/// A whole file as a value on lines of its own. It is printable ASCII and line feeds.
std::string quoted_lines(std::string_view text) {
    std::string quoted = "\"\"\"\n";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + "\"\"\"";
}

const std::string *text_of(const TomlValue &value) {
    return std::get_if<std::string>(&value.data);
}

bool read_flag(TomlDocument &document, std::string_view path, bool fallback) {
    const TomlValue *value = document.find(path);
    if (value == nullptr)
        return fallback;
    if (const auto *flag = std::get_if<bool>(&value->data))
        return *flag;
    document.refuse(path, *value, "true or false");
}

Location read_location(TomlDocument &document, std::string_view path, const TomlValue &value) {
    const std::string *text = text_of(value);
    if (text == nullptr)
        document.refuse(path, value, "a location file's text");
    try {
        return parse_location(*text, "location").location;
    } catch (const InputError &error) {
        document.refuse(value.line, error.what());
    }
}

std::vector<Location> read_visited(TomlDocument &document) {
    const TomlValue *value = document.find("visited");
    if (value == nullptr)
        return {};
    const auto *items = std::get_if<std::vector<TomlValue>>(&value->data);
    if (items == nullptr || items->size() > SavedSession::kMaxVisited)
        document.refuse("visited", *value,
                        fmt::format("an array of at most {} locations", SavedSession::kMaxVisited));
    std::vector<Location> visited;
    for (const TomlValue &item : *items)
        visited.push_back(read_location(document, "visited", item));
    return visited;
}

WindowPlace read_window(TomlDocument &document) {
    using Limits = WindowPlace;
    WindowPlace window;
    const auto whole = [&document](std::string_view path, int low, int high, int fallback) {
        return static_cast<int>(document.integer(path, low, high, fallback));
    };
    window.anywhere = document.find("window.x") == nullptr;
    window.x = whole("window.x", -Limits::kMaxCoordinate, Limits::kMaxCoordinate, window.x);
    window.y = whole("window.y", -Limits::kMaxCoordinate, Limits::kMaxCoordinate, window.y);
    window.width = whole("window.width", Limits::kMinSide, Limits::kMaxSide, window.width);
    window.height = whole("window.height", Limits::kMinSide, Limits::kMaxSide, window.height);
    window.full_screen = read_flag(document, "window.full_screen", window.full_screen);
    return window;
}

UiSettings read_settings(TomlDocument &document) {
    UiSettings settings;
    if (read_flag(document, "ui.light", false))
        settings.theme = UiSettings::ThemeChoice::light;
    settings.font_scale = document.number("ui.font_scale", UiSettings::kMinFontScale,
                                          UiSettings::kMaxFontScale, settings.font_scale);
    settings.panel_width = document.number("ui.panel_width", UiSettings::kMinPanelWidth,
                                           UiSettings::kMaxPanelWidth, settings.panel_width);
    if (document.find("ui.panel_open") != nullptr)
        settings.panel_open = read_flag(document, "ui.panel_open", true);
    if (const TomlValue *value = document.find("ui.section")) {
        const std::string *section = text_of(*value);
        if (section == nullptr)
            document.refuse("ui.section", *value, "a text in quotes");
        settings.section = tidied_text(*section, kMaxSection, false);
    }
    settings.hints_seen = read_flag(document, "ui.hints_seen", settings.hints_seen);
    settings.overlay = static_cast<OverlayMode>(
        document.integer("ui.overlay", 0, 3, static_cast<std::int64_t>(UiSettings().overlay)));
    settings.exactness = read_flag(document, "ui.exactness", settings.exactness);
    settings.places_tab = static_cast<int>(document.integer("ui.places_tab", 0, 3, 0));
    settings.timeline = read_flag(document, "ui.timeline", settings.timeline);
    return settings;
}

/// The name of a folder or file; empty where there is none.
std::string read_path(TomlDocument &document, std::string_view path) {
    const TomlValue *value = document.find(path);
    if (value == nullptr)
        return {};
    if (const std::string *name = text_of(*value))
        return *name;
    document.refuse(path, *value, "a file's name in quotes");
}

std::vector<std::string> read_recent_files(TomlDocument &document) {
    const TomlValue *value = document.find("files.recent");
    if (value == nullptr)
        return {};
    std::vector<std::string> files;
    const auto *items = std::get_if<std::vector<TomlValue>>(&value->data);
    const bool few = items != nullptr && items->size() <= UiSettings::kMostRecentFiles;
    for (const TomlValue &item : few ? *items : std::vector<TomlValue>())
        if (const std::string *name = text_of(item))
            files.push_back(*name);
    if (!few || files.size() != items->size())
        document.refuse("files.recent", *value,
                        fmt::format("an array of at most {} files' names in quotes",
                                    UiSettings::kMostRecentFiles));
    return files;
}

std::array<std::string, 9> read_palette_keys(TomlDocument &document) {
    std::array<std::string, 9> keys;
    const TomlValue *value = document.find("palettes.keys");
    if (value == nullptr)
        return keys;
    const auto *items = std::get_if<std::vector<TomlValue>>(&value->data);
    const bool complete = items != nullptr && items->size() == keys.size();
    for (std::size_t at = 0; at < keys.size(); ++at) {
        const std::string *name = complete ? text_of((*items)[at]) : nullptr;
        if (name == nullptr || !(name->empty() || is_palette_name(*name)))
            document.refuse("palettes.keys", *value, "an array of 9 palettes' names in quotes");
        keys.at(at) = *name;
    }
    return keys;
}

/// A name that TOML can hold: what is no UTF-8, or has line ends, is forgotten.
std::string path_text(const std::string &path) {
    return toml_string(tidied_text(path, kMaxPath, false) == path ? path : "");
}

ExportSettings read_exports(TomlDocument &document) {
    ExportSettings exports;
    const auto whole = [&document](std::string_view path, int low, int high) {
        return static_cast<int>(document.integer(path, low, high, low));
    };
    exports.size = {whole("export.width", 0, kMaxSide), whole("export.height", 0, kMaxSide)};
    if (exports.size.width == 0 || exports.size.height == 0)
        exports.size = {};
    exports.samples = whole("export.samples", 0, kMaxSamples);
    exports.adaptive = read_flag(document, "export.adaptive", false);
    exports.folder = read_path(document, "export.folder");
    return exports;
}

FilmExportSettings read_film_exports(TomlDocument &document) {
    FilmExportSettings exports;
    if (const std::string format = read_path(document, "film_export.format"); !format.empty())
        exports.format = tidied_text(format, kMaxSection, false);
    exports.quality =
        static_cast<int>(document.integer("film_export.quality", 1, 100, exports.quality));
    exports.bits = static_cast<int>(document.integer("film_export.bits", 0, 16, exports.bits));
    exports.folder = read_path(document, "film_export.folder");
    exports.rings = read_path(document, "film_export.rings");
    return exports;
}

std::string read_whole_path(TomlDocument &document) {
    std::string path = read_path(document, "path");
    if (!fs::path(path).is_absolute())
        document.refuse("path", document.need("path"), "a file's whole name in quotes");
    return path;
}

BegunFilm read_begun_film(TomlDocument &document) {
    BegunFilm begun;
    begun.path = read_whole_path(document);
    if (const std::string format = read_path(document, "format"); !format.empty())
        begun.format = tidied_text(format, kMaxSection, false);
    begun.quality = static_cast<int>(document.integer("quality", 1, 100, begun.quality));
    begun.bits = static_cast<int>(document.integer("bits", 0, 16, begun.bits));
    begun.rings = read_path(document, "rings");
    constexpr int kMost = std::numeric_limits<int>::max();
    begun.first_frame = static_cast<int>(document.integer("first_frame", 0, kMost, 0));
    begun.last_frame =
        static_cast<int>(document.integer("last_frame", -1, kMost, begun.last_frame));
    return begun;
}

/// One of `values` by its name; empty where there is no such key.
template <class Value, std::size_t count>
std::optional<Value> read_named(TomlDocument &document, std::string_view key,
                                const Value (&values)[count]) {
    const std::string name = read_path(document, key);
    if (name.empty())
        return std::nullopt;
    const auto *const found = std::find_if(std::begin(values), std::end(values),
                                           [&](Value value) { return name == to_string(value); });
    if (found == std::end(values))
        document.refuse(key, document.need(key), "a name that Fathom knows");
    return *found;
}

BegunPicture read_begun_picture(TomlDocument &document) {
    constexpr Approximation kApproximations[] = {Approximation::none, Approximation::bla,
                                                 Approximation::la};
    BegunPicture begun;
    begun.path = read_whole_path(document);
    begun.precision = read_named(document, "precision", kPrecisions);
    begun.approximation = read_named(document, "approximation", kApproximations);
    begun.source = read_path(document, "source");
    return begun;
}

/// The tables of that name, by `read`.
template <class Begun>
std::vector<Begun> read_begun(TomlDocument &document, const std::string &name,
                              Begun (*read)(TomlDocument &)) {
    std::vector<Begun> all;
    const TomlValue *tables = document.find(name);
    if (tables == nullptr)
        return all;
    const auto count = static_cast<std::size_t>(document.tables(name));
    if (count == 0 || count > UiSettings::kMostBegun)
        document.refuse(name, *tables, fmt::format("at most {} tables", UiSettings::kMostBegun));
    for (std::size_t at = 0; at < count; ++at) {
        document.enter(fmt::format("{}[{}]", name, at), tables->line);
        all.push_back(read(document));
    }
    document.enter("", 0);
    return all;
}

MotionSettings read_motion(TomlDocument &document) {
    MotionSettings motion;
    motion.speed = document.number("motion.speed", MotionSettings::kSlowest,
                                   MotionSettings::kFastest, motion.speed);
    motion.momentum = read_flag(document, "motion.momentum", motion.momentum);
    motion.scroll_pans = read_flag(document, "motion.scroll_pans", motion.scroll_pans);
    return motion;
}

std::string read_engine(TomlDocument &document) {
    const TomlValue *value = document.find("engine");
    if (value == nullptr)
        return "auto";
    const std::string *id = text_of(*value);
    if (id == nullptr)
        document.refuse("engine", *value, "a device's id in quotes");
    try {
        check_device_id(*id);
    } catch (const InputError &error) {
        document.refuse(value->line, error.what());
    }
    return *id;
}

void check_format(TomlDocument &document) {
    const TomlValue &value = document.need("fathom_session");
    const auto *format = std::get_if<std::int64_t>(&value.data);
    if (format == nullptr || *format != kFormat)
        document.refuse("fathom_session", value, fmt::format("the number {}", kFormat));
}

std::string table(const BegunFilm &begun) {
    return fmt::format("\n[[begun_film]]\npath = {}\nformat = {}\nquality = {}\nbits = {}\n"
                       "rings = {}\nfirst_frame = {}\nlast_frame = {}\n",
                       path_text(begun.path), path_text(begun.format), begun.quality, begun.bits,
                       path_text(begun.rings), begun.first_frame, begun.last_frame);
}

std::string table(const BegunPicture &begun) {
    return fmt::format(
        "\n[[begun_picture]]\npath = {}\nprecision = \"{}\"\napproximation = \"{}\"\n"
        "source = {}\n",
        path_text(begun.path), begun.precision ? to_string(*begun.precision) : "",
        begun.approximation ? to_string(*begun.approximation) : "", path_text(begun.source));
}

template <class Begun> std::string tables(const std::vector<Begun> &all) {
    std::string text;
    for (const Begun &begun : all)
        if (path_text(begun.path) != path_text(""))
            text += table(begun);
    return text;
}

int clamped(int side) {
    return std::clamp(side, WindowPlace::kMinSide, WindowPlace::kMaxSide);
}

/// All but the places visited.
std::string head(const SavedSession &session) {
    const WindowPlace &window = session.window;
    const UiSettings &ui = session.settings;
    std::string text = fmt::format(
        "# What the window of Fathom remembers. It writes this file itself, and reads it at its "
        "start.\nfathom_session = {}\nengine = {}\nminimap = {}\nsamples = {}\nlocation = {}\n",
        kFormat, toml_string(session.engine), session.minimap, session.samples,
        quoted_lines(to_text(session.location)));
    text += fmt::format("\n[window]\nwidth = {}\nheight = {}\nfull_screen = {}\n",
                        clamped(window.width), clamped(window.height), window.full_screen);
    if (!window.anywhere)
        text += fmt::format("x = {}\ny = {}\n", window.x, window.y);
    text += fmt::format("\n[motion]\nspeed = {}\nmomentum = {}\nscroll_pans = {}\n",
                        session.motion.speed, session.motion.momentum, session.motion.scroll_pans);
    text += fmt::format(
        "\n[ui]\nlight = {}\nfont_scale = {}\npanel_width = {}\nsection = {}\n"
        "hints_seen = {}\noverlay = {}\nplaces_tab = {}\nexactness = {}\ntimeline = {}\n",
        ui.theme == UiSettings::ThemeChoice::light, ui.font_scale, ui.panel_width,
        toml_string(tidied_text(ui.section, kMaxSection, false)), ui.hints_seen,
        static_cast<int>(ui.overlay), ui.places_tab, ui.exactness, ui.timeline);
    if (ui.panel_open)
        text += fmt::format("panel_open = {}\n", *ui.panel_open);
    const ExportSettings &exports = ui.exports;
    text += fmt::format("\n[export]\nwidth = {}\nheight = {}\nsamples = {}\nadaptive = {}\n"
                        "folder = {}\n",
                        exports.size.width, exports.size.height, exports.samples, exports.adaptive,
                        path_text(exports.folder));
    text += fmt::format("\n[film_export]\nformat = {}\nquality = {}\nbits = {}\nfolder = {}\n"
                        "rings = {}\n",
                        path_text(ui.film_exports.format), ui.film_exports.quality,
                        ui.film_exports.bits, path_text(ui.film_exports.folder),
                        path_text(ui.film_exports.rings));
    text += fmt::format("\n[files]\nfolder = {}\nfilm = {}\n", path_text(ui.files_folder),
                        path_text(ui.film_file));
    std::vector<std::string> recent;
    for (const std::string &file : ui.recent_files)
        if (const std::string name = path_text(file); name != path_text(""))
            recent.push_back(name);
    text += fmt::format("recent = [{}]\n", fmt::join(recent, ", "));
    text += fmt::format("\n[palettes]\nkeys = [\"{}\"]\n", fmt::join(ui.palette_keys, "\", \""));
    return text + tables(ui.begun_films) + tables(ui.begun_pictures);
}

void add_sentence(std::string &words, const std::string &sentence) {
    words += (words.empty() ? "" : " ") + sentence;
}

} // namespace

std::string to_text(const SavedSession &session) {
    const std::string rest = head(session);
    constexpr std::string_view kBegin = "visited = [\n";
    constexpr std::string_view kEnd = "]\n";
    std::size_t room = TomlDocument::kMaxSize - kBegin.size() - kEnd.size();
    if (rest.size() > room)
        throw InputError(texts::session::kTooManyDigits);
    room -= rest.size();
    std::vector<std::string> visited; // the newest first
    for (auto place = session.visited.rbegin();
         place != session.visited.rend() && visited.size() < SavedSession::kMaxVisited; ++place) {
        std::string text = quoted_lines(to_text(*place)) + ",\n";
        if (text.size() > room)
            break;
        room -= text.size();
        visited.push_back(std::move(text));
    }
    std::string all(kBegin);
    for (auto text = visited.rbegin(); text != visited.rend(); ++text)
        all += *text;
    all += kEnd;
    // Keys of the root table have to stand before the first header.
    return all + rest;
}

SavedSession parse_session(std::string_view text, std::string_view source) {
    TomlDocument document = TomlDocument::parse(text, source);
    check_format(document);
    SavedSession session;
    session.engine = read_engine(document);
    session.minimap = read_flag(document, "minimap", session.minimap);
    session.location = read_location(document, "location", document.need("location"));
    session.visited = read_visited(document);
    session.window = read_window(document);
    session.settings = read_settings(document);
    session.settings.exports = read_exports(document);
    session.settings.film_exports = read_film_exports(document);
    session.settings.files_folder = read_path(document, "files.folder");
    session.settings.film_file = read_path(document, "files.film");
    session.settings.palette_keys = read_palette_keys(document);
    session.settings.recent_files = read_recent_files(document);
    session.settings.begun_films = read_begun(document, "begun_film", read_begun_film);
    session.settings.begun_pictures = read_begun(document, "begun_picture", read_begun_picture);
    session.motion = read_motion(document);
    session.samples = static_cast<int>(
        document.integer("samples", 1, std::end(kSampleChoices)[-1], session.samples));
    return session;
}

std::optional<fs::path> session_path() {
    const std::optional<fs::path> folder = user_state_folder();
    return folder ? std::optional(*folder / "session.toml") : std::nullopt;
}

RestoredSession restore_session(const fs::path &path, const std::optional<fs::path> &assets) {
    RestoredSession restored;
    KeptFilm kept = kept_film(path);
    restored.film = std::move(kept.film);
    restored.complaint = std::move(kept.complaint);
    std::error_code error;
    if (!fs::exists(path, error))
        return restored;
    try {
        restored.session = parse_session(TomlDocument::read_file(path), path.string());
    } catch (const Error &refusal) {
        add_sentence(restored.complaint,
                     fmt::format(texts::session::kSessionLost,
                                 named_shortly(with_controls(refusal), path), set_aside(path)));
        return restored;
    }
    try {
        load_lut(assets, restored.session->location);
    } catch (const Error &missing) {
        restored.session->location.palette = Location().palette;
        restored.session->location.own_palette.reset();
        add_sentence(restored.complaint, fmt::format(texts::session::kPaletteGone, missing.what()));
    }
    return restored;
}

void save_session(const fs::path &path, const SavedSession &session) {
    const std::string text = to_text(session);
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        throw DiskError(fmt::format(texts::session::kNoSessionFolder, path.parent_path().string(),
                                    error.message()));
    keep_film(path, session.film.get());
    write_text_file(path, text);
}

} // namespace fathom::ui
