#pragma once
#include "render/base/error.h"
#include "render/import/importers.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <string>

// Location files of other programs, all written here, for tests that read them.

namespace fathom {

inline const char *formula_of(const Location &location) {
    return kernels::formula_info(location.formula.id).id;
}

inline ParsedLocation parsed(const std::string &text, const char *source) {
    ParsedLocation result = parse_any_location(text, source);
    check_location(result.location);
    return result;
}

inline std::string refusal(const std::string &text, const char *source) {
    return message_of<InputError>([&] { parse_any_location(text, source); });
}

/// Whether a warning holds `part`.
inline bool warns(const ParsedLocation &location, const std::string &part) {
    return std::any_of(location.warnings.begin(), location.warnings.end(),
                       [&](const Complaint &warning) { return contains(warning.what, part); });
}

inline std::string with_ends(const std::string &text, const std::string &end) {
    std::string result;
    for (const char c : text)
        result += c == '\n' ? end : std::string(1, c);
    return result;
}

inline const std::string kKfr = "Re: -1.7620000000000000000000000000000000000000000000000000001\n"
                                "Im: -0.028\n"
                                "Zoom: 1.50e001\n"
                                "Iterations: 2500\n"
                                "IterDiv: 0.5\n"
                                "ColorMethod: 1\n"
                                "ColorOffset: 256\n"
                                "RotateAngle: 30\n"
                                "Colors: 0,0,0,255,128,64,10,20,30,\n"
                                "Smooth: 1\n"
                                "Power: 2\n"
                                "FractalType: 1\n"
                                "InteriorColor: 3,2,1\n";

/// The text with a line of that key changed, or added at its end.
inline std::string kfr_with(const std::string &key, const std::string &value) {
    const std::size_t at = kKfr.find(key + ":");
    if (at == kKfr.npos)
        return kKfr + key + ": " + value + "\n";
    return kKfr.substr(0, at) + key + ": " + value + kKfr.substr(kKfr.find('\n', at));
}

inline const std::string kShip = "program = \"fraktaler-3\"\n"
                                 "location.real = \"-1.76\"\n"
                                 "location.imag = \"-0.03125\"\n"
                                 "location.zoom = \"1.5e1\"\n"
                                 "bailout.iterations = 3000\n"
                                 "transform.rotate = 0.0\n"
                                 "image.width = 640\n"
                                 "image.height = 480\n"
                                 "[[formula]]\n"
                                 "abs_x = true\n"
                                 "abs_y = true\n";

inline const std::string kXpf =
    "; made by hand\n(initstate)\n(palettecolors \"000000\" \"ff8000\")\n"
    "(formula 'mandel3) ; cubic\n(view 0.5 -0.25 0.02 0.01)\n"
    "(maxiter 320)(bailout 16)\n(outcoloring 9)\n"
    "(julia #t) (juliaseed 0.125 -0.5)\n";

} // namespace fathom
