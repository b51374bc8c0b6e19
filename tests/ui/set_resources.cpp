// set_resources TEXT: gives the display a person's resources, as xrdb does.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <string_view>

int main(int argc, char **argv) {
    Display *display = argc == 2 ? XOpenDisplay(nullptr) : nullptr;
    if (display == nullptr)
        return 1;
    const std::string_view text = argv[1];
    XChangeProperty(display, DefaultRootWindow(display), XA_RESOURCE_MANAGER, XA_STRING, 8,
                    PropModeReplace, reinterpret_cast<const unsigned char *>(text.data()),
                    static_cast<int>(text.size()));
    // The property would end with this client otherwise, with the server's last one.
    XSetCloseDownMode(display, RetainPermanent);
    XCloseDisplay(display);
    return 0;
}
