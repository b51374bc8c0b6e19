#include "render/import/other_kinds.h"

#include "render/base/error.h"

#include <array>
#include <fmt/format.h>

namespace fathom {
namespace {

using namespace std::string_view_literals;

/// How files begin that Fathom does not read; a text that begins so is nothing else.
struct OtherKind {
    std::string_view start;
    const char *what; ///< "x is WHAT, in which Fathom finds no place; ADVICE"
    const char *advice;
};
constexpr const char *kUseOriginal = "open the location file or PNG that it was made with";
constexpr const char *kUnpack = "unpack it, and open what is in it";
constexpr const char *kSavePalette = "save it as a GIMP palette (.gpl) or a colour map (.map)";
constexpr std::array kOtherKinds = {
    OtherKind{"\x76\x2f\x31\x01"sv, "an OpenEXR picture", kUseOriginal},
    OtherKind{"\xff\xd8\xff"sv, "a JPEG picture", kUseOriginal},
    OtherKind{"II*\0"sv, "a TIFF picture", kUseOriginal},
    OtherKind{"MM\0*"sv, "a TIFF picture", kUseOriginal},
    OtherKind{"GIF8"sv, "a GIF picture", kUseOriginal},
    OtherKind{"PK\x03\x04"sv, "a ZIP archive", kUnpack},
    OtherKind{"\x1f\x8b"sv, "a gzip archive", kUnpack},
    OtherKind{"version https://git-lfs"sv, "a pointer of Git LFS in place of the file",
              "fetch the file itself with \"git lfs pull\", or download it again"},
    OtherKind{"JASC-PAL"sv, "a palette of Paint Shop Pro (JASC-PAL)", kSavePalette},
    OtherKind{"RIFF"sv, "a RIFF file, such as a palette of Windows", kSavePalette},
    OtherKind{"<"sv, "a web page or XML", "download the file that it shows"},
    OtherKind{"\xff\xfe"sv, "a text in UTF-16", "save it again as UTF-8"},
    OtherKind{"\xfe\xff"sv, "a text in UTF-16", "save it again as UTF-8"},
};

} // namespace

void refuse_other_kinds(std::string_view text, std::string_view source, const char *wanted) {
    for (const OtherKind &kind : kOtherKinds)
        if (text.starts_with(kind.start))
            throw InputError(fmt::format("{} is {}, in which Fathom finds no {}; {}", source,
                                         kind.what, wanted, kind.advice));
}

} // namespace fathom
