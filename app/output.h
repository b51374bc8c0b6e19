#pragma once
#include "render/base/error.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::app {

/// How a command answers, the same for all commands.
struct OutputOptions {
    bool json = false;  ///< one JSON object on standard output instead of text
    bool quiet = false; ///< no warnings, no progress bar, no text beside what was asked for
};

/// Exit code of a command that Ctrl+C (or another polite signal) ended, as shells have it.
inline constexpr int kInterruptedExitCode = 130;

/// Whoever reads standard output has closed it.
class OutputClosed : public DiskError {
  public:
    using DiskError::DiskError;
};

/// Writes `text` to standard output as it is. Throws OutputClosed, or DiskError if it does not
/// arrive there for another reason.
void print_text(std::string_view text);

/// Writes a sentence and the end of its line, with names of files in it made legible (see there).
/// Throws as print_text.
void print_line(std::string_view sentence);

/// Writes the object on one line of standard output. Numbers read back exactly; text that is not
/// UTF-8 (a file name may be anything) gets replacement characters. Throws as print_text.
void print_json(const nlohmann::ordered_json &object);

/// Writes "fathom: SENTENCE" to standard error, legible (see there).
void print_error(std::string_view sentence) noexcept;

/// Writes each sentence to standard error as a warning, unless quiet.
void print_warnings(const std::vector<std::string> &sentences, const OutputOptions &options);

} // namespace fathom::app
