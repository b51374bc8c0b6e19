#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace fathom {

/// Bytes on a disk that nobody else sees: a file without a name in the folder for temporary files
/// (the variable TMPDIR, else /tmp). However the program ends, nothing is left of it where the file
/// system knows files that never had a name.
class TemporaryFile {
  public:
    /// Throws DiskError.
    TemporaryFile();
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;

    /// Throws DiskError.
    void append(std::span<const std::byte> bytes);
    /// Writes over bytes that were appended, from the `offset`th on. Throws DiskError.
    void write_over(std::uint64_t offset, std::span<const std::byte> bytes);
    /// Calls `use` with all bytes, one part after the other. Throws DiskError, and what it throws.
    void read_all(const std::function<void(std::span<const std::byte>)> &use) const;

  private:
    int descriptor_ = -1;
    std::uint64_t size_ = 0;
};

} // namespace fathom
