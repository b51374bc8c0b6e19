// Jobs: planned, done in any order, joined; and what may be wrong with their folders.
#include "render/farm/job.h"

#include "render/base/error.h"
#include "render/base/version.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/farm/job_files.h"
#include "render/farm/manifest.h"
#include "render/jobs/export.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <thread>

namespace fathom::farm::job_test {

namespace fs = std::filesystem;

const std::atomic<bool> kGo = false;

/// A job in a folder of its own, and the picture that one machine makes.
class FarmTest : public testing::Test {
  protected:
    FarmTest() {
        picture_.location.view.zoom = Decimal::parse("3");
        picture_.location.iterations = 300;
        picture_.size = {96, 61};
        picture_.samples = 2;
        picture_.path = "a.png";
        picture_.lut = load_lut(std::nullopt, picture_.location);
    }

    FarmJob plan(const JobCut &cut) {
        const auto job = plan_picture({folder_ / "job", picture_, cut}, *engine_, nullptr, kGo);
        EXPECT_TRUE(job.has_value());
        return job.value_or(FarmJob());
    }
    void run(const FarmJob &job, int task) {
        EXPECT_TRUE(run_task(job, task, {*engine_, 1}, kGo, [](double) {}).finished);
    }
    void run_all(const FarmJob &job) {
        for (int task = job.tasks(); task >= 1; --task)
            run(job, task);
    }
    JoinOutcome join(const FarmJob &job) {
        return join_job(job, folder_ / "joined.png", kGo, [](double) {});
    }
    std::string alone() {
        ExportJob job = picture_;
        job.path = folder_ / "alone.png";
        EXPECT_TRUE(export_image(*engine_, job, kGo, [](double) {}).finished);
        return read_all(job.path);
    }

    const TempFolder folder_;
    const std::unique_ptr<Engine> engine_ = make_engine("cpu", {2, {}});
    ExportJob picture_;
};

TEST_F(FarmTest, MakesWhatOneMachineMakesInAnyOrder) {
    const FarmJob job = plan({7, 0});
    std::vector<int> order(7);
    std::iota(order.begin(), order.end(), 1);
    std::shuffle(order.begin(), order.end(), std::mt19937(3));
    for (const int task : order)
        run(job, task);
    EXPECT_TRUE(join(job).finished);
    EXPECT_EQ(read_all(folder_ / "joined.png"), alone());
}

TEST_F(FarmTest, PartsAreWholeBlocksOfAllRows) {
    FarmJob job;
    for (const int height : {1, 2, 3, 61, 1080, 65535})
        for (const int parts : {1, 2, 7, (height + 1) / 2}) {
            if (parts > (height + 1) / 2)
                continue;
            job.picture.size = {10, height};
            job.cut = {parts, 0};
            int row = 0;
            for (int part = 1; part <= parts; ++part) {
                const RowRange rows = job.rows_of(part);
                EXPECT_EQ(rows.first, row);
                EXPECT_EQ(rows.first % 2, 0);
                EXPECT_GE(rows.count, 1);
                row += rows.count;
            }
            EXPECT_EQ(row, height);
        }
}

TEST_F(FarmTest, RefusesMorePartsThanRowsGive) {
    EXPECT_TRUE(contains(message_of<InputError>([&] {
                             plan({32, 0});
                         }),
                         "a picture of 61 rows makes 31 tasks at most, not 32"));
    EXPECT_EQ(folder_.count(), 0);
    plan({31, 0});
    EXPECT_TRUE(contains(message_of<InputError>([&] { plan({31, 0}); }), "is there already"));
}

TEST_F(FarmTest, SaysWhatIsLeft) {
    const FarmJob job = plan({5, 0});
    EXPECT_EQ(as_ranges(tasks_left(job)), "1-5");
    run(job, 2);
    run(job, 5);
    EXPECT_EQ(as_ranges(tasks_left(job)), "1,3-4");
    EXPECT_EQ(task_state(job, 2), TaskState::done);
    const JoinOutcome outcome = join(job);
    EXPECT_FALSE(outcome.finished);
    EXPECT_EQ(outcome.missing, (std::vector<int>{1, 3, 4}));
    EXPECT_FALSE(fs::exists(folder_ / "joined.png"));
    EXPECT_EQ(as_ranges({}), "");
}

TEST_F(FarmTest, ATaskThatWasStoppedGoesOn) {
    picture_.size = {2048, 600};
    picture_.samples = 1;
    const FarmJob job = plan({1, 0});
    std::atomic<bool> stop = false;
    const TaskOutcome cut =
        run_task(job, 1, {*engine_, 1}, stop, [&](double share) { stop = stop || share > 0; });
    if (cut.finished)
        GTEST_SKIP() << "it was done before it could be stopped";
    const TaskOutcome rest = run_task(job, 1, {*engine_, 1}, kGo, [](double) {});
    EXPECT_TRUE(rest.finished);
    EXPECT_TRUE(join(job).finished);
    EXPECT_EQ(read_all(folder_ / "joined.png"), alone());
}

TEST_F(FarmTest, ATaskMayBeDoneTwiceAtOnce) {
    const FarmJob job = plan({1, 0});
    const auto other = make_engine("reference");
    std::thread thread([&] {
        EXPECT_TRUE(run_task(job, 1, {*other, 1}, kGo, [](double) {}).finished);
    });
    run(job, 1);
    thread.join();
    EXPECT_FALSE(fault_of(job, 1));
    EXPECT_TRUE(join(job).finished);
    EXPECT_EQ(read_all(folder_ / "joined.png"), alone());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "job" / "results"), {}), 1);
}

TEST_F(FarmTest, FindsDamagedResults) {
    const FarmJob job = plan({3, 0});
    run_all(job);
    std::string bytes = read_all(job.result_file(2));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    write_all(job.result_file(2), bytes);
    write_all(job.result_file(3), "none");
    const JoinOutcome outcome = join(job);
    EXPECT_FALSE(outcome.finished);
    // The last one is none by a look at it, so that all else is not read.
    ASSERT_EQ(outcome.damaged.size(), 1u);
    EXPECT_EQ(outcome.damaged[0].first, 3);
    run(job, 3);
    const JoinOutcome again = join(job);
    ASSERT_EQ(again.damaged.size(), 1u);
    EXPECT_EQ(again.damaged[0].first, 2);
    EXPECT_TRUE(contains(again.damaged[0].second, "000002.png: the file is damaged behind byte"));
    EXPECT_FALSE(fs::exists(folder_ / "joined.png"));
    run(job, 2);
    EXPECT_TRUE(join(job).finished);
    EXPECT_EQ(read_all(folder_ / "joined.png"), alone());
}

TEST_F(FarmTest, TakesNoResultOfAnotherTaskOrJob) {
    const FarmJob job = plan({3, 0});
    run_all(job);
    fs::copy_file(job.result_file(1), job.result_file(2), fs::copy_options::overwrite_existing);
    EXPECT_EQ(task_state(job, 2), TaskState::missing);
    EXPECT_TRUE(contains(*fault_of(job, 2), "is the result of task 1"));
    picture_.samples = 3;
    const auto other = plan_picture({folder_ / "other", picture_, {3, 0}}, *engine_, nullptr, kGo);
    run(*other, 2);
    fs::copy_file(other->result_file(2), job.result_file(2), fs::copy_options::overwrite_existing);
    EXPECT_TRUE(contains(*fault_of(job, 2), "is a result of another job"));
}

TEST_F(FarmTest, ComparesPartsThatAreMadeTwice) {
    const FarmJob job = plan({5, 2});
    EXPECT_EQ(job.tasks(), 7);
    EXPECT_EQ(job.part_of(6), 2);
    EXPECT_EQ(job.part_of(7), 4);
    run_all(job);
    EXPECT_TRUE(join(job).finished);
    EXPECT_EQ(read_all(folder_ / "joined.png"), alone());
    // A machine that computes another picture.
    const fs::path place = folder_ / "job" / "place.toml";
    FarmJob wrong = job;
    std::string text = read_all(place);
    const std::size_t at = text.find("limit = 300");
    ASSERT_NE(at, text.npos);
    write_all(folder_ / "place.toml", text);
    text.replace(at, 11, "limit = 100");
    write_all(place, text);
    EXPECT_TRUE(contains(message_of<InputError>([&] {
                             run_task(job, 7, {*engine_, 1}, kGo, [](double) {});
                         }),
                         "place.toml: the file is not as it was planned"));
    for (JobFile &file : wrong.files) // as if nobody checked
        file = stat_file(job.folder, file.name);
    run(wrong, 7);
    fs::rename(folder_ / "place.toml", place);
    const JoinOutcome outcome = join(job);
    EXPECT_FALSE(outcome.finished);
    ASSERT_EQ(outcome.differing.size(), 1u);
    EXPECT_EQ(outcome.differing[0].part, 4);
    EXPECT_EQ(outcome.differing[0].check, 7);
    EXPECT_GE(outcome.differing[0].at, job.rows_of(4).first);
    EXPECT_FALSE(outcome.differing[0].check_record.host.empty());
    EXPECT_TRUE(contains(outcome.differing[0].check_record.device, "cpu"));
}

TEST_F(FarmTest, RefusesAnotherVersion) {
    FarmJob job = plan({2, 0});
    run_all(job);
    job.program = "0.0.1";
    write_all(folder_ / "job" / "job.toml", to_text(job));
    const FarmJob other = read_job(folder_ / "job");
    for (const auto &call :
         std::vector<std::function<void()>>{[&] { run(other, 1); }, [&] { join(other); }}) {
        const std::string message = message_of<InputError>(call);
        EXPECT_TRUE(contains(message, "was planned by Fathom 0.0.1"));
        EXPECT_TRUE(contains(message, "this is Fathom " + std::string(version())));
    }
}

TEST_F(FarmTest, MayMoveBetweenTasks) {
    const FarmJob job = plan({3, 0});
    run(job, 1);
    fs::rename(folder_ / "job", folder_ / "moved");
    const FarmJob moved = read_job(folder_ / "moved");
    EXPECT_EQ(as_ranges(tasks_left(moved)), "2-3");
    run(moved, 2);
    run(moved, 3);
    EXPECT_TRUE(join(moved).finished);
    EXPECT_EQ(read_all(folder_ / "joined.png"), alone());
}

TEST_F(FarmTest, HangsOnNoClock) {
    const FarmJob job = plan({2, 0});
    run_all(job);
    const auto day = std::chrono::hours(24);
    const auto now = fs::file_time_type::clock::now();
    fs::last_write_time(job.result_file(1), now + 10'000 * day);
    fs::last_write_time(folder_ / "job" / "job.toml", now - 10'000 * day);
    EXPECT_TRUE(tasks_left(read_job(folder_ / "job")).empty());
    EXPECT_TRUE(join(job).finished);
}

TEST_F(FarmTest, SaysWhatAFolderLacks) {
    EXPECT_TRUE(contains(message_of<InputError>([&] { read_job(folder_ / "none"); }),
                         "none is no job: there is no job.toml in it"));
    const FarmJob job = plan({2, 0});
    EXPECT_TRUE(contains(message_of<InputError>([&] { check_task(job, 3); }),
                         "has the tasks 1 to 2, and no task 3"));
    EXPECT_THROW(check_task(job, 0), InputError);
    for (const char *name : {"palette.toml", "place.toml"}) {
        fs::remove(folder_ / "job" / name);
        EXPECT_TRUE(contains(message_of<InputError>([&] { run(job, 1); }),
                             std::string(name) + " cannot be read"));
    }
}

TEST_F(FarmTest, WritesAFileOfItsTypeAlone) {
    const FarmJob job = plan({1, 0});
    run_all(job);
    EXPECT_TRUE(contains(
        message_of<InputError>([&] { join_job(job, folder_ / "joined.exr", kGo, [](double) {}); }),
        "the job makes a .png"));
}

} // namespace fathom::farm::job_test
