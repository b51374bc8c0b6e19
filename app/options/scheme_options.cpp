#include "app/options/scheme_options.h"

#include "app/options/command_options.h"
#include "app/options/option_values.h"
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

template <class Value, std::size_t kCount>
std::vector<std::string> list_of(const std::array<Named<Value>, kCount> &names) {
    std::vector<std::string> list;
    for (const Named<Value> &name : names)
        list.emplace_back(name.id);
    return list;
}

template <class Value, std::size_t kCount>
Value parse_choice(std::string_view option, std::string_view text,
                   const std::array<Named<Value>, kCount> &names) {
    if (const Named<Value> *name = find_named(names, text))
        return name->value;
    throw InputError(
        fmt::format("{} takes {}, not {}", option, in_a_row(list_of(names)), in_quotes(text)));
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
    const std::vector<std::string> parts = split_at_commas(text);
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
void add_choice(CommandOptions &command, const char *name, OptionHelp help,
                const std::array<Named<Value>, kCount> &names, std::optional<Value> &choice,
                Value usual = {}) {
    help.usual = named(names, usual).id;
    help.choices = list_of(names);
    command.add_text(name, "NAME", help, [name, &names, &choice](const std::string &text) {
        choice = parse_choice(name, text, names);
    });
}

void add_number(CommandOptions &command, const char *name, const char *type, const OptionHelp &help,
                std::optional<double> &number) {
    command.add_text(name, type, help, [name, &number](const std::string &text) {
        number = parse_double(name, text);
    });
}

template <class Value> void override_with(Value &value, const std::optional<Value> &given) {
    if (given)
        value = *given;
}

} // namespace

void add_scheme_options(CommandOptions &command, SchemeOptions &scheme) {
    add_choice(command, "--colour", {"the number that is coloured:", "", {}, ""}, kColourBases,
               scheme.base);
    add_choice(command, "--mapping",
               {"function applied to that number:",
                "",
                {},
                "rank gives each colour the same share of the picture. With --density or --offset "
                "and without --mapping it is linear."},
               kColourMappings, scheme.mapping, kernels::ColourMapping::rank);
    add_number(command, "--density", "D",
               {"palette cycles per unit of the mapped number", "what fits the view"},
               scheme.density);
    add_number(command, "--offset", "PHASE",
               {"where in the palette to begin, -1 to 1 cycles", "what fits the view"},
               scheme.offset);
    add_choice(command, "--shade", {"shading over the colours:", "", {}, ""}, kColourShades,
               scheme.shade);
    add_number(command, "--light", "DEG",
               {"direction of the light, counter-clockwise from the right", "45"},
               scheme.light_degrees);
    add_number(command, "--light-height", "H",
               {"height of the light: 0 is from the side, more is from above", "1.5"},
               scheme.light_height);
    add_number(command, "--shade-strength", "S", {"strength of the shading, 0 to 1", "0.8"},
               scheme.shade_strength);
    add_choice(command, "--interior", {"how points that never escape are coloured:", "", {}, ""},
               kInteriorColours, scheme.interior);
    command.add_text("--interior-rgb", "RRGGBB",
                     {"their colour with --interior flat, in hexadecimal", "000000"},
                     [&scheme](const std::string &text) {
                         scheme.interior_rgb = parse_rgb("--interior-rgb", text);
                     });
    add_choice(command, "--filter",
               {"smoothing where colours change fast from pixel to pixel:",
                "",
                {},
                "footprint takes the mean of the palette over all that a pixel covers. none takes "
                "the colour of its sample alone."},
               kColourFilters, scheme.filter, kernels::ColourFilter::footprint);
    add_choice(
        command, "--dither",
        {"how colours are rounded to 8 bits:",
         "",
         {},
         "ordered adds a fixed pattern, so that slow gradients show no bands. none takes the "
         "nearest byte."},
        kColourDithers, scheme.dither, kernels::ColourDither::ordered);
    command.add_text(
        "--trap", "SHAPE,RE,IM[,RADIUS]",
        {"trap of --colour trap: a point, cross or circle at RE + IM i",
         "point,0,0",
         {},
         "The colour is made from the least distance of the orbit to this shape."},
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
