#pragma once
#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace fathom::film {
class FilmPath;
} // namespace fathom::film

namespace fathom::ui {

class Explorer;

/// Drives the window along a tour in real time: each frame shows the path's view at the time that
/// has gone by, put together from what is known, and nothing waits for a picture. The engine has to
/// have started. Returns what it took (docs/reference/tours.md); nothing if the window was to close
/// before the end. Throws DeviceError if the engine fails.
std::optional<nlohmann::json> drive_live_tour(Explorer &explorer, const film::FilmPath &path);

} // namespace fathom::ui
