// What the documents say of the program: commands, options, keys, JSON, variables, and numbers of
// things.
#include "kernels/formulas/formula_ids.h"
#include "tests/support/documents.h"
#include "tests/support/run_fathom.h"

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
    const auto names =
        matches(help.substr(0, help.find("For every command")), "\n {2}([a-z]+) ", 1);
    return {names.begin(), names.end()};
}

/// Long options and what the help says about each, in one line; "" where it names it alone.
std::map<std::string, std::string> options_of(const std::string &command) {
    const std::string help = std::regex_replace(help_of(command), std::regex("\n {20,}"), " ");
    std::map<std::string, std::string> options;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("  -"))
            for (const std::string &option : matches(line, "--[a-z-]+", 0))
                options.try_emplace(option, line);
    return options;
}

TEST_F(Docs, ReferencePagesAreWhatTheProgramPrints) {
    const TempFolder folder;
    ASSERT_EQ(run_fathom({"print-documentation", folder / "new"}).exit_code, 0);
    for (const char *page : {"command-line.md", "keys.md"})
        EXPECT_EQ(read_all(folder / "new/reference" / page),
                  text_of(std::string("docs/reference/") + page))
            << "run: build/release/bin/fathom print-documentation build/documentation && cp "
               "build/documentation/reference/* docs/reference";
}

TEST_F(Docs, HelpFitsTheScreen) {
    const Words there = commands();
    EXPECT_GE(there.size(), 15U);
    for (const std::string &command : there) {
        std::istringstream lines(help_of(command));
        int count = 0;
        for (std::string line; std::getline(lines, line); ++count)
            EXPECT_LE(line.size(), 100U) << line;
        EXPECT_LE(count, command == "render" || command == "plan" ? 80 : 50) << command;
    }
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

Words keys_of_json(const std::string &text) {
    const auto found = matches(text, "\"([a-z_]+)\":", 1);
    return {found.begin(), found.end()};
}

/// What stands under a heading of a page, up to the next heading of its kind.
std::string section(const std::string &page, const std::string &heading) {
    const std::string text = text_of(page);
    const std::size_t from = text.find("\n## " + heading + '\n');
    EXPECT_NE(from, text.npos) << page << " has no section " << heading;
    return text.substr(from, text.find("\n## ", from + 1) - from);
}

/// The keys that begin the items of a section: "- `width`, `height`: its size".
Words documented_keys(const std::string &command) {
    const std::string text = section("docs/reference/json.md", command);
    Words keys;
    for (const std::string &line : matches(text, "\n *- (`[^:\n]*)", 1))
        for (const std::string &key : in_backticks(line))
            keys.insert(key);
    if (contains(text, "(#exactness)"))
        for (const std::string &key : documented_keys("Exactness"))
            keys.insert(key);
    return keys;
}

TEST_F(Docs, JsonHasEveryKey) {
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
    for (const auto &[command, run] : runs) {
        const Words there = keys_of_json(run_fathom(run).json().dump());
        Words documented = documented_keys(command);
        if (command == "devices") // of GPUs, and of what is missing
            for (const char *key : {"driver", "measured", "speedups", "what", "why"})
                if (!there.contains(key))
                    documented.erase(key);
        EXPECT_EQ(difference(there, documented), Words()) << command;
        EXPECT_EQ(difference(documented, there), Words()) << command;
    }
}

/// Names in calls that read the environment, directly or through a function around getenv.
TEST_F(Docs, EnvironmentHasEveryVariable) {
    Words read;
    for (const char *folder : {"app", "kernels", "render", "ui"})
        for (const auto &entry : fs::recursive_directory_iterator(kSource / folder))
            if (entry.path().extension() == ".cpp") {
                const std::string text = read_all(entry.path());
                if (contains(text, "getenv("))
                    for (const std::string &name : matches(text, "\\w\\(\"([A-Z][A-Z_]+)\"[),]", 1))
                        read.insert(name);
            }
    for (const char *script : {"run", "check", "scripts/prepare.sh"})
        for (const std::string &name :
             matches(text_of(script), "\\$\\{(FATHOM_[A-Z_]+|TMPDIR|DISPLAY):-", 1))
            read.insert(name);
    EXPECT_GE(read.size(), 15U) << "the calls are not found any more";
    const std::string page = text_of("docs/reference/environment.md");
    for (const std::string &name : read)
        EXPECT_TRUE(contains(page, '`' + name + '`')) << name << " is not documented";
    const Words others = {"CMAKE_BUILD_PARALLEL_LEVEL"}; // which CMake reads
    for (const std::string &line : matches(page, "\n- (`[A-Z][^:\n]*)", 1))
        for (const std::string &name : in_backticks(line))
            EXPECT_TRUE(read.contains(name) || others.contains(name)) << name << " is never read";
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
}

} // namespace fathom::docs_test
