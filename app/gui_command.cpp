#include "app/commands.h"
#include "app/stop_signals.h"
#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/deep/orbit_file.h"
#include "render/deep/straightening.h"
#include "render/jobs/export_job.h"
#include "ui/explorer/gui_options.h"
#include "ui/gui/gui.h"
#include "ui/state/suggested_iterations.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

/// Whether the place is that of a file, which other options leave as it is but for its looks.
bool is_of_file(const Place &place, const ViewOptions &view) {
    return place.given == Place::Given::file && !view.re && !view.im && !view.zoom &&
           !view.rotation_degrees && !view.matrix && !view.unskew &&
           view.formula == FormulaOptions();
}

/// Before a window opens. False if stopped.
bool straighten(Location &location) {
    const StopSignals signals;
    const auto straightening = find_straightening(location, signals.stop());
    if (straightening)
        location.view.matrix = straightening->matrix;
    return straightening.has_value();
}

} // namespace

int run(const GuiCommand &command, const OutputOptions &output) {
    // Files are read here, so that other options can override them and a broken one is refused
    // before a window opens.
    Place place = resolve_place(command.where);
    print_warnings(place.warnings, output);
    if (command.screenshot && file_type(*command.screenshot) != ".png")
        throw InputError(fmt::format("{}: a screenshot is a PNG; choose a name that ends in .png",
                                     command.screenshot->string()));
    ui::GuiOptions options;
    if (command.tour) {
        options.tour = film::load_tour(*command.tour);
        print_warnings(options.tour->warnings, output);
    }
    options.location = place.location;
    const bool brings_limit =
        place.given == Place::Given::line || place.given == Place::Given::file;
    if (place.location.automatic_iterations && !brings_limit)
        options.location.iterations = ui::suggested_iterations(place.location.view.zoom);
    if (place.unskew && !straighten(options.location)) {
        print_error("stopped; the view was not straightened and no window opened");
        return kInterruptedExitCode;
    }
    if (command.where.size) {
        options.window.width = command.where.size->width;
        options.window.height = command.where.size->height;
        options.size_given = true;
    }
    if (command.where.orbit)
        options.orbit = read_orbit_file(*command.where.orbit);
    options.samples = command.samples;
    options.fresh = command.fresh;
    options.view_given = command.where.view != ViewOptions();
    if (is_of_file(place, command.where.view))
        options.file = std::filesystem::absolute(*command.where.view.location);
    options.device = command.where.device;
    options.method = command.where.method;
    options.window.full_screen = command.full_screen;
    options.frames = command.frames;
    options.live = command.live;
    options.pipelined = command.pipelined;
    options.screenshot = command.screenshot;
    options.warn = [&](const std::string &sentence) { print_warnings({sentence}, output); };
    if (command.stats || output.json)
        options.report = [&](const nlohmann::json &times) {
            if (command.stats)
                write_text_file(*command.stats, times.dump(2) + "\n");
            if (output.json)
                print_json(times);
        };
    if (!run_gui(options)) {
        print_error("stopped; the tour is not complete and nothing was written");
        return kInterruptedExitCode;
    }
    return 0;
}

} // namespace fathom::app
