#include "app/options/place_options.h"

#include "app/option_advice.h"
#include "app/options/command_options.h"
#include "app/options/option_values.h"
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

void add_palette_option(CommandOptions &command, ViewOptions &view) {
    command.add_text("--palette", "NAME",
                     {"the colours, by name",
                      "dusk",
                      {},
                      "The palettes are the files of assets/palettes, and those that you saved in "
                      "the window."},
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

void add_view_options(CommandOptions &command, ViewOptions &view) {
    command.begin_group("Place");
    command.add_text(
        "--location", "PLACE",
        {"a file with a place, or a place in quotes; other options override it",
         "",
         {},
         "The file is a location file of Fathom or of another program, or a PNG, JPEG or EXR that "
         "Fathom wrote. In quotes: the line that Ctrl+Shift+C copies in the window, or "
         "coordinates. \"-0.7436 0.1318 1e4\" is the real part, the imaginary part and the zoom."},
        [&](const std::string &text) { view.location = text; });
    command.add_text("--re", "X",
                     {"real part of the centre",
                      "-0.75, or the formula's own",
                      {},
                      "It may have any number of digits. --re=-0.75 and --re -0.75 both work."},
                     [&](const std::string &text) { view.re = parse_decimal("--re", text); });
    command.add_text("--im", "Y",
                     {"imaginary part of the centre",
                      "0, or the formula's own",
                      {},
                      "It may have any number of digits."},
                     [&](const std::string &text) { view.im = parse_decimal("--im", text); });
    command.add_text("--zoom", "Z", {"magnification: the view is 4 / Z high", "1"},
                     [&](const std::string &text) { view.zoom = parse_decimal("--zoom", text); });
    command.add_text(
        "--rotate", "DEG", {"turn the view about its centre, counter-clockwise", "0"},
        [&](const std::string &text) { view.rotation_degrees = parse_double("--rotate", text); });
    command.add_text("--stretch", "RATIO[@DEG]",
                     {"stretch the picture RATIO times along an angle of DEG degrees",
                      "1@0",
                      {},
                      "Circles of the plane become ellipses of the same area, RATIO times as long "
                      "as wide. Their long axis is DEG degrees from the real axis."},
                     [&](const std::string &text) { view.matrix = parse_stretch(text); });
}

void add_formula_options(CommandOptions &command, ViewOptions &view) {
    FormulaOptions &formula = view.formula;
    command.begin_group("Formula");
    command.add_text(
        "--formula", "NAME", {"what is iterated:", "mandelbrot", formula_list()},
        [&](const std::string &text) { formula.id = parse_formula("--formula", text); });
    command.add_text("--julia", "RE,IM", {"show the Julia set of the seed RE + IM i"},
                     [&](const std::string &text) { formula.seed = parse_pair("--julia", text); });
    command.add_text(
        "--parameter", "RE,IM", {"the parameter p of the formula phoenix", "-0.5,0"},
        [&](const std::string &text) { formula.parameter = parse_pair("--parameter", text); });
    command.add_text(
        "--iterations", "N",
        {"most iterations for each pixel, up to 1099511627776",
         "auto",
         {"auto"},
         "auto finds the number that the view needs, which is the same on every "
         "machine. For probe, which has no view, auto is 1000. Only perturbation takes "
         "more than 4000000000."},
        [&](const std::string &text) { set_iterations(text, view); });
    command.add_text(
        "--bailout", "B",
        {"a point has escaped when |z| exceeds B, from 2 to 1e9",
         "256",
         {},
         "2 gives the exact escape counts. Larger numbers give smoother colours."},
        [&](const std::string &text) { view.bailout = parse_double("--bailout", text); });
}

void add_size_option(CommandOptions &command, WhereOptions &where, const std::string &usual) {
    command.begin_group("Picture");
    command.add_text("--size", "WxH", {"width and height in pixels, each up to 1048576", usual},
                     [&](const std::string &text) { where.size = parse_size("--size", text); });
}

void add_samples_option(CommandOptions &command, WhereOptions &where) {
    command.begin_group("Picture");
    command.add_text(
        "--samples", "N",
        {"samples per pixel for smooth edges, 1 to 256",
         "1",
         {},
         "Samples have fixed places in the pixel. Their mean is taken in linear light."},
        [&](const std::string &text) {
            where.samples = parse_int("--samples", text, 1, kMaxSamples);
        });
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

void add_method_options(CommandOptions &command, MethodChoice &method, bool with_shortcuts) {
    command.begin_group("Method");
    command.add_text(
        "--precision", "TYPE",
        {"number type:", "auto", precision_list(),
         "auto picks the fastest type that is exact enough for the view. f32 and f64 are floats "
         "and "
         "doubles, 2f32 and 2f64 are sums of two of them. Types that begin with perturb- iterate "
         "deep views by perturbation, and an x at the end gives them a wider exponent. "
         "docs/explanation/number-types.md explains the choice."},
        [&](const std::string &text) { method.precision = parse_precision("--precision", text); });
    command.add_text("--approximation", "HOW",
                     {"how perturbation skips iterations:",
                      "auto",
                      {"auto", "none", "bla", "la"},
                      "bla is bilinear approximation, la is linear approximation in stages."},
                     [&](const std::string &text) {
                         method.approximation = parse_approximation("--approximation", text);
                     });
    if (with_shortcuts)
        command.add_flag(
            "--no-shortcuts",
            {"iterate points to the limit that provably never escape",
             "",
             {},
             "Shortcuts end these early: the main cardioid, the period-2 disc, and orbits "
             "that repeat. Every byte of the picture stays the same; it only takes longer."},
            [&] { method.shortcuts = false; });
}

void add_threads_option(CommandOptions &command, int &threads) {
    command.begin_group("Device");
    command.add_text(
        "--threads", "N", {"threads of the CPU", "one for each core"},
        [&](const std::string &text) { threads = parse_int("--threads", text, 1, kMaxThreads); });
}

void add_device_option(CommandOptions &command, std::string &device) {
    command.begin_group("Device");
    command.add_text(
        "--device", "ID",
        {"what computes: auto, cpu, gpu0, gpu1, ..., gpu, all or reference",
         "auto",
         {"auto", "cpu", "gpu", "gpu0", "all", "reference"},
         "auto is the first GPU, or the CPU where there is none; exports take all GPUs. "
         "gpu is all GPUs together, all is these and the CPU. reference is a plain "
         "loop, for comparison. fathom devices lists what this machine has."},
        [&](const std::string &text) {
            check_device_id(text);
            device = text;
        });
}

void add_place_options(CommandOptions &command, WhereOptions &where, const std::string &size) {
    add_size_option(command, where, size);
    add_view_options(command, where.view);
    add_formula_options(command, where.view);
    command.begin_group("Colours");
    add_palette_option(command, where.view);
    add_scheme_options(command, where.view.scheme);
    add_device_option(command, where.device);
    add_method_options(command, where.method);
}

void add_unskew_option(CommandOptions &command, WhereOptions &where) {
    command.begin_group("Place");
    command.add_flag("--unskew",
                     {"stretch the view so that the minibrot at its centre looks straight",
                      "",
                      {},
                      "Where there is no minibrot, it straightens what surrounds the centre. "
                      "Formulas with absolute values, such as burning-ship, need it."},
                     [&] { where.view.unskew = true; });
}

void add_where_options(CommandOptions &command, WhereOptions &where) {
    add_place_options(command, where);
    add_unskew_option(command, where);
    add_samples_option(command, where);
    add_threads_option(command, where.threads);
}

void add_colour_options(CommandOptions &command, WhereOptions &where) {
    command.begin_group("Colours");
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
