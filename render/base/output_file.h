#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace fathom {

/// A file that appears under its name whole or not at all. Bytes go to a hidden temporary file in
/// the destination's folder; `commit` renames it over the destination, and without `commit` the
/// destructor removes it, so an old file of that name is never damaged.
class OutputFile {
  public:
    /// Opens the temporary file (mode 0666 less the umask). A symbolic link as destination is
    /// followed. Throws DiskError when the destination can already be seen to be impossible: a
    /// folder or device, no such folder, no permission.
    explicit OutputFile(const std::filesystem::path &destination);
    ~OutputFile();
    OutputFile(OutputFile &&other) noexcept;
    OutputFile &operator=(OutputFile &&other) noexcept;
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    /// Appends `bytes`. Throws DiskError (disk full, ...); the temporary file is then gone and the
    /// object can only be destroyed.
    void write(std::span<const std::byte> bytes);

    /// Makes the bytes durable and puts them under the destination's name, once. Throws DiskError;
    /// an old file is then untouched.
    void commit();

  private:
    void require_open() const;
    void discard() noexcept;
    [[noreturn]] void fail(int error_number);

    std::filesystem::path name_;      // as the caller wrote it, for messages
    std::filesystem::path target_;    // absolute, links resolved
    std::filesystem::path temporary_; // empty once renamed or removed
    int descriptor_ = -1;
};

/// Writes a whole text through an OutputFile. Throws DiskError.
void write_text_file(const std::filesystem::path &path, std::string_view text);

} // namespace fathom
