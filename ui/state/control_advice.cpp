#include "ui/state/control_advice.h"

#include "render/base/error.h"
#include "ui/texts/errors.h"

#include <fmt/format.h>

namespace fathom::ui {
namespace {

std::string control_for(const Remedy &remedy) {
    using Kind = Remedy::Kind;
    switch (remedy.kind) {
    case Kind::words:
        return remedy.value;
    case Kind::precision:
        return fmt::format(texts::errors::kPrecision, remedy.value);
    case Kind::fewer_iterations:
        return texts::errors::kFewerIterations;
    case Kind::more_iterations:
        return texts::errors::kMoreIterations;
    case Kind::no_approximation:
        return texts::errors::kNoApproximation;
    case Kind::cpu:
        return texts::errors::kCpu;
    case Kind::fewer_threads:
        return texts::errors::kFewerThreads;
    case Kind::one_sample:
        return texts::errors::kOneSample;
    case Kind::formula_with_minibrots:
        return texts::errors::kFormulaWithMinibrots;
    case Kind::no_julia:
        return texts::errors::kNoJulia;
    case Kind::rotation:
        return fmt::format(texts::errors::kRotation, remedy.value);
    case Kind::known_device:
        return texts::errors::kKnownDevice;
    case Kind::no_window:
        return texts::errors::kNoWindow;
    case Kind::palette_import:
        return texts::errors::kPaletteImport;
    case Kind::go_on:
        return texts::errors::kGoOn;
    case Kind::cuda_build:
        return texts::errors::kCudaBuild;
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

std::string named_shortly(std::string words, const std::filesystem::path &file) {
    const std::string path = file.string();
    const std::string name = file.filename().string();
    if (path.size() == name.size())
        return words;
    for (std::size_t at = words.find(path); at != words.npos;
         at = words.find(path, at + name.size()))
        words.replace(at, path.size(), name);
    return words;
}

} // namespace fathom::ui
