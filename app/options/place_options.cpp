#include "app/options/place_options.h"

#include "app/option_advice.h"
#include "app/options/option_values.h"
#include "app/options/text_option.h"
#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/deep/reference_cache.h"
#include "render/deep/straightening.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/import/location_file.h"
#include "render/import/pasted_place.h"
#include "render/jobs/automatic_limit.h"
#include "render/jobs/export_job.h"
#include "render/jobs/survey.h"
#include "render/places/device_id.h"
#include "render/places/palette.h"
#include "render/places/place_line.h"

#include <cmath>
#include <fmt/format.h>

namespace fathom::app {
namespace {

constexpr Size kDefaultSize = {1920, 1080};

void set_iterations(const std::string &text, ViewOptions &view) {
    view.automatic_iterations = text == "auto";
    if (!view.automatic_iterations && text.find_first_of("0123456789") == text.npos)
        throw InputError(fmt::format("--iterations takes a whole number from 1 to {}, or auto, not "
                                     "{}",
                                     LocationLimits::kMaxIterations, in_quotes(text)));
    if (!view.automatic_iterations)
        view.iterations = static_cast<std::uint64_t>(
            parse_whole("--iterations", text, 1, LocationLimits::kMaxIterations));
}

PlaneMatrix parse_stretch(const std::string &text) {
    const double most = ViewLimits().max_stretch * ViewLimits().max_stretch;
    const std::size_t at = text.find('@');
    const double ratio = parse_double("--stretch", text.substr(0, at));
    const double degrees = at == text.npos ? 0 : parse_double("--stretch", text.substr(at + 1));
    if (!(ratio >= 1 / most && ratio <= most) ||
        !(std::fabs(degrees) <= ViewLimits().max_rotation_degrees))
        throw InputError(fmt::format("--stretch takes a ratio from {} to {} and an angle in "
                                     "degrees, such as 2@30, not {}",
                                     1 / most, most, in_quotes(text)));
    return stretching(ratio, degrees);
}

void add_palette_option(CLI::App &command, ViewOptions &view) {
    add_text_option(command, "--palette", "NAME", "colours",
                    [&](const std::string &text) { view.palette = text; });
}

/// What is not told of a place that no file brings: the limit and the colours that it needs.
Location unnamed_place() {
    Location location;
    location.automatic_iterations = true;
    take_automatic_look(location);
    return location;
}

/// The place of a file, or of a line or coordinates in its stead.
ParsedLocation given_place(const std::filesystem::path &path, Place::Given &given) {
    const std::string text = path.string();
    given = Place::Given::line;
    if (is_place_line(text))
        return parse_place_line(text, "the place given");
    given = Place::Given::coordinates;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        if (auto told = coordinates_in(text, unnamed_place()))
            return {*std::move(told), {}};
    given = Place::Given::file;
    return read_location_file(path);
}

void add_view_options(CLI::App &command, ViewOptions &view) {
    add_text_option(
        command, "--location", "FILE",
        "a location file, of Fathom or another program, a PNG or EXR that Fathom wrote, the line "
        "that Ctrl+Shift+C copies or coordinates, in quotes; other options override it",
        [&](const std::string &text) { view.location = text; });
    add_text_option(command, "--re", "TEXT", "real part of the centre (-0.75, or the formula's)",
                    [&](const std::string &text) { view.re = parse_decimal("--re", text); });
    add_text_option(command, "--im", "TEXT", "imaginary part of the centre (0, or the formula's)",
                    [&](const std::string &text) { view.im = parse_decimal("--im", text); });
    add_text_option(command, "--zoom", "Z", "magnification: the view is 4 / Z high (1)",
                    [&](const std::string &text) { view.zoom = parse_decimal("--zoom", text); });
    add_text_option(
        command, "--rotate", "DEG", "turn about the centre, counter-clockwise (0)",
        [&](const std::string &text) { view.rotation_degrees = parse_double("--rotate", text); });
    add_text_option(
        command, "--stretch", "RATIO[@DEG]",
        "circles appear RATIO times as long as wide, their length turned by DEG degrees "
        "in the plane (1@0)",
        [&](const std::string &text) { view.matrix = parse_stretch(text); });
    add_text_option(command, "--iterations", "N",
                    "limit, from 1 to 1099511627776, or auto: as many as the view needs (auto)",
                    [&](const std::string &text) { set_iterations(text, view); });
    add_text_option(
        command, "--bailout", "B", "|z| that counts as escaped, from 2 to 1e9 (256)",
        [&](const std::string &text) { view.bailout = parse_double("--bailout", text); });
    add_palette_option(command, view);
}

void add_formula_options(CLI::App &command, FormulaOptions &formula) {
    add_text_option(
        command, "--formula", "ID", fmt::format("what is iterated: {} (mandelbrot)", formula_ids()),
        [&](const std::string &text) { formula.id = parse_formula("--formula", text); });
    add_text_option(command, "--julia", "RE,IM", "its Julia set of the seed RE + IM i",
                    [&](const std::string &text) { formula.seed = parse_pair("--julia", text); });
    add_text_option(
        command, "--parameter", "RE,IM", "the formula's own parameter, Phoenix's p (-0.5,0)",
        [&](const std::string &text) { formula.parameter = parse_pair("--parameter", text); });
}

void add_engine_options(CLI::App &command, WhereOptions &where) {
    add_text_option(command, "--size", "WxH", "pixels",
                    [&](const std::string &text) { where.size = parse_size("--size", text); });
    add_text_option(command, "--device", "ID",
                    "reference, cpu, gpu0, ..., gpu (all) or auto (auto)",
                    [&](const std::string &text) {
                        check_device_id(text);
                        where.device = text;
                    });
    add_text_option(command, "--precision", "TYPE",
                    precision_names() + ", or auto: as the view needs (auto)",
                    [&](const std::string &text) {
                        where.method.precision = parse_precision("--precision", text);
                    });
    add_text_option(command, "--approximation", "HOW",
                    "skip steps of perturbed views: none, bla (bilinear), la (linear, in stages), "
                    "or auto (auto)",
                    [&](const std::string &text) {
                        where.method.approximation = parse_approximation("--approximation", text);
                    });
    add_flag_option(command, "--no-shortcuts",
                    "iterate to the limit even what provably never escapes; gives the same bits",
                    [&] { where.method.shortcuts = false; });
}

void add_effort_options(CLI::App &command, WhereOptions &where) {
    add_text_option(command, "--samples", "N", "samples a pixel, for smooth edges (1)",
                    [&](const std::string &text) {
                        where.samples =
                            static_cast<int>(parse_whole("--samples", text, 1, kMaxSamples));
                    });
    add_threads_option(command, where.threads);
}

template <class Value, class Given>
void override_with(Value &value, const std::optional<Given> &given) {
    if (given)
        value = *given;
}

void apply(const FormulaOptions &options, FormulaChoice &formula) {
    override_with(formula.id, options.id);
    if (options.seed) {
        formula.julia = true;
        formula.seed_re = options.seed->first;
        formula.seed_im = options.seed->second;
    }
    if (options.parameter) {
        const kernels::FormulaInfo &info = kernels::formula_info(formula.id);
        if (!info.has_parameter)
            throw InputError(
                fmt::format("--parameter: {} has no parameter; leave it out, or choose "
                            "--formula phoenix",
                            info.id));
        formula.parameter_re = options.parameter->first.to_double();
        formula.parameter_im = options.parameter->second.to_double();
    }
}

} // namespace

void add_threads_option(CLI::App &command, int &threads) {
    add_text_option(command, "--threads", "N", "threads of the CPU engines (one for each core)",
                    [&](const std::string &text) {
                        threads = static_cast<int>(parse_whole("--threads", text, 1, kMaxThreads));
                    });
}

void add_place_options(CLI::App &command, WhereOptions &where) {
    add_view_options(command, where.view);
    add_formula_options(command, where.view.formula);
    add_scheme_options(command, where.view.scheme);
    add_engine_options(command, where);
}

void add_unskew_option(CLI::App &command, WhereOptions &where) {
    add_flag_option(command, "--unskew",
                    "straighten the minibrot about the centre, or what surrounds the centre",
                    [&] { where.view.unskew = true; });
}

void add_where_options(CLI::App &command, WhereOptions &where) {
    add_place_options(command, where);
    add_unskew_option(command, where);
    add_effort_options(command, where);
}

void add_colour_options(CLI::App &command, WhereOptions &where) {
    add_palette_option(command, where.view);
    add_scheme_options(command, where.view.scheme);
    add_threads_option(command, where.threads);
}

Place resolve_place(const WhereOptions &where) {
    Place place;
    const ViewOptions &view = where.view;
    Location &location = place.location;
    if (view.location) {
        ParsedLocation parsed = given_place(*view.location, place.given);
        location = std::move(parsed.location);
        place.warnings = with_options(parsed.warnings);
        apply(view.formula, location.formula);
    } else {
        location = unnamed_place();
        apply(view.formula, location.formula);
        location.view = home_view(location.formula);
    }
    override_with(location.view.re, view.re);
    override_with(location.view.im, view.im);
    override_with(location.view.zoom, view.zoom);
    override_with(location.view.rotation_degrees, view.rotation_degrees);
    override_with(location.view.matrix, view.matrix);
    override_with(location.iterations, view.iterations);
    if (view.iterations || view.automatic_iterations)
        location.automatic_iterations = view.automatic_iterations;
    override_with(location.bailout, view.bailout);
    override_with(location.palette, view.palette);
    if (view.palette)
        location.own_palette.reset();
    apply(view.scheme, location);
    check_location(location);

    place.unskew = view.unskew;
    place.size = where.size.value_or(kDefaultSize);
    place.lut = load_lut(find_assets_dir(), location);
    return place;
}

bool settle(Place &place, Engine &engine, const std::shared_ptr<ReferenceCache> &reference_cache,
            const std::atomic<bool> &stop, LimitProgress *progress) {
    Location &location = place.location;
    const auto find_limit = [&] {
        if (!location.automatic_iterations)
            return true;
        const auto limit =
            automatic_limit(engine, location, place.size, reference_cache, stop, progress);
        location.iterations = limit.value_or(location.iterations);
        return limit.has_value();
    };
    if (!find_limit())
        return false;
    if (place.unskew) {
        const auto straightening = find_straightening(location, stop);
        if (!straightening)
            return false;
        location.view.matrix = straightening->matrix;
        if (!find_limit())
            return false;
    }
    if (needs_fit(location)) {
        const auto survey = survey_location(engine, location, place.size, reference_cache, stop);
        if (!survey)
            return false;
        location.colour.density = survey->fit.density;
        location.colour.offset = survey->fit.offset;
    }
    return true;
}

std::vector<std::string> picture_warnings(const Place &place, const Method &method) {
    std::vector<std::string> warnings = place.warnings;
    if (const auto warning = precision_warning(place.location, place.size, method.precision))
        warnings.push_back(with_options(*warning));
    return warnings;
}

} // namespace fathom::app
