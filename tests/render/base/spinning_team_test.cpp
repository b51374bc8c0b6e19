// Jobs of phases that threads share: every part of every phase once, and none before the phase
// before it has ended.
#include "render/base/spinning_team.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <thread>

namespace fathom::spinning_team_test {

constexpr std::size_t kMostParts = 4;

TEST(SpinningTeam, DoesEveryPartOnceAfterThePhaseBefore) {
    // Not atomic: a thread sanitizer sees where a phase does not wait.
    std::array<std::array<std::uint64_t, kMostParts>, 4> values{};
    std::size_t parts = 1, end = 0;
    std::array<std::array<int, kMostParts>, 4> times{};
    const auto work = [&](std::size_t phase, std::size_t part) {
        ++times[phase][part];
        std::uint64_t sum = part + 1;
        for (std::size_t i = 0; phase > 0 && i < parts; ++i)
            sum = 3 * sum + values[phase - 1][i];
        values[phase][part] = sum;
    };
    SpinningTeam team(kMostParts, {work, [&](std::size_t phase) { return phase != end; }});
    for (std::uint64_t job = 0; job < 20'000; ++job) {
        parts = 1 + job % kMostParts;
        const std::size_t phases = 1 + job / 3 % 4;
        end = job % 5 == 0 ? job % 4 : phases; // 0: to the end
        const std::size_t done = end == 0 ? phases : std::min(end, phases);
        times = {};
        values = {};
        team.run(phases, parts);
        const auto told = values;
        const auto told_times = times;
        for (std::size_t phase = 0; phase < times.size(); ++phase)
            for (std::size_t part = 0; part < kMostParts; ++part)
                ASSERT_EQ(told_times[phase][part], phase < done && part < parts ? 1 : 0) << job;
        values = {};
        for (std::size_t phase = 0; phase < done; ++phase)
            for (std::size_t part = 0; part < parts; ++part)
                work(phase, part);
        ASSERT_EQ(told, values) << job;
        if (job % 5000 == 0) // long enough for the threads to fall asleep
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

} // namespace fathom::spinning_team_test
