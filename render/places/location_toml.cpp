#include "render/places/location_toml.h"

#include "kernels/formulas/formula_ids.h"
#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/places/palette_stops.h"
#include "render/places/toml_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace fathom {
namespace {

/// The plain format, which every Fathom reads, the one with the keys that came later, and the one
/// whose limit may be "auto", which older Fathoms would not understand; the one with a matrix,
/// which they would leave out, is the last.
constexpr std::int64_t kPlainFormat = 1;
constexpr std::int64_t kKeyedFormat = 2;
constexpr std::int64_t kAutomaticFormat = 3;
constexpr std::string_view kAutomatic = "auto";

void check_format(TomlDocument &document) {
    const TomlValue &value = document.need("fathom");
    const auto *format = std::get_if<std::int64_t>(&value.data);
    if (format == nullptr || *format < 1) {
        document.refuse("fathom", value,
                        fmt::format("the number of the format, 1 to {}", kLocationFormat));
    }
    if (*format > kLocationFormat) {
        document.refuse(value.line,
                        fmt::format("this location is of format {}, written by a newer Fathom; "
                                    "this one reads formats to {}, so update Fathom to open it",
                                    *format, kLocationFormat));
    }
}

/// The decimal number in quotes that `value` at `path` is, within [low, high].
Decimal decimal(const TomlDocument &document, std::string_view path, const TomlValue &value,
                const Decimal &low, const Decimal &high) {
    const std::string expected =
        fmt::format("a decimal number in quotes from {} to {}", low.to_string(), high.to_string());
    const auto *text = std::get_if<std::string>(&value.data);
    if (text == nullptr) {
        document.refuse(path, value, expected);
    }
    std::optional<Decimal> number;
    try {
        number = Decimal::parse(*text);
    } catch (const InputError &) {
        document.refuse(path, value, expected);
    }
    if (*number < low || high < *number) {
        document.refuse(path, value, expected);
    }
    return *number;
}

void read_limit(TomlDocument &document, Location &location) {
    const auto number = [&](const char *path) {
        return static_cast<std::uint64_t>(
            document.integer(path, 1, LocationLimits::kMaxIterations, location.iterations));
    };
    const TomlValue *value = document.find("iteration.limit");
    const auto *text = value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
    if (text != nullptr && *text != kAutomatic)
        document.refuse("iteration.limit", *value,
                        fmt::format("a whole number from 1 to {}, or \"auto\"",
                                    LocationLimits::kMaxIterations));
    location.automatic_iterations = text != nullptr;
    location.iterations = number(text == nullptr ? "iteration.limit" : "iteration.found");
}

/// A coordinate, or 0 where there is none.
Decimal coordinate(TomlDocument &document, std::string_view path) {
    const Decimal limit = ViewLimits().max_coordinate;
    const TomlValue *value = document.find(path);
    return value == nullptr ? Decimal() : decimal(document, path, *value, -limit, limit);
}

bool boolean(TomlDocument &document, std::string_view path, bool fallback) {
    const TomlValue *value = document.find(path);
    if (value == nullptr)
        return fallback;
    const auto *given = std::get_if<bool>(&value->data);
    if (given == nullptr)
        document.refuse(path, *value, "true or false");
    return *given;
}

View read_view(TomlDocument &document) {
    const ViewLimits limits;
    View view;
    document.need("view.re");
    document.need("view.im");
    view.re = coordinate(document, "view.re");
    view.im = coordinate(document, "view.im");
    view.zoom = decimal(document, "view.zoom", document.need("view.zoom"), limits.min_zoom,
                        limits.max_zoom);
    view.rotation_degrees = document.number("view.rotation", -limits.max_rotation_degrees,
                                            limits.max_rotation_degrees, view.rotation_degrees);
    view.mirrored = boolean(document, "view.mirrored", view.mirrored);
    if (const TomlValue *matrix = document.find("view.matrix"))
        view.matrix = read_matrix(document, "view.matrix", *matrix);
    return view;
}

kernels::FormulaId read_formula_id(TomlDocument &document) {
    const TomlValue *value = document.find("iteration.formula");
    if (value == nullptr)
        return kernels::kMandelbrot;
    if (const auto *id = std::get_if<std::string>(&value->data))
        if (const auto found = kernels::find_formula(*id))
            return *found;
    std::vector<std::string_view> ids;
    for (const kernels::FormulaInfo &info : kernels::formulas())
        ids.emplace_back(info.id);
    document.refuse("iteration.formula", *value,
                    fmt::format("one of \"{}\"", fmt::join(ids, "\", \"")));
}

FormulaChoice read_formula(TomlDocument &document) {
    constexpr double kMost = LocationLimits::kMaxParameter;
    FormulaChoice formula;
    formula.id = read_formula_id(document);
    formula.julia = boolean(document, "iteration.julia", formula.julia);
    formula.seed_re = coordinate(document, "iteration.seed_re");
    formula.seed_im = coordinate(document, "iteration.seed_im");
    formula.parameter_re =
        document.number("iteration.parameter_re", -kMost, kMost, formula.parameter_re);
    formula.parameter_im =
        document.number("iteration.parameter_im", -kMost, kMost, formula.parameter_im);
    return formula;
}

kernels::ColourScheme read_scheme(TomlDocument &document) {
    using Limits = LocationLimits;
    kernels::ColourScheme scheme;
    scheme.base = read_choice(document, "colour.base", kColourBases, scheme.base);
    scheme.mapping = read_choice(document, "colour.mapping", kColourMappings, scheme.mapping);
    scheme.density =
        document.number("colour.density", Limits::kMinDensity, Limits::kMaxDensity, scheme.density);
    scheme.offset =
        document.number("colour.offset", -Limits::kMaxOffset, Limits::kMaxOffset, scheme.offset);
    scheme.shade = read_choice(document, "colour.shade", kColourShades, scheme.shade);
    scheme.light_degrees = document.number("colour.light", -Limits::kMaxLightDegrees,
                                           Limits::kMaxLightDegrees, scheme.light_degrees);
    scheme.light_height =
        document.number("colour.light_height", 0, Limits::kMaxLightHeight, scheme.light_height);
    scheme.shade_strength = document.number("colour.shade_strength", 0, 1, scheme.shade_strength);
    scheme.interior = read_choice(document, "colour.interior", kInteriorColours, scheme.interior);
    scheme.filter = read_choice(document, "colour.filter", kColourFilters, scheme.filter);
    scheme.dither = read_choice(document, "colour.dither", kColourDithers, scheme.dither);
    if (const TomlValue *rgb = document.find("colour.interior_rgb"))
        scheme.interior_rgb = read_rgb(document, "colour.interior_rgb", *rgb);
    return scheme;
}

kernels::Trap<double> read_trap(TomlDocument &document) {
    constexpr double kMost = LocationLimits::kMaxTrapCoordinate;
    kernels::Trap<double> trap;
    trap.shape = read_choice(document, "colour.trap_shape", kTrapShapes, trap.shape);
    trap.re = document.number("colour.trap_re", -kMost, kMost, trap.re);
    trap.im = document.number("colour.trap_im", -kMost, kMost, trap.im);
    trap.radius = document.number("colour.trap_radius", LocationLimits::kMinTrapRadius,
                                  LocationLimits::kMaxTrapRadius, trap.radius);
    return trap;
}

std::string read_palette_name(TomlDocument &document, std::string_view path,
                              const std::string &fallback, bool may_be_empty) {
    const TomlValue *value = document.find(path);
    if (value == nullptr)
        return fallback;
    const auto *name = std::get_if<std::string>(&value->data);
    if (name == nullptr || !(is_palette_name(*name) || (may_be_empty && name->empty())))
        document.refuse(path, *value,
                        "a palette's name in quotes, of small letters, digits and hyphens");
    return *name;
}

std::optional<Palette> read_own_palette(TomlDocument &document, const std::string &name) {
    if (document.find("colour.stops") == nullptr)
        return std::nullopt;
    Palette palette;
    palette.name = read_palette_name(document, "colour.own_name", name, true);
    palette.stops = read_stops(document, "colour.stops");
    palette.blend = read_blend(document, "colour.blend");
    return palette;
}

/// The lines of a section that came after format 1, each only where it says something new, so that
/// what older programs can show is written as it always was.
class NewKeys {
  public:
    template <class Value> void add(std::string_view key, const Value &value, const Value &usual) {
        if (value != usual)
            lines_ += fmt::format("{} = {}\n", key, value);
    }
    void add(std::string_view key, const Decimal &value) {
        if (!value.is_zero())
            lines_ += fmt::format("{} = \"{}\"\n", key, value.to_string());
    }
    template <class Value, std::size_t kCount>
    void add(std::string_view key, const std::array<Named<Value>, kCount> &names, Value value,
             Value usual) {
        if (value != usual)
            lines_ += fmt::format("{} = \"{}\"\n", key, named(names, value).id);
    }
    [[nodiscard]] const std::string &lines() const { return lines_; }

  private:
    std::string lines_;
};

std::string new_view_keys(const View &view) {
    const PlaneMatrix &m = view.matrix;
    NewKeys keys;
    keys.add("mirrored", view.mirrored, false);
    if (m != PlaneMatrix())
        keys.add("matrix", fmt::format("[{}, {}, {}, {}]", m.a, m.b, m.c, m.d), {});
    return keys.lines();
}

std::int64_t format_of(const Location &location, bool plain) {
    if (location.view.matrix != PlaneMatrix())
        return kLocationFormat;
    if (location.automatic_iterations)
        return kAutomaticFormat;
    return plain ? kPlainFormat : kKeyedFormat;
}

std::string new_formula_keys(const FormulaChoice &formula) {
    const FormulaChoice usual;
    NewKeys keys;
    keys.add("julia", formula.julia, usual.julia);
    keys.add("seed_re", formula.seed_re);
    keys.add("seed_im", formula.seed_im);
    keys.add("parameter_re", formula.parameter_re, usual.parameter_re);
    keys.add("parameter_im", formula.parameter_im, usual.parameter_im);
    return keys.lines();
}

std::string new_colour_keys(const Location &location) {
    const Location usual;
    const kernels::ColourScheme &scheme = location.colour;
    NewKeys keys;
    keys.add("base", kColourBases, scheme.base, usual.colour.base);
    keys.add("mapping", kColourMappings, scheme.mapping, usual.colour.mapping);
    keys.add("fit", location.automatic_colours, usual.automatic_colours);
    keys.add("shade", kColourShades, scheme.shade, usual.colour.shade);
    keys.add("light", scheme.light_degrees, usual.colour.light_degrees);
    keys.add("light_height", scheme.light_height, usual.colour.light_height);
    keys.add("shade_strength", scheme.shade_strength, usual.colour.shade_strength);
    keys.add("interior", kInteriorColours, scheme.interior, usual.colour.interior);
    if (scheme.interior_rgb != usual.colour.interior_rgb)
        keys.add("interior_rgb", fmt::format("\"{}\"", rgb_text(scheme.interior_rgb)), {});
    keys.add("filter", kColourFilters, scheme.filter, usual.colour.filter);
    keys.add("dither", kColourDithers, scheme.dither, usual.colour.dither);
    keys.add("trap_shape", kTrapShapes, location.trap.shape, usual.trap.shape);
    keys.add("trap_re", location.trap.re, usual.trap.re);
    keys.add("trap_im", location.trap.im, usual.trap.im);
    keys.add("trap_radius", location.trap.radius, usual.trap.radius);
    if (const auto &palette = location.own_palette) {
        if (palette->name != location.palette)
            keys.add("own_name", fmt::format("\"{}\"", palette->name), {});
        keys.add("blend", kPaletteBlends, palette->blend, Palette::Blend::oklab);
        keys.add("stops", stops_text(palette->stops), {});
    }
    return keys.lines();
}

std::string view_lines(const View &view) {
    return fmt::format("re = \"{}\"\n"
                       "im = \"{}\"\n"
                       "zoom = \"{}\"\n"
                       "rotation = {}\n"
                       "{}",
                       view.re.to_string(), view.im.to_string(), view.zoom.to_string(),
                       view.rotation_degrees, new_view_keys(view));
}

std::string iteration_lines(const Location &location) {
    const std::string limit =
        location.automatic_iterations
            ? fmt::format("\"{}\"\nfound = {}", kAutomatic, location.iterations)
            : std::to_string(location.iterations);
    return fmt::format("formula = \"{}\"\n"
                       "limit = {}\n"
                       "bailout = {}\n"
                       "{}",
                       kernels::formula_info(location.formula.id).id, limit, location.bailout,
                       new_formula_keys(location.formula));
}

std::string colour_lines(const Location &location) {
    return fmt::format("palette = \"{}\"\n"
                       "density = {}\n"
                       "offset = {}\n"
                       "{}",
                       location.palette, location.colour.density, location.colour.offset,
                       new_colour_keys(location));
}

void read_iteration(TomlDocument &document, Location &location) {
    location.formula = read_formula(document);
    read_limit(document, location);
    location.bailout = document.number("iteration.bailout", LocationLimits::kMinBailout,
                                       LocationLimits::kMaxBailout, location.bailout);
}

/// Whether the file leaves to Fathom how ranks lie on the palette.
bool needs_spread(TomlDocument &document, const Location &location) {
    return location.colour.mapping == kernels::ColourMapping::rank &&
           document.find("colour.density") == nullptr && document.find("colour.offset") == nullptr;
}

void read_colour(TomlDocument &document, Location &location) {
    location.palette = read_palette_name(document, "colour.palette", location.palette, false);
    location.own_palette = read_own_palette(document, location.palette);
    location.colour = read_scheme(document);
    location.automatic_colours = boolean(document, "colour.fit", location.automatic_colours);
    // Ranks are not surveyed, and of the usual density they would show a fiftieth of the palette.
    if (needs_spread(document, location))
        spread_over_ranks(location.colour);
    location.trap = read_trap(document);
}

} // namespace

std::string_view name_of(LocationTable table) {
    constexpr std::string_view kNames[] = {"view", "iteration", "colour"};
    return kNames[static_cast<std::size_t>(table)];
}

std::string lines_of(const Location &location, LocationTable table) {
    switch (table) {
    case LocationTable::view:
        return view_lines(location.view);
    case LocationTable::iteration:
        return iteration_lines(location);
    case LocationTable::colour:
        break;
    }
    return colour_lines(location);
}

void read_table(TomlDocument &document, LocationTable table, Location &location) {
    switch (table) {
    case LocationTable::view:
        location.view = read_view(document);
        break;
    case LocationTable::iteration:
        read_iteration(document, location);
        break;
    case LocationTable::colour:
        read_colour(document, location);
        break;
    }
}

std::string to_text(const Location &location) {
    check_location(location);
    const bool plain =
        new_view_keys(location.view).empty() && new_formula_keys(location.formula).empty() &&
        new_colour_keys(location).empty() && location.formula.id == kernels::kMandelbrot;
    std::string text = fmt::format("# A place in a fractal: fathom FILE goes there.\n"
                                   "fathom = {}\n",
                                   format_of(location, plain));
    for (const LocationTable table : kLocationTables)
        text += fmt::format("\n[{}]\n{}", name_of(table), lines_of(location, table));
    return text;
}

ParsedLocation parse_location(std::string_view text, std::string_view source) {
    TomlDocument document = TomlDocument::parse(text, source);
    return read_location(document);
}

PlaneMatrix read_matrix(const TomlDocument &document, std::string_view path,
                        const TomlValue &value) {
    const auto *entries = std::get_if<std::vector<TomlValue>>(&value.data);
    const double most = ViewLimits().max_stretch;
    PlaneMatrix matrix;
    if (entries != nullptr && entries->size() == 4)
        matrix = {as_number((*entries)[0]), as_number((*entries)[1]), as_number((*entries)[2]),
                  as_number((*entries)[3])};
    if (entries == nullptr || entries->size() != 4 || !is_view_matrix(matrix, most))
        document.refuse(path, value, expected_matrix(most));
    return matrix;
}

ParsedLocation read_location(TomlDocument &document) {
    check_format(document);
    ParsedLocation parsed;
    for (const LocationTable table : kLocationTables)
        read_table(document, table, parsed.location);
    for (const char *about : {"about.name", "about.note"})
        document.find(about); // named_place.h reads them
    const std::vector<std::string> unknown = document.unknown_keys();
    parsed.warnings.assign(unknown.begin(), unknown.end());
    return parsed;
}

void write_location_file(const std::filesystem::path &path, const Location &location) {
    write_text_file(path, to_text(location));
}

} // namespace fathom
