#include "ui/explorer/screenshots.h"

#include "render/base/background.h"
#include "render/images/screenshot_png.h"
#include "render/places/location_toml.h"
#include "render/places/picture_text.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/messages.h"
#include "ui/state/session.h"

#include <fmt/format.h>

namespace fathom {
namespace {

// Writes the frame's colours as they are; the frame has to be complete.
void write_frame(Frame &frame, const Location &location, const std::filesystem::path &path) {
    const Size size = frame.request().size;
    std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) * size.height);
    frame.read_rgba(rgba.data());
    write_screenshot_png(path, reinterpret_cast<const std::uint8_t *>(rgba.data()), size.width,
                         size.height, picture_text(location));
}

} // namespace

Screenshots::Screenshots(Messages &messages, const Session &session, Background &background,
                         EnginesInUse &in_use)
    : messages_(messages), session_(session), background_(background), in_use_(in_use) {}

void Screenshots::take(bool settled) {
    wanted_ = true;
    in_use_.resume();
    poll(settled);
    if (wanted_)
        messages_.say("The screenshot is taken when the picture is complete.");
}

void Screenshots::poll(bool settled) {
    if (!wanted_ || !settled)
        return;
    auto frame = in_use_.complete_frame();
    if (!frame)
        return;
    wanted_ = false;
    const std::filesystem::path path = names_.next(".png");
    save("screenshot", path,
         [path, frame, location = session_.location()] { write_frame(*frame, location, path); });
}

void Screenshots::save_location() {
    const std::filesystem::path path = names_.next(".toml");
    save("location", path,
         [path, location = session_.location()] { write_location_file(path, location); });
}

// Writes a file away from the window's thread and tells how that went.
void Screenshots::save(const char *what, const std::filesystem::path &path,
                       std::function<void()> write) {
    background_.run([this, what, path, write = std::move(write)]() -> Background::Result {
        try {
            write();
        } catch (const std::exception &error) {
            return [this, why = std::string(error.what())] { messages_.complain(why); };
        }
        return [this, what, path] {
            messages_.say("Saved " + path.string());
            messages_.note(fmt::format("{} {}", what, path.string()));
        };
    });
}

} // namespace fathom
