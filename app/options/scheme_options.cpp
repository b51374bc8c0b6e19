#include "app/options/scheme_options.h"

#include "app/options/option_values.h"
#include "app/options/text_option.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/numbers/plain_number.h"
#include "render/places/location.h"
#include "render/places/scheme_names.h"

#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::app {
namespace {

/// "smooth, bands, ... or atom"
template <class Value, std::size_t kCount>
std::string list_of(const std::array<Named<Value>, kCount> &names) {
    std::string list = names[0].id;
    for (std::size_t i = 1; i < kCount; ++i)
        list += fmt::format("{}{}", i + 1 < kCount ? ", " : " or ", names[i].id);
    return list;
}

template <class Value, std::size_t kCount>
Value parse_choice(std::string_view option, std::string_view text,
                   const std::array<Named<Value>, kCount> &names) {
    if (const Named<Value> *name = find_named(names, text))
        return name->value;
    throw InputError(fmt::format("{} takes {}, not {}", option, list_of(names), in_quotes(text)));
}

/// RRGGBB or #RRGGBB.
std::uint32_t parse_rgb(std::string_view option, std::string_view text) {
    const std::string_view digits = trimmed(text);
    const auto rgb = read_rgb_digits(digits.starts_with('#') ? digits.substr(1) : digits);
    if (!rgb)
        throw InputError(fmt::format("{} takes a colour as six hexadecimal digits, such as "
                                     "102040, not {}",
                                     option, in_quotes(text)));
    return *rgb;
}

/// SHAPE,RE,IM[,RADIUS]
kernels::Trap<double> parse_trap(std::string_view option, std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::string_view rest = text;;) {
        const std::size_t comma = rest.find(',');
        parts.push_back(rest.substr(0, comma));
        if (comma == std::string_view::npos)
            break;
        rest.remove_prefix(comma + 1);
    }
    if (parts.size() < 3 || parts.size() > 4)
        throw InputError(fmt::format("{} takes SHAPE,RE,IM or SHAPE,RE,IM,RADIUS, such as "
                                     "circle,0,0,0.5, not {}",
                                     option, in_quotes(text)));
    kernels::Trap<double> trap;
    trap.shape = parse_choice(option, parts[0], kTrapShapes);
    trap.re = parse_double(option, parts[1]);
    trap.im = parse_double(option, parts[2]);
    if (parts.size() == 4)
        trap.radius = parse_double(option, parts[3]);
    return trap;
}

template <class Value, std::size_t kCount>
void add_choice(CLI::App &command, const char *name, const char *what,
                const std::array<Named<Value>, kCount> &names, std::optional<Value> &choice,
                Value usual = {}) {
    add_text_option(command, name, "ID",
                    fmt::format("{}: {} ({})", what, list_of(names), named(names, usual).id),
                    [name, &names, &choice](const std::string &text) {
                        choice = parse_choice(name, text, names);
                    });
}

void add_number(CLI::App &command, const char *name, const char *type, const char *what,
                std::optional<double> &number) {
    add_text_option(command, name, type, what, [name, &number](const std::string &text) {
        number = parse_double(name, text);
    });
}

template <class Value> void override_with(Value &value, const std::optional<Value> &given) {
    if (given)
        value = *given;
}

} // namespace

void add_scheme_options(CLI::App &command, SchemeOptions &scheme) {
    add_choice(command, "--colour", "what colours are made from", kColourBases, scheme.base);
    add_choice(command, "--mapping",
               "what is done to that number, linear where a density or offset is given",
               kColourMappings, scheme.mapping, kernels::ColourMapping::rank);
    add_number(command, "--density", "D",
               "palette cycles for each 1 of the mapped number (what fits the view)",
               scheme.density);
    add_number(command, "--offset", "PHASE",
               "palette cycles to begin with, -1 to 1 (what fits the view)", scheme.offset);
    add_choice(command, "--shade", "what lies over the colours", kColourShades, scheme.shade);
    add_number(command, "--light", "DEG",
               "where the light comes from, counter-clockwise from the right (45)",
               scheme.light_degrees);
    add_number(command, "--light-height", "H", "0: from the side, larger: from above (1.5)",
               scheme.light_height);
    add_number(command, "--shade-strength", "S", "0 to 1 (0.8)", scheme.shade_strength);
    add_choice(command, "--interior", "what never escapes looks like", kInteriorColours,
               scheme.interior);
    add_text_option(command, "--interior-rgb", "RRGGBB", "colour of a flat interior (000000)",
                    [&scheme](const std::string &text) {
                        scheme.interior_rgb = parse_rgb("--interior-rgb", text);
                    });
    add_choice(
        command, "--filter",
        "what a pixel shows where neighbours' colours are far apart: the palette's mean over "
        "its footprint, or its sample's colour",
        kColourFilters, scheme.filter, kernels::ColourFilter::footprint);
    add_choice(command, "--dither",
               "how colours become bytes: the nearest, or by a fixed pattern that keeps slow "
               "gradients free of bands",
               kColourDithers, scheme.dither, kernels::ColourDither::ordered);
    add_text_option(
        command, "--trap", "SHAPE,RE,IM[,RADIUS]",
        "what orbits are measured to: " + list_of(kTrapShapes) + " (point,0,0)",
        [&scheme](const std::string &text) { scheme.trap = parse_trap("--trap", text); });
}

void apply(const SchemeOptions &scheme, Location &location) {
    kernels::ColourScheme &colour = location.colour;
    // A density belongs to its base and mapping: without one for these, it is what fits the view.
    if (scheme.density || scheme.offset) {
        if (location.automatic_colours && !scheme.mapping)
            colour.mapping = kernels::ColourMapping::linear;
        location.automatic_colours = false;
    } else if (scheme.base || scheme.mapping) {
        location.automatic_colours = true;
    }
    override_with(colour.base, scheme.base);
    override_with(colour.mapping, scheme.mapping);
    if (!scheme.density && !scheme.offset && (scheme.base || scheme.mapping))
        spread_over_ranks(colour); // other mappings are surveyed
    override_with(colour.density, scheme.density);
    override_with(colour.offset, scheme.offset);
    override_with(colour.shade, scheme.shade);
    override_with(colour.light_degrees, scheme.light_degrees);
    override_with(colour.light_height, scheme.light_height);
    override_with(colour.shade_strength, scheme.shade_strength);
    override_with(colour.interior, scheme.interior);
    override_with(colour.interior_rgb, scheme.interior_rgb);
    override_with(colour.filter, scheme.filter);
    override_with(colour.dither, scheme.dither);
    override_with(location.trap, scheme.trap);
}

} // namespace fathom::app
