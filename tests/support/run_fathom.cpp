#include "tests/support/run_fathom.h"

#include "tests/support/processor_time.h"
#include "tests/support/temp_folder.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fathom {
namespace {

/// The actions and attributes of one posix_spawn.
struct SpawnPlan {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;

    SpawnPlan() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        // What a test sets for itself must not hide how the program deals with signals.
        sigset_t all;
        sigfillset(&all);
        posix_spawnattr_setsigdefault(&attributes, &all);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    }
    ~SpawnPlan() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    SpawnPlan(const SpawnPlan &) = delete;
    SpawnPlan &operator=(const SpawnPlan &) = delete;

    void redirect(int descriptor, const std::string &path) {
        posix_spawn_file_actions_addopen(&actions, descriptor, path.c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }
};

/// A program that was built with these tests: it stands beside them, also where both were copied
/// to another machine.
std::string program_named(const std::string &name) {
    return std::filesystem::read_symlink("/proc/self/exe").replace_filename(name).string();
}

std::vector<std::string> environment_with(const std::map<std::string, std::string> &changes) {
    std::vector<std::string> result;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (changes.count(text.substr(0, text.find('='))) == 0)
            result.push_back(text);
    }
    for (const auto &[name, value] : changes)
        if (!value.empty())
            result.push_back((name + '=').append(value));
    return result;
}

/// As execve takes it; valid as long as `strings`.
std::vector<char *> pointers_to(std::vector<std::string> &strings) {
    std::vector<char *> pointers;
    for (std::string &text : strings)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::string read_if_there(const std::filesystem::path &path) {
    return std::filesystem::exists(path) ? read_all(path) : std::string();
}

} // namespace

nlohmann::json RunResult::json() const {
    EXPECT_EQ(out.find('\n') + 1, out.size()) << "not one line: " << out;
    nlohmann::json parsed = nlohmann::json::parse(out, nullptr, false);
    EXPECT_TRUE(parsed.is_object()) << out << err;
    return parsed;
}

RunningFathom::RunningFathom(const std::vector<std::string> &arguments, const RunOptions &options) {
    folder_ = (std::filesystem::temp_directory_path() / "fathom-run-XXXXXX").string();
    if (::mkdtemp(folder_.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(), folder_);
    SpawnPlan plan;
    plan.redirect(STDOUT_FILENO,
                  options.output_file.empty() ? folder_ + "/out" : options.output_file);
    if (options.error_descriptor < 0)
        plan.redirect(STDERR_FILENO, folder_ + "/err");
    else
        posix_spawn_file_actions_adddup2(&plan.actions, options.error_descriptor, STDERR_FILENO);
    const std::string program = program_named(options.program);
    std::vector<std::string> words = {program};
    std::string before = options.before;
    if (options.data_kib > 0)
        before = "ulimit -d " + std::to_string(options.data_kib);
    if (!before.empty())
        words = {"/bin/sh", "-c", before + " && exec \"$0\" \"$@\"", program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> environment = environment_with(options.environment);
    const int error = posix_spawn(&pid_, words.front().c_str(), &plan.actions, &plan.attributes,
                                  pointers_to(words).data(), pointers_to(environment).data());
    if (error != 0)
        throw std::system_error(error, std::generic_category(), program);
}

RunningFathom::~RunningFathom() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

void RunningFathom::signal(int number) const {
    ::kill(pid_, number);
}

bool RunningFathom::catches(int signal) const {
    std::ifstream status("/proc/" + pid() + "/status");
    std::string word;
    while (status >> word)
        if (word == "SigCgt:" && status >> word)
            return (std::stoull(word, nullptr, 16) >> (signal - 1) & 1) != 0;
    return false;
}

bool RunningFathom::has_worked() const {
    clockid_t clock{};
    return ::clock_getcpuclockid(pid_, &clock) == 0 &&
           processor_time(clock) > std::chrono::milliseconds(300);
}

RunResult RunningFathom::wait() {
    int status = 0;
    rusage usage{};
    if (::wait4(pid_, &status, 0, &usage) != pid_)
        throw std::system_error(errno, std::generic_category(), "wait4");
    pid_ = -1;
    RunResult result;
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.out = read_if_there(folder_ + "/out");
    result.err = read_if_there(folder_ + "/err");
    result.peak_kib = usage.ru_maxrss;
    return result;
}

RunResult run_fathom(const std::vector<std::string> &arguments, const RunOptions &options) {
    return RunningFathom(arguments, options).wait();
}

} // namespace fathom
