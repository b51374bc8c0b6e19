#pragma once
#include "render/base/error.h"
#include "render/base/own_folder.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fathom {

/// The CRC-32 of the bytes, or of those that gave `before` and these behind them. 1 instead of 0 as
/// the first `before`: bytes that are all zero have no sum of zero.
[[nodiscard]] std::uint32_t kept_checksum(std::span<const std::byte> bytes,
                                          std::uint32_t before = 0) noexcept;

/// A file of a KeptFolder, open for reading and writing. Everything throws DiskError.
class KeptFile {
  public:
    /// Opens it, or makes it. Throws InputError where the name is a link, or a file that is none
    /// of ours: it has another name, too, or is no regular one.
    KeptFile(const OwnFolder &folder, const std::string &name);
    ~KeptFile();
    KeptFile(const KeptFile &) = delete;
    KeptFile &operator=(const KeptFile &) = delete;

    /// False if another program holds it.
    [[nodiscard]] bool lock() const;
    /// Up to as many bytes as there are.
    std::size_t read(std::span<std::byte> to, std::uint64_t from) const;
    void append(std::span<const std::byte> bytes);
    void write_over(std::uint64_t at, std::span<const std::byte> bytes) const;
    /// Appends from there on.
    void cut(std::uint64_t size);
    void sync() const;
    [[nodiscard]] const std::filesystem::path &path() const noexcept { return path_; }

  private:
    [[noreturn]] void fail() const;

    const std::filesystem::path path_;
    int descriptor_ = -1;
    std::uint64_t end_ = 0;
};

/// Another program is at work on the same file.
class FolderInUse : public InputError {
  public:
    using InputError::InputError;
};

/// The folder beside a file that is not whole yet, in which several runs of the program keep what
/// they have made of it, and what that is to become. One program at a time is at work on it.
class KeptFolder {
  public:
    /// Where it is.
    static std::filesystem::path of(const std::filesystem::path &destination);
    /// And the file in it that holds its purpose.
    static std::filesystem::path purpose_of(const std::filesystem::path &destination);
    /// Whether something of another purpose is kept there, which a KeptFolder would refuse.
    static bool keeps_another(const std::filesystem::path &destination, const std::string &purpose);

    /// Opens it, or makes it. `purpose` tells what is kept there from other such things; `mark` is
    /// the name of a file that is there if something is kept. Throws InputError where that is of
    /// another purpose, or where it is a link; FolderInUse, and DiskError.
    KeptFolder(const OutputName &destination, const std::string &purpose, std::string mark);
    /// Removes the folder if nothing is kept.
    ~KeptFolder();
    KeptFolder(const KeptFolder &) = delete;
    KeptFolder &operator=(const KeptFolder &) = delete;

    [[nodiscard]] const OwnFolder &folder() const noexcept { return folder_; }
    [[nodiscard]] const std::filesystem::path &path() const noexcept { return folder_.path(); }
    /// Whether an earlier run has kept something.
    [[nodiscard]] bool begun() const noexcept { return begun_; }
    /// Removes these files, and the folder, unless somebody has put something else there.
    void remove(std::initializer_list<const char *> names) noexcept;

  private:
    void take_purpose(const std::string &purpose);

    const OwnFolder folder_;
    const std::string mark_;
    bool begun_ = false;
    bool removed_ = false;
    std::unique_ptr<KeptFile> purpose_; ///< locked while this lives
};

} // namespace fathom
