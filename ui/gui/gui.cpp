#include "ui/gui/gui.h"

#include "render/base/assets.h"
#include "ui/explorer/explorer.h"
#include "ui/explorer/gui_options.h"
#include "ui/gui/tour_drive.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace fathom::ui {
namespace {

/// The options with what was kept of the last session, unless they say otherwise.
GuiOptions with_last_session(GuiOptions options) {
    const std::optional<std::filesystem::path> path = session_path();
    if (options.tour || options.fresh || !path)
        return options;
    RestoredSession restored = restore_session(*path, find_assets_dir());
    options.complaint = restored.complaint;
    options.film = std::move(restored.film);
    if (!restored.session)
        return options;
    const SavedSession &last = *restored.session;
    if (!options.view_given)
        options.location = last.location;
    if (options.device == "auto")
        options.device = last.engine;
    const WindowPlace asked = options.window;
    options.window = last.window;
    options.window.full_screen = asked.full_screen || last.window.full_screen;
    if (options.size_given) {
        options.window.width = asked.width;
        options.window.height = asked.height;
    }
    options.last = std::move(restored.session);
    return options;
}

// Pictures and their planes come and go in all sizes for hours. By itself glibc's malloc soon takes
// them from its heaps, up to 32 MiB each, which then only grow: from 260 to 970 MB in ten minutes.
// Above a fixed size each is a mapping of its own, which the system has back when it is freed.
void give_back_large_buffers() noexcept {
#ifdef __GLIBC__
    constexpr int kLarge = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

} // namespace

bool run_gui(const GuiOptions &asked) {
    give_back_large_buffers();
    const GuiOptions options = with_last_session(asked);
    Explorer explorer(options);
    if (options.tour)
        return drive_tour(explorer, options);
    explorer.run();
    return true;
}

} // namespace fathom::ui
