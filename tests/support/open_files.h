#pragma once
#include <filesystem>
#include <string>
#include <system_error>

namespace fathom {

/// How many files of `folder`, those without a name too, process `pid` has open ("self": this one).
inline int open_files(const std::filesystem::path &folder, const std::string &pid = "self") {
    namespace fs = std::filesystem;
    int count = 0;
    std::error_code failed; // of a process that ends meanwhile
    for (fs::directory_iterator entry("/proc/" + pid + "/fd", failed), end; entry != end;
         entry.increment(failed)) {
        const fs::path file = fs::read_symlink(entry->path(), failed);
        count += !failed && file.string().starts_with(folder.string() + "/") ? 1 : 0;
    }
    return count;
}

} // namespace fathom
