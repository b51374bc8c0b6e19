#pragma once

namespace fathom::kernels {

/// How a formula is shown, and where one begins to look at it.
struct FormulaInfo {
    const char *id;   ///< in files and options: small letters, digits and hyphens
    const char *name; ///< for people
    const char *rule; ///< what a step does, in one line
    int power = 2;    ///< of z in its leading term: how fast what escapes grows
    double home_re = 0;
    double home_im = 0;
    double home_zoom = 1;
    bool home_mirrored = false; ///< people know it with the imaginary axis downwards
    bool has_parameter = false;
};

/// A list of formulas' types.
template <class... Formula> struct FormulaList {};

} // namespace fathom::kernels
