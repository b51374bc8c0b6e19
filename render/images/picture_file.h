#pragma once
#include "render/base/output_file.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace fathom {

/// Where a picture's bytes go, piece by piece.
class PictureFile {
  public:
    virtual ~PictureFile() = default;
    PictureFile(const PictureFile &) = delete;
    PictureFile &operator=(const PictureFile &) = delete;

    /// Appends a piece. `note` is what its writer wants to know of it if the file is continued.
    /// Throws DiskError; then the object can only be destroyed.
    virtual void write(std::span<const std::byte> piece, std::uint32_t note) = 0;
    /// Appends `size` bytes, once at most, that fill_room is to give before the file is committed:
    /// what a format says at its beginning of what comes later. Throws likewise.
    virtual void leave_room(std::size_t size) = 0;
    /// Throws likewise, and std::logic_error for other than as many bytes.
    virtual void fill_room(std::span<const std::byte> bytes) = 0;
    /// Puts the whole file in place, once. Throws DiskError; an old file is then untouched.
    virtual void commit() = 0;

  protected:
    PictureFile() = default;
};

/// Where leave_room has left room.
struct FileRoom {
    std::uint64_t begin = 0;
    std::size_t size = 0;

    /// Throws std::logic_error unless that many bytes fill it.
    void check(std::size_t bytes) const {
        if (bytes != size)
            throw std::logic_error("PictureFile: a room of another size");
    }
};

/// One of which nothing is left unless it is committed.
class WholePictureFile : public PictureFile {
  public:
    /// Throws as OutputFile.
    explicit WholePictureFile(const OutputName &destination) : file_(destination) {}

    void write(std::span<const std::byte> piece, std::uint32_t) override {
        file_.write(piece);
        size_ += piece.size();
    }
    void leave_room(std::size_t size) override {
        room_ = {size_, size};
        write(std::vector<std::byte>(size), 0);
    }
    void fill_room(std::span<const std::byte> bytes) override {
        room_.check(bytes.size());
        file_.write_over(room_.begin, bytes);
    }
    void commit() override { file_.commit(); }

  private:
    OutputFile file_;
    std::uint64_t size_ = 0; ///< written so far
    FileRoom room_;
};

} // namespace fathom
