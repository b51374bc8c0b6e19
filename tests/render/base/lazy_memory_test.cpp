// Memory that is made when it is read.
#include "render/base/lazy_memory.h"

#include "tests/support/sanitized.h"

#include <csignal>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

namespace fathom::lazy_memory_test {

constexpr std::size_t kWindowBytes = 16384;
constexpr std::size_t kNumbers = kWindowBytes / sizeof(std::uint64_t);

/// The number at an index of all of them.
std::uint64_t number_at(std::uint64_t index) {
    return index * 0x9e3779b97f4a7c15U + 1;
}

void fill(std::uint64_t window, std::byte *to) {
    auto *numbers = reinterpret_cast<std::uint64_t *>(to);
    for (std::uint64_t i = 0; i < kNumbers; ++i)
        numbers[i] = number_at(window * kNumbers + i);
}

const std::uint64_t *numbers_of(const LazyMemory &memory) {
    return reinterpret_cast<const std::uint64_t *>(memory.data());
}

TEST(LazyMemory, IsReadLikeAnyOtherByManyThreads) {
    constexpr std::size_t kWindows = 300;
    const LazyMemory memory({kWindowBytes, kWindows, 24, true}, fill);
    std::vector<std::thread> threads;
    std::atomic<int> wrong = 0;
    for (unsigned seed = 1; seed <= 6; ++seed)
        threads.emplace_back([&, seed] {
            std::mt19937_64 random(seed);
            for (int i = 0; i < 4000; ++i) {
                const std::uint64_t at = random() % (kWindows * kNumbers);
                wrong += numbers_of(memory)[at] != number_at(at) ? 1 : 0;
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(memory.fills(), 24U);
}

TEST(LazyMemory, KeepsWhatIsReadAgain) {
    const LazyMemory memory({kWindowBytes, 100, 32, true}, fill);
    for (int round = 0; round < 50; ++round)
        for (std::uint64_t window = 0; window < 32; ++window)
            ASSERT_EQ(numbers_of(memory)[window * kNumbers + 7], number_at(window * kNumbers + 7));
    EXPECT_EQ(memory.fills(), 32U);
}

TEST(LazyMemory, IsWrittenFirstAndMadeAgainOnceItIsDropped) {
    LazyMemory memory({kWindowBytes, 4, 16, false}, fill);
    auto *numbers = reinterpret_cast<std::uint64_t *>(memory.data());
    for (std::uint64_t i = 0; i < 4 * kNumbers; ++i)
        numbers[i] = 5;
    memory.drop(1);
    EXPECT_EQ(numbers[0], 5U);
    EXPECT_EQ(numbers[kNumbers - 1], 5U);
    EXPECT_EQ(numbers[kNumbers], number_at(kNumbers));
    EXPECT_EQ(numbers[2 * kNumbers - 1], number_at(2 * kNumbers - 1));
    EXPECT_EQ(numbers[2 * kNumbers], 5U);
    EXPECT_EQ(memory.fills(), 1U);
}

TEST(LazyMemory, TakesNoAddressSpaceThatIsNotThere) {
    EXPECT_THROW(LazyMemory({kWindowBytes, std::size_t{1} << 40U, 16, true}, fill), std::bad_alloc);
}

TEST(LazyMemory, LeavesFaultsElsewhereToOthers) {
    if (kSanitized)
        GTEST_SKIP() << "a sanitizer reports faults in its own way";
    const LazyMemory memory({kWindowBytes, 4, 16, true}, fill);
    EXPECT_EQ(numbers_of(memory)[0], number_at(0));
    const auto fault = [] {
        const ReservedMemory elsewhere(4096, ReservedMemory::Access::kNone);
        const volatile std::byte *byte = elsewhere.data();
        static_cast<void>(*byte);
    };
    EXPECT_EXIT(fault(), testing::KilledBySignal(SIGSEGV), "");
}

} // namespace fathom::lazy_memory_test
