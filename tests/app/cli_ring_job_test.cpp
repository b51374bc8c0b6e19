// Jobs of films with tasks that make rings for the others.
#include "tests/support/cli_job_folder.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/wait_for.h"

#include <algorithm>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

namespace fathom::cli_ring_job_test {

namespace fs = std::filesystem;

class CliRingJob : public CliFilmJob {
  protected:
    void plan_rings(int tasks, int rings, const Arguments &options = {}) const {
        plan_film(tasks, joined({"--ring-tasks", std::to_string(rings)}, options));
    }
    void do_tasks(int first, int last) const {
        for (int number = first; number <= last; ++number)
            good(task(number));
    }
    [[nodiscard]] std::map<std::string, std::string> rings() const {
        std::map<std::string, std::string> files;
        for (const auto &entry : fs::directory_iterator(path("job/results/rings")))
            files[entry.path().filename()] = read_all(entry.path());
        return files;
    }
};

TEST_F(CliRingJob, JoinsTheBytesOfOneMachineAndMakesEachRingOnce) {
    plan_rings(3, 4, {"--check-every", "3"});
    do_tasks(1, 4);
    const auto made = rings();
    EXPECT_GT(made.size(), 20u);
    do_tasks(5, 8);
    EXPECT_EQ(rings(), made); // none was made beside them
    good(join_to("mp4"));
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4"));
    fs::remove_all(path("job/results/rings")); // of no use any more
    EXPECT_EQ(good({"task", path("job"), "--list"}).out, "\n");
}

TEST_F(CliRingJob, SaysWhatATaskNeeds) {
    plan_rings(3, 4);
    const RunResult refused = run_fathom(task(5));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(contains(refused.err, "task 5 needs the rings of tasks 1-3, which are not done; do "
                                      "them first"))
        << refused.err;
    EXPECT_EQ(refused.err.find('\n') + 1, refused.err.size());
    const auto needs = [&] {
        return nlohmann::json::parse(good({"task", path("job"), "5", "--needs", "--json"}).out);
    };
    EXPECT_EQ(needs()["missing"], (std::vector<int>{1, 2, 3}));
    do_tasks(1, 3);
    const auto told = needs();
    EXPECT_EQ(told["tasks"], (std::vector<int>{1, 2, 3}));
    EXPECT_TRUE(told["missing"].empty());
    // A folder elsewhere with these files and no others is enough.
    const fs::path job = path("job"), sent = path("sent");
    fs::create_directories(sent / "results/rings");
    for (const auto &entry : fs::directory_iterator(job))
        if (entry.is_regular_file())
            fs::copy_file(entry.path(), sent / entry.path().filename());
    for (const std::string name : told["files"])
        fs::copy_file(job / name, sent / name);
    good({"task", sent, "5", "--device", "cpu"});
    fs::rename(sent / "results/000005.film", job / "results/000005.film");
    do_tasks(4, 7);
    good(join_to("mp4"));
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4"));
}

TEST_F(CliRingJob, MakesDamagedRingsAgain) {
    plan_rings(2, 2);
    do_tasks(1, 2);
    const auto made = rings();
    const std::string file = path("job/results/rings/") + made.begin()->first;
    std::string bytes = made.begin()->second;
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_all(file, bytes);
    do_tasks(3, 4); // whoever reads it makes it again
    EXPECT_EQ(rings(), made);
    good(join_to("mp4"));
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4"));
    write_all(file, bytes);
    fs::remove(path("job/results/000003.film"));
    int again = 0;
    for (const int number : {1, 2})
        again += contains(good(task(number)).err, "the file of a ring is damaged") ? 1 : 0;
    EXPECT_EQ(again, 1);
    EXPECT_EQ(rings(), made);
}

TEST_F(CliRingJob, GoesOnAfterAKillAndAFullDisk) {
    const Arguments large = {"--size", "640x480", "--samples", "2"};
    plan_rings(1, 1, large);
    const auto begun = [&] {
        std::error_code failed;
        return std::distance(
            fs::directory_iterator(path("job/results/000001.rings.unfinished"), failed), {});
    };
    RunningFathom program(task(1));
    ASSERT_TRUE(wait_for([&] { return begun() > 6; }));
    program.signal(SIGKILL);
    program.wait();
    EXPECT_FALSE(fs::exists(path("job/results/000001.rings")));
    {
        const FileSizeLimit limit(100'000);
        const RunResult result = run_fathom(task(1));
        EXPECT_EQ(result.exit_code, 3);
        EXPECT_TRUE(contains(result.err, "cannot write ")) << result.err;
    }
    RunningFathom first(task(1)), second(task(1));
    EXPECT_EQ(first.wait().exit_code, 0);
    EXPECT_EQ(second.wait().exit_code, 0);
    EXPECT_EQ(std::distance(fs::directory_iterator(path("job/results")), {}), 2);
    good(task(2));
    good(join_to("mp4"));
    EXPECT_TRUE(read_all(path("b.mp4")) == film_alone("mp4", large));
}

TEST_F(CliRingJob, FindsEveryWrongByteOfAList) {
    plan_rings(1, 1);
    do_tasks(1, 1);
    const std::string list = path("job/results/000001.rings");
    const std::string whole = read_all(list);
    std::mt19937 random(7);
    for (int tried = 0; tried < 10; ++tried) {
        std::string bytes = whole;
        const std::size_t at = random() % bytes.size();
        bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
        write_all(list, bytes);
        EXPECT_EQ(run_fathom(task(2)).exit_code, 2) << at;
    }
    write_all(list, whole);
    good(task(2));
}

TEST_F(CliRingJob, IsForFilmsWithSoManyRings) {
    const Arguments plan = {"plan", path("film.toml"), "-o", path("job"), "--device", "cpu"};
    const RunResult many = run_fathom(joined(plan, {"--tasks", "2", "--ring-tasks", "1000"}));
    EXPECT_EQ(many.exit_code, 2);
    EXPECT_TRUE(contains(many.err, "1000 tasks cannot make the ")) << many.err;
    EXPECT_FALSE(fs::exists(path("job")));
    EXPECT_TRUE(contains(run_fathom({"plan", "--size", "64x64", "-o", path("job"), "--tasks", "2",
                                     "--ring-tasks", "2"})
                             .err,
                         "--ring-tasks is for films"));
    // Where it pays: of two parts few samples are made twice, of five many.
    for (const auto &[tasks, rings] : {std::pair(2, 0), std::pair(5, 5)}) {
        const auto told = nlohmann::json::parse(
            good(joined(plan, {"--tasks", std::to_string(tasks), "--ring-tasks", "auto", "--json"}))
                .out);
        EXPECT_EQ(told["ring_tasks"], rings);
        EXPECT_EQ(told["tasks"], tasks + rings);
        fs::remove_all(path("job"));
    }
}

} // namespace fathom::cli_ring_job_test
