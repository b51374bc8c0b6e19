#pragma once
#include "render/film/tour.h"
#include "render/places/location.h"
#include "render/places/method.h"
#include "ui/state/saved_session.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace fathom {
struct ReferenceOrbit;
} // namespace fathom

namespace fathom::ui {

/// What the window starts with.
struct GuiOptions {
    Location location;  ///< shown first
    WindowPlace window; ///< its size is the pixels of a tour
    std::string device = "auto";
    MethodChoice method;
    std::shared_ptr<const ReferenceOrbit> orbit; ///< of the views that it serves; null: none
    std::optional<int> samples; ///< of a picture at rest, 1 to 16; else as last time
    bool fresh = false;         ///< nothing of the last session comes back
    bool view_given = false;    ///< `location` was asked for, and is not to be that of last time
    std::optional<std::filesystem::path> file; ///< whose place `location` is
    bool size_given = false;                   ///< likewise, the window's size
    std::optional<SavedSession> last;          ///< what was restored; run_gui sets it
    std::shared_ptr<const film::Film> film;    ///< likewise; null: there is none
    std::string complaint;                     ///< about both; likewise

    std::optional<film::Tour> tour; ///< the window is driven along it and then closed
    int frames = 0;                 ///< of the tour; 0: ten for each of its seconds
    bool live = false;              ///< the tour runs in real time, drawn as a person would see it
    bool pipelined = false; ///< each frame of the tour is computed while the last is displayed
    std::function<void(const nlohmann::json &)> report; ///< gets the times of a complete tour
    std::function<void(const std::string &)> warn;      ///< gets sentences about a tour
    std::optional<std::filesystem::path>
        screenshot; ///< PNG of the tour's last frame, panels included
};

} // namespace fathom::ui
