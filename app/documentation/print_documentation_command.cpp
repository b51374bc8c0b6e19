#include "app/command_line.h"
#include "app/documentation/completions.h"
#include "app/documentation/man_pages.h"
#include "app/documentation/reference_pages.h"
#include "render/base/error.h"
#include "render/base/output_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

namespace fathom::app {
namespace {

namespace fs = std::filesystem;

void write(const fs::path &path, const std::string &text) {
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        throw DiskError(fmt::format("cannot make the folder {} ({}); choose another one",
                                    path.parent_path().string(), error.message()));
    write_text_file(path, text);
}

} // namespace

int run(const PrintDocumentationCommand &command, const OutputOptions &output) {
    const std::vector<CommandEntry> table = command_table();
    const fs::path &folder = command.folder;
    write(folder / "reference/command-line.md", command_line_page(table));
    write(folder / "reference/keys.md", keys_page());
    for (const CommandEntry &entry : table)
        write(folder / "man" / (entry.name.empty() ? "fathom.1" : "fathom-" + entry.name + ".1"),
              man_page(entry, table));
    write(folder / "completions/fathom.bash", bash_completion(table));
    write(folder / "completions/fathom.zsh", zsh_completion(table));
    write(folder / "completions/fathom.fish", fish_completion(table));
    if (output.json)
        print_json({{"folder", folder.string()}});
    return 0;
}

} // namespace fathom::app
