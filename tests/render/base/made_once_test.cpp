#include "render/base/made_once.h"

#include <future>
#include <gtest/gtest.h>
#include <latch>
#include <stdexcept>
#include <string>
#include <vector>

namespace fathom::made_once_test {

const std::atomic<bool> kGoOn = false;

using Words = MadeOnce<int, std::string>;

TEST(MadeOnce, MakesDifferentValuesSideBySide) {
    Words words;
    std::latch both(2); // each waits inside of its own make for the other one's
    const auto get = [&](int key) {
        return words.get(key, kGoOn, [&]() -> std::optional<std::string> {
            both.arrive_and_wait();
            return std::to_string(key);
        });
    };
    auto other = std::async(std::launch::async, get, 1);
    EXPECT_EQ(get(2), "2");
    EXPECT_EQ(other.get(), "1");
    EXPECT_EQ(words.values(), (std::map<int, std::string>{{1, "1"}, {2, "2"}}));
}

TEST(MadeOnce, MakesAValueOnceForAllWhoWantIt) {
    Words words;
    std::atomic<int> made = 0;
    std::latch all(4);
    std::vector<std::future<std::optional<std::string>>> wanted;
    for (int i = 0; i < 4; ++i)
        wanted.push_back(std::async(std::launch::async, [&] {
            all.arrive_and_wait();
            return words.get(7, kGoOn, [&]() -> std::optional<std::string> {
                ++made;
                return "seven";
            });
        }));
    for (auto &each : wanted)
        EXPECT_EQ(each.get(), "seven");
    EXPECT_EQ(made, 1);
}

TEST(MadeOnce, HasTheNextOneMakeWhatFailed) {
    Words words;
    std::latch waits(1), fails(1);
    auto first = std::async(std::launch::async, [&] {
        return words.get(1, kGoOn, [&]() -> std::optional<std::string> {
            waits.count_down();
            fails.wait();
            throw std::runtime_error("lost");
        });
    });
    waits.wait();
    EXPECT_TRUE(words.is_begun(1));
    auto second = std::async(std::launch::async, [&] {
        return words.get(1, kGoOn, []() -> std::optional<std::string> { return "one"; });
    });
    fails.count_down();
    EXPECT_THROW(first.get(), std::runtime_error);
    EXPECT_EQ(second.get(), "one");
    EXPECT_EQ(words.get(2, kGoOn, []() -> std::optional<std::string> { return {}; }), std::nullopt);
    EXPECT_FALSE(words.is_begun(2));
}

TEST(MadeOnce, LeavesWhoIsStoppedWithNothing) {
    Words words;
    std::latch begun(1), end(1);
    auto first = std::async(std::launch::async, [&] {
        return words.get(1, kGoOn, [&]() -> std::optional<std::string> {
            begun.count_down();
            end.wait();
            return "one";
        });
    });
    begun.wait();
    std::atomic<bool> stop = false;
    auto second = std::async(std::launch::async, [&] {
        return words.get(1, stop, []() -> std::optional<std::string> { return "two"; });
    });
    stop = true;
    EXPECT_EQ(second.get(), std::nullopt);
    end.count_down();
    EXPECT_EQ(first.get(), "one");
}

} // namespace fathom::made_once_test
