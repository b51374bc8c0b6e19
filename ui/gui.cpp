#include "ui/gui.h"

#include "ui/explorer.h"
#include "ui/tour_drive.h"

namespace fathom {

int run_gui(const GuiOptions &options) {
    Explorer explorer(options);
    if (options.tour)
        drive_tour(explorer, options);
    else
        explorer.run();
    return 0;
}

} // namespace fathom
