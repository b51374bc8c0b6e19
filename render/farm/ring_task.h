#pragma once
#include "render/farm/job.h"
#include "render/film/film_rings.h"

namespace fathom::farm {

/// The rings of a film's job, by the tasks that make them.
class JobRings {
  public:
    /// `film` is the job's. Throws InputError where there are more such tasks than rings.
    JobRings(const FarmJob &job, film::SharedFilm &film);

    [[nodiscard]] std::span<const film::FilmRing> of_task(int task) const;
    /// 0: none makes it.
    [[nodiscard]] int task_of(const film::FilmRing &ring) const;

  private:
    int tasks_;
    std::vector<film::FilmRing> rings_; ///< in order
};

/// As run_task, of one that makes rings.
TaskOutcome run_ring_task(const FarmJob &job, int task, const TaskMachine &machine,
                          const std::atomic<bool> &stop,
                          const std::function<void(double)> &progress);

} // namespace fathom::farm
