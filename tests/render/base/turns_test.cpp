#include "render/base/turns.h"

#include "tests/support/wait_for.h"

#include <atomic>
#include <gtest/gtest.h>
#include <optional>
#include <thread>
#include <vector>

namespace fathom::turns_test {

TEST(Turns, EndWhereTheyAreStoppedAndLetOthersPass) {
    Turns turns(1);
    std::optional<Turns::Turn> held;
    held.emplace(turns, 5);
    std::atomic<bool> stop = false;
    std::atomic<int> given_up = 0, served = 0;
    std::vector<std::jthread> threads;
    for (int number = 0; number < 3; ++number)
        threads.emplace_back([&] {
            const Turns::Turn turn(turns, 0, stop);
            given_up += turn.taken() ? 0 : 1;
        });
    threads.emplace_back([&] {
        const Turns::Turn turn(turns, 1);
        served += turn.taken() ? 1 : 0;
    });
    stop = true;
    EXPECT_TRUE(wait_for([&] { return given_up == 3; })); // while the turn is held
    EXPECT_EQ(served, 0);
    held.reset();
    EXPECT_TRUE(wait_for([&] { return served == 1; }));
}

} // namespace fathom::turns_test
