#include "app/commands.h"
#include "render/base/assets.h"
#include "render/base/error.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace fathom::app {
namespace {

namespace fs = std::filesystem;

constexpr const char *kPython = "python3";

fs::path ray_script() {
    const std::optional<fs::path> assets = find_assets_dir();
    const fs::path script = assets.value_or("assets") / "farm/fathom_ray.py";
    if (std::error_code ignored; !fs::exists(script, ignored))
        throw InputError(fmt::format("{} is missing; install Fathom again, or set FATHOM_ASSETS to "
                                     "its assets folder",
                                     script.string()));
    return script;
}

std::vector<std::string> words_of(const FarmCommand &command, const OutputOptions &output) {
    const fs::path own = fs::read_symlink("/proc/self/exe");
    // With "=", so that no value is taken for an option.
    std::vector<std::string> words = {kPython,
                                      ray_script().string(),
                                      "--address=" + command.ray,
                                      "--device=" + command.device,
                                      "--program=" + command.program,
                                      "--own-program=" + own.string()};
    if (command.threads > 0)
        words.push_back(fmt::format("--threads={}", command.threads));
    if (output.json)
        words.emplace_back("--json");
    if (output.quiet)
        words.emplace_back("--quiet");
    words.emplace_back("--");
    words.push_back(command.job.string());
    return words;
}

} // namespace

int run(const FarmCommand &command, const OutputOptions &output) {
    const std::vector<std::string> words = words_of(command, output);
    std::vector<char *> arguments;
    for (const std::string &word : words)
        arguments.push_back(const_cast<char *>(word.c_str())); // which execvp leaves as they are
    arguments.push_back(nullptr);
    // In this program's place, so that signals and the exit code are the farm's own.
    execvp(kPython, arguments.data());
    throw DeviceError(fmt::format("{} cannot be started ({}); install Python 3 and then Ray with "
                                  "'python3 -m pip install ray'",
                                  kPython, std::strerror(errno)));
}

} // namespace fathom::app
