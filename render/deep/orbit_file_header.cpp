#include "render/deep/orbit_file_header.h"

#include "render/base/error.h"
#include "render/places/toml_choice.h"
#include "render/places/toml_document.h"

#include <array>
#include <fmt/format.h>
#include <stdexcept>

namespace fathom {
namespace {

constexpr std::int64_t kFormat = 1;
constexpr std::int64_t kPackedFormat = 2;
constexpr std::int64_t kMostComputedBits = 4 * ReferenceSpec::kMostBits;
constexpr double kMostCoordinate = 10'000;

struct NamedEnd {
    const char *name;
    OrbitEnd end;
};
constexpr std::array<NamedEnd, 5> kEnds = {{{"limit", OrbitEnd::kNone},
                                            {"escape", OrbitEnd::kEscape},
                                            {"period", OrbitEnd::kPeriod},
                                            {"exhausted", OrbitEnd::kExhausted},
                                            {"cycle", OrbitEnd::kCycle}}};

const std::string &text_at(TomlDocument &document, std::string_view path,
                           std::string_view expected) {
    const TomlValue &value = document.need(path);
    const auto *text = std::get_if<std::string>(&value.data);
    if (text == nullptr)
        document.refuse(path, value, expected);
    return *text;
}

OrbitEnd read_end(TomlDocument &document, std::string_view path) {
    constexpr std::string_view kExpected =
        "one of \"limit\", \"escape\", \"period\", \"exhausted\", \"cycle\"";
    const std::string &text = text_at(document, path, kExpected);
    for (const NamedEnd &known : kEnds)
        if (text == known.name)
            return known.end;
    document.refuse(path, document.need(path), kExpected);
}

/// Orbits of formulas that look back end in two ways alone.
OrbitEnd read_end_of(kernels::FormulaId formula, TomlDocument &document, std::string_view path) {
    const OrbitEnd end = read_end(document, path);
    if (kernels::looks_back(formula) && end != OrbitEnd::kNone && end != OrbitEnd::kEscape)
        document.refuse(path, document.need(path), "\"limit\" or \"escape\" of this formula");
    return end;
}

Decimal read_coordinate(TomlDocument &document, std::string_view path) {
    constexpr std::string_view kExpected = "a decimal number in quotes from -10000 to 10000";
    const std::string &text = text_at(document, path, kExpected);
    const Decimal most = Decimal::from_double(kMostCoordinate);
    try {
        Decimal value = Decimal::parse(text);
        if (!(value < -most) && !(most < value))
            return value;
    } catch (const InputError &) { // said below, with the file's name
    }
    document.refuse(path, document.need(path), kExpected);
}

/// Without a fallback: it has to be there.
std::uint64_t read_count(TomlDocument &document, std::string_view path, std::int64_t low,
                         std::int64_t high) {
    document.need(path);
    return static_cast<std::uint64_t>(document.integer(path, low, high, low));
}

kernels::FormulaId read_formula(TomlDocument &document) {
    constexpr std::string_view kExpected = "a formula that has reference orbits";
    const auto id = kernels::find_formula(text_at(document, "formula", kExpected));
    if (!id || !kernels::can_be_perturbed(*id))
        document.refuse("formula", document.need("formula"), kExpected);
    return *id;
}

/// What the formula has besides, where it looks back.
void read_parameter(TomlDocument &document, FormulaChoice &formula) {
    if (!kernels::looks_back(formula.id))
        return;
    constexpr double kMost = LocationLimits::kMaxParameter;
    document.need("parameter_re");
    document.need("parameter_im");
    formula.parameter_re = document.number("parameter_re", -kMost, kMost, 0);
    formula.parameter_im = document.number("parameter_im", -kMost, kMost, 0);
}

/// Whether it is packed.
bool read_format(TomlDocument &document) {
    const std::uint64_t format = read_count(document, "fathom_orbit", 1, 1'000'000);
    if (format > kPackedFormat)
        document.refuse(document.need("fathom_orbit").line,
                        fmt::format("this orbit is of format {}, written by a newer Fathom; this "
                                    "one reads formats up to {}, so update Fathom to use it",
                                    format, kPackedFormat));
    return format == kPackedFormat;
}

/// What a packed orbit has besides; `packed` as its format says.
void read_packing(TomlDocument &document, bool packed, OrbitFileHeader &header) {
    if (!packed)
        return;
    if (!can_be_packed(header.orbit.spec))
        document.refuse("formula", document.need("formula"),
                        "z^p + c, no Julia set's, of a packed orbit");
    header.corrections = read_count(document, "corrections", 0,
                                    static_cast<std::int64_t>(kernels::kLongestPackedOrbit));
}

std::string end_name(OrbitEnd end) {
    for (const NamedEnd &known : kEnds)
        if (known.end == end)
            return known.name;
    throw std::logic_error("OrbitFileHeader: an orbit that was given up");
}

} // namespace

std::string to_text(const OrbitFileHeader &header) {
    const ReferenceOrbit &orbit = header.orbit;
    const ReferenceSpec &spec = orbit.spec;
    const bool julia = spec.formula.julia;
    const std::uint64_t first = julia ? orbit.restart : header.points;
    std::string text =
        fmt::format("fathom_orbit = {}\n"
                    "formula = \"{}\"\n"
                    "re = \"{}\"\n"
                    "im = \"{}\"\n"
                    "bits = {}\n"
                    "computed_bits = {}\n"
                    "points = {}\n"
                    "end = \"{}\"\n",
                    header.corrections ? kPackedFormat : kFormat,
                    kernels::formula_info(spec.formula.id).id, spec.re.to_string(),
                    spec.im.to_string(), spec.bits, orbit.bits, first, end_name(orbit.end));
    if (julia)
        text += fmt::format("seed_re = \"{}\"\n"
                            "seed_im = \"{}\"\n"
                            "critical_points = {}\n"
                            "critical_end = \"{}\"\n",
                            spec.formula.seed_re.to_string(), spec.formula.seed_im.to_string(),
                            header.points - first, end_name(orbit.critical_end));
    if (kernels::looks_back(spec.formula.id))
        text += fmt::format("parameter_re = {}\n"
                            "parameter_im = {}\n",
                            spec.formula.parameter_re, spec.formula.parameter_im);
    if (header.corrections)
        text += fmt::format("corrections = {}\n", *header.corrections);
    return text + fmt::format("tiny = {}\n", header.tiny);
}

OrbitFileHeader parse_orbit_file_header(std::string_view text, std::string_view source) {
    TomlDocument document = TomlDocument::parse(text, source);
    const bool packed = read_format(document);
    const auto most =
        static_cast<std::int64_t>(packed ? kernels::kLongestPackedOrbit : kernels::kLongestOrbit);
    OrbitFileHeader header;
    ReferenceOrbit &orbit = header.orbit;
    ReferenceSpec &spec = orbit.spec;
    spec.formula.id = read_formula(document);
    read_parameter(document, spec.formula);
    spec.re = read_coordinate(document, "re");
    spec.im = read_coordinate(document, "im");
    spec.bits = static_cast<long>(read_count(document, "bits", 1, ReferenceSpec::kMostBits));
    orbit.bits =
        static_cast<long>(read_count(document, "computed_bits", spec.bits, kMostComputedBits));
    const std::uint64_t first = read_count(document, "points", 2, most);
    orbit.end = read_end_of(spec.formula.id, document, "end");
    header.points = first;
    spec.formula.julia = document.has("seed_re");
    if (spec.formula.julia) {
        spec.formula.seed_re = read_coordinate(document, "seed_re");
        spec.formula.seed_im = read_coordinate(document, "seed_im");
        header.points += read_count(document, "critical_points", 2, most);
        orbit.critical_end = read_end_of(spec.formula.id, document, "critical_end");
        orbit.restart = first;
    }
    const OrbitEnd last = spec.formula.julia ? orbit.critical_end : orbit.end;
    orbit.escaped = last == OrbitEnd::kEscape;
    if (orbit.end == OrbitEnd::kPeriod)
        orbit.period = first - 1;
    read_packing(document, packed, header);
    header.tiny = read_count(document, "tiny", 0, kernels::kLongestOrbit);
    if (header.points > static_cast<std::uint64_t>(most) || header.tiny > header.points ||
        header.corrections.value_or(0) > header.points)
        throw InputError(fmt::format("{}: its header counts more points than an orbit can have; "
                                     "make the file again",
                                     source));
    return header;
}

} // namespace fathom
