#include "ui/state/roaming.h"

#include "render/places/navigation.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fathom::ui {
namespace {

constexpr double kGoodEnough = 0.5; ///< of the best place's variety
constexpr double kSameWay = 0.12;   ///< of the picture: no nearer to one that was taken
constexpr std::size_t kMostOut = 3; ///< stops to go back at once
constexpr int kFirstOctavesOut = 2;
constexpr int kMostOctavesOut = 1000; ///< the factor has to stay a double
constexpr double kWidest = 0.5;       ///< zoom: the whole set is to be seen about its middle

} // namespace

void Roaming::begin(const View &start, const std::optional<View> &home) {
    way_.assign(1, {start, {}});
    home_ = home;
    octaves_out_ = 0;
}

std::optional<View> Roaming::next(const std::vector<InterestingPlace> &places, Size size,
                                  bool too_deep) {
    if (way_.empty())
        return std::nullopt;
    if (!too_deep)
        if (auto view = deeper(places, size))
            return view;
    if (way_.size() == 1)
        return !too_deep && way_.front().taken.empty() ? wider(size) : std::nullopt;
    const std::size_t out = 1 + below(std::min(kMostOut, way_.size() - 1));
    way_.resize(way_.size() - out);
    return way_.back().view;
}

std::optional<View> Roaming::deeper(const std::vector<InterestingPlace> &places, Size size) {
    Stop &here = way_.back();
    const auto is_new = [&here](const InterestingPlace &place) {
        return std::none_of(here.taken.begin(), here.taken.end(), [&](const auto &taken) {
            return std::hypot(place.x - taken.x, place.y - taken.y) < kSameWay;
        });
    };
    std::vector<InterestingPlace> good;
    for (const InterestingPlace &place : places)
        if (place.variety >= kGoodEnough * places.front().variety && is_new(place))
            good.push_back(place);
    if (good.empty())
        return std::nullopt;
    const InterestingPlace &chosen = good[below(good.size())];
    here.taken.push_back(chosen);
    constexpr std::size_t kFactors = 3; // 4, 5.7 and 8
    const double factor = std::exp2(2 + 0.5 * below(kFactors));
    const View view =
        zoom_about(centre_on(here.view, size, chosen.x * size.width, chosen.y * size.height), size,
                   0.5 * size.width, 0.5 * size.height, factor);
    if (view.zoom == here.view.zoom) // it is the deepest that there is
        return std::nullopt;
    way_.push_back({view, {}});
    return view;
}

// Twice as many octaves as the time before: soon out of whatever depth.
std::optional<View> Roaming::wider(Size size) {
    const View here = way_.front().view;
    if (here.zoom <= Decimal::from_double(kWidest)) {
        auto home = std::exchange(home_, std::nullopt); // far off the set
        if (home)
            way_.assign(1, {*home, {}});
        return home;
    }
    octaves_out_ = std::clamp(2 * octaves_out_, kFirstOctavesOut, kMostOctavesOut);
    View view =
        zoom_about(here, size, 0.5 * size.width, 0.5 * size.height, std::exp2(-octaves_out_));
    view.zoom = std::max(view.zoom, Decimal::from_double(kWidest));
    way_.assign(1, {view, {}});
    return view;
}

// Not by std::uniform_int_distribution, which each library does in its own way.
std::uint32_t Roaming::below(std::size_t end) {
    return static_cast<std::uint32_t>(random_() % end);
}

} // namespace fathom::ui
