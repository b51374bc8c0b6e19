#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <sys/types.h>
#include <vector>

namespace fathom {

/// Of a command line, one word after the other.
using Arguments = std::vector<std::string>;

inline Arguments joined(Arguments first, const Arguments &second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

/// How a run of the real program ended.
struct RunResult {
    int exit_code = -1; ///< -1 if a signal killed it
    std::string out;
    std::string err;
    long peak_kib = 0; ///< of resident memory

    /// Standard output, which has to be one line of JSON.
    [[nodiscard]] nlohmann::json json() const;
};

struct RunOptions {
    std::map<std::string, std::string> environment; ///< on top of the test's own; "" removes
    int error_descriptor = -1;                      ///< for standard error; -1: captured
    std::string program = "fathom";                 ///< or another that this build made
    std::string output_file;                        ///< for standard output; empty: captured
    std::string before; ///< shell commands before it, such as "ulimit -n 8" or "exec >&-"
    long data_kib = 0;  ///< memory of its own that it gets at most, stacks and what is reserved but
                        ///< never touched among them, as by `ulimit -d`; 0: as much as there is
};

/// A run of the program that this build made.
class RunningFathom {
  public:
    explicit RunningFathom(const Arguments &arguments, const RunOptions &options = {});
    /// Ends the program if it still runs.
    ~RunningFathom();
    RunningFathom(const RunningFathom &) = delete;
    RunningFathom &operator=(const RunningFathom &) = delete;

    void signal(int number) const;
    /// Its number, as in /proc.
    [[nodiscard]] std::string pid() const { return std::to_string(pid_); }
    /// Whether it deals with this signal by itself by now.
    [[nodiscard]] bool catches(int signal) const;
    /// Whether it has used 0.3 s of processor time: more than a start takes.
    [[nodiscard]] bool has_worked() const;
    RunResult wait();

  private:
    std::string folder_;
    pid_t pid_ = -1;
};

/// Runs it to its end.
RunResult run_fathom(const Arguments &arguments, const RunOptions &options = {});

} // namespace fathom
