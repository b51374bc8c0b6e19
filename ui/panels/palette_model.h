#pragma once
#include "render/places/palette.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fathom::ui {

/// A palette that is being edited: its stops, which of them is chosen. No window.
class PaletteModel {
  public:
    /// Stops keep this distance, so that each has a colour of its own in the palette's table.
    static constexpr double kGap = 1.0 / 4096;

    explicit PaletteModel(Palette palette = default_palette());

    [[nodiscard]] const Palette &palette() const { return palette_; }
    /// Index of the stop that is chosen; there always is one.
    [[nodiscard]] std::size_t chosen() const { return chosen_; }
    [[nodiscard]] const Palette::Stop &stop() const { return palette_.stops[chosen_]; }
    /// The palette's colours, as make_lut makes them.
    [[nodiscard]] const std::vector<std::uint32_t> &lut() const { return lut_; }

    /// Another palette to edit; the chosen stop stays the one of that number if there is one.
    void reset(Palette palette);
    /// `index` below the number of stops.
    void choose(std::size_t index) { chosen_ = index; }
    /// A stop with the colour that the gradient has there, which is then chosen. Returns false if
    /// there is no room.
    bool add(double position);
    /// Moves the chosen stop to `position` in [0, 1), or as near as others leave room; past its
    /// neighbours too, and it stays the chosen one.
    void move(double position);
    /// Removes the chosen stop; a neighbour is chosen. Returns false for the last one.
    bool remove();
    /// 0xRRGGBB.
    void set_colour(std::uint32_t rgb);
    void set_blend(Palette::Blend blend);
    void set_name(std::string name) { palette_.name = std::move(name); }

  private:
    void insert(Palette::Stop stop);
    [[nodiscard]] std::optional<double> free_place(double position) const;

    Palette palette_;
    std::size_t chosen_ = 0;
    std::vector<std::uint32_t> lut_;
};

/// 0xRRGGBB from "ff8800", with or without '#' before it. Throws InputError.
std::uint32_t parse_hex_colour(std::string_view text);
/// A stop's colour as 0xRRGGBB.
constexpr std::uint32_t rgb_of(const Palette::Stop &stop) {
    return std::uint32_t{stop.r} << 16 | std::uint32_t{stop.g} << 8 | stop.b;
}

} // namespace fathom::ui
