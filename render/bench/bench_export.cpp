#include "render/bench/bench_export.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/bench/bench_png.h"
#include "render/bench/scratch_folder.h"
#include "render/images/png_compressor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace fathom {
namespace {

/// What a child process tells, in one write to a pipe.
struct Outcome {
    double ms = 0;
    double added_kib = 0;
    std::array<char, 256> failure{}; ///< empty: there was none
};
static_assert(sizeof(Outcome) < _POSIX_PIPE_BUF); // whole or not at all

/// The most memory that this process had resident so far. A child starts with what its parent has.
double peak_kib() {
    struct rusage usage {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss);
}

template <class Work> Outcome outcome_of(const Work &work) noexcept {
    Outcome outcome;
    try {
        const double before = peak_kib();
        const Stopwatch watch;
        work();
        outcome.ms = watch.ms();
        outcome.added_kib = peak_kib() - before;
    } catch (const std::exception &error) {
        std::strncpy(outcome.failure.data(), error.what(), outcome.failure.size() - 1);
    }
    return outcome;
}

/// A child process that runs some work and tells how it went.
class Child {
  public:
    /// Throws DeviceError if there can be no further process.
    template <class Work> explicit Child(const Work &work) {
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0)
            refuse();
        from_child_ = ends[0];
        pid_ = fork();
        if (pid_ == 0) {
            const Outcome outcome = outcome_of(work);
            const bool told = ::write(ends[1], &outcome, sizeof outcome) == sizeof outcome;
            _exit(told ? 0 : 1); // the parent's objects are not ours to destroy
        }
        close(ends[1]);
        if (pid_ < 0) {
            close(from_child_);
            refuse();
        }
    }
    ~Child() {
        kill(pid_, SIGKILL); // has no effect on one that has ended
        close(from_child_);
        while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
            // a signal that the stop flag already knows of
        }
    }
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;

    /// Nothing if stopped. Throws DiskError with what went wrong there.
    std::optional<Outcome> wait(const std::atomic<bool> &stop) const {
        constexpr int kPollMs = 20;
        struct pollfd ready = {from_child_, POLLIN, 0};
        while (!stop && poll(&ready, 1, kPollMs) <= 0) {
            // not yet
        }
        if (stop)
            return std::nullopt;
        Outcome outcome;
        if (read(from_child_, &outcome, sizeof outcome) != sizeof outcome)
            throw DiskError("a PNG writer that was to be measured was ended from outside; make "
                            "more memory free");
        if (outcome.failure[0] != '\0')
            throw DiskError(outcome.failure.data());
        return outcome;
    }

  private:
    [[noreturn]] static void refuse() {
        throw DeviceError(fmt::format("cannot start a process to measure PNG writers: {}; close "
                                      "other programs",
                                      std::generic_category().message(errno)));
    }

    int from_child_ = -1;
    pid_t pid_ = -1;
};

/// One writer with one number of threads.
struct Entry {
    const PngContender &contender;
    int threads;
};

std::vector<Entry> entries(int most_threads) {
    std::vector<Entry> found;
    for (const PngContender &contender : png_contenders())
        for (int threads = 1; threads <= (contender.uses_threads ? most_threads : 1); threads *= 2)
            found.push_back({contender, threads});
    return found;
}

/// Nothing if stopped.
std::optional<ExportRow> measure_entry(const Entry &entry, const ExportBench &bench,
                                       const EndlessPicture &picture,
                                       const std::filesystem::path &file,
                                       const std::atomic<bool> &stop) {
    const auto run = [&](int rows) {
        const Child child([&] { entry.contender.write(picture, rows, file, entry.threads); });
        return child.wait(stop);
    };
    const int trial_rows = bench.trial_rows;
    const auto trial = run(trial_rows);
    if (!trial)
        return std::nullopt;
    const double rows = trial_rows * 1000 * bench.seconds / std::max(trial->ms, 0.001);
    const int chosen =
        static_cast<int>(std::clamp<double>(rows, trial_rows, entry.contender.most_rows));
    const auto result = run(chosen);
    if (!result)
        return std::nullopt;
    ExportRow row;
    row.writer = entry.contender.name;
    row.threads = entry.threads;
    row.size = {EndlessPicture::kWidth, chosen};
    row.megapixels_per_s = 1e-6 * row.size.width * row.size.height / (result->ms / 1000);
    row.peak_mib = result->added_kib / 1024;
    return row;
}

} // namespace

bool bench_export(const ExportBench &bench, const BenchmarkWatch &watch, BenchReport &report) {
    const ScratchFolder folder;
    const EndlessPicture picture;
    const int wanted = bench.threads > 0
                           ? bench.threads
                           : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const int threads = std::min(wanted, PngCompressor::kMaxThreads);
    const auto all = entries(threads);
    int done = 0;
    for (const Entry &entry : all) {
        const auto row = measure_entry(entry, bench, picture, folder.file(), watch.stop);
        if (!row)
            return false;
        report.exports.push_back(*row);
        watch.progress(++done / static_cast<double>(all.size()));
    }
    return true;
}

} // namespace fathom
