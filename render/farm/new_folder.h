#pragma once
#include <filesystem>

namespace fathom::farm {

/// A folder that gets its name when it is whole; else it goes with all that is in it.
class NewFolder {
  public:
    /// It begins beside `destination`. Throws DiskError.
    explicit NewFolder(const std::filesystem::path &destination);
    ~NewFolder();
    NewFolder(const NewFolder &) = delete;
    NewFolder &operator=(const NewFolder &) = delete;

    /// Where it is before that.
    [[nodiscard]] const std::filesystem::path &path() const noexcept { return making_; }
    /// Gives it its name. Throws DiskError.
    void commit();

  private:
    std::filesystem::path destination_, making_;
    bool done_ = false;
};

} // namespace fathom::farm
