#pragma once
#include "tests/support/run_fathom.h"

#include <filesystem>
#include <map>
#include <string>

namespace fathom {

/// For RunOptions::environment: runs the program with what app/failing_system.cpp says, which
/// also knows these variables.
inline std::map<std::string, std::string>
failing_system(std::map<std::string, std::string> variables) {
    variables["LD_PRELOAD"] = std::filesystem::read_symlink("/proc/self/exe")
                                  .replace_filename("libfathom_failing_system.so")
                                  .string();
    return variables;
}

} // namespace fathom
