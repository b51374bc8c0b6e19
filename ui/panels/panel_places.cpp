#include "ui/panels/panel_places.h"
#include "render/places/view.h"
#include "ui/state/gallery_and_bookmarks.h"
#include "ui/state/number_text.h"
#include "ui/texts/common.h"
#include "ui/texts/places.h"
#include "ui/widgets/item_log.h"
#include "ui/widgets/theme.h"
#include "ui/window/texture_cache.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

constexpr double kCardWidth = 7.8; // ems: two of them in the side panel
constexpr double kAboveCaption = 0.3;
constexpr double kRowThumbnail = 6.5;
constexpr double kOrderWidth = 6.5;
/// As PlacesPanel::Tab.
struct TabName {
    const char *label;
    const char *item;
};
constexpr std::array kTabs = {TabName{texts::places::kGallery, "places-gallery"},
                              TabName{texts::places::kBookmarks, "places-bookmarks"},
                              TabName{texts::places::kHistory, "places-history"},
                              TabName{texts::places::kFiles, "places-files"}};
constexpr std::array kOrders = {texts::places::kByName, texts::places::kByDepth,
                                texts::places::kByFormula,
                                texts::places::kByNewest}; // as PlaceOrder

ImTextureID texture_id(const GlTexture &texture) {
    return reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(texture.name()));
}

float thumbnail_height(float width) {
    return width * static_cast<float>(kThumbnailHeight) / static_cast<float>(kThumbnailWidth);
}

float caption_height() {
    return em(kAboveCaption) + ImGui::GetTextLineHeightWithSpacing();
}

/// A picture that is a button, with an optional line of words below it; `width` in ImGui's units.
bool card(const GlTexture *picture, float width, const std::string &words) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float height = thumbnail_height(width);
    const float line = words.empty() ? 0 : caption_height();
    const bool pressed = ImGui::InvisibleButton("card", {width, height + line});
    ImDrawList &draw = *ImGui::GetWindowDrawList();
    const ImVec2 high{low.x + width, low.y + height};
    if (picture != nullptr)
        draw.AddImage(texture_id(*picture), low, high);
    else
        draw.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_FrameBg));
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
        draw.AddRect(low, high, ImGui::GetColorU32(ImGuiCol_Text), 0, 0, 2);
    frame_item_with_keys();
    if (!words.empty()) {
        draw_text_within({low.x, high.y + em(kAboveCaption)}, width, words);
    }
    return pressed;
}

/// Draws `count` cards in as many columns as fit, only those that can be seen.
template <class Draw> void grid(std::size_t count, TabStops &stops, Draw draw_card) {
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float room = ImGui::GetContentRegionAvail().x;
    const auto columns = std::max<std::size_t>(
        1, static_cast<std::size_t>((room + spacing) / (em(kCardWidth) + spacing)));
    const float width = (room + spacing) / static_cast<float>(columns) - spacing;
    const float row_height =
        thumbnail_height(width) + caption_height() + ImGui::GetStyle().ItemSpacing.y;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>((count + columns - 1) / columns), row_height);
    stops.begin_group();
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
            for (std::size_t column = 0; column < columns; ++column) {
                const std::size_t at = static_cast<std::size_t>(row) * columns + column;
                if (at >= count)
                    break;
                if (column > 0)
                    ImGui::SameLine();
                ImGui::PushID(static_cast<int>(at));
                draw_card(at, width);
                ImGui::PopID();
            }
    stops.end_group();
}

template <std::size_t kSize>
void copy_into(std::array<char, kSize> &buffer, std::string_view text) {
    const std::size_t length = std::min(text.size(), kSize - 1);
    std::memcpy(buffer.data(), text.data(), length);
    buffer[length] = '\0';
}

// The last item's tooltip is what is known of the place or file.
void note_item(const PlacesInfo &info, const std::string &item, const std::string &name,
               const std::string &note) {
    const std::string words = note.empty() ? name : name + '\n' + note;
    info.items.note_last_item(item, info.pixel_ratio, words.c_str());
}

std::string folder_id(std::string_view typed) {
    return typed.find_first_not_of(' ') == std::string_view::npos ? "" : place_id_from(typed);
}

/// Where the search looks besides.
PlacesPanel::Tab other(PlacesPanel::Tab tab) {
    return tab == PlacesPanel::Tab::gallery ? PlacesPanel::Tab::bookmarks
                                            : PlacesPanel::Tab::gallery;
}

const std::vector<StoredPlace> &listed(const GalleryAndBookmarks &library, PlacesPanel::Tab tab) {
    return tab == PlacesPanel::Tab::gallery ? library.gallery() : library.bookmarks();
}

std::string bookmark_item(const StoredPlace &bookmark) {
    return "bookmark-" + (bookmark.folder.empty() ? "" : bookmark.folder + "/") + bookmark.id;
}

// What the bookmark's name does not say.
std::string about(const StoredPlace &bookmark) {
    const Location &location = bookmark.place.location;
    if (bookmark.place.name == bookmark_name(location))
        return bookmark.folder;
    const std::string place = title_of(location) + ", " + depth_of(location);
    return bookmark.folder.empty() ? place : place + ", " + bookmark.folder;
}

// Those places of the tab's list, as pictures.
void draw_cards(const PlacesInfo &info, PlacesPanel::Tab tab,
                const std::vector<std::size_t> &places, PlacesChoice &choice) {
    const bool gallery = tab == PlacesPanel::Tab::gallery;
    grid(places.size(), info.items.tab_stops(), [&](std::size_t at, float width) {
        const StoredPlace &stored = listed(info.library, tab)[places[at]];
        const GlTexture *picture =
            info.textures.of_file(gallery ? info.library.gallery_thumbnail(stored.id)
                                          : info.library.bookmark_thumbnail(stored));
        if (card(picture, width, stored.place.name)) {
            choice.go = stored.place.location;
            choice.go_name = stored.place.name;
        }
        note_item(info, gallery ? "place-" + stored.id : bookmark_item(stored), stored.place.name,
                  stored.place.note);
    });
}

} // namespace

PlacesChoice PlacesPanel::draw(const PlacesInfo &info) {
    PlacesChoice choice;
    const std::optional<Tab> visible = draw_tabs(info);
    if (!visible)
        return choice;
    if (*visible != Tab::history)
        draw_search(info, choice);
    if (ImGui::BeginChild(kTabs[static_cast<std::size_t>(*visible)].item))
        switch (*visible) {
        case Tab::gallery:
            draw_gallery(info, choice);
            break;
        case Tab::bookmarks:
            draw_bookmarks(info, choice);
            break;
        case Tab::history:
            draw_history(info, choice);
            break;
        case Tab::files:
            draw_files(info, choice);
            break;
        }
    ImGui::EndChild();
    return choice;
}

// Returns which of them ImGui shows.
std::optional<PlacesPanel::Tab> PlacesPanel::draw_tabs(const PlacesInfo &info) {
    std::optional<Tab> visible;
    if (!ImGui::BeginTabBar("places"))
        return visible;
    TabStops &stops = info.items.tab_stops();
    stops.begin_group();
    for (std::size_t at = 0; at < kTabs.size(); ++at) {
        const auto which = static_cast<Tab>(at);
        const bool select = wanted_ == which;
        const bool shown = ImGui::BeginTabItem(kTabs[at].label, nullptr,
                                               select ? ImGuiTabItemFlags_SetSelected : 0);
        if (shown)
            stops.enter_at_next();
        info.items.note_last_item(kTabs[at].item, info.pixel_ratio);
        if (!shown)
            continue;
        visible = which;
        if (!wanted_ || select)
            shown_ = which;
        ImGui::EndTabItem();
    }
    stops.end_group();
    wanted_.reset();
    ImGui::EndTabBar();
    return visible;
}

void PlacesPanel::focus_search() {
    if (shown_ == Tab::history)
        show(Tab::gallery);
    search_.focus();
}

void PlacesPanel::draw_search(const PlacesInfo &info, PlacesChoice &choice) {
    const float width = ImGui::GetContentRegionAvail().x - em(kOrderWidth) - em(0.3);
    const bool entered =
        search_.draw("places-search", texts::places::kSearch, width, info.items, info.pixel_ratio);
    ImGui::SameLine(0, em(0.3));
    draw_order(info);
    find(info);
    if (!entered || shown_ == Tab::files)
        return;
    const bool here = !found_.places.empty();
    if (!here && found_.elsewhere.empty())
        return;
    const auto &places = listed(info.library, here ? shown_ : other(shown_));
    const NamedPlace &first = places[here ? found_.places.front() : found_.elsewhere.front()].place;
    choice.go = first.location;
    choice.go_name = first.name;
}

// Files have neither depth nor formula.
void PlacesPanel::draw_order(const PlacesInfo &info) {
    const bool files = shown_ == Tab::files;
    PlaceOrder &present = files ? files_order_ : order_;
    ImGui::SetNextItemWidth(em(kOrderWidth));
    const bool open = begin_combo("##order", kOrders[static_cast<std::size_t>(present)]);
    info.items.note_last_item("places-order", info.pixel_ratio);
    if (!open)
        return;
    for (std::size_t at = 0; at < kOrders.size(); ++at) {
        const auto order = static_cast<PlaceOrder>(at);
        if (files && order != PlaceOrder::name && order != PlaceOrder::newest)
            continue;
        if (ImGui::Selectable(kOrders[at], order == present))
            present = order;
        info.items.note_last_item(fmt::format("places-order-{}", at), info.pixel_ratio);
    }
    ImGui::EndCombo();
}

// Of a thousand bookmarks the search takes longer than a frame's drawing: once is enough.
void PlacesPanel::find(const PlacesInfo &info) {
    const std::string_view words = search_.words();
    if (found_.tab == shown_ && found_.revision == info.library.revision() &&
        found_.words == words && found_.order == order_ && found_.folder == folder_)
        return;
    found_ = {shown_,
              info.library.revision(),
              std::string(words),
              order_,
              folder_,
              found_places(listed(info.library, shown_), words, order_),
              {}};
    if (words.find_first_not_of(' ') != std::string_view::npos)
        found_.elsewhere = found_places(listed(info.library, other(shown_)), words, order_);
    if (shown_ == Tab::bookmarks && folder_)
        std::erase_if(found_.places, [&](std::size_t at) {
            return info.library.bookmarks()[at].folder != *folder_;
        });
}

void PlacesPanel::draw_folders(const PlacesInfo &info) {
    const std::vector<std::string> &folders = info.library.folders();
    follow_folder(folders);
    ImGui::SetNextItemWidth(-1);
    const char *const shown = !folder_           ? texts::places::kAllFolders
                              : folder_->empty() ? texts::places::kNoFolder
                                                 : folder_->c_str();
    const bool open = begin_combo("##folder", shown);
    info.items.note_last_item("places-folder", info.pixel_ratio);
    if (!open)
        return;
    const auto entry = [&](const char *label, const std::string &item,
                           const std::optional<std::string> &folder) {
        if (ImGui::Selectable(label, folder_ == folder))
            folder_ = folder;
        info.items.note_last_item("places-folder-" + item, info.pixel_ratio);
    };
    entry(texts::places::kAllFolders, "all", std::nullopt);
    entry(texts::places::kNoFolder, "none", std::string());
    for (const std::string &folder : folders)
        entry(folder.c_str(), "in-" + folder, folder);
    ImGui::EndCombo();
}

// The folder that is shown may be gone, or have another name.
void PlacesPanel::follow_folder(const std::vector<std::string> &folders) {
    const auto is_there = [&folders](const std::string &name) {
        return std::find(folders.begin(), folders.end(), name) != folders.end();
    };
    if (!folder_ || folder_->empty() || is_there(*folder_))
        return;
    const std::string before = *folder_;
    folder_ = folder_name_.wanted();
    if (folder_ && !is_there(*folder_))
        folder_.reset();
    if (folder_ && editing_ && editing_->folder == before)
        editing_->folder = *folder_;
}

void PlacesPanel::draw_gallery(const PlacesInfo &info, PlacesChoice &choice) {
    const std::vector<StoredPlace> &gallery = info.library.gallery();
    if (gallery.empty())
        text(texts::places::kNoGallery);
    else if (found_.places.empty() && found_.elsewhere.empty())
        text(texts::places::kNothingFound);
    draw_cards(info, Tab::gallery, found_.places, choice);
    draw_elsewhere(info, choice);
}

// What the search has found that the open tab does not list.
void PlacesPanel::draw_elsewhere(const PlacesInfo &info, PlacesChoice &choice) {
    if (found_.elsewhere.empty())
        return;
    const Tab tab = other(shown_);
    ImGui::Separator();
    text(Theme::kLeft, kTabs[static_cast<std::size_t>(tab)].label);
    ImGui::PushID("elsewhere");
    draw_cards(info, tab, found_.elsewhere, choice);
    ImGui::PopID();
}

void PlacesPanel::draw_bookmarks(const PlacesInfo &info, PlacesChoice &choice) {
    choice.add = ImGui::Button(texts::places::kAdd);
    info.items.note_last_item("bookmark-add", info.pixel_ratio);
    ImGui::SameLine();
    draw_folders(info);
    const bool in_folder = folder_ && !folder_->empty();
    ImGui::BeginDisabled(!in_folder);
    if (auto name =
            folder_name_.draw(in_folder ? *folder_ : std::string(), info.items, info.pixel_ratio))
        choice.rename = {*folder_, std::move(*name)};
    ImGui::EndDisabled();
    const std::vector<StoredPlace> &bookmarks = info.library.bookmarks();
    if (bookmarks.empty())
        text(texts::places::kNoBookmarks);
    else if (found_.places.empty() && found_.elsewhere.empty())
        text(texts::places::kNothingFound);
    const float height = thumbnail_height(em(kRowThumbnail)) + ImGui::GetStyle().ItemSpacing.y;
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(found_.places.size()), height);
    info.items.tab_stops().begin_group();
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
            ImGui::PushID(row);
            draw_bookmark(info, bookmarks[found_.places[static_cast<std::size_t>(row)]], choice);
            ImGui::PopID();
        }
    info.items.tab_stops().end_group();
    draw_elsewhere(info, choice);
    if (editing_)
        draw_editor(info, choice);
}

void PlacesPanel::draw_bookmark(const PlacesInfo &info, const StoredPlace &bookmark,
                                PlacesChoice &choice) {
    const std::string item = bookmark_item(bookmark);
    const GlTexture *picture = info.textures.of_file(info.library.bookmark_thumbnail(bookmark));
    if (card(picture, em(kRowThumbnail), "")) {
        choice.go = bookmark.place.location;
        choice.go_name = bookmark.place.name;
    }
    note_item(info, item, bookmark.place.name, bookmark.place.note);
    ImGui::SameLine();
    ImGui::BeginGroup();
    // One line, whatever the name: the list counts on rows of one height.
    draw_text_within(ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().x,
                     bookmark.place.name);
    ImGui::Dummy({0, ImGui::GetTextLineHeight()});
    text(Theme::kDim, about(bookmark));
    if (ImGui::SmallButton(texts::places::kEdit))
        begin_editing(bookmark);
    info.items.note_last_item("edit-" + item, info.pixel_ratio);
    ImGui::SameLine();
    if (ImGui::SmallButton(texts::common::kDelete))
        choice.remove = bookmark;
    info.items.note_last_item("delete-" + item, info.pixel_ratio);
    ImGui::EndGroup();
}

void PlacesPanel::begin_editing(const StoredPlace &bookmark) {
    editing_ = bookmark;
    copy_into(new_folder_, bookmark.folder);
    copy_into(name_, bookmark.place.name);
    copy_into(note_, bookmark.place.note);
    editor_opens_ = true;
}

void PlacesPanel::draw_editor(const PlacesInfo &info, PlacesChoice &choice) {
    constexpr const char *kEditor = "bookmark-editor";
    if (std::exchange(editor_opens_, false))
        ImGui::OpenPopup(kEditor);
    const auto keep = [&] {
        choice.change = PlacesChoice::Change{*editing_, name_.data(), note_.data(),
                                             folder_id(new_folder_.data())};
        editing_.reset();
    };
    if (!ImGui::BeginPopup(kEditor)) {
        keep(); // a press beside the editor has closed it
        return;
    }
    if (ImGui::IsWindowAppearing())
        ImGui::SetKeyboardFocusHere();
    const float width = em(18);
    ImGui::SetNextItemWidth(width);
    const bool entered =
        ImGui::InputTextWithHint("##name", texts::places::kName, name_.data(), name_.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue);
    info.items.note_last_item("bookmark-name", info.pixel_ratio);
    ImGui::InputTextMultiline("##note", note_.data(), note_.size(), {width, em(5)});
    info.items.note_last_item("bookmark-note", info.pixel_ratio);
    ImGui::SetNextItemWidth(width);
    ImGui::InputTextWithHint("##new folder", texts::places::kFolder, new_folder_.data(),
                             new_folder_.size());
    info.items.note_last_item("bookmark-folder", info.pixel_ratio);
    const bool kept = ImGui::Button(texts::places::kKeep);
    info.items.note_last_item("bookmark-keep", info.pixel_ratio);
    ImGui::SameLine();
    const bool dropped = plain_button(texts::common::kCancel, {0, 0});
    info.items.note_last_item("bookmark-cancel", info.pixel_ratio);
    if (entered || kept)
        keep();
    if (dropped || key_pressed(ImGuiKey_Escape))
        editing_.reset();
    if (!editing_)
        ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
}

void PlacesPanel::draw_history(const PlacesInfo &info, PlacesChoice &choice) {
    const std::deque<Visit> &visits = info.visits.list();
    if (visits.empty())
        text(texts::places::kNoHistory);
    grid(visits.size(), info.items.tab_stops(), [&](std::size_t at, float width) {
        const Visit &visit = visits[visits.size() - 1 - at];
        const GlTexture *picture =
            visit.thumbnail == nullptr
                ? nullptr
                : info.textures.of_picture(fmt::format("visit {}", visit.thumbnail_number),
                                           *visit.thumbnail);
        const std::string words = title_of(visit.location) + ", " + depth_of(visit.location);
        if (card(picture, width, words)) {
            choice.go = visit.location;
            choice.go_name = words;
        }
        info.items.note_last_item(fmt::format("visit-{}", at), info.pixel_ratio);
    });
}

void PlacesPanel::draw_files(const PlacesInfo &info, PlacesChoice &choice) {
    choice.choose_file = ImGui::Button(texts::places::kOpenFile);
    info.items.note_last_item("files-open", info.pixel_ratio);
    const auto files = found_files(info.files, search_.words(), files_order_);
    if (info.files.empty())
        text(texts::places::kNoFiles);
    else if (files.empty())
        text(texts::places::kNothingFound);
    info.items.tab_stops().begin_group();
    for (std::size_t at = 0; at < files.size(); ++at) {
        const std::filesystem::path path = files[at];
        const std::string name = tidied_text(path.filename().string(), NamedPlace::kMaxName, false);
        want_glyphs(name);
        if (ImGui::Selectable(fmt::format("{}##{}", name, at).c_str()))
            choice.open = files[at];
        note_item(info, fmt::format("file-{}", at),
                  tidied_text(path.string(), NamedPlace::kMaxNote, false), "");
    }
    info.items.tab_stops().end_group();
}

bool draw_undo_offer(const std::string &name, float bar, ItemLog &items, double pixel_ratio) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({display.x / 2, display.y - bar - em(1)}, ImGuiCond_Always, {0.5F, 1});
    ImGui::Begin("undo", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushTextWrapPos(em(24));
    text(fmt::format(texts::common::kDeleted, name));
    ImGui::PopTextWrapPos();
    ImGui::SameLine();
    const bool wanted = ImGui::Button(texts::common::kUndo);
    items.note_last_item("bookmark-undo", pixel_ratio);
    ImGui::End();
    return wanted;
}

} // namespace fathom::ui
