#include "render/base/output_file.h"

#include "render/base/error.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/open_files.h"
#include "tests/support/refused_call.h"
#include "tests/support/temp_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace fathom::output_file_test {

namespace fs = std::filesystem;

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// For as long as it lives, a process of root has the rights of nobody.
class WithoutRoot {
  public:
    WithoutRoot() : was_root_(::geteuid() == 0) {
        if (was_root_ && ::seteuid(65534) != 0) {
            throw std::runtime_error("seteuid");
        }
    }
    ~WithoutRoot() {
        if (was_root_) {
            EXPECT_EQ(::seteuid(0), 0);
        }
    }
    WithoutRoot(const WithoutRoot &) = delete;
    WithoutRoot &operator=(const WithoutRoot &) = delete;

  private:
    bool was_root_;
};

TEST(OutputFile, AppearsOnlyWhenCommitted) {
    const TempFolder folder;
    const fs::path path = folder / "picture.png";
    OutputFile file(path);
    file.write(bytes_of("one "));
    file.write(bytes_of("two"));
    EXPECT_FALSE(fs::exists(path));
    file.commit();
    EXPECT_EQ(read_all(path), "one two");
    EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFile, LeavesNothingAndKeepsTheOldFileWithoutCommit) {
    const TempFolder folder;
    const fs::path path = folder / "picture.png";
    write_all(path, "old");
    {
        OutputFile file(path);
        file.write(bytes_of("half of something new"));
    }
    EXPECT_EQ(read_all(path), "old");
    EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFile, ReplacesAnOldFile) {
    const TempFolder folder;
    const fs::path path = folder / "picture.png";
    write_all(path, "something old and longer");
    OutputFile file(path);
    file.write(bytes_of("new"));
    file.commit();
    EXPECT_EQ(read_all(path), "new");
    EXPECT_EQ(folder.count(), 1);
}

TEST(OutputFile, HonoursTheUmask) {
    const TempFolder folder;
    const mode_t old_mask = ::umask(027);
    OutputFile file(folder / "a");
    ::umask(old_mask);
    file.commit();
    struct stat status {};
    ASSERT_EQ(::stat((folder / "a").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(OutputFile, MovesItsFile) {
    const TempFolder folder;
    std::optional<OutputFile> source(std::in_place, folder / "a");
    source->write(bytes_of("kept"));
    OutputFile target(folder / "b");
    EXPECT_EQ(open_files(folder.path()), 2);
    target = std::move(*source);
    EXPECT_EQ(open_files(folder.path()), 1) << "the file that was given up must go";
    EXPECT_LE(folder.count(), 1);
    source.reset();
    OutputFile last(std::move(target));
    last.commit();
    EXPECT_EQ(read_all(folder / "a"), "kept");
    EXPECT_FALSE(fs::exists(folder / "b"));
    EXPECT_THROW(last.write(bytes_of("x")), std::logic_error);
    EXPECT_THROW(last.commit(), std::logic_error);
}

TEST(OutputFile, WritesToTheFileBehindALink) {
    const TempFolder folder;
    write_all(folder / "real", "old");
    fs::create_symlink("real", folder / "link");
    OutputFile file(folder / "link");
    file.write(bytes_of("new"));
    file.commit();
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_all(folder / "real"), "new");
}

TEST(OutputFile, FollowsItsFolderWhenTheWorkingFolderChanges) {
    const TempFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    OutputFile file("relative");
    fs::current_path(before);
    file.commit();
    EXPECT_TRUE(fs::exists(folder / "relative"));
}

TEST(OutputFile, TakesTheLongestNameAndRefusesALongerOneAtOnce) {
    const TempFolder folder;
    const std::string longest(255, 'n');
    OutputFile(folder.path() / longest).commit();
    EXPECT_TRUE(fs::exists(folder.path() / longest));
    const std::string message =
        message_of<DiskError>([&] { OutputFile file(folder.path() / (longest + "n")); });
    EXPECT_TRUE(contains(message, "File name too long; choose a shorter name"));
}

TEST(OutputFile, RefusesWhatIsNoFile) {
    const TempFolder folder;
    const auto refusal = [](const fs::path &path) {
        return message_of<DiskError>([&] { OutputFile file(path); });
    };
    EXPECT_EQ(refusal(folder.path()),
              "cannot write " + folder.path().string() + ": it is a folder; give a file's name");
    EXPECT_TRUE(contains(refusal(folder.path() / "new" / ""), "it has no file name"));
    EXPECT_TRUE(contains(refusal(""), "it has no file name"));
    EXPECT_EQ(refusal("/dev/null"),
              "cannot write /dev/null: it is not a regular file; choose another name");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(OutputFile, NamesTheFileAndTheReason) {
    const TempFolder folder;
    const fs::path missing = folder / "no such folder" / "a.png";
    EXPECT_EQ(message_of<DiskError>([&] { OutputFile file(missing); }),
              "cannot write " + missing.string() +
                  ": No such file or directory; create the folder or choose another one");
    write_all(folder / "file", "");
    const std::string message =
        message_of<DiskError>([&] { OutputFile file(folder / "file" / "a.png"); });
    EXPECT_TRUE(contains(message, "Not a directory; create the folder"));
}

TEST(OutputFile, SaysWhenTheFolderOrTheOldFileMayNotBeWritten) {
    const TempFolder folder;
    write_all(folder / "protected", "old");
    fs::permissions(folder / "protected", fs::perms{0444});
    fs::permissions(folder.path(), fs::perms{0777});
    std::string old_file;
    std::string in_folder;
    {
        const WithoutRoot nobody;
        old_file = message_of<DiskError>([&] { OutputFile file(folder / "protected"); });
    }
    fs::permissions(folder.path(), fs::perms{0555});
    {
        const WithoutRoot nobody;
        in_folder = message_of<DiskError>([&] { OutputFile file(folder / "a.png"); });
    }
    fs::permissions(folder.path(), fs::perms{0755});
    EXPECT_TRUE(contains(in_folder, "cannot write " + (folder / "a.png").string()));
    EXPECT_TRUE(contains(in_folder, "Permission denied; choose a folder and name"));
    EXPECT_TRUE(contains(old_file, "protected: Permission denied; choose a folder and name"));
    EXPECT_EQ(read_all(folder / "protected"), "old");
}

TEST(OutputFile, AFailedWriteLeavesNothingAndCannotBeCommitted) {
    const TempFolder folder;
    const fs::path path = folder / "a.png";
    write_all(path, "old");
    OutputFile file(path);
    const std::string data(100000, 'x');
    std::string message;
    {
        const FileSizeLimit limit(65536);
        message = message_of<DiskError>([&] { file.write(bytes_of(data)); });
    }
    EXPECT_EQ(message, "cannot write " + path.string() +
                           ": File too large; raise the limit on file sizes or choose another "
                           "folder");
    EXPECT_EQ(folder.count(), 1);
    EXPECT_THROW(file.commit(), std::logic_error);
    EXPECT_EQ(read_all(path), "old");
}

// What a file system without nameless files answers, and where they could not be given a name.
const RefusedCall kNoNamelessFiles[] = {
    {SYS_openat, EOPNOTSUPP, O_TMPFILE}, {SYS_openat, EISDIR, O_TMPFILE}, {SYS_readlinkat, ENOENT}};

TEST(OutputFile, WorksWithANameWhereItCannotDoWithout) {
    if (!can_refuse_calls())
        GTEST_SKIP() << "system calls cannot be refused here";
    for (const RefusedCall &call : kNoNamelessFiles)
        for (const bool replaces : {false, true}) {
            const TempFolder folder;
            const fs::path path = folder / "a";
            const int before = replaces ? 1 : 0;
            if (replaces)
                write_all(path, "old");
            EXPECT_TRUE(holds_without(call, [&] {
                { OutputFile given_up(path); }
                if (folder.count() != before)
                    return false;
                OutputFile file(path);
                file.write(bytes_of("new"));
                const bool has_a_name = folder.count() == before + 1;
                file.commit();
                return has_a_name && read_all(path) == "new" && folder.count() == 1;
            }));
        }
}

TEST(OutputFile, IsCopiedWhereLinksAreForbidden) {
    if (!can_refuse_calls())
        GTEST_SKIP() << "system calls cannot be refused here";
    for (const bool replaces : {false, true}) {
        const TempFolder folder;
        const fs::path path = folder / "a";
        if (replaces)
            write_all(path, "old");
        EXPECT_TRUE(holds_without({SYS_linkat, EPERM}, [&] {
            const std::string data(300'000, 'x');
            OutputFile file(path);
            file.write(bytes_of(data));
            file.write(bytes_of("end"));
            file.commit();
            return read_all(path) == data + "end" && folder.count() == 1;
        }));
    }
}

TEST(OutputFile, HasNoNameBeforeItsOwnWhereTheFileSystemCanDoThat) {
    const TempFolder folder;
    const int nameless = ::open(folder.path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (nameless < 0)
        GTEST_SKIP() << "the temporary folder's file system has no nameless files";
    ::close(nameless);
    OutputFile file(folder / "a");
    file.write(bytes_of("whole"));
    EXPECT_EQ(folder.count(), 0);
    file.commit();
    EXPECT_EQ(read_all(folder / "a"), "whole");
    EXPECT_EQ(folder.count(), 1);
    struct stat status {};
    ASSERT_EQ(::stat((folder / "a").c_str(), &status), 0);
    EXPECT_EQ(status.st_nlink, 1u);
}

TEST(OutputFile, AFailedRenameLeavesNothing) {
    const TempFolder folder;
    const fs::path path = folder / "a.png";
    OutputFile file(path);
    file.write(bytes_of("new"));
    fs::create_directory(path); // someone was faster
    EXPECT_THROW(file.commit(), DiskError);
    EXPECT_EQ(folder.count(), 1);
    EXPECT_TRUE(fs::is_directory(path));
}

} // namespace fathom::output_file_test
