#include "render/places/method.h"

namespace fathom {

const char *to_string(Precision precision) noexcept {
    constexpr const char *kNames[] = {"f32",          "f64",         "2f32",         "2f64",
                                      "perturb-f32",  "perturb-f64", "perturb-f32x", "perturb-f64x",
                                      "perturb-2f32", "perturb-2f64"};
    return kNames[static_cast<int>(precision)];
}

const char *to_string(Approximation approximation) noexcept {
    constexpr const char *kNames[] = {"none", "bla", "la"};
    return kNames[static_cast<int>(approximation)];
}

} // namespace fathom
