#pragma once
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <string>

namespace fathom {

/// A folder for jobs.
class CliJobFolder : public testing::Test {
  protected:
    [[nodiscard]] std::string path(const std::string &name) const {
        return (folder_.path() / name).string();
    }
    /// Runs it and expects that it ends well.
    RunResult good(const Arguments &arguments) const {
        RunResult result = run_fathom(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result;
    }
    [[nodiscard]] Arguments task(int number) const {
        return {"task", path("job"), std::to_string(number), "--device", "cpu"};
    }
    /// Does task 1, killed at least twice: each time when fewer than `step` bytes have come to the
    /// file `kept`, in which its result `result` grows.
    void do_with_kills(const std::string &result, const std::string &kept,
                       std::uintmax_t step) const {
        std::mt19937 random(20261125);
        std::uintmax_t most = 0;
        const auto size = [&] {
            std::error_code failed;
            const std::uintmax_t bytes = std::filesystem::file_size(kept, failed);
            return failed ? 0 : bytes;
        };
        int kills = 0;
        for (; kills < 20 && !std::filesystem::exists(result); ++kills) {
            RunningFathom program(task(1));
            const std::uintmax_t until = most + random() % step;
            ASSERT_TRUE(
                wait_for([&] { return size() > until || std::filesystem::exists(result); }));
            most = std::max(most, size());
            program.signal(SIGKILL);
            program.wait();
        }
        EXPECT_GE(kills, 2);
        good(task(1));
    }

    const TempFolder folder_;
};

/// Of a film with five segments.
class CliFilmJob : public CliJobFolder {
  protected:
    void SetUp() override {
        if (std::system("ffmpeg -version >/dev/null 2>&1") != 0) // NOLINT: no shell's input
            GTEST_SKIP() << "there is no FFmpeg";
        write_all(path("film.toml"), "fathom-film = 1\n"
                                     "[film]\nsize = [64, 48]\nfps = 5\nsamples = 1\n"
                                     "[[key]]\nseconds = 0\n"
                                     "[key.view]\nre = \"-0.75\"\nim = \"0\"\nzoom = \"1\"\n"
                                     "[[key]]\nseconds = 9\n[key.view]\nre = \"-0.743643\"\n"
                                     "im = \"0.131825\"\nzoom = \"500\"\n");
    }
    void plan_film(int tasks, const Arguments &options = {}) const {
        good(joined({"plan", "-q", path("film.toml"), "-o", path("job"), "--tasks",
                     std::to_string(tasks), "--device", "cpu"},
                    options));
    }
    [[nodiscard]] std::string film_alone(const std::string &type,
                                         const Arguments &options = {}) const {
        good(joined({"film", "-q", path("film.toml"), "--device", "cpu", "-o", path("a." + type)},
                    options));
        return read_all(path("a." + type));
    }
    void do_two() const {
        good(task(1));
        good(task(2));
        good(join_to("mp4"));
    }
    [[nodiscard]] Arguments join_to(const std::string &type) const {
        return {"join", path("job"), "-o", path("b." + type)};
    }
};

} // namespace fathom
