#pragma once
#include "render/film/film.h"
#include "render/places/location.h"
#include "ui/state/motion.h"
#include "ui/state/ui_settings.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::ui {

/// Where the window was, in points of the desktop.
struct WindowPlace {
    static constexpr int kMaxCoordinate = 100'000; ///< either way
    static constexpr int kMinSide = 100;
    static constexpr int kMaxSide = 16'384;

    bool anywhere = true; ///< the desktop may choose: x and y say nothing
    int x = 0, y = 0;
    int width = 1280, height = 800;
    bool full_screen = false;

    friend bool operator==(const WindowPlace &, const WindowPlace &) = default;
};

/// What a person would miss if the window forgot it.
struct SavedSession {
    static constexpr std::size_t kMaxVisited = 100;

    Location location;
    std::vector<Location> visited; ///< the places before, the oldest first
    std::string engine = "auto";   ///< a device id
    WindowPlace window;
    UiSettings settings;
    bool minimap = false;
    MotionSettings motion;
    int samples = 4; ///< of kSampleChoices
    /// Kept in a file of its own (kept_film.h), which is as large as films may be; null: there is
    /// none. Equal if it is the same one.
    std::shared_ptr<const film::Film> film;

    friend bool operator==(const SavedSession &, const SavedSession &) = default;
};

/// The session as TOML, but for its film, at most TomlDocument::kMaxSize long: what was visited
/// longest ago is left out where it does not fit. Throws InputError for a location out of range, or
/// one of more digits than fit.
std::string to_text(const SavedSession &session);

/// Reads it back; a key that is missing has its default. Throws InputError 'SOURCE:LINE: REASON'
/// for broken text, a value out of range, a newer format.
SavedSession parse_session(std::string_view text, std::string_view source);

/// What a file of the past gave.
struct RestoredSession {
    std::optional<SavedSession> session;    ///< nothing: there was none to use; without its film
    std::shared_ptr<const film::Film> film; ///< null: there was none
    std::string complaint;                  ///< one sentence, if something was wrong
};

/// Where the session is kept; nothing where there is no home.
std::optional<std::filesystem::path> session_path();

/// Reads the session. Throws nothing for a bad file: that is set aside beside its old place, and
/// named in the complaint. A palette that is not there any more is replaced by the default one.
RestoredSession restore_session(const std::filesystem::path &path,
                                const std::optional<std::filesystem::path> &assets);

/// Writes it, whole or not at all, and makes its folder if need be. Throws DiskError, InputError.
void save_session(const std::filesystem::path &path, const SavedSession &session);

} // namespace fathom::ui
