#include "ui/explorer/places.h"

#include "render/base/assets.h"
#include "render/base/user_folders.h"

#include <algorithm>

namespace fathom {
namespace {

// How often a small picture that is being computed is drawn.
constexpr std::chrono::milliseconds kPause{25};
constexpr std::chrono::seconds kUndoOffer{10};

std::optional<std::filesystem::path> below(const std::optional<std::filesystem::path> &folder,
                                           const char *name) {
    return folder ? std::optional(*folder / name) : std::nullopt;
}

} // namespace

Places::Places(Background &background, const std::function<void()> &notify, Report failed,
               Report happened, const UiClock &clock, bool touring)
    : textures(background),
      library(background, touring ? std::nullopt : below(find_assets_dir(), "places"),
              touring ? std::nullopt : below(user_data_folder(), "bookmarks"),
              {failed, happened,
               [this](const std::filesystem::path &path) { textures.forget_file(path); },
               [this, &clock] { undo_until = clock.now() + kUndoOffer; }}),
      visits(background), minimap(notify), julia(notify),
      keeper(touring ? std::nullopt : session_path(), background,
             [failed, happened](const std::optional<std::string> &failure) {
                 if (failure)
                     failed(*failure);
                 else
                     happened("session saved");
             }) {}

std::optional<Places::Clock::time_point> Places::next(Clock::time_point now) const {
    std::optional<Clock::time_point> soonest;
    const auto no_later_than = [&soonest](std::optional<Clock::time_point> time) {
        if (time)
            soonest = soonest ? std::min(*soonest, *time) : *time;
    };
    no_later_than(keeper.next());
    no_later_than(visits.next(now));
    no_later_than(undo_until);
    if (minimap.busy() || julia.busy())
        no_later_than(now + kPause);
    return soonest;
}

} // namespace fathom
