#include "app/commands.h"
#include "app/option_advice.h"
#include "render/base/error.h"
#include "render/import/location_file.h"
#include "render/import/palette_export.h"
#include "render/import/palette_import.h"
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

/// A place becomes a .toml; what is asked to be .gpl or .map can only be a palette.
bool is_palette(const ConvertCommand &command) {
    return command.gradient || file_type(command.out) != ".toml" ||
           palette_kind(TomlDocument::read_file(command.in), command.in.string()) != nullptr;
}

Converted convert(const ConvertCommand &command) {
    Converted converted;
    if (is_palette(command)) {
        converted.kind = "palette";
        export_palette(command.out, read_palette_file(command.in, converted.warnings,
                                                      command.gradient.value_or("")));
    } else {
        converted.kind = "location";
        const ParsedLocation parsed = read_location_file(command.in);
        converted.warnings = with_options(parsed.warnings);
        write_location_file(command.out, parsed.location);
    }
    return converted;
}

} // namespace

int run(const ConvertCommand &command, const OutputOptions &output) {
    const std::string type = file_type(command.out);
    if (type != ".toml" && type != ".gpl" && type != ".map")
        throw InputError(fmt::format("{}: convert writes places and palettes as .toml, and "
                                     "palettes as .gpl or .map, too; choose a name that ends so",
                                     command.out.string()));
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
