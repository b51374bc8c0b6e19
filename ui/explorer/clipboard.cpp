#include "ui/explorer/clipboard.h"

#include "render/base/error.h"
#include "render/import/pasted_place.h"
#include "render/places/location_toml.h"
#include "render/places/place_line.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/session.h"
#include "ui/texts/view.h"

#include <SDL.h>
#include <fmt/format.h>
#include <memory>

namespace fathom::ui {

void copy_text(Messages &messages, const std::string &text, const char *done) {
    if (SDL_SetClipboardText(text.c_str()) == 0)
        messages.say(done);
    else
        messages.complain(fmt::format(texts::view::kNotCopied, SDL_GetError()));
}

void copy_location(Messages &messages, const Location &location) {
    copy_text(messages, to_text(location), texts::view::kCopied);
}

void copy_line(Messages &messages, const Location &location) {
    copy_text(messages, to_line(location), texts::view::kCopiedLine);
}

void paste_location(Messages &messages, const Session &session, ViewSteering &steering) {
    const std::unique_ptr<char, decltype(&SDL_free)> text(SDL_GetClipboardText(), SDL_free);
    try {
        steering.go(parse_pasted_place(text ? text.get() : "", session.location()),
                    texts::view::kPastedPlace);
    } catch (const Error &error) {
        messages.complain(error);
    }
}

} // namespace fathom::ui
