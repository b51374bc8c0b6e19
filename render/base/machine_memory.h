#pragma once
#include <cstdint>
#include <filesystem>

namespace fathom {

/// Bytes of memory that the machine has; 0 where the system does not say.
std::uint64_t machine_memory();

/// Bytes that this process may use at most: what the machine has, or what its control groups allow
/// where that is less; 0 where the system does not say.
std::uint64_t usable_memory();

/// The least limit in bytes of the control groups that `membership` (as /proc/self/cgroup) names,
/// and those about them, in the file system at `mount` (as /sys/fs/cgroup), of either version
/// (Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst); the largest number
/// where none is limited or nothing can be read.
std::uint64_t control_group_limit(const std::filesystem::path &membership,
                                  const std::filesystem::path &mount);

} // namespace fathom
