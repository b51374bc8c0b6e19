#include "ui/state/place_search.h"

#include "ui/state/natural_order.h"
#include "ui/state/number_text.h"
#include "ui/state/word_search.h"
#include "ui/texts/places.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

/// Below 0, 0 or above 0 as `a` comes before, with or after `b`.
int compare(const StoredPlace &a, const StoredPlace &b, PlaceOrder order) {
    switch (order) {
    case PlaceOrder::depth: {
        const auto way = b.place.location.view.zoom <=> a.place.location.view.zoom;
        return way < 0 ? -1 : way > 0 ? 1 : 0;
    }
    case PlaceOrder::formula:
        return title_of(a.place.location).compare(title_of(b.place.location));
    case PlaceOrder::newest:
        return a.written > b.written ? -1 : a.written < b.written ? 1 : 0;
    case PlaceOrder::name:
        break;
    }
    return 0;
}

} // namespace

std::string title_of(const Location &location) {
    const kernels::FormulaInfo &formula = kernels::formula_info(location.formula.id);
    return location.formula.julia ? fmt::format(texts::places::kJuliaTitle, formula.name)
                                  : formula.name;
}

std::string depth_of(const Location &location) {
    return short_zoom(location.view.zoom) + "x";
}

std::string bookmark_name(const Location &location) {
    return fmt::format(texts::places::kBookmarkName, title_of(location), depth_of(location));
}

std::vector<std::size_t> found_places(const std::vector<StoredPlace> &places,
                                      std::string_view query, PlaceOrder order) {
    const WordSearch search(query);
    std::vector<std::size_t> found;
    for (std::size_t at = 0; at < places.size(); ++at) {
        const auto &[id, place, has_thumbnail, folder, written] = places[at];
        if (search.empty() ||
            search.matches(fmt::format("{}\n{}\n{}\n{}/{}.toml", place.name, place.note,
                                       title_of(place.location), folder, id)))
            found.push_back(at);
    }
    std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
        const int way = compare(places[a], places[b], order);
        return way != 0 ? way < 0 : natural_less(places[a].place.name, places[b].place.name);
    });
    return found;
}

std::vector<std::string> found_files(const std::vector<std::string> &files, std::string_view query,
                                     PlaceOrder order) {
    const auto name_of = [](const std::string &file) {
        return std::filesystem::path(file).filename().string();
    };
    const WordSearch search(query);
    std::vector<std::string> found;
    for (const std::string &file : files)
        if (!name_of(file).empty() && (search.empty() || search.matches(file)))
            found.push_back(file);
    if (order == PlaceOrder::name)
        std::ranges::stable_sort(found, natural_less, name_of);
    return found;
}

} // namespace fathom::ui
