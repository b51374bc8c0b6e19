#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fathom {

/// A folder that Fathom fills and empties, held open. Names are looked up in the folder that was
/// opened, whatever becomes of its path, and no link in it is followed. So a link that a stranger
/// put there leads nothing that is written, moved or removed to another folder. Copies share the
/// descriptor.
class OwnFolder {
  public:
    /// What happens where the folder's own name is a link.
    enum class Links { refused, followed };

    /// Opens the folder, or makes it where there is none. Throws InputError where it is a link that
    /// is refused, and DiskError.
    explicit OwnFolder(const std::filesystem::path &path, Links links = Links::refused);

    /// The folder of that name in this one, as the constructor opens it; links are refused.
    [[nodiscard]] OwnFolder folder(const std::string &name) const;
    /// For messages.
    [[nodiscard]] const std::filesystem::path &path() const noexcept { return path_; }
    /// For system calls that take a folder and a name.
    [[nodiscard]] int descriptor() const noexcept;

    /// Opens a regular file that has no second name. -1 where there is none or that fails; errno
    /// says why, EINVAL that it is something else.
    [[nodiscard]] int open_file(const std::string &name, int flags) const noexcept;
    /// Whether something has that name, be it a link.
    [[nodiscard]] bool has(const char *name) const noexcept;
    [[nodiscard]] bool has(const std::string &name) const noexcept { return has(name.c_str()); }
    /// The names of all that is in it, in order. Throws DiskError.
    [[nodiscard]] std::vector<std::string> names() const;
    /// Gives a regular file another name in `to`, in place of a file there. Throws DiskError, also
    /// where it is something else.
    void move(const std::string &name, const OwnFolder &to, const std::string &new_name) const;
    /// Removes a file, or the link of that name.
    void remove(const char *name) const noexcept;
    void remove(const std::string &name) const noexcept { remove(name.c_str()); }
    /// Removes the folder if nothing is in it.
    void remove_if_empty() const noexcept;

  private:
    class Descriptor;

    OwnFolder(std::shared_ptr<const Descriptor> parent, std::string name,
              std::filesystem::path path);
    [[noreturn]] void fail(const char *what, int error_number) const;

    std::filesystem::path path_;
    std::string name_;                         ///< in `parent_`
    std::shared_ptr<const Descriptor> parent_; ///< null where its own name was followed
    std::shared_ptr<const Descriptor> folder_;
};

/// Where a file is to be written: a path that its user named, or a name in a folder of ours.
struct OutputName {
    std::filesystem::path path;      ///< for messages; its last part is the file's name
    std::optional<OwnFolder> folder; ///< none: links on the path are followed

    OutputName(std::filesystem::path named) // NOLINT(google-explicit-constructor)
        : path(std::move(named)) {}
    OutputName(const char *named) : path(named) {} // NOLINT(google-explicit-constructor)
    OutputName(std::string named)                  // NOLINT(google-explicit-constructor)
        : path(std::move(named)) {}
    OutputName(OwnFolder in, const std::string &name)
        : path(in.path() / name), folder(std::move(in)) {}
};

} // namespace fathom
