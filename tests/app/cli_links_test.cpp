// Links that a stranger put where Fathom keeps what is not finished: nothing that they lead to is
// written, moved or removed.
#include "tests/support/cli_job_folder.h"

#include <fmt/format.h>
#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace fathom::cli_links_test {

namespace fs = std::filesystem;

/// A folder of somebody's, with files that are called as Fathom calls its own.
class Precious {
  public:
    explicit Precious(const fs::path &folder) : folder_(folder) {
        fs::create_directory(folder_);
        for (const char *name :
             {"letter.txt", "purpose", "pieces", "bytes", "begun", "metadata", "000000.nut",
              "000001.nut", "000000.png", "000001.png", "0123456789abcdef.ring"})
            write_all(folder_ / name, fmt::format("precious {}", name));
        before_ = now();
    }
    [[nodiscard]] const fs::path &path() const { return folder_; }
    void expect_untouched(const std::string &what) const { EXPECT_EQ(now(), before_) << what; }

  private:
    [[nodiscard]] std::map<std::string, std::string> now() const {
        std::map<std::string, std::string> files;
        for (const auto &entry : fs::directory_iterator(folder_))
            files[entry.path().filename()] =
                entry.is_directory() ? "a folder" : read_all(entry.path());
        return files;
    }

    fs::path folder_;
    std::map<std::string, std::string> before_;
};

/// Runs it, and expects one sentence about a link, or about a folder that is none of Fathom's.
void expect_refused(const Arguments &arguments, const Precious &precious, const std::string &what) {
    const RunResult result = run_fathom(arguments);
    EXPECT_NE(result.exit_code, 0) << what;
    EXPECT_NE(result.exit_code, -1) << what;
    EXPECT_TRUE(contains(result.err, "link") ||
                contains(result.err, "this folder keeps the beginning of another picture"))
        << what << ": " << result.err;
    EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << what << ": " << result.err;
    precious.expect_untouched(what);
}

const Arguments kPicture = {"--size", "64x48", "--device", "cpu", "--re",         "-0.5",
                            "--im",   "0.6",   "--zoom",   "4",   "--iterations", "100"};

TEST(Links, ThatAContinuedPictureIsKeptInAreRefused) {
    const TempFolder folder;
    const Precious precious(folder / "precious");
    for (const char *name : {"a.png", "a.jpg", "a.npy", "a.exr"}) {
        const std::string file = folder / name;
        fs::create_symlink(precious.path(), file + ".unfinished");
        expect_refused(joined({"render", "-q", "--continue", "-o", file}, kPicture), precious,
                       name);
        EXPECT_FALSE(fs::exists(file)) << name;
    }
}

TEST(Links, InTheFolderOfAContinuedPictureAreRefused) {
    const TempFolder folder;
    const Precious precious(folder / "precious");
    const std::string file = folder / "a.png";
    const fs::path kept = file + ".unfinished";
    const Arguments command = joined({"render", "-q", "--continue", "-o", file}, kPicture);
    for (const char *name : {"purpose", "pieces", "bytes"})
        for (const bool hard : {false, true}) {
            fs::create_directory(kept);
            if (hard)
                fs::create_hard_link(precious.path() / name, kept / name);
            else
                fs::create_symlink(precious.path() / name, kept / name);
            expect_refused(command, precious, name);
            fs::remove_all(kept);
        }
    fs::create_directory(kept);
    ASSERT_EQ(::mkfifo((kept / "purpose").c_str(), 0600), 0); // nor does it wait for a writer
    expect_refused(command, precious, "a FIFO");
}

TEST(Links, InPlaceOfAPictureLeadToItsFile) {
    const TempFolder folder;
    fs::create_symlink("other.png", folder / "link.png");
    ASSERT_EQ(run_fathom(joined({"render", "-q", "-o", folder / "link.png"}, kPicture)).exit_code,
              0);
    EXPECT_TRUE(fs::is_symlink(folder / "link.png"));
    EXPECT_TRUE(fs::is_regular_file(folder / "other.png"));
    // What is kept lies beside the file itself.
    const RunResult continued =
        run_fathom(joined({"render", "-q", "--continue", "-o", folder / "link.png"}, kPicture));
    EXPECT_EQ(continued.exit_code, 2);
    EXPECT_TRUE(contains(continued.err, "link.png: this is a link")) << continued.err;
    EXPECT_EQ(folder.count(), 2);
    fs::create_symlink("round.png", folder / "round.png");
    const RunResult round =
        run_fathom(joined({"render", "-q", "-o", folder / "round.png"}, kPicture));
    EXPECT_EQ(round.exit_code, 3) << round.err;
    EXPECT_TRUE(fs::is_symlink(folder / "round.png"));
}

class JobLinks : public CliJobFolder {
  protected:
    void SetUp() override {
        good(joined({"plan", "-q", "-o", path("job"), "--tasks", "2"}, kPicture));
    }
    [[nodiscard]] fs::path results(const char *name) const {
        return path(std::string("job/results/") + name);
    }
};

TEST_F(JobLinks, OfATaskThatIsNotDoneAreRefused) {
    const Precious precious(path("precious"));
    fs::create_symlink(precious.path(), results("000001.png.unfinished"));
    expect_refused(task(1), precious, "a task");
}

TEST_F(JobLinks, InPlaceOfAResultAreRefused) {
    const Precious precious(path("precious"));
    fs::create_symlink(precious.path() / "letter.txt", results("000001.png"));
    const RunResult result = run_fathom(task(1)); // warns that this is no result, too
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_TRUE(contains(result.err, "this is a link")) << result.err;
    precious.expect_untouched("a result");
}

TEST_F(JobLinks, InPlaceOfAllResultsAreRefused) {
    const Precious precious(path("precious"));
    fs::remove(path("job/results"));
    fs::create_symlink(precious.path(), path("job/results"));
    const RunResult result = run_fathom(task(1)); // warns that 000001.png is no result, too
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_TRUE(contains(result.err, "this is a link")) << result.err;
    precious.expect_untouched("all results");
}

// A damaged result is set aside, but not in somebody's folder.
TEST_F(JobLinks, LetJoinMoveNothingElsewhere) {
    good(task(1));
    good(task(2));
    std::string bytes = read_all(results("000001.png"));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_all(results("000001.png"), bytes);
    fs::rename(path("job/results"), path("elsewhere"));
    fs::create_symlink(path("elsewhere"), path("job/results"));
    EXPECT_EQ(run_fathom({"join", path("job"), "-o", path("a.png")}).exit_code, 1);
    EXPECT_TRUE(fs::exists(path("elsewhere/000001.png")));
    EXPECT_FALSE(fs::exists(path("elsewhere/000001.png.damaged")));
}

class FilmLinks : public CliFilmJob {
  protected:
    [[nodiscard]] Arguments film(const std::string &file, const Arguments &options = {}) const {
        return joined({"film", "-q", path("film.toml"), "--device", "cpu", "--frames", "0-9", "-o",
                       path(file)},
                      options);
    }
};

TEST_F(FilmLinks, ThatAFilmIsKeptInAreRefused) {
    const Precious precious(path("precious"));
    fs::create_symlink(precious.path(), path("a.mp4.unfinished"));
    expect_refused(film("a.mp4"), precious, "film");
    expect_refused(film("a.mp4", {"--continue"}), precious, "film --continue");
    fs::create_symlink(precious.path(), path("a-%06d.png.unfinished"));
    expect_refused(film("a-%06d.png", {"--continue"}), precious, "pictures");
}

TEST_F(FilmLinks, InTheFolderOfAFilmAreRefused) {
    const Precious precious(path("precious"));
    for (const char *name : {"purpose", "pieces", "000000.nut", "metadata"}) {
        fs::create_directory(path("a.mp4.unfinished"));
        fs::create_symlink(precious.path() / name, path("a.mp4.unfinished/") + name);
        expect_refused(film("a.mp4"), precious, name);
        fs::remove_all(path("a.mp4.unfinished"));
    }
}

TEST_F(FilmLinks, OfTasksAreRefused) {
    const Precious precious(path("precious"));
    plan_film(2);
    fs::create_symlink(precious.path(), path("job/results/000001.film.unfinished"));
    expect_refused(task(1), precious, "segments");
    fs::remove_all(path("job"));
    plan_film(2, {"--format", "png"});
    fs::create_symlink(precious.path(), path("job/results/000001.film.unfinished"));
    expect_refused(task(1), precious, "pictures");
    fs::remove(path("job/results/000001.film.unfinished"));
    fs::create_directory(path("job/results/000001.film.unfinished"));
    fs::create_symlink(precious.path() / "000000.png",
                       path("job/results/000001.film.unfinished/000000.png"));
    expect_refused(task(1), precious, "a picture");
}

TEST_F(FilmLinks, OfTasksThatMakeRingsAreRefused) {
    const Precious precious(path("precious"));
    plan_film(2, {"--ring-tasks", "2"});
    const fs::path kept = path("job/results/000001.rings.unfinished");
    fs::create_symlink(precious.path(), kept);
    expect_refused(task(1), precious, "rings");
    fs::remove(kept);
    fs::create_directory(kept);
    fs::create_symlink(precious.path() / "begun", kept / "begun");
    expect_refused(task(1), precious, "begun");
    fs::remove(kept / "begun");
    for (int level = -3; level < 40; ++level)
        for (const char *end : {"", "-middle"})
            fs::create_symlink(precious.path(), kept / fmt::format("0-{}{}", level, end));
    expect_refused(task(1), precious, "a ring");
    fs::remove_all(kept);
    fs::create_symlink(precious.path(), path("job/results/rings"));
    expect_refused(task(1), precious, "all rings");
    fs::remove(path("job/results/rings"));
    good(task(1));
    good(task(2));
    fs::rename(path("job/results/rings"), path("elsewhere"));
    fs::create_symlink(path("elsewhere"), path("job/results/rings"));
    const RunResult result = run_fathom(task(3));
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_TRUE(contains(result.err, "this is a link")) << result.err;
}

// Of what lies beside rings, only files that a task made itself are moved.
TEST_F(FilmLinks, AndStrangersFilesStayWhereTheyAre) {
    plan_film(2, {"--ring-tasks", "2"});
    const fs::path kept = path("job/results/000001.rings.unfinished");
    fs::create_directory(kept);
    for (int level = -3; level < 40; ++level) {
        fs::create_directory(kept / fmt::format("0-{}", level));
        write_all(kept / fmt::format("0-{}/letter.txt", level), "precious");
    }
    good(task(1));
    EXPECT_FALSE(fs::exists(path("job/results/rings/letter.txt")));
    for (int level = -3; level < 40; ++level)
        EXPECT_EQ(read_all(kept / fmt::format("0-{}/letter.txt", level)), "precious");
}

} // namespace fathom::cli_links_test
