// Which number of threads is taken for tasks that are timed: against a made-up clock.
#include "render/base/team_choice.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <gtest/gtest.h>

namespace fathom::team_choice_test {

using namespace std::chrono_literals;
using Nanoseconds = std::chrono::nanoseconds;

/// Runs tasks that take what `cost` says for a team; returns how many of each size up to 4 there
/// were.
std::array<std::size_t, 5> run(TeamChoice &choice, std::size_t tasks,
                               const std::function<Nanoseconds(std::size_t)> &cost,
                               TeamChoice::Clock::time_point &now) {
    std::array<std::size_t, 5> of_size{};
    for (std::size_t i = 0; i < tasks; ++i) {
        const std::size_t size = choice.size();
        ++of_size.at(size);
        now += cost(size);
        choice.done(now);
    }
    return of_size;
}

TEST(TeamChoice, TakesTheFastestAndFollowsWhenThatChanges) {
    TeamChoice choice({1, 2, 4});
    EXPECT_EQ(choice.largest(), 4U);
    EXPECT_EQ(choice.size(), 1U);
    auto now = TeamChoice::Clock::now();
    const auto free = [](std::size_t size) { return 10us / size + 1us; };
    const auto busy = [](std::size_t size) -> Nanoseconds {
        return size == 1 ? 10us : size == 2 ? 200us : 5ms;
    };
    auto counts = run(choice, 20'000, free, now);
    EXPECT_GT(counts[4], 19'000U);

    counts = run(choice, 20'000, busy, now);
    EXPECT_GT(counts[1], 19'000U);
    EXPECT_LT(counts[4], 50U); // 5 ms each: left at once, and tried again for one task alone
    counts = run(choice, 200'000, free, now);
    EXPECT_GT(counts[4], 60'000U);
    EXPECT_EQ(choice.size(), 4U);
}

// Threads that sleep take so long to wake up that a team's first tasks are slower than one
// thread's.
TEST(TeamChoice, LetsATeamWakeUpBeforeItIsTimed) {
    TeamChoice choice({1, 2, 4});
    auto now = TeamChoice::Clock::now();
    auto asked_since = now; // more than one
    const auto cost = [&](std::size_t size) -> Nanoseconds {
        if (size == 1)
            asked_since = now;
        const bool is_awake = size > 1 && now - asked_since >= 450us;
        return is_awake ? 10us / static_cast<int>(size) + 1us : 12us;
    };
    EXPECT_GT(run(choice, 20'000, cost, now)[4], 18'000U);
}

TEST(TeamChoice, HasNoChoiceOfOne) {
    TeamChoice choice({3});
    auto now = TeamChoice::Clock::now();
    EXPECT_EQ(run(
                  choice, 5'000, [](std::size_t) { return 1ms; }, now)[3],
              5'000U);
}

} // namespace fathom::team_choice_test
