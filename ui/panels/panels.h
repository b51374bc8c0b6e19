#pragma once
#include "render/engines/devices.h"
#include "render/jobs/compare.h"
#include "render/places/location.h"
#include "ui/live/exactness_watch.h"
#include "ui/live/frame_stats.h"
#include "ui/live/progress.h"
#include "ui/state/help_search.h"
#include "ui/state/input.h"
#include "ui/state/motion.h"
#include "ui/state/ui_settings.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Panels read what they show and return what was asked for; they change nothing themselves. One
// file each.

namespace fathom::ui {

class Controls;
class ItemLog;
class SearchField;
class Toasts;

enum class CompareMode { off, split, difference };

/// Height of what is drawn, in points from the window's lower edge; other panels stay above it.
using BarHeight = float;

/// What the bar at the lower edge shows.
struct StatusInfo {
    const Location *location = nullptr;
    std::string source;                 ///< what the picture is made of, in words
    std::string palette;                ///< in whose colours it is shown, in words
    std::optional<View> cursor;         ///< its centre is the point under the mouse
    std::optional<double> share;        ///< 0 to 1 while computing
    std::optional<Progress> progress;   ///< once it is worth telling in words
    std::optional<double> export_share; ///< 0 to 1, of an export that nothing else shows
    std::optional<std::string> warning; ///< what the picture cannot show here
    bool inside = false;                ///< nothing in view escapes, so that all of it is black
    std::optional<std::string> way;     ///< where a jump leads that is under way
};
/// What came of drawing it.
struct StatusDrawn {
    BarHeight height = 0;
    std::optional<std::string> copied; ///< a number that was clicked, with all its digits
};
/// One line, whatever it tells.
StatusDrawn draw_status_bar(Controls &controls, const StatusInfo &info);

/// An engine in use, as the overlay shows it.
struct EngineReport {
    EngineInfo info;
    std::string precision;
    std::string method; ///< of a perturbed picture, in words
    std::string interop;
    const FrameStats *stats = nullptr; ///< null while the engine starts
    std::optional<Progress> progress;  ///< once it is worth telling: the times are older ones then
};
struct OverlayInfo {
    std::vector<EngineReport> engines; ///< one, or the left and the right one
    double frames_per_second = 0;      ///< of the window; 0 while it rests
    BarHeight bar = 0;
    float left = 0;     ///< points that the side panel covers
    bool brief = false; ///< engines and how long their pictures take, and no more
    std::optional<CheckedPixels> exactness; ///< of the first one's picture, as far as is known
    bool better_exports = false;            ///< whether exports may take a better number type
    ItemLog *items = nullptr;               ///< never null
    double pixel_ratio = 1;                 ///< pixels to an ImGui unit
};
/// Draws nothing where there is no room for it.
void draw_overlay(const OverlayInfo &info);

/// What is compared, and what came of it.
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
/// How many pixels differ, at the upper right. Returns how far that reaches down, in points.
float draw_compare_result(const CompareInfo &info);

/// A striped veil over the pictures while there is no difference picture: nothing of them must look
/// like one.
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

/// Short messages at the lower right, the newest lowest, above what is `taken` of the window:
/// points from its lower edge. Returns the
/// folder that is to be shown, if one is.
std::filesystem::path draw_toasts(Controls &controls, const Toasts &toasts, float taken);

/// All keys, or while words are sought what has them all, lines of the manual included.
struct HelpInfo {
    SearchField &search;
    const HelpMatches &matches; ///< of the field's words
    std::span<const ManualPage> pages;
    ItemLog &items;
    double pixel_ratio = 1; ///< pixels to an ImGui unit
};
/// Returns false when it was closed.
bool draw_help(const HelpInfo &info);

// The side panel's sections.

/// What the View section shows.
struct ViewInfo {
    const Location *location = nullptr;
    Precision precision = Precision::f64; ///< in use
    MethodChoice method_choice;
    std::optional<std::string> warning; ///< what the picture cannot show here
    const UiSettings *settings = nullptr;
    const MotionSettings *motion = nullptr;
    int samples = 1;                     ///< of a pixel at rest
    std::optional<Precision> more_exact; ///< where too many pixels are wrong, a type that helps
};
/// What was asked for in it.
struct ViewChoice {
    std::optional<View> view;
    bool moving = false; ///< `view` is a step of a drag
    std::optional<std::uint64_t> iterations;
    std::optional<bool> automatic_iterations;
    std::optional<double> bailout;
    std::optional<MethodChoice> method;
    std::optional<UiSettings::ThemeChoice> theme;
    std::optional<double> font_scale;
    std::optional<MotionSettings> motion;
    std::optional<int> samples;
    std::optional<bool> exactness;
    bool copy = false;
    bool paste = false;
    bool unskew = false;
};
ViewChoice draw_view_panel(Controls &controls, const ViewInfo &info);

/// What was asked for in the Formula section: another formula, where to look at it, or both.
struct FormulaPanelChoice {
    std::optional<FormulaChoice> formula;
    std::optional<View> view;
};
FormulaPanelChoice draw_formula_panel(Controls &controls, const Location &location);

/// What was asked for in the Compare section.
struct ComparePanelChoice {
    std::optional<CompareMode> mode;
    CompareChoice engines;
};
/// `info.devices` may be null until they are known.
ComparePanelChoice draw_compare_panel(Controls &controls, const CompareInfo &info);

/// What the Devices section shows.
struct DevicesInfo {
    const DeviceList *devices = nullptr; ///< null until they are known
    std::vector<std::string> in_use;     ///< ids
    bool choosable = true;               ///< not while comparing
    /// Why an engine failed, by its id.
    std::function<std::optional<std::string>(const std::string &)> failure;
};
/// Returns the id of an engine that is to be used from now on.
std::optional<std::string> draw_devices_panel(Controls &controls, const DevicesInfo &info);

/// What was asked for in the Help section.
struct HelpPanelChoice {
    bool keys = false;               ///< the list of all keys
    std::optional<std::size_t> page; ///< index of one to open
};
HelpPanelChoice draw_help_panel(Controls &controls, std::span<const ManualPage> pages);

} // namespace fathom::ui
