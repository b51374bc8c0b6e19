#include "ui/explorer/messages.h"

#include "ui/explorer/frame_pacing.h"
#include "ui/state/control_advice.h"
#include "ui/texts/exports.h"

#include <SDL.h>
#include <fmt/format.h>

namespace fathom::ui {

void Messages::complain(const std::string &why) {
    log_.write("complaint " + why);
    toasts_.complain(why);
    pacing_.draw_after_activity();
}

void Messages::complain(const std::exception &error) {
    complain(with_controls(error));
}

void show_folder(Messages &messages, const std::filesystem::path &folder) {
    messages.note("show folder " + folder.string());
    if (SDL_OpenURL(("file://" + folder.string()).c_str()) != 0)
        messages.complain(
            fmt::format(texts::exports::kFolderNotShown, folder.string(), SDL_GetError()));
}

} // namespace fathom::ui
