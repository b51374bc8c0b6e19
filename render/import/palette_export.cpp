#include "render/import/palette_export.h"

#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/import/palette_import.h"

#include <fmt/format.h>

namespace fathom {
namespace {

std::string colour_lines(const Palette &palette) {
    constexpr int kColours = 256;
    check_palette(palette);
    std::string lines;
    for (const std::uint32_t colour : make_lut(palette, kColours))
        lines +=
            fmt::format("{:3} {:3} {:3}\n", colour & 0xff, colour >> 8 & 0xff, colour >> 16 & 0xff);
    return lines;
}

} // namespace

std::string to_gimp_palette(const Palette &palette) {
    return fmt::format("GIMP Palette\nName: {}\nColumns: 16\n#\n{}", palette.name,
                       colour_lines(palette));
}

std::string to_fractint_map(const Palette &palette) {
    return colour_lines(palette);
}

void export_palette(const std::filesystem::path &path, const Palette &palette) {
    const std::string name = path.string();
    if (ends_with_ignoring_case(name, ".toml"))
        write_palette_file(path, palette);
    else if (ends_with_ignoring_case(name, ".gpl"))
        write_text_file(path, to_gimp_palette(palette));
    else if (ends_with_ignoring_case(name, ".map"))
        write_text_file(path, to_fractint_map(palette));
    else
        throw InputError(fmt::format("{}: the name tells the type of the palette; choose one that "
                                     "ends in .toml, .gpl or .map",
                                     name));
}

} // namespace fathom
