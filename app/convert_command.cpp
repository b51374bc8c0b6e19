#include "app/commands.h"
#include "app/option_advice.h"
#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/import/location_file.h"
#include "render/import/palette_export.h"
#include "render/import/palette_import.h"
#include "render/import/place_export.h"
#include "render/jobs/export_job.h"
#include "render/places/toml_document.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fathom::app {
namespace {

/// What was written: its kind, and sentences about what could not be taken over.
struct Converted {
    const char *kind = "";
    std::vector<std::string> warnings;
};

/// What OUT's name asks for.
enum class Target { own, palette, kfr, fraktaler };

Target target_of(const std::filesystem::path &out) {
    const std::string type = file_type(out);
    if (ends_with_ignoring_case(out.string(), ".f3.toml"))
        return Target::fraktaler;
    if (type == ".kfr")
        return Target::kfr;
    if (type == ".gpl" || type == ".map")
        return Target::palette;
    if (type != ".toml")
        throw InputError(fmt::format("{}: convert writes places as .toml, .kfr or .f3.toml, and "
                                     "palettes as .toml, .gpl or .map; choose a name that ends so",
                                     out.string()));
    return Target::own;
}

/// Fathom's own file may be either, as what is read.
bool is_palette(const ConvertCommand &command, Target target) {
    if (target == Target::kfr || target == Target::fraktaler)
        return false;
    return command.gradient || target == Target::palette ||
           palette_kind(TomlDocument::read_file(command.in), command.in.string()) != nullptr;
}

/// Returns what could not be said.
std::vector<Complaint> write_place(const std::filesystem::path &path, Target target,
                                   const Location &location) {
    if (target == Target::own) {
        write_location_file(path, location);
        return {};
    }
    const ExportedPlace place =
        target == Target::fraktaler
            ? to_fraktaler(location)
            : to_kfr(location, location.own_palette
                                   ? *location.own_palette
                                   : load_palette(find_assets_dir(), location.palette));
    write_text_file(path, place.text);
    return place.warnings;
}

Converted convert(const ConvertCommand &command) {
    const Target target = target_of(command.out);
    Converted converted;
    if (is_palette(command, target)) {
        converted.kind = "palette";
        export_palette(command.out, read_palette_file(command.in, converted.warnings,
                                                      command.gradient.value_or("")));
    } else {
        converted.kind = "location";
        if (command.gradient)
            throw InputError(fmt::format("--gradient names a palette, but {} holds a place; choose "
                                         "a name that ends in .toml, .gpl or .map",
                                         command.out.string()));
        ParsedLocation parsed = read_location_file(command.in);
        for (const Complaint &warning : write_place(command.out, target, parsed.location))
            parsed.warnings.push_back(warning);
        converted.warnings = with_options(parsed.warnings);
    }
    return converted;
}

} // namespace

int run(const ConvertCommand &command, const OutputOptions &output) {
    const Converted converted = convert(command);
    print_warnings(converted.warnings, output);
    if (output.json)
        print_json({{"file", command.out.string()},
                    {"kind", converted.kind},
                    {"warnings", converted.warnings}});
    else if (!output.quiet)
        print_line(fmt::format("{}: the {}", command.out.string(), converted.kind));
    return 0;
}

} // namespace fathom::app
