#pragma once
#include <filesystem>

namespace fathom {

/// A folder for files that are written to be measured, removed with all that is in it.
class ScratchFolder {
  public:
    /// In the system's folder for such. Throws DiskError, which names TMPDIR.
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder &) = delete;
    ScratchFolder &operator=(const ScratchFolder &) = delete;

    [[nodiscard]] const std::filesystem::path &path() const noexcept { return path_; }
    [[nodiscard]] std::filesystem::path file() const { return path_ / "picture.png"; }

  private:
    std::filesystem::path path_;
};

} // namespace fathom
