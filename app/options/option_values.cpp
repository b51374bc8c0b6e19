#include "app/options/option_values.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace fathom::app {
namespace {

/// One side of a size; 0 if it is none in range.
int read_side(std::string_view text) {
    const std::optional<std::int64_t> side = read_whole(text);
    return side && *side >= 1 && *side <= kMaxSide ? static_cast<int>(*side) : 0;
}

} // namespace

Decimal parse_decimal(std::string_view option, std::string_view text) {
    try {
        return Decimal::parse(text);
    } catch (const InputError &error) {
        throw InputError(fmt::format("{}: {}", option, error.what()));
    }
}

double parse_double(std::string_view option, std::string_view text) {
    return parse_decimal(option, text).to_double();
}

std::int64_t parse_whole(std::string_view option, std::string_view text, std::int64_t low,
                         std::int64_t high) {
    const Decimal value = parse_decimal(option, text);
    const auto bound = [](std::int64_t n) { return Decimal::from_double(static_cast<double>(n)); };
    if (value < bound(low) || bound(high) < value || value != value.rounded_to(0))
        throw InputError(fmt::format("{} takes a whole number from {} to {}, not {}", option, low,
                                     high, in_quotes(text)));
    return static_cast<std::int64_t>(value.to_double());
}

int parse_int(std::string_view option, std::string_view text, int low, int high) {
    return static_cast<int>(parse_whole(option, text, low, high));
}

std::pair<Decimal, Decimal> parse_pair(std::string_view option, std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos)
        throw InputError(
            fmt::format("{} takes RE,IM, such as -0.4,0.6, not {}", option, in_quotes(text)));
    return {parse_decimal(option, text.substr(0, comma)),
            parse_decimal(option, text.substr(comma + 1))};
}

std::string in_a_row(const std::vector<std::string> &words) {
    std::string row;
    for (std::size_t i = 0; i < words.size(); ++i)
        row += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
    return row;
}

std::vector<std::string> split_at_commas(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t comma; (comma = text.find(',')) != text.npos; text.remove_prefix(comma + 1))
        parts.emplace_back(text.substr(0, comma));
    parts.emplace_back(text);
    return parts;
}

std::vector<std::string> formula_list() {
    std::vector<std::string> ids;
    for (const kernels::FormulaInfo &formula : kernels::formulas())
        ids.emplace_back(formula.id);
    return ids;
}

std::uint64_t parse_bytes(std::string_view option, std::string_view text) {
    constexpr std::string_view kUnits = "KMGT";
    constexpr std::uint64_t kLeast = 1024, kMost = std::uint64_t{1} << 50U;
    std::uint64_t unit = 1;
    std::string_view digits = text;
    if (const std::size_t at = text.empty() ? text.npos : kUnits.find(text.back());
        at != text.npos) {
        digits.remove_suffix(1);
        for (std::size_t i = 0; i <= at; ++i)
            unit *= 1000;
    }
    std::uint64_t number = 0;
    const char *const end = digits.data() + digits.size();
    const auto [behind, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || behind != end || number > kMost / unit || number * unit < kLeast)
        throw InputError(fmt::format("{} takes a number of bytes from {}, such as 200M or 4G, not "
                                     "{}",
                                     option, kLeast, in_quotes(text)));
    return number * unit;
}

kernels::FormulaId parse_formula(std::string_view option, std::string_view text) {
    if (const auto id = kernels::find_formula(text))
        return *id;
    throw InputError(
        fmt::format("{} takes {}, not {}", option, in_a_row(formula_list()), in_quotes(text)));
}

Size parse_size(std::string_view option, std::string_view text) {
    const std::size_t x = std::min(text.find('x'), text.size());
    const Size size{read_side(text.substr(0, x)),
                    read_side(text.substr(std::min(x + 1, text.size())))};
    if (size.width == 0 || size.height == 0)
        throw InputError(fmt::format("{} takes WIDTHxHEIGHT in pixels, each from 1 to {}, such as "
                                     "1920x1080, not {}",
                                     option, kMaxSide, in_quotes(text)));
    return size;
}

std::optional<Precision> parse_precision(std::string_view option, std::string_view text) {
    if (text == "auto")
        return std::nullopt;
    for (const Precision precision : kPrecisions)
        if (text == to_string(precision))
            return precision;
    throw InputError(
        fmt::format("{} takes {}, not {}", option, in_a_row(precision_list()), in_quotes(text)));
}

std::vector<std::string> precision_list() {
    std::vector<std::string> names;
    for (const Precision precision : kPrecisions)
        names.emplace_back(to_string(precision));
    names.emplace_back("auto");
    return names;
}

std::optional<Approximation> parse_approximation(std::string_view option, std::string_view text) {
    if (text == "auto")
        return std::nullopt;
    for (const Approximation approximation :
         {Approximation::none, Approximation::bla, Approximation::la})
        if (text == to_string(approximation))
            return approximation;
    throw InputError(
        fmt::format("{} takes auto, none, bla or la, not {}", option, in_quotes(text)));
}

} // namespace fathom::app
