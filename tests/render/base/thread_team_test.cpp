#include "render/base/thread_team.h"

#include <atomic>
#include <gtest/gtest.h>
#include <new>

namespace fathom::thread_team_test {

TEST(ThreadTeam, HandsOverWhatItsThreadsThrow) {
    ThreadTeam team(3);
    std::atomic<int> runs = 0;
    for (int round = 0; round < 20; ++round) {
        runs = 0;
        EXPECT_THROW(team.run([&] {
            ++runs;
            throw std::bad_alloc();
        }),
                     std::bad_alloc);
        EXPECT_EQ(runs, 3);
        team.run([&] { ++runs; }); // what was thrown is forgotten
        EXPECT_EQ(runs, 6);
    }
}

TEST(ThreadTeam, WaitsForAllWhereOneThrows) {
    ThreadTeam team(4);
    std::atomic<int> next = 0;
    std::atomic<int> ended = 0;
    const auto work = [&] {
        if (next++ == 0)
            throw 7;
        ++ended;
    };
    EXPECT_THROW(team.run(work), int);
    EXPECT_EQ(ended, 3);
}

} // namespace fathom::thread_team_test
