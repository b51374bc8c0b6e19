#include "render/farm/ring_task.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/engines/engine.h"
#include "render/farm/film_shared.h"
#include "render/farm/job_files.h"
#include "render/farm/result.h"
#include "render/farm/ring_result.h"
#include "render/film/ring_store.h"
#include "render/images/kept_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace fathom::farm {
namespace {

namespace fs = std::filesystem;

/// Of an unfinished task's folder, so that the next one goes on there.
constexpr const char *kMark = "begun";

/// Where a task keeps rings until all of them are made: each in a folder of its own, for what a
/// RingStore calls its files is its own affair.
class RingFolders {
  public:
    /// `continued`: it stays for the next run, unless done() is called.
    RingFolders(const OutputName &destination, const std::string &purpose,
                std::span<const film::FilmRing> rings, bool continued)
        : rings_(rings), continued_(continued), kept_(destination, purpose, kMark) {
        write_text_file({kept_.folder(), kMark}, "");
    }
    ~RingFolders() {
        if (continued_)
            return;
        for (const film::FilmRing &ring : rings_)
            empty(ring);
        kept_.remove({kMark});
    }
    RingFolders(const RingFolders &) = delete;
    RingFolders &operator=(const RingFolders &) = delete;

    void done() noexcept { continued_ = false; }
    [[nodiscard]] OwnFolder of(const film::FilmRing &ring) const {
        return kept_.folder().folder(name_of(ring));
    }
    /// Moves the files of a ring to `to`.
    [[nodiscard]] std::vector<RingFile> move(const film::FilmRing &ring,
                                             const OwnFolder &to) const {
        std::vector<RingFile> files;
        const OwnFolder from = of(ring);
        for (const std::string &name : from.names()) {
            if (!film::RingStore::is_file_name(name))
                continue;
            files.push_back({ring, stat_file(from.path(), name)});
            from.move(name, to, name);
        }
        return files;
    }

  private:
    static std::string name_of(const film::FilmRing &ring) {
        return fmt::format("{}-{}{}", ring.leg, ring.ring.level, ring.ring.middle ? "-middle" : "");
    }
    /// Removes what is Fathom's, and the folder if that is all.
    void empty(const film::FilmRing &ring) const noexcept {
        try {
            if (!kept_.folder().has(name_of(ring)))
                return;
            const OwnFolder folder = of(ring);
            for (const std::string &name : folder.names())
                if (film::RingStore::is_file_name(name) || OutputFile::is_temporary(name))
                    folder.remove(name);
            folder.remove_if_empty();
        } catch (const std::exception &) { // it stays
        }
    }

    const std::span<const film::FilmRing> rings_;
    bool continued_;
    KeptFolder kept_;
};

std::unique_ptr<RingFolders> open(const FarmJob &job, int task,
                                  std::span<const film::FilmRing> rings) {
    const OutputName result = result_name(job, task);
    try {
        return std::make_unique<RingFolders>(result, job.id, rings, true);
    } catch (const FolderInUse &) {
    } catch (const DiskError &) { // it went away together with that program's work
    }
    return std::make_unique<RingFolders>(beside_others(result), job.id, rings, false);
}

/// What the film's tasks share, of frames of any level but without their colours.
std::shared_ptr<const film::FilmFindings> findings_for(const FarmJob &job, film::SharedFilm &film,
                                                       std::span<const film::FilmRing> rings) {
    constexpr film::LevelRange kNone{1, -1};
    film::FilmLevels legs;
    for (const film::FilmRing &ring : rings)
        legs[ring.leg] = kNone;
    return load_findings(job, film, legs);
}

/// The files of those rings (in order) that the task makes, if all are there: the others' need not
/// be where somebody was sent what he reads.
std::optional<std::vector<RingFile>> files_there(const FarmJob &job, int task,
                                                 const std::vector<film::FilmRing> &rings) {
    try {
        std::vector<RingFile> files = read_ring_result(job, task);
        std::erase_if(files, [&](const RingFile &file) {
            return !std::binary_search(rings.begin(), rings.end(), file.ring);
        });
        check_ring_files(job, files, false);
        return files;
    } catch (const InputError &) {
        return std::nullopt;
    }
}

} // namespace

JobRings::JobRings(const FarmJob &job, film::SharedFilm &film)
    : tasks_(job.cut.ring_tasks), rings_(rings_of(film, levels_of(film, job.film->plan.frames))) {
    if (rings_.size() < static_cast<std::size_t>(tasks_))
        throw InputError(fmt::format("{} tasks cannot make the {} rings of this film; choose fewer",
                                     tasks_, rings_.size()));
}

std::span<const film::FilmRing> JobRings::of_task(int task) const {
    const auto begin = [&](int index) {
        return rings_.size() * static_cast<std::size_t>(index) / static_cast<std::size_t>(tasks_);
    };
    return std::span(rings_).subspan(begin(task - 1), begin(task) - begin(task - 1));
}

int JobRings::task_of(const film::FilmRing &ring) const {
    const auto at = std::lower_bound(rings_.begin(), rings_.end(), ring);
    if (at == rings_.end() || *at != ring)
        return 0;
    int task = 1;
    for (auto left = at - rings_.begin(); left >= std::ssize(of_task(task)); ++task)
        left -= std::ssize(of_task(task));
    return task;
}

TaskNeeds needs_of(const FarmJob &job, int task) {
    TaskNeeds needs;
    // What is made again is to be made from the beginning.
    if (job.cut.ring_tasks == 0 || job.makes_rings(task) || job.makes_again(task))
        return needs;
    const film::FilmExportJob whole = load_film(job);
    film::SharedFilm film(whole.film, frames_options(whole));
    const JobRings rings(job, film);
    const film::FrameRange frames = job.frames_of(job.part_of(task));
    const std::vector<film::FilmRing> wanted = rings_of(film, levels_made_for(film, frames));
    std::set<int> tasks;
    for (const film::FilmRing &ring : wanted)
        tasks.insert(rings.task_of(ring));
    tasks.erase(0);
    needs.tasks.assign(tasks.begin(), tasks.end());
    for (const int maker : needs.tasks) {
        const auto files = files_there(job, maker, wanted);
        if (!files) {
            needs.missing.push_back(maker);
            continue;
        }
        const auto add = [&](const fs::path &file) {
            needs.files.push_back(file.lexically_relative(job.folder).string());
        };
        add(job.result_file(maker));
        for (const RingFile &ring : *files)
            add(rings_folder(job) / ring.file.name);
    }
    return needs;
}

TaskOutcome run_ring_task(const FarmJob &job, int task, const TaskMachine &machine,
                          const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress) {
    const Stopwatch watch;
    film::FilmExportJob whole = load_film(job);
    film::SharedFilm without(whole.film, frames_options(whole));
    const JobRings rings(job, without);
    const auto own = rings.of_task(task);
    whole.found = findings_for(job, without, own);
    film::SharedFilm film(whole.film, frames_options(whole));
    const auto folders = open(job, task, own);
    const bool made = make_rings(
        film, own, [&](const film::FilmRing &ring) { return folders->of(ring); }, machine.engine,
        stop, progress);
    if (!made)
        return {};
    const OwnFolder folder = results_folder(job).folder(kRingsFolder);
    std::vector<RingFile> files;
    for (const film::FilmRing &ring : own)
        for (RingFile &file : folders->move(ring, folder))
            files.push_back(std::move(file));
    write_ring_result(job, task, files, record_of(machine.engine.info(), watch.ms() / 1000));
    folders->done();
    return {true, 0, watch.ms() / 1000};
}

} // namespace fathom::farm
