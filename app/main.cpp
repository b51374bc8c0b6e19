#include "app/command_line.h"
#include "app/option_advice.h"
#include "render/base/error.h"
#include "render/engines/gpu_backend.h"

#include <csignal>
#include <new>
#include <nlohmann/json.hpp>

namespace {

using namespace fathom;
using namespace fathom::app;

constexpr int kFailure = 3;

int run(const TextCommand &command, const OutputOptions &output) {
    if (output.json && !command.version.empty())
        print_json({{"version", command.version}, {"cuda", has_cuda()}});
    else
        print_text(command.text);
    return 0;
}

int run_command_line(const std::vector<std::string> &arguments) {
    const CommandLine line = parse_command_line(arguments);
    return std::visit([&](const auto &command) { return run(command, line.output); }, line.command);
}

} // namespace

int main(int argc, char **argv) {
    // A file beyond the limit for files is then a failed write with a reason, not a killed process.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return run_command_line({argv + (argc > 0 ? 1 : 0), argv + argc});
    } catch (const Error &error) {
        print_error(with_options(error.complaint()));
        return error.exit_code();
    } catch (const std::bad_alloc &) {
        print_error("there is not enough memory for this; choose a smaller --size or close other "
                    "programs");
        return kFailure;
    } catch (const std::exception &error) {
        print_error(std::string("unexpected failure: ") + error.what());
        return kFailure;
    }
}
