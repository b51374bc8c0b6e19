#include "render/import/foreign_keys.h"
#include "render/import/importers.h"

namespace fathom {

ParsedLocation import_rust_fractal(const TomlDocument &document, std::string_view source) {
    ForeignKeys keys(document, source);
    ParsedLocation parsed;
    Location &location = parsed.location;
    location.view.re = foreign_coordinate(keys, keys.need("real"));
    location.view.im = foreign_coordinate(keys, keys.need("imag"));
    location.view.zoom = foreign_zoom(keys, keys.need("zoom"));
    location.view.mirrored = true;
    if (const ForeignValue *iterations = keys.find("iterations"))
        location.iterations = foreign_iterations(keys, *iterations);
    if (const ForeignValue *degrees = keys.find("rotate"))
        location.view.rotation_degrees = foreign_rotation(keys, *degrees);
    // how it computes, and the size of its picture
    keys.ignore({"image_width", "image_height", "approximation_order", "glitch_tolerance",
                 "glitch_percentage", "frames", "frame_offset", "zoom_scale", "display_glitches",
                 "data_storage_interval", "valid_iteration_probe_multiplier", "export"});
    parsed.warnings = keys.warnings();
    return parsed;
}

} // namespace fathom
