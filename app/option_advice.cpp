#include "app/option_advice.h"

namespace fathom::app {
namespace {

std::string option_for(const Remedy &remedy) {
    using Kind = Remedy::Kind;
    switch (remedy.kind) {
    case Kind::words:
        return remedy.value;
    case Kind::precision:
        return "use --precision " + remedy.value;
    case Kind::fewer_iterations:
        return "lower --iterations";
    case Kind::more_iterations:
        return "allow more with --iterations";
    case Kind::no_approximation:
        return "use --approximation none";
    case Kind::cpu:
        return "use --device cpu";
    case Kind::fewer_threads:
        return "choose fewer with --threads";
    case Kind::one_sample:
        return "leave --samples out";
    case Kind::formula_with_minibrots:
        return "choose --formula mandelbrot or a multibrot";
    case Kind::no_julia:
        return "leave out --julia";
    case Kind::rotation:
        return "give --rotate " + remedy.value;
    case Kind::known_device:
        return "choose reference, cpu, gpu0, gpu1, ..., gpu (all GPUs), all (with the CPU) or "
               "auto ('fathom devices' lists them)";
    case Kind::no_window:
        return "use 'fathom render' to make a picture without a window";
    case Kind::palette_import:
        return "make a palette of it with 'fathom convert'";
    case Kind::go_on:
        return "go on with it by --continue";
    case Kind::cuda_build:
        return "install the CUDA toolkit (or set FATHOM_CUDA=fetch) and build again";
    }
    return {};
}

} // namespace

std::string with_options(const Complaint &complaint) {
    return in_words(complaint, option_for);
}

std::vector<std::string> with_options(const std::vector<Complaint> &complaints) {
    std::vector<std::string> sentences;
    for (const Complaint &complaint : complaints)
        sentences.push_back(with_options(complaint));
    return sentences;
}

} // namespace fathom::app
