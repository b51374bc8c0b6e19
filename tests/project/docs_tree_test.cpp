// What the documents say of the tree: events that are logged, programs that are started, fuzz
// targets, keys of files, and every path that is named, in comments, too.
#include "kernels/formulas/formula_ids.h"
#include "render/places/location_toml.h"
#include "tests/support/documents.h"
#include "ui/state/input.h"

#include <map>

namespace fathom::docs_tree_test {

namespace fs = std::filesystem;

/// "session restored" of "session restored" and "bookmark added" of "bookmark added ID" or
/// "bookmark added {}".
std::string event_name(const std::string &text) {
    return trimmed_cell(matches(text, "^(([a-z][a-z-]*( |$))*)", 1).at(0));
}

TEST_F(Docs, DiagnosticsHasTheEventsThatAreLogged) {
    Words documented;
    for (const Row &row : table("docs/reference/diagnostics.md", "| WHAT | when |"))
        for (const std::string &event : in_backticks(row.at(0)))
            documented.insert(event_name(event));

    Words logged;
    const ui::Command commands[] = {ui::ViewCommand(ui::ZoomAt{}),
                                    ui::ViewCommand(ui::PanBy{}),
                                    ui::ViewCommand(ui::ZoomToBox{}),
                                    ui::ViewCommand(ui::CentreAndZoom{}),
                                    ui::ViewCommand(ui::RotateAt{}),
                                    ui::TurnWheel{},
                                    ui::HoldZoom{},
                                    ui::LetGo{},
                                    ui::MoveDivider{},
                                    ui::PaletteKey{},
                                    ui::OpenFile{}};
    for (const ui::Command &command : commands)
        logged.insert(event_name(describe(command)));
    logged.insert("key");
    EXPECT_TRUE(describe(ui::Command(ui::Action::quit)).starts_with("key "));
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

TEST_F(Docs, SecurityNamesEverySourceThatStartsAProgram) {
    const std::regex starts("\\b(run_child|FedChild|SDL_OpenURL|(posix_spawnp?|exec[lv][pe]*|v?fork"
                            "|popen|std::system)\\()");
    Words starting;
    for (const char *folder : {"app", "kernels", "render", "ui"})
        for (const auto &entry : fs::recursive_directory_iterator(kSource / folder)) {
            const std::string path = entry.path().lexically_relative(kSource).string();
            if (entry.path().extension() == ".cpp" && path != "render/base/child_process.cpp" &&
                std::regex_search(read_all(entry.path()), starts))
                starting.insert(path);
        }
    Words documented;
    for (const Row &row : table("SECURITY.md", "| program | when | source |"))
        for (const std::string &path : in_backticks(row.at(2)))
            documented.insert(path);
    EXPECT_EQ(starting, documented);
}

TEST_F(Docs, SecurityNamesEveryFuzzTarget) {
    Words targets;
    for (const auto &entry : fs::directory_iterator(kSource / "fuzz/seeds"))
        targets.insert(entry.path().filename().string());
    Words documented;
    for (const Row &row : table("SECURITY.md", "| file | fuzz targets |"))
        for (const std::string &name : in_backticks(row.at(1)))
            documented.insert(name);
    EXPECT_EQ(targets, documented);
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
    for (const Row &row :
         table("docs/reference/location-format.md", "| key | meaning | range | default |")) {
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

} // namespace fathom::docs_tree_test
