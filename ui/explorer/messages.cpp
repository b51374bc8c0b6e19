#include "ui/explorer/messages.h"

#include "ui/explorer/frame_pacing.h"
#include "ui/state/control_advice.h"

namespace fathom::ui {

void Messages::complain(const std::string &why) {
    log_.write("complaint " + why);
    toasts_.complain(why);
    pacing_.draw_after_activity();
}

void Messages::complain(const std::exception &error) {
    complain(with_controls(error));
}

} // namespace fathom::ui
