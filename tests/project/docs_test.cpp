// What the documents say of the program: keys, mouse, commands, options, keys of JSON, and numbers
// of things.
#include "kernels/formulas/formula_ids.h"
#include "tests/support/documents.h"
#include "tests/support/run_fathom.h"
#include "ui/state/input.h"
#include "ui/state/key_bindings.h"

#include <fmt/format.h>
#include <map>

namespace fathom::docs_test {

namespace fs = std::filesystem;

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

TEST_F(Docs, TheReadmeHasTheProgramsKeys) {
    std::map<std::string, std::string> documented;
    for (const Row &row : table("README.md", "| key | | key | |")) {
        ASSERT_EQ(row.size(), 4U);
        for (const int at : {0, 2})
            for (const std::string &key : in_backticks(row[at]))
                documented[key] = row[at + 1];
    }
    Words keys;
    for (const ui::KeyBinding &binding : ui::key_bindings()) {
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
            if (binding.action != ui::Action::help)
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
    for (const ui::MouseGesture &gesture : ui::mouse_gestures()) {
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
                          "--prefix",     "--preset", "--quick",     "--resource-usage",
                          "--tool",       "--wrap"};
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
    Words colour; // which docs/reference/colours.md has
    for (const Row &row : table("docs/reference/colours.md", "| option | | default |"))
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

} // namespace fathom::docs_test
