// Drops files on a window, as a file manager would: the source of XDND, version 3 or later.
// Usage: drop_files WINDOW FILE...
// https://www.freedesktop.org/wiki/Specifications/XDND/
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <string>
#include <unistd.h>

namespace {

constexpr unsigned kPatience = 300; ///< seconds, to end a hang
constexpr long kVersion = 3;

/// A line of text/uri-list.
std::string uri_of(const std::filesystem::path &file) {
    std::string uri = "file://";
    for (const char c : std::filesystem::absolute(file).string())
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 ||
            std::string("/-._~").find(c) != std::string::npos)
            uri += c;
        else
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return uri + "\r\n";
}

class Source {
  public:
    Source(Display *display, Window target, std::string uris)
        : display_(display), target_(target), uris_(std::move(uris)),
          own_(XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)) {}

    /// Whether the window knows XDND.
    bool target_is_aware() const {
        Atom type = None;
        int format = 0;
        unsigned long count = 0;
        unsigned long left = 0;
        unsigned char *version = nullptr;
        XGetWindowProperty(display_, target_, atom("XdndAware"), 0, 1, False, XA_ATOM, &type,
                           &format, &count, &left, &version);
        const bool aware = type == XA_ATOM && count == 1;
        if (version != nullptr)
            XFree(version);
        return aware;
    }

    /// Whether the window has taken them.
    bool drop() {
        XSetSelectionOwner(display_, atom("XdndSelection"), own_, CurrentTime);
        const auto id = static_cast<long>(own_);
        send("XdndEnter", {id, kVersion << 24, static_cast<long>(atom("text/uri-list"))});
        int x = 0;
        int y = 0;
        Window child = None;
        XTranslateCoordinates(display_, target_, DefaultRootWindow(display_), 10, 10, &x, &y,
                              &child);
        send("XdndPosition", {id, 0, static_cast<long>(x) << 16 | y, CurrentTime,
                              static_cast<long>(atom("XdndActionCopy"))});
        if ((answer("XdndStatus").data.l[1] & 1) == 0)
            return false;
        send("XdndDrop", {id, 0, CurrentTime});
        answer("XdndFinished");
        return given_;
    }

  private:
    Atom atom(const char *name) const { return XInternAtom(display_, name, False); }

    void send(const char *message, const std::array<long, 5> &data) {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.window = target_;
        event.xclient.message_type = atom(message);
        event.xclient.format = 32;
        std::copy(data.begin(), data.end(), event.xclient.data.l);
        XSendEvent(display_, target_, False, NoEventMask, &event);
    }

    /// Waits for it; hands out the files meanwhile.
    XClientMessageEvent answer(const char *message) {
        for (;;) {
            XEvent event{};
            XNextEvent(display_, &event);
            if (event.type == SelectionRequest)
                give(event.xselectionrequest);
            if (event.type == ClientMessage && event.xclient.message_type == atom(message))
                return event.xclient;
        }
    }

    void give(const XSelectionRequestEvent &request) {
        const bool wanted = request.target == atom("text/uri-list");
        if (wanted)
            XChangeProperty(display_, request.requestor, request.property, request.target, 8,
                            PropModeReplace, reinterpret_cast<const unsigned char *>(uris_.data()),
                            static_cast<int>(uris_.size()));
        XEvent event{};
        event.xselection.type = SelectionNotify;
        event.xselection.requestor = request.requestor;
        event.xselection.selection = request.selection;
        event.xselection.target = request.target;
        event.xselection.property = wanted ? request.property : None;
        event.xselection.time = request.time;
        XSendEvent(display_, request.requestor, False, NoEventMask, &event);
        given_ = given_ || wanted;
    }

    Display *display_;
    Window target_;
    std::string uris_;
    Window own_;
    bool given_ = false;
};

} // namespace

int main(int count, char **words) {
    const std::span arguments(words, static_cast<std::size_t>(count));
    const std::unique_ptr<Display, decltype(&XCloseDisplay)> display(XOpenDisplay(nullptr),
                                                                     &XCloseDisplay);
    if (count < 3 || !display) {
        std::fputs("Usage, on a display: drop_files WINDOW FILE...\n", stderr);
        return 2;
    }
    ::alarm(kPatience);
    std::string uris;
    for (const char *file : arguments.subspan(2))
        uris += uri_of(file);
    Source source(display.get(), std::strtoul(arguments[1], nullptr, 0), uris);
    if (source.target_is_aware() && source.drop())
        return 0;
    std::fputs("drop_files: the window takes no files\n", stderr);
    return 1;
}
