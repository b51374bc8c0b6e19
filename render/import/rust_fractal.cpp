#include "render/base/printable.h"
#include "render/import/foreign_keys.h"
#include "render/import/importers.h"
#include "render/numbers/plain_number.h"

#include <algorithm>
#include <fmt/format.h>

namespace fathom {
namespace {

/// "fractal_type" in any case and "fractal_power" (get_fractal_type_from_settings of its sources).
kernels::FormulaId read_formula(ForeignKeys &keys) {
    constexpr std::int64_t kMostPower = 1'000'000;
    const ForeignValue *type = keys.find("fractal_type");
    const std::int64_t power = keys.whole("fractal_power", 1, kMostPower, 2);
    std::string name = type == nullptr ? "mandelbrot" : std::string(trimmed(type->text));
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    std::optional<kernels::FormulaId> found;
    if (name == "mandelbrot")
        found =
            kernels::find_formula(power == 2 ? "mandelbrot" : fmt::format("multibrot-{}", power));
    else if (name == "burningship" && power == 2)
        found = kernels::find_formula("burning-ship");
    if (!found)
        keys.refuse((type == nullptr ? keys.find("fractal_power") : type)->line,
                    fmt::format("Fathom has no formula that is rust-fractal's fractal_type = {} "
                                "with fractal_power = {}",
                                in_quotes(name), power));
    return *found;
}

} // namespace

ParsedLocation import_rust_fractal(const TomlDocument &document, std::string_view source) {
    ForeignKeys keys(document, source);
    ParsedLocation parsed;
    Location &location = parsed.location;
    location.view.re = foreign_coordinate(keys, keys.need("real", "centre"));
    location.view.im = foreign_coordinate(keys, keys.need("imag", "centre"));
    location.view.zoom = foreign_zoom(keys, keys.need("zoom", "zoom"));
    location.view.mirrored = true;
    location.formula.id = read_formula(keys);
    if (const ForeignValue *iterations = keys.find("iterations"))
        location.iterations = foreign_iterations(keys, *iterations);
    if (const ForeignValue *degrees = keys.find("rotate"))
        location.view.rotation_degrees = foreign_rotation(keys, *degrees);
    // how it computes, and the size of its picture
    keys.ignore({"image_width", "image_height", "approximation_order", "glitch_tolerance",
                 "glitch_percentage", "frames", "frame_offset", "zoom_scale", "display_glitches",
                 "data_storage_interval", "valid_iteration_probe_multiplier", "export",
                 "auto_adjust_iterations", "remove_centre", "probe_sampling", "show_output",
                 "series_approximation_tiled", "series_approximation_enabled"});
    keys.refuse_unknown({"fractal_"});
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
