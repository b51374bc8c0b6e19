#pragma once
#include "render/base/complaint.h"
#include "render/base/printable.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace fathom {

/// A failure that ends a command, caught once in `main`. The text is one sentence that names the
/// file or value and says what is wrong, and what to do where that is the same everywhere; what is
/// done with an option or a control is among the complaint's remedies. The exit code is the
/// command line's (2: wrong usage or bad input, 3: device, disk or memory). What strangers named,
/// such as a file, is made legible.
class Error : public std::runtime_error {
  public:
    [[nodiscard]] int exit_code() const noexcept { return exit_code_; }
    /// The sentence and what helps.
    [[nodiscard]] Complaint complaint() const { return {what(), remedies_}; }

  protected:
    Error(const Complaint &complaint, int exit_code)
        : std::runtime_error(legible(complaint.what)), remedies_(complaint.remedies),
          exit_code_(exit_code) {}

  private:
    std::vector<Remedy> remedies_;
    int exit_code_;
};

/// Wrong usage, or an input file that cannot be used. Exit code 2.
class InputError : public Error {
  public:
    explicit InputError(const Complaint &complaint) : Error(complaint, 2) {}
    InputError(std::string what, std::vector<Remedy> remedies)
        : InputError(Complaint(std::move(what), std::move(remedies))) {}

  protected:
    InputError(const Complaint &complaint, int exit_code) : Error(complaint, exit_code) {}
};

/// What is asked for does not fit into this machine's memory. To whoever may ask for less it is a
/// refusal like others, but nobody's mistake. Exit code 3.
class MemoryError : public InputError {
  public:
    explicit MemoryError(const Complaint &complaint) : InputError(complaint, 3) {}
    MemoryError(std::string what, std::vector<Remedy> remedies)
        : MemoryError(Complaint(std::move(what), std::move(remedies))) {}
};

/// The disk (or whatever a file is written to) failed. Exit code 3.
class DiskError : public Error {
  public:
    explicit DiskError(const Complaint &complaint) : Error(complaint, 3) {}
};

/// A compute device is absent, out of memory, lost or otherwise failing. Exit code 3.
class DeviceError : public Error {
  public:
    explicit DeviceError(const Complaint &complaint) : Error(complaint, 3) {}
    DeviceError(std::string what, std::vector<Remedy> remedies)
        : DeviceError(Complaint(std::move(what), std::move(remedies))) {}
};

/// Of an Error its complaint, of another exception its text.
inline Complaint complaint_of(const std::exception &error) {
    const auto *own = dynamic_cast<const Error *>(&error);
    return own != nullptr ? own->complaint() : Complaint(error.what());
}

} // namespace fathom
