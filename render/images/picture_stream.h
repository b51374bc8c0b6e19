#pragma once
#include "render/base/temporary_file.h"
#include "render/images/picture_file.h"

#include <memory>
#include <string>

namespace fathom {

/// Bytes that go where a descriptor leads, a pipe or whatever else is open, and cannot be taken
/// back: a picture that does not become whole leaves its beginning there. What comes from a room
/// on, which is filled last, waits in a file without a name in the folder for temporary files.
class PictureStream : public PictureFile {
  public:
    /// `descriptor` stays the caller's; `name` is what sentences call it.
    PictureStream(int descriptor, std::string name);

    /// Waits for a reader that is behind. Throws DiskError, where nobody reads any more, too (who
    /// calls has to ignore SIGPIPE).
    void write(std::span<const std::byte> piece, std::uint32_t note) override;
    void leave_room(std::size_t size) override;
    void fill_room(std::span<const std::byte> bytes) override;
    void commit() override;

  private:
    void send(std::span<const std::byte> bytes) const;
    [[noreturn]] void fail(int error_number) const;

    const int descriptor_;
    const std::string name_;
    std::unique_ptr<TemporaryFile> waiting_; ///< null: nothing waits
    std::size_t room_ = 0;                   ///< bytes at its beginning
};

} // namespace fathom
