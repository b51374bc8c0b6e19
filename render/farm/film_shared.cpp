#include "render/farm/film_shared.h"

#include "render/base/error.h"
#include "render/deep/orbit_file.h"
#include "render/engines/engine.h"
#include "render/farm/job_files.h"
#include "render/farm/looks_file.h"
#include "render/film/zoom_leg.h"

#include <fmt/format.h>

namespace fathom::farm {

namespace fs = std::filesystem;

bool write_findings(const fs::path &folder, const FilmJobPlan &plan, Engine &engine,
                    const std::atomic<bool> &stop, const std::function<void(double)> &progress) {
    film::SharedFilm film(plan.film.film, frames_options(plan.film));
    const film::FilmLevels levels = levels_of(film, plan_of(plan.film).frames);
    if (levels.empty())
        return !stop;
    const auto found = find_all(film, levels, engine, stop, progress);
    if (!found)
        return false;
    write_looks(folder / kLooksFile, *found);
    for (const auto &[leg, findings] : *found)
        if (findings.orbit && fits_orbit_file(*findings.orbit))
            write_orbit_file(folder / orbit_file_name(leg), *findings.orbit);
    return true;
}

std::shared_ptr<const film::FilmFindings> load_findings(const FarmJob &job, film::SharedFilm &film,
                                                        const film::FilmLevels &levels) {
    auto found = std::make_shared<film::FilmFindings>();
    if (levels.empty())
        return found;
    const fs::path looks = checked_file(job, kLooksFile);
    *found = read_looks(looks, levels);
    for (const auto &[leg, range] : levels) {
        film::LegFindings &findings = (*found)[leg];
        if (!film.zoom_of(leg)->takes(findings))
            throw InputError(fmt::format("{}: its levels are not those of the job's film; plan it "
                                         "again",
                                         looks.string()));
        if (const std::string name = orbit_file_name(leg); find_file(job, name) != nullptr)
            findings.orbit = read_orbit_file(checked_file(job, name));
    }
    return found;
}

} // namespace fathom::farm
