#include "render/base/machine_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <unistd.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

/// A file of one number; "max" and whatever else is none is no limit.
std::uint64_t limit_in(const fs::path &file) {
    std::ifstream stream(file);
    std::uint64_t limit = 0;
    return stream >> limit ? limit : kUnlimited;
}

/// Of the group and those about it, up to the root, which inside a container is the container's.
std::uint64_t least_limit(const fs::path &root, std::string_view group, const char *name) {
    fs::path at = fs::path(group).relative_path();
    std::uint64_t least = limit_in(root / name);
    for (; !at.empty(); at = at.parent_path())
        least = std::min(least, limit_in(root / at / name));
    return least;
}

bool lists_memory(std::string_view controllers) {
    while (!controllers.empty()) {
        const std::size_t end = std::min(controllers.find(','), controllers.size());
        if (controllers.substr(0, end) == "memory")
            return true;
        controllers.remove_prefix(std::min(end + 1, controllers.size()));
    }
    return false;
}

} // namespace

std::uint64_t control_group_limit(const fs::path &membership, const fs::path &mount) {
    std::uint64_t least = kUnlimited;
    std::ifstream file(membership);
    // Each line is ID:CONTROLLERS:GROUP; the second version's has no controllers.
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == line.npos || second == line.npos)
            continue;
        const std::string_view all = line;
        const std::string_view controllers = all.substr(first + 1, second - first - 1);
        const std::string_view group = all.substr(second + 1);
        if (controllers.empty())
            least = std::min(least, least_limit(mount, group, "memory.max"));
        else if (lists_memory(controllers))
            least = std::min(least, least_limit(mount / "memory", group, "memory.limit_in_bytes"));
    }
    return least;
}

std::uint64_t machine_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0
               ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page)
               : 0;
}

std::uint64_t usable_memory() {
    const std::uint64_t machine = machine_memory();
    const std::uint64_t groups = control_group_limit("/proc/self/cgroup", "/sys/fs/cgroup");
    if (groups == kUnlimited)
        return machine;
    return machine == 0 ? groups : std::min(machine, groups);
}

} // namespace fathom
