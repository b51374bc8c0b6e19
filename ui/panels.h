#pragma once
#include "render/compare.h"
#include "render/devices.h"
#include "render/location.h"
#include "ui/frame_stats.h"
#include "ui/headway.h"
#include "ui/input.h"

#include <optional>
#include <string>
#include <vector>

// Panels read what they show and return what was asked for; they change nothing themselves. One
// file each.

namespace fathom {

enum class OverlayMode { all, coordinates, none };
enum class CompareMode { off, split, difference };

/// Height of what is drawn, in points from the window's lower edge; other panels stay above it.
using BarHeight = float;

/// What the bar at the lower edge shows.
struct StatusInfo {
    const Location *location = nullptr;
    std::string precision;
    std::string engine;
    std::optional<View> cursor;         ///< its centre is the point under the mouse
    std::optional<double> progress;     ///< 0 to 1 while computing
    std::optional<Headway> headway;     ///< once it is worth telling in words
    std::optional<double> export_share; ///< 0 to 1, of an export that nothing else shows
    std::optional<std::string> warning; ///< what the picture cannot show here
};
BarHeight draw_status_bar(const StatusInfo &info);

/// An engine in use, as the overlay shows it.
struct EngineReport {
    EngineInfo info;
    std::string precision;
    std::string interop;
    const FrameStats *stats = nullptr; ///< null while the engine starts
    std::optional<Headway> headway;    ///< once it is worth telling: the times are older ones then
};
struct OverlayInfo {
    std::vector<EngineReport> engines; ///< one, or the left and the right one
    double frames_per_second = 0;      ///< of the window; 0 while it rests
    BarHeight bar = 0;
};
/// Draws nothing where there is no room for it.
void draw_overlay(const OverlayInfo &info);

/// What the bar of the compare mode shows.
struct CompareInfo {
    CompareMode mode = CompareMode::off;
    const DeviceList *devices = nullptr;
    std::string left, right;              ///< device ids
    bool shortcuts = true;                ///< whether both skip what provably never escapes
    std::optional<Difference> difference; ///< once it is known
    std::string waiting_for;              ///< until then, in words
};
/// A new choice of engines or shortcuts, if one was made.
struct CompareChoice {
    std::optional<std::string> left, right;
    std::optional<bool> shortcuts;
};
CompareChoice draw_compare_bar(const CompareInfo &info);

/// Hides the pictures while there is no difference picture: nothing of them must look like one.
void draw_no_difference(const std::string &words, BarHeight bar);

/// The line between the two pictures, in points, and the words on both sides of it. `lit`: the
/// mouse can take it.
struct DividerInfo {
    float x = 0;
    BarHeight bar = 0;
    std::string left, right;
    bool lit = false;
};
void draw_divider(const DividerInfo &info);

/// The box that is being drawn, in pixels.
void draw_rubber_band(const Box &box, double pixel_ratio);

/// All keys. Returns false when it was closed.
bool draw_help();

} // namespace fathom
