#include "render/base/phase_clock.h"

#include <gtest/gtest.h>
#include <thread>

namespace fathom::phase_clock_test {

using Clock = PhaseClock<2>;

void work_for_ms(int ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

TEST(PhaseClock, CountsEachMomentOnce) {
    const Stopwatch watch;
    Clock clock;
    {
        const Clock::Work rest(clock, 1);
        work_for_ms(2);
        {
            const Clock::Work first(clock, 0);
            work_for_ms(2);
        }
        work_for_ms(2);
    }
    EXPECT_GE(clock.ms(0), 2);
    EXPECT_GE(clock.ms(1), 4);
    EXPECT_LE(clock.ms(0) + clock.ms(1), watch.ms());
    const double first_ms = clock.ms(0), rest_ms = clock.ms(1);
    work_for_ms(2); // nobody is at work
    EXPECT_EQ(clock.ms(0), first_ms);
    EXPECT_EQ(clock.ms(1), rest_ms);
}

TEST(PhaseClock, CountsForTheLowestNumberOfAllThreads) {
    Clock clock;
    const Clock::Work first(clock, 0);
    std::thread other([&] {
        const Clock::Work rest(clock, 1);
        const Clock::Work also_first(clock, 0);
        work_for_ms(2);
    });
    other.join();
    EXPECT_EQ(clock.ms(1), 0) << "it was hidden behind the other thread's";
    EXPECT_GE(clock.ms(0), 2) << "a work that is not over counts, too";
}

} // namespace fathom::phase_clock_test
