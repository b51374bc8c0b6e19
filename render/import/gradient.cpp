#include "render/import/gradient.h"

#include <algorithm>
#include <cmath>

namespace fathom {
namespace {

std::uint8_t between(std::uint8_t a, std::uint8_t b, double share) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * share));
}

} // namespace

std::vector<Palette::Stop> even_stops(const std::vector<Rgb8> &colours) {
    const auto count = static_cast<int>(colours.size());
    const int stops = std::min(count, Palette::kMostStops);
    std::vector<Palette::Stop> result;
    result.reserve(static_cast<std::size_t>(stops));
    for (int i = 0; i < stops; ++i) {
        const double place = static_cast<double>(i) * count / stops;
        const double whole = std::floor(place);
        const Rgb8 &a = colours[static_cast<std::size_t>(whole)];
        const Rgb8 &b = colours[(static_cast<std::size_t>(whole) + 1) % colours.size()];
        const double share = place - whole;
        result.push_back({static_cast<double>(i) / stops, between(a.r, b.r, share),
                          between(a.g, b.g, share), between(a.b, b.b, share)});
    }
    return result;
}

std::string palette_name_from(std::string_view text) {
    constexpr std::size_t kMaxLength = 64;
    std::string name;
    for (char c : text) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        const bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (good)
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
        if (name.size() == kMaxLength)
            break;
    }
    while (name.ends_with('-'))
        name.pop_back();
    return name.empty() ? "imported" : name;
}

} // namespace fathom
