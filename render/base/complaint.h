#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fathom {

/// Something that helps against what is wrong. It is done with an option at the command line and
/// with a control in the window, so those who show it find the words: app/option_advice.h and
/// ui/state/control_advice.h.
struct Remedy {
    enum class Kind {
        words,                  ///< the value says it: done in one way everywhere
        precision,              ///< iterate in `value`, a Precision by its name
        fewer_iterations,       ///< a lower limit
        more_iterations,        ///< a higher one
        no_approximation,       ///< skip no steps of a perturbed iteration
        cpu,                    ///< compute on the device "cpu"
        fewer_threads,          ///< of the CPU's engines
        one_sample,             ///< a pixel
        formula_with_minibrots, ///< iterate the Mandelbrot set's or a multibrot's
        no_julia,               ///< show the formula's own set
        rotation,               ///< turn the picture by `value` degrees instead
        known_device,           ///< one of those that there are
        no_window,              ///< make a picture without one
        palette_import,         ///< make a palette of the file
        go_on,                  ///< with what an interrupted run has made
        cuda_build              ///< build the program again, with CUDA
    };
    Kind kind = Kind::words;
    std::string value{};

    Remedy(Kind what, std::string of_it = {}) // NOLINT(google-explicit-constructor)
        : kind(what), value(std::move(of_it)) {}
    Remedy(const char *words) : value(words) {} // NOLINT(google-explicit-constructor)
    friend bool operator==(const Remedy &, const Remedy &) = default;
};

/// A sentence that says what is wrong, without its full stop, and what helps: one of the remedies
/// is enough. Where there is none, the sentence says that, too, or nothing helps.
struct Complaint {
    std::string what;
    std::vector<Remedy> remedies;

    // Most say it all in their sentence.
    Complaint(const char *sentence) : what(sentence) {} // NOLINT(google-explicit-constructor)
    Complaint(std::string sentence)
        : what(std::move(sentence)) {} // NOLINT(google-explicit-constructor)
    Complaint(std::string sentence, std::vector<Remedy> help)
        : what(std::move(sentence)), remedies(std::move(help)) {}
    friend bool operator==(const Complaint &, const Complaint &) = default;
};

/// "WHAT; this, that or another thing": the whole sentence, its remedies in `words`.
std::string in_words(const Complaint &complaint,
                     const std::function<std::string(const Remedy &)> &words);

} // namespace fathom
