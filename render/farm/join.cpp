#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/farm/film_job.h"
#include "render/farm/job_files.h"
#include "render/farm/result.h"
#include "render/film/film_pictures.h"
#include "render/jobs/band_maker.h"
#include "render/jobs/joined_picture.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace fathom::farm {
namespace {

constexpr std::size_t kJoinedBytes = std::size_t{4} << 20;

/// Reads parts one after the other and writes their rows, until something is wrong with one: then
/// it goes on reading, to find all that is.
class Joiner {
  public:
    Joiner(const FarmJob &job, ExportJob picture, const RenderRequest &whole,
           const std::atomic<bool> &stop, const std::function<void(double)> &progress)
        : job_(job), picture_(std::move(picture)), stop_(stop), progress_(progress),
          writer_(std::make_unique<JoinedPicture>(picture_, whole)) {
        check_rows(job, writer_->parts());
    }

    JoinOutcome run() {
        for (int part = 1; part <= job_.cut.parts; ++part) {
            add(part);
            if (stop_)
                return std::move(outcome_);
            progress_(static_cast<double>(part) / job_.cut.parts);
        }
        if (writer_) {
            writer_->finish();
            outcome_.finished = true;
        }
        return std::move(outcome_);
    }

  private:
    void add(int part) {
        const auto reader = open(part);
        const int check = job_.check_of(part);
        const auto checker = check > 0 ? open(check) : nullptr;
        const int rows = job_.rows_of(part).count;
        const int first = job_.rows_of(part).first;
        std::optional<int> differs;
        bool sound = reader != nullptr, check_sound = checker != nullptr;
        for (int done = 0; done < rows && (sound || check_sound) && !stop_;) {
            const int count = std::min(rows_at_once(), rows - done);
            const auto bytes = sound ? take(*reader, part, count) : nullptr;
            const auto again = check_sound ? take(*checker, check, count) : nullptr;
            sound = bytes != nullptr;
            check_sound = again != nullptr;
            if (bytes && again && !differs)
                differs = first_difference(*bytes, *again, first + done);
            if (bytes && writer_)
                writer_->write_rows(bytes);
            done += count;
        }
        if (stop_)
            return;
        const auto record = sound ? finish(*reader, part) : std::nullopt;
        const auto check_record = check_sound ? finish(*checker, check) : std::nullopt;
        if (differs && record && check_record) {
            outcome_.differing.push_back({part, check, *differs, *record, *check_record});
            writer_.reset();
        }
    }

    [[nodiscard]] int rows_at_once() const {
        return static_cast<int>(
            std::max<std::size_t>(1, kJoinedBytes / job_.picture.rows.row_bytes()));
    }

    std::unique_ptr<RowsReader> open(int task) {
        try {
            return std::make_unique<RowsReader>(job_, task);
        } catch (const InputError &error) {
            refuse(task, error);
            return nullptr;
        }
    }
    using Bytes = std::shared_ptr<const std::vector<std::uint8_t>>;
    Bytes take(RowsReader &reader, int task, int rows) {
        const auto bytes = std::make_shared<std::vector<std::uint8_t>>(
            job_.picture.rows.row_bytes() * static_cast<std::size_t>(rows));
        try {
            reader.read(rows, *bytes);
            return bytes;
        } catch (const InputError &error) {
            refuse(task, error);
            return nullptr;
        }
    }
    std::optional<TaskRecord> finish(RowsReader &reader, int task) {
        try {
            return reader.finish();
        } catch (const InputError &error) {
            refuse(task, error);
            return std::nullopt;
        }
    }
    void refuse(int task, const InputError &error) {
        outcome_.damaged.emplace_back(task, error.what());
        writer_.reset();
    }

    /// Its row in the picture; nothing where all are the same.
    [[nodiscard]] std::optional<int> first_difference(const std::vector<std::uint8_t> &a,
                                                      const std::vector<std::uint8_t> &b,
                                                      int first) const {
        const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin());
        if (at == a.end())
            return std::nullopt;
        const auto byte = static_cast<std::size_t>(at - a.begin());
        return first + static_cast<int>(byte / job_.picture.rows.row_bytes());
    }

    const FarmJob &job_;
    const ExportJob picture_;
    const std::atomic<bool> &stop_;
    const std::function<void(double)> &progress_;
    std::unique_ptr<JoinedPicture> writer_; ///< null once something is wrong
    JoinOutcome outcome_;
};

JoinOutcome join_picture(const FarmJob &job, const std::filesystem::path &file,
                         const std::atomic<bool> &stop,
                         const std::function<void(double)> &progress) {
    ExportJob picture = load_picture(job);
    picture.path = file;
    const RenderRequest whole = BandMaker(picture, picture.method, picture.ranks).whole_request();
    return Joiner(job, std::move(picture), whole, stop, progress).run();
}

/// Sorts the tasks that are not done.
JoinOutcome look_for_results(const FarmJob &job) {
    JoinOutcome outcome;
    for (const int task : tasks_left(job)) {
        const auto fault = fault_of(job, task);
        if (!fault || fault->empty())
            outcome.missing.push_back(task);
        else
            outcome.damaged.emplace_back(task, *fault);
    }
    return outcome;
}

/// What is left to do is told by a look at each result, which does not see what reading it all
/// does: so a damaged one goes out of the way. In a folder that nobody may write it stays.
void set_aside(const FarmJob &job, int task) {
    const std::string name = job.result_file(task).filename().string();
    try {
        const OwnFolder results = results_folder(job);
        results.move(name, results, name + ".damaged");
    } catch (const Error &) {
    }
}

} // namespace

JoinOutcome join_job(const FarmJob &job, const std::filesystem::path &file,
                     const std::atomic<bool> &stop, const std::function<void(double)> &progress) {
    const Stopwatch watch;
    check_version(job);
    const std::string &type = job.film ? job.film->type : job.picture.type;
    if (file_type(file) != type)
        throw InputError(
            fmt::format("{}: the job makes a {}; choose a name that ends so", file.string(), type));
    if (job.film && job.film->writes_pictures())
        const film::PicturePattern pattern(file); // or it says what is wrong
    JoinOutcome outcome = look_for_results(job);
    if (!outcome.missing.empty() || !outcome.damaged.empty())
        return outcome;
    outcome = (job.film ? join_film : join_picture)(job, file, stop, progress);
    for (const auto &[task, why] : outcome.damaged)
        set_aside(job, task);
    outcome.seconds = watch.ms() / 1000;
    return outcome;
}

} // namespace fathom::farm
