#include "render/images/continued_file.h"

#include "render/base/error.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_folder.h"

#include <filesystem>
#include <gtest/gtest.h>

namespace fathom::continued_file_test {

namespace fs = std::filesystem;

void write(ContinuedFile &file, const std::string &piece, std::uint32_t note) {
    file.write(std::as_bytes(std::span(piece)), note);
}

/// Three pieces, and then the program ends.
void begin(const fs::path &path) {
    ContinuedFile file(path, "a test");
    write(file, "one", 1);
    write(file, "", 2);
    write(file, std::string(100'000, 'x'), 3);
}

TEST(ContinuedFile, GoesOnWhereItEnded) {
    const TempFolder folder;
    begin(folder / "file");
    EXPECT_FALSE(fs::exists(folder / "file"));
    ContinuedFile file(folder / "file", "a test");
    ASSERT_EQ(file.kept().size(), 3u);
    EXPECT_EQ(file.kept()[0].size, 3u);
    EXPECT_EQ(file.kept()[1].note, 2u);
    EXPECT_EQ(file.kept()[2].size, 100'000u);
    file.keep(1);
    write(file, " two", 4);
    file.commit();
    EXPECT_EQ(read_all(folder / "file"), "one two");
}

TEST(ContinuedFile, LeavesNoFolderBehind) {
    const TempFolder folder;
    {
        begin(folder / "file");
        ContinuedFile file(folder / "file", "a test");
        file.commit();
    }
    EXPECT_EQ(folder.count(), 1);
    { const ContinuedFile empty(folder / "other", "a test"); }
    EXPECT_EQ(folder.count(), 1);
}

TEST(ContinuedFile, TakesNothingAwayThatIsNotItsOwn) {
    const TempFolder folder;
    const fs::path kept = folder.path() / "file.unfinished";
    fs::create_directory(kept);
    write_all(kept / "notes", "mine");
    { const ContinuedFile empty(folder / "file", "a test"); }
    EXPECT_EQ(read_all(kept / "notes"), "mine");
    begin(folder / "file");
    ContinuedFile(folder / "file", "a test").commit();
    EXPECT_EQ(read_all(kept / "notes"), "mine");
    EXPECT_EQ(std::distance(fs::directory_iterator(kept), fs::directory_iterator()), 1);
    EXPECT_TRUE(fs::exists(folder / "file"));
}

TEST(ContinuedFile, FollowsNoLinkOutOfItsFolder) {
    const TempFolder folder;
    const fs::path kept = folder.path() / "file.unfinished";
    fs::create_directory(kept);
    write_all(folder / "other", "of somebody else");
    for (const char *name : {"purpose", "bytes", "pieces"}) {
        fs::create_symlink(folder.path() / "other", kept / name);
        EXPECT_THROW(ContinuedFile(folder / "file", "a test"), InputError) << name;
        EXPECT_EQ(read_all(folder / "other"), "of somebody else") << name;
        fs::remove(kept / name);
    }
}

TEST(ContinuedFile, FillsTheRoomOfAnEarlierRun) {
    const TempFolder folder;
    {
        ContinuedFile file(folder / "file", "a test");
        write(file, "head ", 0);
        file.leave_room(4);
        write(file, " end", 0);
        file.fill_room(std::as_bytes(std::span("some", 4))); // and is killed before it is done
    }
    ContinuedFile file(folder / "file", "a test");
    ASSERT_EQ(file.kept().size(), 3u);
    EXPECT_TRUE(file.kept()[1].room);
    EXPECT_THROW(file.fill_room({}), std::logic_error);
    file.fill_room(std::as_bytes(std::span("room", 4)));
    file.commit();
    EXPECT_EQ(read_all(folder / "file"), "head room end");
}

TEST(ContinuedFile, KeepsWhatIsWholeOfDamagedFiles) {
    for (const auto &[name, at, kept] : {std::tuple{"bytes", 1, 0u},
                                         {"bytes", 50'000, 2u},
                                         {"pieces", 0, 0u},
                                         {"pieces", 25, 1u},
                                         {"pieces", 60, 2u}}) {
        const TempFolder folder;
        begin(folder / "file");
        const fs::path damaged = KeptFolder::of(folder / "file") / name;
        std::string text = read_all(damaged);
        text[static_cast<std::size_t>(at)] ^= 1;
        write_all(damaged, text);
        ContinuedFile file(folder / "file", "a test");
        EXPECT_EQ(file.kept().size(), kept) << name << " " << at;
    }
    for (const auto &[name, size, kept] :
         {std::tuple{"bytes", 99'000, 2u}, {"bytes", 0, 0u}, {"pieces", 47, 1u}}) {
        const TempFolder folder;
        begin(folder / "file");
        fs::resize_file(KeptFolder::of(folder / "file") / name, static_cast<std::uintmax_t>(size));
        ContinuedFile file(folder / "file", "a test");
        EXPECT_EQ(file.kept().size(), kept) << name << " " << size;
    }
}

TEST(ContinuedFile, RefusesWhatIsNotItsOwn) {
    const TempFolder folder;
    begin(folder / "file");
    EXPECT_NE(message_of<InputError>([&] {
                  ContinuedFile(folder / "file", "another test");
              }).find("another picture"),
              std::string::npos);
    const ContinuedFile file(folder / "file", "a test");
    EXPECT_NE(message_of<InputError>([&] {
                  ContinuedFile(folder / "file", "a test");
              }).find("another program"),
              std::string::npos);
    EXPECT_THROW(ContinuedFile(folder / "no folder" / "file", "a test"), DiskError);
    EXPECT_EQ(file.kept().size(), 3u);
}

} // namespace fathom::continued_file_test
