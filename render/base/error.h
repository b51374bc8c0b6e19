#pragma once
#include <stdexcept>
#include <string>

namespace fathom {

/// A failure that ends a command, caught once in `main`. The text is one sentence that names the
/// file, option or device and says what to do; the exit code is the command line's (2: wrong usage
/// or bad input, 3: device or disk).
class Error : public std::runtime_error {
  public:
    [[nodiscard]] int exit_code() const noexcept { return exit_code_; }

  protected:
    Error(const std::string &what, int exit_code)
        : std::runtime_error(what), exit_code_(exit_code) {}

  private:
    int exit_code_;
};

/// Wrong usage, or an input file that cannot be used. Exit code 2.
class InputError : public Error {
  public:
    explicit InputError(const std::string &what) : Error(what, 2) {}
};

/// The disk (or whatever a file is written to) failed. Exit code 3.
class DiskError : public Error {
  public:
    explicit DiskError(const std::string &what) : Error(what, 3) {}
};

/// A compute device is absent, out of memory, lost or otherwise failing. Exit code 3.
class DeviceError : public Error {
  public:
    explicit DeviceError(const std::string &what) : Error(what, 3) {}
};

} // namespace fathom
