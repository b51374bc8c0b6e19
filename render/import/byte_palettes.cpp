#include "render/base/printable.h"
#include "render/import/gradient.h"
#include "render/import/palette_import.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"

#include <fmt/format.h>

namespace fathom {
namespace {

/// The three bytes that a line begins with; what follows them is a remark.
Rgb8 read_rgb(const TextLine &line, std::string_view source) {
    std::string_view rest = line.text;
    std::uint8_t rgb[3];
    for (std::uint8_t &byte : rgb) {
        const auto number = read_whole(take_word(rest));
        if (!number || *number < 0 || *number > 255)
            refuse_line(source, line.number,
                        fmt::format("a line must begin with red, green and blue from 0 to 255, got "
                                    "{}",
                                    in_quotes(line.text)));
        byte = static_cast<std::uint8_t>(*number);
    }
    return {rgb[0], rgb[1], rgb[2]};
}

Palette palette_of(const std::vector<Rgb8> &colours, std::string_view source, int last_line,
                   std::vector<std::string> &warnings) {
    if (colours.empty())
        refuse_line(source, last_line, "there is no colour in this palette");
    if (colours.size() > Palette::kMostStops)
        warnings.push_back(fmt::format("{}: its {} colours were resampled to {}", source,
                                       colours.size(), Palette::kMostStops));
    return {"", even_stops(colours)};
}

} // namespace

Palette import_fractint_map(std::string_view text, std::string_view source,
                            std::vector<std::string> &warnings) {
    std::vector<Rgb8> colours;
    int last_line = 1;
    for (const TextLine &line : text_lines(text, source)) {
        last_line = line.number;
        if (line.text.front() != ';' && line.text.front() != '#')
            colours.push_back(read_rgb(line, source));
    }
    return palette_of(colours, source, last_line, warnings);
}

Palette import_gimp_palette(std::string_view text, std::string_view source,
                            std::vector<std::string> &warnings) {
    std::vector<Rgb8> colours;
    int last_line = 1;
    bool header = false;
    for (const TextLine &line : text_lines(text, source)) {
        last_line = line.number;
        if (!header) {
            if (line.text != "GIMP Palette")
                refuse_line(source, line.number, "a GIMP palette must begin with GIMP Palette");
            header = true;
        } else if (line.text.front() != '#' && !line.text.starts_with("Name:") &&
                   !line.text.starts_with("Columns:")) {
            colours.push_back(read_rgb(line, source));
        }
    }
    return palette_of(colours, source, last_line, warnings);
}

} // namespace fathom
