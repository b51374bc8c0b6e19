#include "render/base/machine_memory.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <limits>

namespace fathom::machine_memory_test {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

/// A system with control groups of these files.
class ControlGroups : public testing::Test {
  protected:
    void write(const std::string &file, const std::string &text) {
        const std::filesystem::path path = folder_.path() / "groups" / file;
        std::filesystem::create_directories(path.parent_path());
        write_all(path, text);
    }
    std::uint64_t limit(const std::string &membership) {
        write_all(folder_ / "self", membership);
        return control_group_limit(folder_.path() / "self", folder_.path() / "groups");
    }

  private:
    TempFolder folder_;
};

TEST_F(ControlGroups, TheLeastLimitOfTheGroupsAboveCounts) {
    write("a/memory.max", "4000000000\n");
    write("a/b/memory.max", "max\n");
    write("a/b/c/memory.max", "5000000000\n");
    EXPECT_EQ(limit("0::/a/b/c\n"), 4'000'000'000U);
    write("a/b/c/memory.max", "3000000000\n");
    EXPECT_EQ(limit("0::/a/b/c\n"), 3'000'000'000U);
    EXPECT_EQ(limit("0::/a/b\n"), 4'000'000'000U);
    EXPECT_EQ(limit("0::/elsewhere\n"), kUnlimited);
    // In a container the root is its own group, whatever the machine calls it.
    write("memory.max", "2000000000\n");
    EXPECT_EQ(limit("0::/\n"), 2'000'000'000U);
    EXPECT_EQ(limit("0::/../far/away\n"), 2'000'000'000U);
}

TEST_F(ControlGroups, OfTheFirstVersionToo) {
    write("memory/x/memory.limit_in_bytes", "700000000\n");
    write("memory/memory.limit_in_bytes", "9223372036854771712\n");
    EXPECT_EQ(limit("5:cpu,cpuacct:/x\n4:hugetlb,memory:/x\n0::/\n"), 700'000'000U);
    EXPECT_EQ(limit("4:memory:/\n"), 9223372036854771712U);
    EXPECT_EQ(limit("4:memoryless:/x\n"), kUnlimited);
}

TEST_F(ControlGroups, WhatSaysNothingLimitsNothing) {
    EXPECT_EQ(limit(""), kUnlimited);
    EXPECT_EQ(limit("nonsense\n::\n:\n\n"), kUnlimited);
    write("memory.max", "many\n");
    EXPECT_EQ(limit("0::/\n"), kUnlimited);
    EXPECT_EQ(control_group_limit("/nowhere/self", "/nowhere"), kUnlimited);
}

TEST(UsableMemory, IsAtMostTheMachines) {
    ASSERT_GT(machine_memory(), std::uint64_t{1} << 28U);
    EXPECT_LE(usable_memory(), machine_memory());
    EXPECT_GT(usable_memory(), 0U);
}

} // namespace fathom::machine_memory_test
