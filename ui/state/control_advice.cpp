#include "ui/state/control_advice.h"

#include "render/base/error.h"

namespace fathom::ui {
namespace {

std::string control_for(const Remedy &remedy) {
    using Kind = Remedy::Kind;
    switch (remedy.kind) {
    case Kind::words:
        return remedy.value;
    case Kind::precision:
        return "choose the precision " + remedy.value + " in the View section";
    case Kind::fewer_iterations:
        return "take fewer iterations (View section)";
    case Kind::more_iterations:
        return "take more iterations (View section)";
    case Kind::no_approximation:
        return "skip none (View section)";
    case Kind::cpu:
        return "choose cpu in the Devices section";
    case Kind::fewer_threads:
        return "close other programs";
    case Kind::one_sample:
        return "take 1 sample a pixel";
    case Kind::formula_with_minibrots:
        return "choose the Mandelbrot set or a multibrot in the Formula section";
    case Kind::no_julia:
        return "leave the Julia set (Formula section)";
    case Kind::rotation:
        return "set the rotation to " + remedy.value + " in the View section";
    case Kind::known_device:
        return "choose one in the Devices section";
    case Kind::no_window:
        return "start Fathom where there is a screen";
    case Kind::palette_import:
        return "import it in the Colour section";
    case Kind::go_on:
        return "go on with it (Continue)";
    case Kind::cuda_build:
        return "install the CUDA toolkit and build Fathom again";
    }
    return {};
}

} // namespace

std::string with_controls(const Complaint &complaint) {
    return in_words(complaint, control_for);
}

std::string with_controls(const std::exception &error) {
    return with_controls(complaint_of(error));
}

std::optional<std::string> with_controls(const std::optional<Complaint> &complaint) {
    return complaint ? std::optional(with_controls(*complaint)) : std::nullopt;
}

} // namespace fathom::ui
