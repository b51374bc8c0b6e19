#include "ui/explorer/bookmarks_and_visits.h"

#include "render/base/assets.h"
#include "render/base/user_folders.h"
#include "ui/explorer/messages.h"
#include "ui/explorer/view_steering.h"
#include "ui/state/place_search.h"
#include "ui/texts/common.h"
#include "ui/texts/places.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

constexpr std::chrono::seconds kUndoOffer{10};

std::optional<std::filesystem::path> below(const std::optional<std::filesystem::path> &folder,
                                           const char *name) {
    return folder ? std::optional(*folder / name) : std::nullopt;
}

} // namespace

BookmarksAndVisits::BookmarksAndVisits(const Uses &uses, bool touring)
    : messages_(uses.messages), steering_(uses.steering), textures_(uses.background),
      places_(uses.background, touring ? std::nullopt : below(find_assets_dir(), "places"),
              touring ? std::nullopt : below(user_data_folder(), "bookmarks"),
              {[this](const std::string &why) { messages_.complain(why); },
               [this](const std::string &what) { messages_.note(what); },
               [this](const std::filesystem::path &path) { textures_.forget_file(path); },
               [this, &clock = uses.clock] { undo_until_ = clock.now() + kUndoOffer; }}),
      visits_(uses.background), files_({uses.messages, uses.background, uses.in_use, uses.steering,
                                        uses.colours, uses.settings}) {}

std::string BookmarksAndVisits::window_title(const Location &location) const {
    std::optional<std::string> name = files_.title_of(location);
    if (!name)
        name = places_.name_of(location);
    if (!name && location.formula != FormulaChoice())
        name = title_of(location);
    return name && !name->empty() ? fmt::format(texts::places::kWindowTitle, *name)
                                  : texts::common::kProgram;
}

void BookmarksAndVisits::add(const Location &location, std::shared_ptr<Frame> complete) {
    const std::string name = bookmark_name(location);
    places_.add({name, "", location}, std::move(complete));
    messages_.say(fmt::format(texts::places::kBookmarked, name));
}

bool BookmarksAndVisits::update(const Location &location, const std::shared_ptr<Frame> &complete,
                                UiClock::Time now) {
    visits_.show(location, complete, now);
    if (complete)
        places_.illustrate(location, complete);
    if (!undo_until_ || now < *undo_until_)
        return false;
    undo_until_.reset();
    return true;
}

std::optional<UiClock::Time> BookmarksAndVisits::next(UiClock::Time now) const {
    const auto visits = visits_.next(now);
    if (!visits || !undo_until_)
        return visits ? visits : undo_until_;
    return std::min(*visits, *undo_until_);
}

bool BookmarksAndVisits::draw_section(ItemLog &items, double pixel_ratio) {
    const PlacesChoice choice =
        panel_.draw({places_, visits_, textures_, files_.recent(), items, pixel_ratio});
    if (choice.go)
        steering_.go(*choice.go, choice.go_name);
    if (choice.change)
        places_.change(choice.change->bookmark, choice.change->name, choice.change->note,
                       choice.change->folder);
    if (choice.rename)
        places_.rename_folder(choice.rename->folder, choice.rename->name);
    if (choice.remove)
        places_.remove(*choice.remove);
    if (choice.open)
        files_.open(*choice.open);
    if (choice.choose_file)
        files_.choose();
    return choice.add;
}

void BookmarksAndVisits::draw_undo_offer(float bar, ItemLog &items, double pixel_ratio) {
    const auto &removed = places_.removed();
    if (undo_until_ && removed &&
        ui::draw_undo_offer(removed->stored.place.name, bar, items, pixel_ratio))
        undo_removal();
}

bool BookmarksAndVisits::undo_removal() {
    if (!undo_until_ || !places_.removed())
        return false;
    undo_until_.reset();
    places_.put_back();
    return true;
}

} // namespace fathom::ui
