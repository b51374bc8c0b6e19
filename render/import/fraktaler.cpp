#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/importers.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

/// A step of Fraktaler-3: x and y are made positive, then negated, as the flags say; then comes the
/// power and c is added.
struct Step {
    bool abs_x = false, abs_y = false, neg_x = false, neg_y = false;
    std::int64_t power = 2;
    friend bool operator==(const Step &, const Step &) = default;
};

/// What a step is in Fathom.
struct Match {
    kernels::FormulaId formula;
    bool conjugate = false; ///< its orbits are those of the conjugate of c, conjugated
};

std::optional<Match> match(const Step &step) {
    const bool plain = !step.abs_x && !step.abs_y;
    const bool turned = step.neg_x && step.neg_y; // -z
    if (plain && step.neg_x == step.neg_y && (!turned || step.power % 2 == 0)) {
        const auto id = kernels::find_formula(
            step.power == 2 ? "mandelbrot" : fmt::format("multibrot-{}", step.power));
        return id ? std::optional(Match{*id}) : std::nullopt;
    }
    if (step.power != 2)
        return std::nullopt;
    // The square of x + iy: the real part knows no signs, the imaginary part 2 x y knows all.
    const bool negative = step.neg_x != step.neg_y;
    const auto found = [](const char *id, bool conjugate = false) {
        return std::optional(Match{*kernels::find_formula(id), conjugate});
    };
    if (plain)
        return found("tricorn");
    if (step.abs_x && step.abs_y)
        return found("burning-ship", negative);
    if (step.abs_x && negative)
        return found("perpendicular-mandelbrot");
    return std::nullopt;
}

Step read_step(ForeignKeys &keys, int index) {
    const auto key = [&](const char *name) { return fmt::format("formula[{}].{}", index, name); };
    if (const ForeignValue *opcodes = keys.find(key("opcodes")))
        keys.refuse(opcodes->line, "formulas of opcodes are not supported");
    Step step;
    step.abs_x = keys.flag(key("abs_x"), false);
    step.abs_y = keys.flag(key("abs_y"), false);
    step.neg_x = keys.flag(key("neg_x"), false);
    step.neg_y = keys.flag(key("neg_y"), false);
    step.power = keys.whole(key("power"), 1, 1'000'000, 2);
    return step;
}

/// A line to name in a message about the formula, 1 where the file gives none of its keys.
int line_of_formula(ForeignKeys &keys) {
    for (const char *name : {"abs_x", "abs_y", "neg_x", "neg_y", "power"})
        if (const ForeignValue *value = keys.find(fmt::format("formula[0].{}", name)))
            return value->line;
    return 1;
}

Match read_formula(ForeignKeys &keys, int count) {
    if (count == 0)
        return {kernels::kMandelbrot};
    const Step first = read_step(keys, 0);
    bool hybrid = false;
    for (int i = 1; i < count; ++i)
        hybrid = !(read_step(keys, i) == first) || hybrid;
    if (hybrid)
        keys.refuse(line_of_formula(keys),
                    fmt::format("a hybrid of {} formulas is not supported", count));
    const std::optional<Match> found = match(first);
    if (!found)
        keys.refuse(line_of_formula(keys),
                    fmt::format("Fathom has no formula with abs_x = {}, abs_y = {}, neg_x = {}, "
                                "neg_y = {}, power = {}",
                                first.abs_x, first.abs_y, first.neg_x, first.neg_y, first.power));
    return *found;
}

View read_view(ForeignKeys &keys, PlaceSource found_in) {
    View view;
    view.re = Decimal();
    if (const ForeignValue *re = keys.find("location.real"))
        view.re = foreign_coordinate(keys, *re);
    if (const ForeignValue *im = keys.find("location.imag"))
        view.im = foreign_coordinate(keys, *im);
    if (const ForeignValue *zoom = keys.find("location.zoom"))
        view.zoom = foreign_zoom(keys, *zoom);
    // Im grows upwards unless it is reflected: rows are computed from the bottom up (hybrid_render)
    // and turned round when they are saved (image_rgb8), and a file of Kalles Fraktaler whose
    // imaginary axis does not point up becomes a reflected view (param::from_kfr_string).
    view.mirrored = keys.flag("transform.reflect", false);
    if (const ForeignValue *degrees = keys.find("transform.rotate"))
        view.rotation_degrees = foreign_degrees(keys, *degrees);
    // Its polar2: stretched, then turned; reflected views turn the other way.
    if (view.mirrored)
        view.rotation_degrees = -view.rotation_degrees;
    constexpr double kCents = 0.01;
    view.matrix = foreign_stretching(keys, "transform.stretch_amount", kCents,
                                     "transform.stretch_angle", view.rotation_degrees);
    // Pictures are saved the other way up then; the program itself shows no difference (its manual,
    // and image_raw's and image_rgb8's flag in batch.cc and gui.cc).
    if (keys.flag("transform.vertical_flip", false) && found_in == PlaceSource::picture)
        view.mirrored = !view.mirrored;
    return view;
}

/// The view in which a formula shows what its conjugate one shows in `view`.
View conjugated(View view) {
    view.im = -view.im;
    view.rotation_degrees = -view.rotation_degrees;
    view.mirrored = !view.mirrored;
    view.matrix.b = -view.matrix.b;
    view.matrix.c = -view.matrix.c;
    return view;
}

void read_bailout(ForeignKeys &keys, Location &location) {
    using Limits = LocationLimits;
    // What it takes where its files, which leave out what is usual, say nothing.
    location.iterations = 1024;
    location.bailout = 625;
    if (const ForeignValue *iterations = keys.find("bailout.iterations"))
        location.iterations = foreign_iterations(keys, *iterations);
    if (const ForeignValue *radius = keys.find("bailout.escape_radius")) {
        const double given = keys.number("bailout.escape_radius", 0, 1e300, location.bailout);
        location.bailout = std::clamp(given, Limits::kMinBailout, Limits::kMaxBailout);
        if (location.bailout != given)
            keys.warn(*radius, fmt::format("an escape radius of {} is beyond Fathom's range; it "
                                           "takes {}",
                                           given, location.bailout));
    }
    // limits of how it computes
    keys.ignore({"bailout.inscape_radius", "bailout.maximum_reference_iterations",
                 "bailout.maximum_perturb_iterations", "bailout.maximum_bla_steps",
                 "bailout.minimum_iterations"});
}

/// What changes nothing of the place: files, sizes, and how the program works.
void ignore_the_rest(ForeignKeys &keys) {
    keys.ignore({"program", "version", "reference.real", "reference.imag", "reference.period"});
    keys.ignore({"image.width", "image.height", "image.subsampling", "image.supersampling",
                 "image.subframes", "image.dpi"});
    keys.ignore({"render.filename", "render.zoom_out_sequence", "render.zoom_out_factor",
                 "render.numbering_offset", "render.start_frame", "render.frame_count",
                 "render.save_toml", "render.save_exr", "render.save_png", "render.save_jpg",
                 "render.exr_channels"});
    keys.ignore({"algorithm.lock_maximum_reference_iterations_to_period",
                 "algorithm.reuse_reference", "algorithm.reuse_bilinear_approximation",
                 "algorithm.bla_skip_levels", "opencl.platform", "opencl.device",
                 "opencl.tile_width", "opencl.tile_height"});
    keys.ignore(
        {"newton.action", "newton.domain", "newton.absolute", "newton.power", "newton.factor"});
}

} // namespace

bool is_fraktaler(const TomlDocument &document) {
    return document.has("location") || document.has("bailout") || document.has("transform") ||
           document.tables("formula") > 0;
}

ParsedLocation import_fraktaler(const TomlDocument &document, std::string_view source,
                                PlaceSource found_in) {
    ForeignKeys keys(document, source);
    ParsedLocation parsed;
    Location &location = parsed.location;
    location.view = read_view(keys, found_in);
    const Match formula = read_formula(keys, document.tables("formula"));
    location.formula.id = formula.formula;
    if (formula.conjugate)
        location.view = conjugated(location.view);
    read_bailout(keys, location);
    keys.unsupported("transform.exponential_map", "false", "an exponential map is");
    keys.unsupported("colour.shader", "", "colouring by an own shader is");
    ignore_the_rest(keys);
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
