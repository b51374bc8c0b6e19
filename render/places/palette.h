#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// Whether a stop at `next` is far enough, 1e-9, beyond one at `position`: between closer ones the
/// slopes of the colours overflow.
constexpr bool stops_apart(double position, double next) {
    return next - position >= 1e-9;
}

/// Colours along a cycle: phase 0 to 1, and 1 is 0 again.
struct Palette {
    static constexpr int kMostStops = 256;
    /// A colour (sRGB) at a phase in [0, 1).
    struct Stop {
        double position = 0.0;
        std::uint8_t r = 0, g = 0, b = 0;
        friend bool operator==(const Stop &, const Stop &) = default;
    };
    /// What colours between stops move through: OKLab, where equal steps look equal, or the light
    /// itself, mixed as lamps mix.
    enum class Blend { oklab, linear_light };

    std::string name;
    std::vector<Stop> stops; ///< 1 to kMostStops, each stops_apart from the one before it
    Blend blend = Blend::oklab;

    friend bool operator==(const Palette &, const Palette &) = default;
};

/// The palette that is built in, so that nothing fails without assets: "dusk", also called
/// "default".
Palette default_palette();

/// The palette as `size` >= 1 colours, entry i at phase i / size: sRGB as 0xAABBGGRR (bytes R, G,
/// B, A in memory on little endian), alpha 255. A phase's colour is entry floor(phase size). A stop
/// that lies on an entry gives its colour exactly; between stops OKLab, or linear light, is
/// interpolated by cubics that keep slope and never overshoot (F. N. Fritsch, R. E. Carlson,
/// "Monotone Piecewise Cubic Interpolation", 1980; B. Ottosson, "A perceptual color space for image
/// processing", 2020). IEEE operations only: the same bytes on every machine.
std::vector<std::uint32_t> make_lut(const Palette &palette, int size = 4096);

/// The palette at a share of the way from `from` to `to`: each phase's colour goes straight through
/// OKLab, or linear light where both palettes blend in that. Exactly the ends' colours at 0 and 1;
/// between them it has no name, the stops of both and more where there is room. IEEE operations
/// only. Throws InputError as check_palette.
Palette palette_between(const Palette &from, const Palette &to, double share);

/// A palette as the tables that colour passes read: its entries as make_lut gives them, and finer
/// ones beside them, of which dithered colours are made.
class PaletteTable {
  public:
    /// Entries of a palette that has one; see make_lut.
    explicit PaletteTable(const Palette &palette, int size = 4096);
    /// Colours that are exact as they are, with nothing between them, which nothing dithers. At
    /// least one.
    explicit PaletteTable(std::vector<std::uint32_t> colours);
    explicit PaletteTable(std::size_t entries, std::uint32_t colour = 0);

    [[nodiscard]] std::size_t size() const noexcept { return colours_.size(); }
    [[nodiscard]] std::uint32_t operator[](std::size_t entry) const noexcept {
        return colours_[entry];
    }
    [[nodiscard]] const std::vector<std::uint32_t> &colours() const noexcept { return colours_; }
    /// Of each entry red, green and blue as kernels::fine_entry makes them: its level, and the step
    /// to the next entry's. 0 where two stops are less than an entry apart, which is an edge and no
    /// gradient.
    [[nodiscard]] const std::vector<std::uint32_t> &fine() const noexcept { return fine_; }

  private:
    std::vector<std::uint32_t> colours_;
    std::vector<std::uint32_t> fine_;
};

/// Whether `name` could be a palette's: 1 to 64 of a-z, 0-9 and '-'. So a name never leaves its
/// folder.
bool is_palette_name(std::string_view name);
/// Throws InputError naming `name` unless is_palette_name.
void check_palette_name(std::string_view name);

/// Throws InputError unless the palette has 1 to kMostStops stops in [0, 1), rising and all of them
/// stops_apart, the last and the first one of the next turn, too.
void check_palette(const Palette &palette);

/// Reads a palette file's text (docs/reference/location-format.md). Throws InputError 'SOURCE:LINE:
/// REASON'.
Palette parse_palette(std::string_view text, std::string_view source, std::string_view name);

/// The text of a palette file that parse_palette reads as the same palette but for its name. Throws
/// InputError as check_palette.
std::string to_text(const Palette &palette);

/// Writes that text. Throws InputError as check_palette, DiskError as OutputFile.
void write_palette_file(const std::filesystem::path &path, const Palette &palette);

/// Writes the palette under its name among the person's own, in the folder palettes of
/// user_data_folder, which is made if need be; one of that name is replaced. Returns the file.
/// Throws InputError for a name that is no palette's or a built-in one's, or where there is no home
/// for the file, DiskError if it cannot be written.
std::filesystem::path save_own_palette(const Palette &palette);

/// The palette called `name`: the built-in one, or NAME.toml among the person's own palettes, or
/// ASSETS/palettes/NAME.toml.
/// Throws InputError listing the names that there are, or saying what is wrong with the file.
Palette load_palette(const std::optional<std::filesystem::path> &assets_dir, std::string_view name);

/// The tables of load_palette. Throws as load_palette.
std::shared_ptr<const PaletteTable> load_lut(const std::optional<std::filesystem::path> &assets_dir,
                                             std::string_view name);

/// The names that load_palette takes: first the person's own, then the others, each sorted; the
/// built-in one is always among them. A file that is no palette is listed all the same:
/// load_palette says what is wrong with it.
std::vector<std::string> list_palettes(const std::optional<std::filesystem::path> &assets_dir);

} // namespace fathom
