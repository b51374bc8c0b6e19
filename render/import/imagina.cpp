#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/hexadecimal.h"
#include "render/import/importers.h"
#include "render/import/text_lines.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
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

constexpr std::int64_t kFarExponent = 1 << 30; ///< refused as a size

/// How a .im begins.
constexpr std::string_view kBinary("\xffIMPV\r\n\0", 8);

/// The bytes of a .im, little-endian, one after the other.
class BinaryText {
  public:
    BinaryText(std::string_view text, std::string_view source) : text_(text), source_(source) {}

    void go_to(std::uint64_t offset) {
        at_ = 0;
        take(offset);
    }
    std::string_view take(std::uint64_t count) {
        if (count > text_.size() - at_)
            throw InputError(fmt::format("{}: the file ends within its location; copy or save it "
                                         "again",
                                         source_));
        const std::string_view taken = text_.substr(at_, count);
        at_ += taken.size();
        return taken;
    }
    template <class Number> Number number() {
        Number value;
        std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
        return value;
    }

  private:
    std::string_view text_;
    std::string_view source_;
    std::size_t at_ = 0;
};

/// A number of GMP's mpf as Imagina writes it: the exponent, in limbs (4 bytes, as a long of
/// Windows), then mpz_out_raw's signed count of bytes and these bytes, both the highest first.
std::string mpf_text(BinaryText &bytes) {
    constexpr std::int64_t kLimbBytes = 8;
    const std::int64_t exponent = bytes.number<std::int32_t>();
    std::uint32_t raw = 0;
    for (const char byte : bytes.take(4))
        raw = raw << 8U | static_cast<unsigned char>(byte);
    const std::int64_t size = static_cast<std::int32_t>(raw);
    const std::int64_t count = std::abs(size);
    if (count == 0)
        return "0";
    std::string text = size < 0 ? "-" : "";
    for (const char byte : bytes.take(static_cast<std::uint64_t>(count)))
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    const std::int64_t limbs = (count + kLimbBytes - 1) / kLimbBytes;
    return text + fmt::format("p{}", 8 * kLimbBytes * (exponent - limbs));
}

/// Imagina's number with an exponent: a double, then the power of two.
std::string wide_text(BinaryText &bytes) {
    const auto mantissa = bytes.number<double>();
    const auto exponent = bytes.number<std::int64_t>();
    if (!(mantissa >= 1 && mantissa < 2))
        return "0"; // which is no size
    constexpr int kBits = 52;
    return fmt::format("{:x}p{}", std::llround(std::ldexp(mantissa, kBits)),
                       std::clamp<std::int64_t>(exponent, -kFarExponent, kFarExponent) - kBits);
}

/// The location of a .im as the keys of a .imt, by File.cpp of Imagina's sources: signature, 8
/// bytes, offsets of location and reference; there half the view's height, the limit, re and im.
ForeignKeys binary_keys(std::string_view text, std::string_view source) {
    ForeignKeys keys(source);
    BinaryText bytes(text, source);
    bytes.go_to(kBinary.size() + 8);
    const auto location = bytes.number<std::uint64_t>();
    const auto reference = bytes.number<std::uint64_t>();
    bytes.go_to(location);
    keys.add("Location.Size", wide_text(bytes), 1);
    keys.add("Location.Iterations", fmt::format("{}", bytes.number<std::uint64_t>()), 1);
    keys.add("Location.Re", mpf_text(bytes), 1);
    keys.add("Location.Im", mpf_text(bytes), 1);
    keys.warn("the file does not name its formula, which is taken to be the Mandelbrot set's");
    if (reference != 0)
        keys.warn("its reference orbit is left out");
    return keys;
}

/// By the names in File.cpp of its sources; what is none of them is a formula's text.
kernels::FormulaId formula_of(ForeignKeys &keys, const ForeignValue &value) {
    constexpr std::array kFormulas = {
        std::pair{"Mandelbrot", "mandelbrot"},
        std::pair{"Tricorn", "tricorn"},
        std::pair{"Burning ship", "burning-ship"},
    };
    for (const auto &[name, id] : kFormulas)
        if (value.text == name)
            return *kernels::find_formula(id);
    keys.refuse(value.line, fmt::format("Fathom has no formula that is Imagina's Formula: {}",
                                        in_quotes(value.text)));
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
    if (text.starts_with(kBinary))
        return true;
    const std::size_t block = text.find("Location:");
    return block != text.npos && text.find("Size:", block) != text.npos &&
           text.find("Re:", block) != text.npos;
}

ParsedLocation import_imagina(std::string_view text, std::string_view source) {
    ForeignKeys keys =
        text.starts_with(kBinary) ? binary_keys(text, source) : imagina_keys(text, source);
    ParsedLocation parsed;
    Location &location = parsed.location;
    if (const ForeignValue *formula = keys.find("Formula"))
        location.formula.id = formula_of(keys, *formula);
    location.view.re =
        foreign_coordinate(keys, in_decimal(keys, keys.need("Location.Re", "centre")));
    location.view.im =
        foreign_coordinate(keys, in_decimal(keys, keys.need("Location.Im", "centre")));
    location.view.zoom = zoom_of_size(keys, keys.need("Location.Size", "size"));
    location.iterations = 1024; // its own, where a file gives none
    if (const ForeignValue *iterations = keys.find("Location.Iterations"))
        location.iterations = foreign_iterations(
            keys, iterations->text.starts_with("0x") ? in_decimal(keys, *iterations) : *iterations);
    keys.ignore({"\"IMT\"", "\"Imagina\"", "Version"});
    keys.refuse_unknown({"Location."});
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
