#pragma once
#include <cstdlib>
#include <optional>
#include <string>

namespace fathom {

/// The name of a Python that has NumPy, or nothing.
inline std::optional<std::string> python_with_numpy() {
    for (const char *name : {"python3", "/usr/bin/python3"})
        if (std::system((std::string(name) + " -c 'import numpy' >/dev/null 2>&1").c_str()) == 0)
            return name;
    return std::nullopt;
}

} // namespace fathom
