// The direction of the rooms, read from every #include: kernels <- render <- ui <- app.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace fathom {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> includes_of(const fs::path &path) {
    static const std::regex pattern(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
    std::vector<std::string> found;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        if (std::smatch match; std::regex_search(line, match, pattern))
            found.push_back(match[1]);
    return found;
}

TEST(Layers, NoRoomIncludesALaterOne) {
    if (!fs::exists(FATHOM_SOURCE_DIR))
        GTEST_SKIP() << "the sources are not on this machine";
    const std::map<std::string, std::vector<std::string>> forbidden = {
        {"kernels", {"render/", "ui/", "app/", "SDL", "GL/", "imgui", "cuda_gl_interop"}},
        {"render", {"ui/", "app/", "SDL", "GL/", "imgui", "cuda_gl_interop"}},
        {"ui", {"app/", "kernels/"}},
    };
    int files = 0;
    for (const auto &[room, prefixes] : forbidden)
        for (const auto &entry :
             fs::recursive_directory_iterator(fs::path(FATHOM_SOURCE_DIR) / room)) {
            static const std::vector<std::string> kinds = {".h", ".cpp", ".cu"};
            if (std::find(kinds.begin(), kinds.end(), entry.path().extension()) == kinds.end())
                continue;
            ++files;
            for (const std::string &include : includes_of(entry.path()))
                for (const std::string &prefix : prefixes)
                    EXPECT_FALSE(include.starts_with(prefix))
                        << entry.path() << " must not include " << include;
        }
    EXPECT_GT(files, 50) << "the sources were not found";
}

} // namespace
} // namespace fathom
