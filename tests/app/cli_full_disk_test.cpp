// What is written to a disk that fills up, at each stage of each kind of file.
#include "tests/support/file_size_limit.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace fathom::cli_full_disk_test {

namespace fs = std::filesystem;

struct Kind {
    const char *name;
    Arguments command;
};

const Arguments kView = {"--size", "160x120", "--re",         "-0.5", "--im",     "0.625",
                         "--zoom", "4",       "--iterations", "500",  "--device", "cpu"};

std::vector<Kind> kinds() {
    return {
        {"a.png", joined({"render"}, kView)},
        {"a.png", joined({"render", "--depth", "16"}, kView)},
        {"a.jpg", joined({"render"}, kView)},
        {"a.npy", joined({"render"}, kView)},
        {"a.npy", joined({"render", "--raw", "--colour", "distance"}, kView)},
        {"a.exr", joined({"render"}, kView)},
        {"a.exr", joined({"render", "--raw", "--depth", "float"}, kView)},
        {"a.orbit", {"orbit", "--re=-2", "--im", "0", "--zoom", "1e50", "--iterations", "3000"}}};
}

void expect_one_sentence(const RunResult &result, const std::string &part) {
    EXPECT_EQ(result.exit_code, 3) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("fathom: ")) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_TRUE(contains(result.err, part));
}

/// Room for a beginning, a middle and all but the end of such a file. What the program says has to
/// fit, too, for its pipes are files here.
std::vector<std::uintmax_t> rooms(std::uintmax_t size) {
    constexpr std::uintmax_t kSentence = 300;
    std::vector<std::uintmax_t> rooms = {kSentence, size / 4, size / 2, size - 1};
    std::erase_if(rooms, [&](std::uintmax_t room) { return room < kSentence || room >= size; });
    return rooms;
}

TEST(FullDisk, LeavesTheOldFileAndNoHalfOne) {
    for (const Kind &kind : kinds()) {
        const TempFolder folder;
        const fs::path file = folder / kind.name;
        const Arguments command = joined(kind.command, {"--quiet", "-o", file});
        ASSERT_EQ(run_fathom(command).exit_code, 0) << kind.name;
        const std::uintmax_t size = fs::file_size(file);
        write_all(file, "an old file");
        const std::vector<std::uintmax_t> stages = rooms(size);
        EXPECT_FALSE(stages.empty()) << kind.name;
        for (const std::uintmax_t room : stages) {
            SCOPED_TRACE(testing::Message() << kind.name << ", " << room << " of " << size);
            {
                const FileSizeLimit limit(room);
                expect_one_sentence(run_fathom(command), "cannot write " + file.string());
            }
            EXPECT_EQ(read_all(file), "an old file");
            EXPECT_EQ(folder.count(), 1);
        }
    }
}

TEST(FullDisk, IsSaidWhereItIsToGoOn) {
    for (const char *name : {"a.png", "a.jpg", "a.npy", "a.exr"}) {
        const TempFolder folder;
        const fs::path file = folder / name;
        const Arguments command =
            joined(joined({"render", "--quiet", "--continue", "-o", file}, kView), {});
        ASSERT_EQ(run_fathom(command).exit_code, 0) << name;
        const std::string whole = read_all(file);
        fs::remove(file);
        for (const std::uintmax_t room : rooms(whole.size())) {
            SCOPED_TRACE(testing::Message() << name << ", " << room << " of " << whole.size());
            {
                const FileSizeLimit limit(room);
                expect_one_sentence(run_fathom(command), "cannot write " + file.string());
            }
            EXPECT_FALSE(fs::exists(file));
        }
        EXPECT_EQ(run_fathom(command).exit_code, 0);
        EXPECT_TRUE(read_all(file) == whole) << name;
        EXPECT_EQ(folder.count(), 1);
    }
}

TEST(FullDisk, IsSaidOfStandardOutput) {
    RunOptions full;
    full.output_file = "/dev/full";
    for (const char *format : {"png", "jpg", "npy", "exr"}) {
        const RunResult result =
            run_fathom(joined({"render", "-o", "-", "--format", format}, kView), full);
        EXPECT_EQ(result.exit_code, 3) << format;
        EXPECT_EQ(result.err, "fathom: cannot write to standard output (No space left on device); "
                              "check where it goes\n");
    }
}

} // namespace fathom::cli_full_disk_test
