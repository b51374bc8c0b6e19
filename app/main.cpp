#include "app/command_line.h"
#include "app/option_advice.h"
#include "app/process_start.h"
#include "render/base/error.h"
#include "render/base/out_of_memory.h"
#include "render/base/version.h"
#include "render/engines/gpu_backend.h"

#include <new>
#include <nlohmann/json.hpp>
#include <system_error>

namespace {

using namespace fathom;
using namespace fathom::app;

constexpr int kFailure = 3;

void say_that_memory_is_out() noexcept {
    print_error("there is not enough memory for this; choose a smaller --size or close other "
                "programs");
}

int end_without_memory() noexcept {
    say_that_memory_is_out();
    return kFailure;
}

int run(const TextCommand &command, const OutputOptions &output) {
    if (output.json && !command.version.empty())
        print_json({{"version", command.version},
                    {"commit", commit().hash},
                    {"commit_date", commit().date},
                    {"cuda", has_cuda()}});
    else
        print_text(command.text);
    return 0;
}

int run_command_line(const std::vector<std::string> &arguments) {
    const CommandLine line = parse_command_line(arguments);
    if (!std::holds_alternative<GuiCommand>(line.command))
        check_standard_output(line.output);
    return std::visit([&](const auto &command) { return run(command, line.output); }, line.command);
}

} // namespace

int main(int argc, char **argv) {
    end_politely_without_memory(say_that_memory_is_out, kFailure);
    try {
        prepare_process();
        return run_command_line({argv + (argc > 0 ? 1 : 0), argv + argc});
    } catch (const OutputClosed &) { // who reads it has seen enough
        return 0;
    } catch (const Error &error) {
        // A stream that had no memory makes a good file a broken one.
        if (memory_was_refused() && error.exit_code() != kFailure)
            return end_without_memory();
        print_error(with_options(error.complaint()));
        return error.exit_code();
    } catch (const std::bad_alloc &) {
        return end_without_memory();
    } catch (const std::system_error &error) {
        if (error.code() == std::errc::resource_unavailable_try_again)
            print_error("the system has no more threads for this; choose fewer with --threads, "
                        "raise the limit on processes (ulimit -u) or close other programs");
        else
            print_error(std::string("unexpected failure: ") + error.what());
        return kFailure;
    } catch (const std::exception &error) {
        if (memory_was_refused())
            return end_without_memory();
        print_error(std::string("unexpected failure: ") + error.what());
        return kFailure;
    }
}
