#pragma once
#include "render/images/picture_file.h"

#include <string>

namespace fathom {

/// Bytes that go where a descriptor leads, a pipe or whatever else is open, and cannot be taken
/// back: a picture that does not become whole leaves its beginning there.
class PictureStream : public PictureFile {
  public:
    /// `descriptor` stays the caller's; `name` is what sentences call it.
    PictureStream(int descriptor, std::string name);

    /// Waits for a reader that is behind. Throws DiskError, where nobody reads any more, too (who
    /// calls has to ignore SIGPIPE).
    void write(std::span<const std::byte> piece, std::uint32_t note) override;
    void commit() override;

  private:
    [[noreturn]] void fail(int error_number) const;

    const int descriptor_;
    const std::string name_;
};

} // namespace fathom
