#include "ui/panels/palette_model.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/numbers/plain_number.h"
#include "ui/texts/colour.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fathom::ui {
namespace {

void set_rgb(Palette::Stop &stop, std::uint32_t rgb) {
    stop.r = static_cast<std::uint8_t>(rgb >> 16);
    stop.g = static_cast<std::uint8_t>(rgb >> 8);
    stop.b = static_cast<std::uint8_t>(rgb);
}

} // namespace

PaletteModel::PaletteModel(Palette palette) {
    reset(std::move(palette));
}

void PaletteModel::reset(Palette palette) {
    palette_ = std::move(palette);
    chosen_ = std::min(chosen_, palette_.stops.size() - 1);
    lut_ = make_lut(palette_);
}

bool PaletteModel::add(double position) {
    const auto place = free_place(position);
    if (palette_.stops.size() >= Palette::kMostStops || !place)
        return false;
    Palette::Stop stop{*place};
    const std::uint32_t abgr =
        lut_[static_cast<std::size_t>(*place * static_cast<double>(lut_.size()))];
    stop.r = static_cast<std::uint8_t>(abgr);
    stop.g = static_cast<std::uint8_t>(abgr >> 8);
    stop.b = static_cast<std::uint8_t>(abgr >> 16);
    insert(stop);
    return true;
}

void PaletteModel::move(double position) {
    Palette::Stop stop = palette_.stops[chosen_];
    if (stop.position == position)
        return;
    palette_.stops.erase(palette_.stops.begin() + static_cast<std::ptrdiff_t>(chosen_));
    stop.position = free_place(position).value_or(stop.position);
    insert(stop);
}

bool PaletteModel::remove() {
    if (palette_.stops.size() == 1)
        return false;
    palette_.stops.erase(palette_.stops.begin() + static_cast<std::ptrdiff_t>(chosen_));
    chosen_ = std::min(chosen_, palette_.stops.size() - 1);
    lut_ = make_lut(palette_);
    return true;
}

void PaletteModel::set_colour(std::uint32_t rgb) {
    if (rgb == rgb_of(stop()))
        return;
    set_rgb(palette_.stops[chosen_], rgb);
    lut_ = make_lut(palette_);
}

void PaletteModel::set_blend(Palette::Blend blend) {
    if (blend == palette_.blend)
        return;
    palette_.blend = blend;
    lut_ = make_lut(palette_);
}

void PaletteModel::insert(Palette::Stop stop) {
    auto &stops = palette_.stops;
    const auto at = std::find_if(stops.begin(), stops.end(), [&](const Palette::Stop &other) {
        return other.position > stop.position;
    });
    chosen_ = static_cast<std::size_t>(at - stops.begin());
    stops.insert(at, stop);
    lut_ = make_lut(palette_);
}

// The nearest place to `position` that is kGap away from every stop.
std::optional<double> PaletteModel::free_place(double position) const {
    const double wanted = std::clamp(position, 0.0, 1 - kGap);
    const auto is_free = [this](double place) {
        return place >= 0 && place <= 1 - kGap &&
               std::none_of(palette_.stops.begin(), palette_.stops.end(),
                            [place](const Palette::Stop &stop) {
                                // Less a little for the rounding of position + kGap.
                                return std::abs(stop.position - place) < kGap * 0.999;
                            });
    };
    if (is_free(wanted))
        return wanted;
    std::optional<double> nearest;
    for (const Palette::Stop &stop : palette_.stops)
        for (const double place : {stop.position - kGap, stop.position + kGap})
            if (is_free(place) &&
                (!nearest || std::abs(place - wanted) < std::abs(*nearest - wanted)))
                nearest = place;
    return nearest;
}

std::uint32_t parse_hex_colour(std::string_view text) {
    const std::string_view digits = trimmed(text);
    const auto rgb = read_rgb_digits(digits.starts_with('#') ? digits.substr(1) : digits);
    if (!rgb)
        throw InputError(fmt::format(texts::colour::kNotAColour, in_quotes(text)));
    return *rgb;
}

} // namespace fathom::ui
