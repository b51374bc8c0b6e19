// The window shows what render/ says: options of the command line are app/'s to name. What the
// window itself says is in ui/texts.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace fathom::words_test {

namespace fs = std::filesystem;

struct Literal {
    int line;
    std::string text;
    std::string before; ///< of its statement
};

/// The string literals of a source that has no raw ones with a quote in them.
std::vector<Literal> literals(const std::string &source) {
    std::vector<Literal> found;
    int line = 1;
    std::size_t statement = 0;
    for (std::size_t at = 0; at < source.size(); ++at) {
        line += source[at] == '\n' ? 1 : 0;
        if (source[at] == ';' || source[at] == '{' || source[at] == '}')
            statement = at + 1;
        if (source.compare(at, 2, "//") == 0) {
            at = std::min(source.find('\n', at), source.size()) - 1;
        } else if (source[at] == '\'') {
            at += source[at + 1] == '\\' ? 3 : 2; // a character, or digits apart
        } else if (source[at] == '"') {
            const std::size_t begin = ++at;
            for (; at < source.size() && source[at] != '"'; ++at)
                at += source[at] == '\\' ? 1 : 0;
            const std::string text = source.substr(begin, at - begin);
            found.push_back({line, text, source.substr(statement, begin - 1 - statement)});
            line += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
        }
    }
    return found;
}

std::string read(const fs::path &path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Of an option, a command or a setting of the build.
bool names_an_option(const std::string &text) {
    static const std::regex option("(^|[^-A-Za-z0-9])--[a-z]|FATHOM_[A-Z_]+=|\\bfathom [a-z]+");
    return std::regex_search(text, option);
}

/// Several words in plain letters, or one that begins with a capital: what people read. Names of
/// controls, events and files are in small letters and of one word.
bool is_for_people(const std::string &text) {
    static const std::regex words("[a-z]{2,} [a-z]{2,}|^[A-Z][a-z]+");
    return std::regex_search(text, words);
}

/// What no person reads: the event log, names of windows, and journeys that it tells.
bool is_named(const Literal &literal) {
    static const std::regex call("(note|write|happened|go|Begin\\w*|begin\\w*|PushID|changed)\\(");
    return literal.text.starts_with("##") || std::regex_search(literal.before, call);
}

TEST(Words, TextsOfTheWindowStandInTheirRoom) {
    // Names of keys and folders; events; what a session's file must hold; fonts; errors of tests'
    // clocks; other programs' words.
    const std::set<std::string> others = {
        "key_bindings.cpp",   "command.cpp",   "gallery_and_bookmarks.cpp",
        "saved_session.cpp",  "glyphs.cpp",    "ui_clock.cpp",
        "desktop_dialog.cpp", "landmarks.cpp", "pictures_folder.cpp"};
    int files = 0;
    for (const char *room : {"state", "live", "widgets", "panels", "explorer"})
        for (const auto &entry :
             fs::directory_iterator(fs::path(FATHOM_SOURCE_DIR) / "ui" / room)) {
            const std::string type = entry.path().extension().string();
            if ((type != ".h" && type != ".cpp") ||
                others.contains(entry.path().filename().string()))
                continue;
            ++files;
            for (const Literal &literal : literals(read(entry.path())))
                EXPECT_FALSE(is_for_people(literal.text) && !is_named(literal))
                    << entry.path() << ':' << literal.line << ": " << literal.text
                    << "\nput it into a header of ui/texts";
        }
    EXPECT_GT(files, 100);
}

TEST(Words, OptionsAreNamedByTheCommandLineAlone) {
    int files = 0;
    for (const char *room : {"render", "ui"})
        for (const auto &entry :
             fs::recursive_directory_iterator(fs::path(FATHOM_SOURCE_DIR) / room)) {
            const std::string type = entry.path().extension().string();
            if (type != ".h" && type != ".cpp" && type != ".cu" && type != ".cuh")
                continue;
            ++files;
            for (const Literal &literal : literals(read(entry.path())))
                EXPECT_FALSE(names_an_option(literal.text))
                    << entry.path() << ':' << literal.line << ": " << literal.text
                    << "\nsay what is wrong, and give a Remedy (render/base/complaint.h)";
        }
    EXPECT_GT(files, 200);
}

TEST(Words, TheTestFindsAnOption) {
    const auto found =
        literals("f('\"', 1'000, \"a \\\" b\"); // \"--comment\"\nsay(\"use --it\");\n");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].text, "a \\\" b");
    EXPECT_EQ(found[1].line, 2);
    EXPECT_FALSE(names_an_option(found[0].text));
    EXPECT_TRUE(names_an_option(found[1].text));
    EXPECT_TRUE(names_an_option("--it"));
    EXPECT_TRUE(names_an_option("set FATHOM_CUDA=fetch"));
    EXPECT_TRUE(names_an_option("'fathom devices' lists them"));
    EXPECT_FALSE(names_an_option("FATHOM_ASSETS is set to nothing"));
    EXPECT_FALSE(names_an_option("a -- b, a---b, a--b"));
}

TEST(Words, TheTestFindsATextForPeople) {
    const auto found = literals("controls.label(\"Zoom\"); log.write(\"film shows it\");");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_TRUE(is_for_people(found[0].text) && !is_named(found[0]));
    EXPECT_TRUE(is_for_people(found[1].text) && is_named(found[1]));
    EXPECT_TRUE(is_for_people("{} pixels differ"));
    EXPECT_FALSE(is_for_people("view-re"));
}

} // namespace fathom::words_test
