#pragma once
#include "render/farm/job.h"
#include "render/film/film_rings.h"

#include <memory>

namespace fathom::farm {

// What the tasks of a film share: files of the job with what is found once.

/// Finds it and writes it into `folder`: looks, and the orbits of zooms, unless these need more
/// digits than a file holds. False if stopped. Throws as the engine, and DiskError.
bool write_findings(const std::filesystem::path &folder, const FilmJobPlan &plan, Engine &engine,
                    const std::atomic<bool> &stop, const std::function<void(double)> &progress);
/// What frames of these levels need of it. Throws InputError that names the file which is missing,
/// damaged, or another film's.
std::shared_ptr<const film::FilmFindings> load_findings(const FarmJob &job, film::SharedFilm &film,
                                                        const film::FilmLevels &levels);

} // namespace fathom::farm
