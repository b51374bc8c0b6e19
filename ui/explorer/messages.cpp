#include "ui/explorer/messages.h"

#include "ui/explorer/frame_pacing.h"

namespace fathom {

void Messages::complain(const std::string &why) {
    log_.write("complaint " + why);
    toasts_.complain(why);
    pacing_.draw_after_activity();
}

} // namespace fathom
