// The direction of the rooms: what a folder may include, by the table that CMake made of its
// fathom_room() lines, and what each compiler is told to look through.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fathom {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = FATHOM_SOURCE_DIR;

constexpr std::size_t kMostStems = 35;
constexpr std::size_t kMostLines = 450;

/// Rooms by folder, each with all rooms that it may use, itself among them.
using Rooms = std::map<std::string, std::set<std::string>>;

Rooms read_rooms() {
    Rooms rooms;
    std::ifstream file(FATHOM_ROOMS_FILE);
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(':');
        if (colon == std::string::npos)
            continue;
        std::set<std::string> &may_use = rooms[line.substr(0, colon)];
        may_use.insert(line.substr(0, colon));
        std::istringstream words(line.substr(colon + 1));
        for (std::string used; words >> used;) // which CMake has already been told of
            may_use.insert(rooms.at(used).begin(), rooms.at(used).end());
    }
    return rooms;
}

std::string room_of(const std::string &path, const Rooms &rooms) {
    std::string best;
    for (const auto &[room, uses] : rooms)
        if (path.starts_with(room + "/") && room.size() > best.size())
            best = room;
    return best;
}

bool is_source(const fs::path &path) {
    static const std::set<std::string> kinds = {".h", ".cpp", ".cu", ".cuh"};
    return kinds.contains(path.extension().string());
}

/// All sources below some folders, as paths from the root.
std::vector<std::string> sources_below(const std::vector<std::string> &folders) {
    std::vector<std::string> found;
    for (const std::string &folder : folders)
        for (const auto &entry : fs::recursive_directory_iterator(kSource / folder))
            if (is_source(entry.path()))
                found.push_back(entry.path().lexically_relative(kSource).generic_string());
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> includes_of(const std::string &path) {
    static const std::regex pattern(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
    std::vector<std::string> found;
    std::ifstream file(kSource / path);
    for (std::string line; std::getline(file, line);)
        if (std::smatch match; std::regex_search(line, match, pattern))
            found.push_back(match[1]);
    return found;
}

class Layers : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(kSource))
            GTEST_SKIP() << "the sources are not on this machine";
        ASSERT_GT(rooms_.size(), 15U) << "no rooms in " << FATHOM_ROOMS_FILE;
    }

    const Rooms rooms_ = read_rooms();
};

TEST_F(Layers, EverySourceHasARoomAndIncludesOnlyWhatThatMayUse) {
    const auto sources = sources_below({"kernels", "render", "ui"});
    EXPECT_GT(sources.size(), 300U);
    for (const std::string &source : sources) {
        const std::string room = room_of(source, rooms_);
        ASSERT_NE(room, "") << source << " lies in no room";
        for (const std::string &include : includes_of(source)) {
            EXPECT_EQ(include.find(".."), std::string::npos) << source << " includes " << include;
            EXPECT_FALSE(include.starts_with("app/")) << source << " includes " << include;
            if (const std::string other = room_of(include, rooms_); other != "") {
                EXPECT_TRUE(rooms_.at(room).contains(other))
                    << source << " must not include " << include;
            }
        }
    }
}

// Where a library's headers may be seen at all.
TEST_F(Layers, LibrariesStayInTheirRooms) {
    const std::map<std::string, std::vector<std::string>> homes = {
        {"hwy/", {"kernels/simd"}},
        {"cuda_runtime", {"kernels/cuda", "render/engines", "ui/window"}},
        {"cuda_gl_interop", {"ui/window"}},
        {"SDL", {"ui"}},
        {"GL/", {"ui/window"}},
        {"imgui", {"ui/widgets", "ui/panels", "ui/explorer"}},
        {"gmp.h", {"render/base", "render/numbers", "render/deep"}},
        {"mpfr.h", {"render/numbers"}},
        {"png.h", {"render/images", "render/bench"}},
        {"zlib.h", {"render/images"}},
        {"stb_", {"render/images", "render/bench"}},
        {"stb/", {"render/images", "render/bench"}},
        {"toml++/", {"render/places"}},
        {"nlohmann/", {"render/bench", "ui/explorer"}},
    };
    for (const std::string &source : sources_below({"kernels", "render", "ui"}))
        for (const std::string &include : includes_of(source))
            for (const auto &[library, rooms] : homes)
                if (include.starts_with(library)) {
                    EXPECT_TRUE(std::any_of(
                        rooms.begin(), rooms.end(),
                        [&](const std::string &room) { return source.starts_with(room + "/"); }))
                        << source << " must not include " << include;
                }
}

// What an #include can reach is what its compiler is told to look through: so a forbidden one does
// not compile.
TEST_F(Layers, NoCompilerSeesAForbiddenRoom) {
    for (const auto &[room, may_use] : rooms_) {
        std::string name = room;
        std::replace(name.begin(), name.end(), '/', '_');
        std::ifstream file(fs::path(FATHOM_ROOMS_FILE).parent_path() / "rooms" /
                           (name + ".includes"));
        std::vector<fs::path> seen;
        for (std::string line; std::getline(file, line);)
            if (!line.empty())
                seen.emplace_back(line);
        ASSERT_FALSE(seen.empty()) << room;
        for (const auto &[other, uses] : rooms_) {
            const bool visible = std::any_of(seen.begin(), seen.end(), [&](const fs::path &folder) {
                return fs::exists(folder / other);
            });
            EXPECT_EQ(visible, may_use.contains(other)) << room << " and " << other;
        }
    }
}

TEST_F(Layers, HeadersRunInNoCircles) {
    enum class State { open, done };
    std::map<std::string, State> states;
    std::vector<std::string> way;
    const std::function<void(const std::string &)> visit = [&](const std::string &header) {
        const auto known = states.find(header);
        if (known != states.end() && known->second == State::done)
            return;
        way.push_back(header);
        if (known != states.end()) {
            ADD_FAILURE() << "a circle: " << testing::PrintToString(way);
            way.pop_back();
            return;
        }
        states[header] = State::open;
        for (const std::string &include : includes_of(header))
            if (room_of(include, rooms_) != "")
                visit(include);
        states[header] = State::done;
        way.pop_back();
    };
    for (const std::string &source : sources_below({"kernels", "render", "ui"}))
        if (source.ends_with(".h") || source.ends_with(".cuh"))
            visit(source);
}

TEST_F(Layers, NoFolderIsCrowdedAndNoSourceIsLong) {
    std::map<std::string, std::set<std::string>> stems;
    for (const std::string &source : sources_below({"app", "kernels", "render", "ui", "tests"})) {
        const fs::path path = source;
        stems[path.parent_path().string()].insert(path.stem().string());
        std::ifstream file(kSource / source);
        const auto lines = std::count(std::istreambuf_iterator<char>(file), {}, '\n');
        if (!source.starts_with("tests/")) {
            EXPECT_LE(static_cast<std::size_t>(lines), kMostLines) << source;
        }
    }
    for (const auto &[folder, names] : stems)
        EXPECT_LE(names.size(), kMostStems) << folder;
}

TEST_F(Layers, EveryRoomSaysWhatLivesThere) {
    for (const auto &[room, uses] : rooms_)
        EXPECT_TRUE(fs::exists(kSource / room / "README.md")) << room;
}

} // namespace
} // namespace fathom
