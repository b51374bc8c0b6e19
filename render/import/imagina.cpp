#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/hexadecimal.h"
#include "render/import/importers.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"

#include <fmt/format.h>
#include <optional>

namespace fathom {
namespace {

/// A key that begins a block; what stands further in belongs to it.
struct Block {
    std::size_t indent = 0;
    std::string path; ///< with its points
};

/// The keys by path: Re of the block Location is "Location.Re".
ForeignKeys imagina_keys(std::string_view text, std::string_view source) {
    constexpr std::size_t kMaxDepth = 8;
    ForeignKeys keys(source);
    std::vector<Block> blocks;
    for (const TextLine &line : text_lines(text, source)) {
        const std::size_t colon = line.text.find(':');
        if (colon == std::string_view::npos || colon == 0) {
            keys.add(fmt::format("\"{}\"", printable(line.text)), "", line.number);
            continue;
        }
        while (!blocks.empty() && blocks.back().indent >= line.indent)
            blocks.pop_back();
        const std::string path = fmt::format("{}{}", blocks.empty() ? "" : blocks.back().path,
                                             printable(trimmed(line.text.substr(0, colon))));
        const std::string_view value = trimmed(line.text.substr(colon + 1));
        if (!value.empty())
            keys.add(path, value, line.number);
        else if (blocks.size() < kMaxDepth)
            blocks.push_back({line.indent, path + "."});
        else
            refuse_line(source, line.number,
                        fmt::format("blocks nested more than {} deep", kMaxDepth));
    }
    return keys;
}

Decimal hexadecimal(ForeignKeys &keys, const ForeignValue &value) {
    const std::optional<Decimal> number = parse_hexadecimal(value.text);
    if (!number)
        keys.refuse(value, "a hexadecimal number");
    return *number;
}

/// The value with its number in decimal digits, as the other programs have it.
ForeignValue in_decimal(ForeignKeys &keys, ForeignValue value) {
    value.text = hexadecimal(keys, value).to_string();
    return value;
}

/// Half the view's height, 2 / zoom.
Decimal zoom_of_size(ForeignKeys &keys, const ForeignValue &value) {
    constexpr long kDigits = 30;
    const Decimal size = hexadecimal(keys, value);
    if (size.sign() <= 0)
        keys.refuse(value, "above 0");
    ForeignValue zoom = value;
    zoom.text = divide(Decimal::from_double(2), size, kDigits).to_string();
    zoom.key = "the zoom that " + value.key + " gives";
    return foreign_zoom(keys, zoom);
}

} // namespace

bool is_imagina(std::string_view text) {
    const std::size_t block = text.find("Location:");
    return block != text.npos && text.find("Size:", block) != text.npos &&
           text.find("Re:", block) != text.npos;
}

ParsedLocation import_imagina(std::string_view text, std::string_view source) {
    ForeignKeys keys = imagina_keys(text, source);
    ParsedLocation parsed;
    Location &location = parsed.location;
    if (const ForeignValue *formula = keys.find("Formula");
        formula && formula->text != "Mandelbrot")
        keys.refuse(formula->line, fmt::format("Fathom has no formula that is Imagina's {}",
                                               in_quotes(formula->text)));
    location.view.re = foreign_coordinate(keys, in_decimal(keys, keys.need("Location.Re")));
    location.view.im = foreign_coordinate(keys, in_decimal(keys, keys.need("Location.Im")));
    location.view.zoom = zoom_of_size(keys, keys.need("Location.Size"));
    if (const ForeignValue *iterations = keys.find("Location.Iterations"))
        location.iterations = foreign_iterations(keys, in_decimal(keys, *iterations));
    keys.ignore({"\"IMT\"", "\"Imagina\"", "Version"});
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
