#pragma once
#include "render/base/own_folder.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace fathom {

/// A file that appears under its name whole or not at all; an old file of that name is never
/// damaged. Until `commit` its bytes are in a file of the destination's folder that has no name,
/// where the file system knows such files: of it nothing is left however the program ends. Where it
/// does not, they are in a hidden temporary file, which the destructor removes.
class OutputFile {
  public:
    /// Opens the file to write to (mode 0666 less the umask). A symbolic link that a user named is
    /// followed, also one to a file that is not there yet; in a folder of ours it is refused.
    /// Throws DiskError when the destination can already be seen to be impossible: a folder or
    /// device, no such folder, no permission.
    explicit OutputFile(const OutputName &destination);
    /// Whether a program that was killed may have left a file of that name in a folder.
    [[nodiscard]] static bool is_temporary(std::string_view name);
    ~OutputFile();
    OutputFile(OutputFile &&other) noexcept;
    OutputFile &operator=(OutputFile &&other) noexcept;
    OutputFile(const OutputFile &) = delete;
    OutputFile &operator=(const OutputFile &) = delete;

    /// Appends `bytes`. Throws DiskError (disk full, ...); what was written is then gone and the
    /// object can only be destroyed.
    void write(std::span<const std::byte> bytes);

    /// Writes over `bytes` that were appended before, from the `offset`th on; what is appended next
    /// goes on where the last `write` ended. Throws as `write`.
    void write_over(std::uint64_t offset, std::span<const std::byte> bytes);

    /// A path by which another program of this machine can write and read the file as long as this
    /// is open and not committed; nothing is written here then.
    [[nodiscard]] std::filesystem::path path_for_others() const;

    /// Makes the bytes durable and puts them under the destination's name, once. Throws DiskError;
    /// an old file is then untouched.
    void commit();

  private:
    /// With a temporary name, whatever the file system can do.
    OutputFile(std::filesystem::path name, std::filesystem::path target, int folder);

    void open_named();
    void keep_permissions() const;
    void require_open() const;
    /// So many bytes more were written: the disk begins with them when there are some, so that
    /// sync() does not have to wait for all of them.
    void begin_flushing(std::uint64_t bytes) noexcept;
    void sync();
    /// Gives a nameless file the destination's name if that is free, else a temporary one; false
    /// where it cannot be given any.
    [[nodiscard]] bool take_name();
    [[nodiscard]] OutputFile named_copy() const;
    void discard() noexcept;
    [[noreturn]] void fail(int error_number);

    std::filesystem::path name_;   // as the caller wrote it, for messages
    std::filesystem::path target_; // absolute, links resolved
    std::string file_;             // the target's name in its folder
    std::string temporary_;        // the file's there now; empty where it has none or is done
    int folder_ = -1;              // the target's: what becomes of its path does not matter
    int descriptor_ = -1;
    std::uint64_t flushing_ = 0;  // bytes that the disk has begun with
    std::uint64_t unflushed_ = 0; // behind them
};

/// Writes a whole text through an OutputFile. Throws DiskError.
void write_text_file(const OutputName &path, std::string_view text);

} // namespace fathom
