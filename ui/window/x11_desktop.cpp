#include "ui/window/x11_desktop.h"

#include "render/numbers/plain_number.h"

#include <SDL_video.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xresource.h>
#include <memory>
#include <string_view>
#include <type_traits>

namespace fathom::ui {
namespace {

struct CloseDisplay {
    void operator()(Display *display) const { XCloseDisplay(display); }
};
struct FreeData {
    void operator()(void *data) const { XFree(data); }
};
struct DestroyDatabase {
    void operator()(XrmDatabase database) const { XrmDestroyDatabase(database); }
};

std::unique_ptr<Display, CloseDisplay> open_display() {
    const char *driver = SDL_GetCurrentVideoDriver();
    if (driver == nullptr || std::string_view(driver) != "x11")
        return nullptr;
    return std::unique_ptr<Display, CloseDisplay>(XOpenDisplay(nullptr));
}

} // namespace

std::optional<double> chosen_dpi() {
    const auto display = open_display();
    const char *resources = display ? XResourceManagerString(display.get()) : nullptr;
    if (resources == nullptr)
        return std::nullopt;
    const std::unique_ptr<std::remove_pointer_t<XrmDatabase>, DestroyDatabase> database(
        XrmGetStringDatabase(resources));
    char *type = nullptr;
    XrmValue value{};
    if (!database || XrmGetResource(database.get(), "Xft.dpi", "Xft.Dpi", &type, &value) == False ||
        value.addr == nullptr)
        return std::nullopt;
    const std::optional<double> dpi = read_double(value.addr);
    return dpi && *dpi >= 48 && *dpi <= 960 ? dpi : std::nullopt;
}

bool lacks_window_manager() {
    const auto display = open_display();
    if (!display)
        return false;
    const Atom check = XInternAtom(display.get(), "_NET_SUPPORTING_WM_CHECK", False);
    Atom type = None;
    int format = 0;
    unsigned long count = 0;
    unsigned long left = 0;
    unsigned char *data = nullptr;
    const int status =
        XGetWindowProperty(display.get(), DefaultRootWindow(display.get()), check, 0, 1, False,
                           XA_WINDOW, &type, &format, &count, &left, &data);
    const std::unique_ptr<unsigned char, FreeData> owner(data);
    return status == Success && (type != XA_WINDOW || count == 0);
}

} // namespace fathom::ui
