#include "ui/gui.h"

#include "ui/explorer.h"
#include "ui/tour_drive.h"

namespace fathom {

bool run_gui(const GuiOptions &options) {
    Explorer explorer(options);
    if (options.tour)
        return drive_tour(explorer, options);
    explorer.run();
    return true;
}

} // namespace fathom
