#pragma once
#include "render/base/output_file.h"

#include <cstddef>
#include <cstdint>
#include <span>

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
    /// Puts the whole file in place, once. Throws DiskError; an old file is then untouched.
    virtual void commit() = 0;

  protected:
    PictureFile() = default;
};

/// One of which nothing is left unless it is committed.
class WholePictureFile : public PictureFile {
  public:
    /// Throws as OutputFile.
    explicit WholePictureFile(const std::filesystem::path &destination) : file_(destination) {}

    void write(std::span<const std::byte> piece, std::uint32_t) override { file_.write(piece); }
    void commit() override { file_.commit(); }

  private:
    OutputFile file_;
};

} // namespace fathom
