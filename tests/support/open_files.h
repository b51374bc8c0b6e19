#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>

namespace fathom {

/// Calls `visit` with the place below /proc of each file of `folder`, those without a name too,
/// that process `pid` has open ("self": this one).
template <class Visit>
void visit_open_files(const std::filesystem::path &folder, const std::string &pid, Visit visit) {
    namespace fs = std::filesystem;
    std::error_code failed; // of a process that ends meanwhile
    for (fs::directory_iterator entry("/proc/" + pid + "/fd", failed), end; entry != end;
         entry.increment(failed)) {
        const fs::path file = fs::read_symlink(entry->path(), failed);
        if (!failed && file.string().starts_with(folder.string() + "/"))
            visit(entry->path());
    }
}

/// How many those are.
inline int open_files(const std::filesystem::path &folder, const std::string &pid = "self") {
    int count = 0;
    visit_open_files(folder, pid, [&](const auto &) { ++count; });
    return count;
}

/// What was written to them so far.
inline std::uintmax_t bytes_in_open_files(const std::filesystem::path &folder,
                                          const std::string &pid) {
    std::uintmax_t bytes = 0;
    visit_open_files(folder, pid, [&](const std::filesystem::path &file) {
        std::error_code failed;
        const std::uintmax_t size = std::filesystem::file_size(file, failed);
        bytes += failed ? 0 : size;
    });
    return bytes;
}

} // namespace fathom
