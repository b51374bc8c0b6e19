#include "app/commands.h"
#include "ui/gui.h"

namespace fathom {

int run(const GuiCommand &command, const OutputOptions &output) {
    // Files are read here, so that other options can override them and a broken one is refused
    // before a window opens.
    const Place place = resolve_place(command.where);
    print_warnings(place.warnings, output);
    GuiOptions options;
    if (command.tour) {
        options.tour = Tour::load(*command.tour);
        print_warnings(options.tour->warnings(), output);
    }
    options.location = place.location;
    if (command.where.size)
        options.size = *command.where.size;
    options.device = command.where.device;
    options.precision = command.where.precision;
    options.full_screen = command.full_screen;
    options.frames = command.frames;
    options.stats = command.stats;
    options.screenshot = command.screenshot;
    if (!run_gui(options)) {
        print_error("stopped; the tour is not complete and nothing was written");
        return kInterruptedExitCode;
    }
    return 0;
}

} // namespace fathom
