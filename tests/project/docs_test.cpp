// What the documents say, against the program and the tree: keys, options, commands, events, keys
// of files and of JSON, numbers of things, and every path that is named.
#include "kernels/formulas/formula_ids.h"
#include "render/places/location_toml.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"
#include "ui/state/input.h"
#include "ui/state/key_bindings.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
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
using Words = std::set<std::string>;
using Row = std::vector<std::string>;

const fs::path kSource = FATHOM_SOURCE_DIR;

class Docs : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(kSource / "README.md"))
            GTEST_SKIP() << "the sources are not on this machine";
    }
};

std::string text_of(const fs::path &path) {
    return read_all(kSource / path);
}

std::vector<std::string> matches(const std::string &text, const std::string &pattern, int group) {
    const std::regex regex(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
        found.push_back((*at)[group]);
    return found;
}

std::string trimmed_cell(const std::string &cell) {
    const std::size_t first = cell.find_first_not_of(' ');
    return first == cell.npos ? "" : cell.substr(first, cell.find_last_not_of(' ') - first + 1);
}

/// The cells of a table's line; a bar behind a backslash is none.
Row cells_of(const std::string &line) {
    Row cells;
    std::string cell;
    for (std::size_t at = 1; at < line.size(); ++at) {
        if (line[at] == '|' && line[at - 1] != '\\') {
            cells.push_back(trimmed_cell(cell));
            cell.clear();
        } else {
            cell += line[at];
        }
    }
    return cells;
}

/// The rows below each table's line `head` of a document.
std::vector<Row> table(const fs::path &path, const std::string &head) {
    std::vector<Row> rows;
    std::istringstream lines(text_of(path));
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line == head)
            inside = true;
        else if (!line.starts_with("|"))
            inside = false;
        else if (inside && !line.starts_with("| ---"))
            rows.push_back(cells_of(line));
    }
    EXPECT_FALSE(rows.empty()) << "no table " << head << " in " << path;
    return rows;
}

/// Without blocks of code, whose fences would pair with what follows.
std::vector<std::string> in_backticks(const std::string &text) {
    return matches(std::regex_replace(text, std::regex("```[^`]*```"), ""), "`([^`]+)`", 1);
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

Words words_of(const std::string &text) {
    const auto found = matches(lower(text), "[a-z0-9]+", 0);
    return {found.begin(), found.end()};
}

/// Every word of the program's own is in the document's.
void expect_says(const std::string &documented, const std::string &programs,
                 const std::string &what) {
    const Words there = words_of(documented);
    for (const std::string &word : words_of(programs))
        EXPECT_TRUE(there.contains(word))
            << what << ": \"" << documented << "\" does not say \"" << programs << '"';
}

Words difference(const Words &a, const Words &b) {
    Words rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(rest, rest.end()));
    return rest;
}

std::string help_of(const std::string &command) {
    const RunResult result =
        command.empty() ? run_fathom({"--help"}) : run_fathom({command, "--help"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
}

/// As the program's help lists them.
Words commands() {
    const std::string help = help_of("");
    const std::size_t from = help.find("Subcommands:\n");
    const auto names =
        matches(help.substr(from, help.find("\n\n", from) - from), "\n {2}([a-z]+) ", 1);
    return {names.begin(), names.end()};
}

/// Long options and their lines in the help.
std::map<std::string, std::string> options_of(const std::string &command) {
    std::map<std::string, std::string> options;
    std::istringstream lines(help_of(command));
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("  -"))
            for (const std::string &option :
                 matches(line.substr(0, line.find("  ", 2)), "--[a-z-]+", 0))
                options[option] = line;
    return options;
}

/// All Markdown of the tree but what builds leave.
std::vector<fs::path> documents() {
    std::vector<fs::path> found;
    for (auto at = fs::recursive_directory_iterator(kSource); at != fs::end(at); ++at) {
        const fs::path path = at->path().lexically_relative(kSource);
        if (at->is_directory() && (path == "build" || path == ".git" || path == "shared"))
            at.disable_recursion_pending();
        else if (path.extension() == ".md")
            found.push_back(path);
    }
    return found;
}

TEST_F(Docs, TheReadmeHasTheProgramsKeys) {
    std::map<std::string, std::string> documented;
    for (const Row &row : table("README.md", "| key | | key | |")) {
        ASSERT_EQ(row.size(), 4U);
        for (const int at : {0, 2})
            for (const std::string &key : in_backticks(row[at]))
                documented[key] = row[at + 1];
    }
    Words keys;
    for (const KeyBinding &binding : key_bindings()) {
        if (binding.label == nullptr)
            continue;
        std::istringstream labels(binding.label); // "[ PageDown", "Enter, click"
        for (std::string label; labels >> label;) {
            if (label.size() > 1 && label.back() == ',')
                label.pop_back();
            if (label == "click")
                continue;
            keys.insert(label);
            ASSERT_TRUE(documented.contains(label)) << label << " is not in the README";
            if (binding.action != Action::help)
                expect_says(documented[label], binding.effect, label);
        }
    }
    for (const auto &[key, effect] : documented)
        EXPECT_TRUE(keys.contains(key)) << key << " is no key of the program's";
}

TEST_F(Docs, TheReadmeHasTheProgramsMouse) {
    std::map<std::string, std::string> documented;
    for (const Row &row : table("README.md", "| mouse | |")) {
        std::istringstream labels(row.at(0));
        for (std::string label; std::getline(labels >> std::ws, label, ',');)
            documented[lower(label)] = row.at(1);
    }
    Words labels;
    for (const MouseGesture &gesture : mouse_gestures()) {
        labels.insert(lower(gesture.label));
        ASSERT_TRUE(documented.contains(lower(gesture.label))) << gesture.label;
        expect_says(documented[lower(gesture.label)], gesture.effect, gesture.label);
    }
    for (const auto &[label, effect] : documented)
        EXPECT_TRUE(labels.contains(label)) << label;
}

TEST_F(Docs, TheReadmeHasTheProgramsCommands) {
    const Words there = commands();
    EXPECT_GE(there.size(), 8U);
    std::string text;
    for (const std::string &block : matches(text_of("README.md"), "```\n([^`]*)```", 1))
        text += block;
    const auto named = matches(text, "fathom ([a-z]+)\\b(?!\\.)", 1);
    EXPECT_EQ(Words(named.begin(), named.end()), there);
}

TEST_F(Docs, EveryOptionIsDocumentedAndThere) {
    Words there;
    for (const std::string &command : commands())
        for (const auto &[option, line] : options_of(command))
            there.insert(option);
    EXPECT_GE(there.size(), 40U);
    std::string text;
    for (const fs::path &path : documents())
        text += text_of(path);
    const auto found = matches(text, "[^-a-z](--[a-z][a-z-]+)", 1);
    const Words documented(found.begin(), found.end());
    EXPECT_EQ(difference(there, documented), Words()) << "are in no document";
    // Other programs' options: CMake's, GoogleTest's, compilers', fuzzers', this project's
    // scripts', Ray's and Slurm's.
    const Words others = {"--address",    "--array",  "--build",     "--cpus-per-task",
                          "--dependency", "--export", "--extra-arg", "--fathom",
                          "--fmad",       "--gres",   "--gtest",     "--head",
                          "--job-name",   "--list",   "--install",   "--parsable",
                          "--prefix",     "--preset", "--tool",      "--wrap"};
    EXPECT_EQ(difference(difference(documented, there), others), Words())
        << "are no options of the program's";
}

TEST_F(Docs, TheReadmeHasTheOptionsOfRenderAndTheirDefaults) {
    const std::map<std::string, std::string> options = options_of("render");
    Words documented;
    int compared = 0;
    for (const Row &row : table("README.md", "| WHERE | | default |")) {
        ASSERT_EQ(row.size(), 3U);
        const auto names = matches(row[0], "--[a-z-]+", 0);
        documented.insert(names.begin(), names.end());
        for (const std::string &name : names)
            ASSERT_TRUE(options.contains(name)) << name;
        std::smatch usual; // "(1000)" at the end of the help's line
        const std::string &line = options.at(names.front());
        if (names.size() == 1 && std::regex_search(line, usual, std::regex("\\(([^ ()]+)\\)$"))) {
            EXPECT_EQ(row[2], usual[1]) << names.front();
            ++compared;
        }
    }
    EXPECT_GE(compared, 8);
    Words colour; // which docs/colours.md has
    for (const Row &row : table("docs/colours.md", "| option | | default |"))
        for (const std::string &name : matches(row.at(0), "--[a-z-]+", 0)) {
            colour.insert(name);
            ASSERT_TRUE(options.contains(name)) << name;
            EXPECT_TRUE(options.at(name).ends_with("(" + in_backticks(row.at(2)).at(0) + ")"))
                << name << ": " << row.at(2) << " is not the default of " << options.at(name);
        }
    for (const auto &[name, line] : options)
        EXPECT_TRUE(documented.contains(name) || colour.contains(name) || name == "--output" ||
                    name == "--json" || name == "--quiet" || name == "--help" ||
                    name == "--version")
            << name;
}

/// "session restored" of "session restored" and "bookmark added" of "bookmark added ID" or
/// "bookmark added {}".
std::string event_name(const std::string &text) {
    return trimmed_cell(matches(text, "^(([a-z][a-z-]*( |$))*)", 1).at(0));
}

TEST_F(Docs, DiagnosticsHasTheEventsThatAreLogged) {
    Words documented;
    for (const Row &row : table("docs/diagnostics.md", "| WHAT | when |"))
        for (const std::string &event : in_backticks(row.at(0)))
            documented.insert(event_name(event));

    Words logged;
    const Command commands[] = {ViewCommand(ZoomAt{}),
                                ViewCommand(PanBy{}),
                                ViewCommand(ZoomToBox{}),
                                ViewCommand(CentreAndZoom{}),
                                ViewCommand(RotateAt{}),
                                TurnWheel{},
                                HoldZoom{},
                                LetGo{},
                                MoveDivider{},
                                PaletteKey{},
                                OpenFile{}};
    for (const Command &command : commands)
        logged.insert(event_name(describe(command)));
    logged.insert("key");
    EXPECT_TRUE(describe(Command(Action::quit)).starts_with("key "));
    std::string sources;
    for (const auto &entry : fs::recursive_directory_iterator(kSource / "ui"))
        if (entry.path().extension() == ".cpp")
            sources += read_all(entry.path());
    const std::string literal = "(?:fmt::format\\()?(?:[^\";]*\\? *)?\"([^\"]+)\""
                                "(?: *: *\"([^\"]+)\")?";
    const std::string call = "(?:log\\w*(?:\\.|->)write|messages_?\\.note|\\bhappened)\\(\\s*";
    for (const int group : {1, 2})
        for (const std::string &text : matches(sources, call + literal, group))
            logged.insert(event_name(text));
    logged.erase("");
    EXPECT_GE(logged.size(), 35U) << "the calls that log are not found any more";
    EXPECT_EQ(difference(logged, documented), Words()) << "are logged and not documented";
    for (const std::string &event : difference(documented, logged))
        EXPECT_NE(sources.find('"' + event), std::string::npos) << event << " is never logged";
}

/// "view.re" and the like of a text in Fathom's own format.
Words keys_in(const std::string &text) {
    Words keys;
    std::string section;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("["))
            section = line.substr(1, line.find(']') - 1) + '.';
        else if (const auto key = matches(line, "^([a-z_]+) = ", 1); !key.empty())
            keys.insert(section + key[0]);
    }
    return keys;
}

TEST_F(Docs, TheLocationFormatHasEveryKey) {
    Words documented;
    for (const Row &row : table("docs/location-format.md", "| key | value | without it |")) {
        std::string section;
        for (std::string key : in_backticks(row.at(0))) {
            if (const std::size_t point = key.find('.'); point != key.npos)
                section = key.substr(0, point + 1);
            else
                key = section + key; // "`iteration.seed_re`, `seed_im`"
            documented.insert(key);
        }
    }
    Location other; // in everything
    other.view.mirrored = true;
    other.view.matrix = {2, 0, 0, 0.5};
    other.formula.id = *kernels::find_formula("phoenix");
    other.formula.julia = true;
    other.formula.seed_re = other.formula.seed_im = Decimal::parse("0.5");
    other.formula.parameter_re = other.formula.parameter_im = 0.25;
    other.colour.base = kernels::ColourBase::trap;
    other.colour.mapping = kernels::ColourMapping::logarithm;
    other.automatic_colours = true;
    other.colour.shade = kernels::ColourShade::slope;
    other.colour.light_degrees = 1;
    other.colour.light_height = 1;
    other.colour.shade_strength = 0.5;
    other.colour.interior = kernels::InteriorColour::period;
    other.colour.interior_rgb = 1;
    other.colour.filter = kernels::ColourFilter::footprint;
    other.colour.dither = kernels::ColourDither::ordered;
    other.trap = {kernels::TrapShape::circle, 0.5, 0.5, 0.5};
    other.own_palette = Palette{"other", {{0, 1, 2, 3}}};
    other.own_palette->blend = Palette::Blend::linear_light;
    EXPECT_EQ(keys_in(to_text(other)), documented);
}

Words keys_of_json(const std::string &text, const char *behind) {
    const auto found = matches(text, std::string("\"([a-z_]+)\"") + behind, 1);
    return {found.begin(), found.end()};
}

TEST_F(Docs, TheReadmeHasTheKeysOfJson) {
    const TempFolder folder;
    const std::string file = folder / "a.png";
    const std::string place = (kSource / "assets/deep/e14.toml").string();
    const std::string pictures = folder / "%06d.png";
    const std::map<std::string, std::vector<std::string>> runs = {
        {"render", {"render", "--size", "8x8", "-o", file, "--json"}},
        {"film",
         {"film", "--to", place, "--size", "16x16", "--frames", "0-1", "-o", pictures, "--json"}},
        {"compare", {"compare", "--size", "8x8", "--devices", "reference,cpu", "--json"}},
        {"probe", {"probe", "--json"}},
        {"nucleus", {"nucleus", "--re", "-1.75", "--zoom", "100", "--json"}},
        {"verify", {"verify", "--size", "16x9", "--points", "5", "--json"}},
        {"devices", {"devices", "--json"}}};
    Words tried;
    for (const Row &row : table("README.md", "| command | object |")) {
        const std::string command = in_backticks(row.at(0)).at(0);
        const auto run = runs.find(command);
        if (run == runs.end())
            continue;
        tried.insert(command);
        const Words there = keys_of_json(run_fathom(run->second).json().dump(), ":");
        Words documented = keys_of_json(in_backticks(row.at(1)).at(0), "");
        if (command != "devices") {
            EXPECT_EQ(there, documented) << command;
        } else { // some have more; nothing may be missing
            EXPECT_TRUE(there.contains("missing"));
            documented.erase("what");
            documented.erase("why");
            EXPECT_EQ(difference(documented, there), Words());
        }
    }
    EXPECT_EQ(tried.size(), runs.size());
}

std::string in_words(std::size_t count) {
    constexpr const char *kWords[] = {"ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                      "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
    return count >= 10 && count < 20 ? kWords[count - 10] : std::to_string(count);
}

TEST_F(Docs, TheReadmeCountsRight) {
    const auto files = [](const char *folder) {
        return std::count_if(fs::directory_iterator(kSource / folder), fs::directory_iterator(),
                             [](const auto &entry) { return entry.path().extension() == ".toml"; });
    };
    const std::string readme = text_of("README.md");
    for (const std::string &claim :
         {fmt::format("A gallery of {},", files("assets/places")),
          fmt::format("{} palettes and an editor", files("assets/palettes")),
          fmt::format("the Mandelbrot set and {} other fractals",
                      in_words(kernels::formulas().size() - 1))})
        EXPECT_TRUE(contains(readme, claim));
    for (const Row &row : table("README.md", "| WHERE | | default |"))
        if (row[0].starts_with("`--formula")) {
            for (const kernels::FormulaInfo &info : kernels::formulas())
                if (!std::string(info.id).starts_with("multibrot-")) {
                    EXPECT_TRUE(contains(row[1], fmt::format("`{}`", info.id)));
                }
        }
}

/// Whether `path` is there from the root or from the document's folder; a star stands for anything,
/// and a header and its source are one: "render/places/view".
bool is_there(const std::string &path, const fs::path &folder) {
    for (const fs::path &base : {kSource, kSource / folder}) {
        const fs::path whole = base / path;
        if (fs::exists(whole))
            return true;
        const std::string name = whole.filename().string();
        const std::string stem = name.substr(0, name.find('*'));
        if (!fs::is_directory(whole.parent_path()))
            continue;
        for (const auto &entry : fs::directory_iterator(whole.parent_path())) {
            const std::string other = entry.path().filename().string();
            if (stem.size() < name.size() ? other.starts_with(stem) : other.starts_with(name + "."))
                return true;
        }
    }
    return false;
}

TEST_F(Docs, WhatTheyPointToIsThere) {
    Words names; // of all files of the tree
    Words folders;
    for (auto at = fs::recursive_directory_iterator(kSource); at != fs::end(at); ++at) {
        if (at.depth() == 0 && at->is_directory()) {
            if (at->path().filename() == "build" || at->path().filename() == ".git") {
                at.disable_recursion_pending();
                continue;
            }
            folders.insert(at->path().filename().string());
        }
        names.insert(at->path().filename().string());
    }
    const auto all = documents();
    EXPECT_GT(all.size(), 20U);
    int checked = 0;
    for (const fs::path &document : all) {
        const std::string text = text_of(document);
        for (const std::string &link : matches(text, "\\]\\(([^)# ]+)[^)]*\\)", 1))
            if (link.find("://") == link.npos) {
                EXPECT_TRUE(fs::exists(kSource / document.parent_path() / link))
                    << document << " links to " << link;
                ++checked;
            }
        for (const std::string &quoted : in_backticks(text)) {
            const bool made_up =
                quoted.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ <>$") != quoted.npos;
            const std::size_t slash = quoted.find('/');
            if (slash != quoted.npos && folders.contains(quoted.substr(0, slash)) &&
                quoted.find(' ') == quoted.npos) {
                if (!made_up || quoted.find("NAME") == quoted.npos) {
                    EXPECT_TRUE(is_there(quoted, document.parent_path()))
                        << document << " names " << quoted;
                    ++checked;
                }
            } else if (slash == quoted.npos && !made_up &&
                       std::regex_match(
                           quoted, std::regex("[a-z_0-9][a-z_0-9-]*\\.(h|cpp|cu|cuh|cmake)"))) {
                EXPECT_TRUE(names.contains(quoted)) << document << " names " << quoted;
                ++checked;
            }
        }
    }
    EXPECT_GT(checked, 60);
}

TEST_F(Docs, SourcesThatCommentsNameAreThere) {
    Words names;
    std::map<std::string, std::string> comments;
    for (const char *folder : {"app", "fuzz", "kernels", "render", "tests", "ui"})
        for (const auto &entry : fs::recursive_directory_iterator(kSource / folder)) {
            const fs::path &path = entry.path();
            names.insert(path.filename().string());
            if (std::regex_match(path.extension().string(), std::regex("\\.(h|cpp|cu|cuh)")))
                for (const std::string &comment : matches(read_all(path), "//[^\n]*", 0))
                    comments[path.string()] += comment + '\n';
        }
    EXPECT_GT(comments.size(), 300U);
    for (const auto &[path, text] : comments)
        for (const std::string &named :
             matches(text, "(?:^|[^<\\w/.-])([a-z][\\w/-]*\\.(?:h|cu|cuh|cpp))\\b", 1)) {
            const std::string name = fs::path(named).filename().string();
            const bool of_a_library = named.starts_with("hwy/") || named.starts_with("backends/");
            EXPECT_TRUE(of_a_library || names.contains(name)) << path << " names " << named;
        }
}

} // namespace
} // namespace fathom
