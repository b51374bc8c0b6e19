// The direction of the rooms: what a folder may include, by the table that CMake made of its
// fathom_room() lines, what each compiler is told to look through, and what it says to more.
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace fathom::layers_test {

namespace fs = std::filesystem;

const fs::path kSource = FATHOM_SOURCE_DIR;
const fs::path kBuild = fs::path(FATHOM_ROOMS_FILE).parent_path();

constexpr std::size_t kMostStems = 40;
constexpr std::size_t kMostLines = 500;

/// Rooms by folder, each with all rooms that it may use, itself among them.
using Rooms = std::map<std::string, std::set<std::string>>;

Rooms read_rooms() {
    Rooms rooms, passed_on; // the latter without what a room's sources alone may use
    std::ifstream file(FATHOM_ROOMS_FILE);
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(':');
        if (colon == std::string::npos)
            continue;
        const std::string room = line.substr(0, colon);
        rooms[room].insert(room);
        passed_on[room].insert(room);
        std::istringstream words(line.substr(colon + 1));
        for (std::string used; words >> used;) { // which CMake has already been told of
            const bool is_private = used.starts_with('!');
            const std::set<std::string> &more = passed_on.at(used.substr(is_private ? 1 : 0));
            rooms[room].insert(more.begin(), more.end());
            if (!is_private)
                passed_on[room].insert(more.begin(), more.end());
        }
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
        {"OpenEXR/", {"render/images"}},
        {"libdeflate.h", {"render/images"}},
        {"zlib.h", {"render/images", "render/deep"}},
        {"stb_", {"render/images", "render/bench"}},
        {"stb/", {"render/images", "render/bench"}},
        {"toml++/", {"render/places"}},
        {"nlohmann/", {"render/bench", "ui/explorer", "ui/gui"}},
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
        std::ifstream file(kBuild / "rooms" / (name + ".includes"));
        std::vector<fs::path> seen;
        for (std::string line; std::getline(file, line);)
            if (!line.empty())
                seen.emplace_back(line);
        ASSERT_FALSE(seen.empty()) << room;
        for (const auto &other : rooms_) {
            const bool visible = std::any_of(seen.begin(), seen.end(), [&](const fs::path &folder) {
                return fs::exists(folder / other.first);
            });
            EXPECT_EQ(visible, may_use.contains(other.first)) << room << " and " << other.first;
        }
    }
}

/// The room whose target a compiler's command line makes an object of; empty if there is none.
std::string room_of_command(const std::string &command, const Rooms &rooms) {
    for (const auto &[room, uses] : rooms) {
        std::string target = room;
        std::replace(target.begin(), target.end(), '/', '_');
        if (command.find("/fathom_" + target + ".dir/") != command.npos)
            return room;
    }
    return "";
}

/// How one source of each room is compiled, but for the source and what is made of it: a line for
/// the shell. Rooms of headers have none.
std::map<std::string, std::string> commands_of_rooms(const Rooms &rooms) {
    std::map<std::string, std::string> commands;
    std::ifstream file(kBuild / "compile_commands.json");
    for (const auto &entry : nlohmann::json::parse(file)) {
        const auto command = entry.at("command").get<std::string>();
        const std::string room = room_of_command(command, rooms);
        if (room.empty() || entry.at("file").get<std::string>().ends_with(".cu"))
            continue;
        std::string line = "cd '" + entry.at("directory").get<std::string>() + "' &&";
        std::istringstream words(command);
        for (std::string word; words >> word;) {
            if (word == "-o" || word == "-c")
                words >> word; // and what follows it
            else
                line += ' ' + word;
        }
        commands.try_emplace(room, line);
    }
    return commands;
}

/// The room's smallest header that is meant to be included by itself.
std::string a_header_of(const std::string &room) {
    std::pair<std::uintmax_t, std::string> best{~std::uintmax_t{0}, ""};
    for (const auto &entry : fs::directory_iterator(kSource / room)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".h") && !name.ends_with("-inl.h") && !name.ends_with("_shard.h"))
            best = std::min(best, {entry.file_size(), room + "/" + name});
    }
    return best.second;
}

/// Whether a source of nothing but some #includes compiles, and what the compiler said.
std::pair<bool, std::string> compile(const std::string &command,
                                     const std::vector<std::string> &headers) {
    const TempFolder temp;
    const fs::path source = temp / "source.cpp";
    std::string text;
    for (const std::string &header : headers)
        text += "#include \"" + header + "\"\n";
    write_all(source, text);
    const std::string line = command + " -fsyntax-only '" + source.string() + "' 2>&1";
    FILE *pipe = ::popen(line.c_str(), "r");
    if (pipe == nullptr)
        return {false, "no compiler could be started"};
    std::string said;
    std::array<char, 4096> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr)
        said += part.data();
    return {::pclose(pipe) == 0, said};
}

// The same, asked of the compiler itself. Headers of kernels/cuda want CUDA's own, which may not be
// there: they are no measure of what compiles.
TEST_F(Layers, AForbiddenIncludeDoesNotCompileAndTheAllowedOnesDo) {
    if (!fs::exists(kBuild / "compile_commands.json"))
        GTEST_SKIP() << "the build is not on this machine";
    const auto commands = commands_of_rooms(rooms_);
    EXPECT_GT(commands.size(), 15U);
    int refused = 0;
    for (const auto &[room, command] : commands) {
        std::vector<std::string> allowed;
        for (const auto &[other, uses] : rooms_) {
            const std::string header = a_header_of(other);
            if (rooms_.at(room).contains(other)) {
                if (other != "kernels/cuda")
                    allowed.push_back(header);
                continue;
            }
            const auto [passed, said] = compile(command, {header});
            EXPECT_FALSE(passed) << room << " can include " << header;
            EXPECT_NE(said.find(header), std::string::npos) << room << ": " << said;
            ++refused;
        }
        const auto [passed, said] = compile(command, allowed);
        EXPECT_TRUE(passed) << room << ": " << said;
    }
    EXPECT_GT(refused, 100);
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

} // namespace fathom::layers_test
