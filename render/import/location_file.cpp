#include "render/import/location_file.h"

#include "render/base/error.h"
#include "render/images/png_chunk.h"
#include "render/images/png_metadata.h"
#include "render/import/foreign_location.h"
#include "render/places/toml_document.h"

#include <fmt/format.h>
#include <optional>
#include <string>

namespace fathom {
namespace {

constexpr const char *kPngKey = "Fathom";

} // namespace

ParsedLocation read_location_file(const std::filesystem::path &path) {
    const std::string text = TomlDocument::read_file(path);
    const std::string_view signature(reinterpret_cast<const char *>(kPngSignature.data()),
                                     kPngSignature.size());
    if (std::string_view(text).starts_with(signature)) {
        const std::optional<std::string> inside = read_png_text(path, kPngKey);
        if (!inside) {
            throw InputError(fmt::format(
                "{} holds no Fathom location: it was not exported by Fathom, or lost its text on "
                "the way",
                path.string()));
        }
        return parse_location(*inside, path.string());
    }
    return parse_any_location(text, path.string());
}

} // namespace fathom
