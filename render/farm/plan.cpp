#include "render/base/assets.h"
#include "render/base/output_file.h"
#include "render/deep/orbit_file.h"
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/rank_table.h"
#include "render/farm/job.h"
#include "render/farm/job_files.h"
#include "render/farm/new_folder.h"
#include "render/jobs/band_maker.h"
#include "render/jobs/survey.h"
#include "render/places/location_toml.h"

#include <fmt/format.h>

namespace fathom::farm {
namespace {

namespace fs = std::filesystem;

JobPicture manifest_of(const ExportJob &picture, const RenderRequest &whole) {
    JobPicture kept;
    kept.size = picture.size;
    kept.samples = picture.samples;
    kept.adaptive = picture.adaptive;
    kept.type = type_of(picture);
    kept.depth = picture.depth;
    kept.raw = picture.raw;
    kept.dots_per_inch = picture.dots_per_inch;
    kept.quality = picture.quality;
    kept.precision = picture.method.precision;
    kept.approximation = picture.method.approximation;
    kept.shortcuts = picture.method.shortcuts;
    if (picture.first)
        kept.first = picture.first->precision;
    kept.rows = PartRows(picture, whole).shape(1);
    return kept;
}

/// Writes the orbits that pixels follow, unless they need more digits than a file holds: then each
/// task makes its own.
class OrbitWriter {
  public:
    OrbitWriter(const RenderRequest &whole, OrbitProgress *progress, const std::atomic<bool> &stop)
        : whole_(whole), progress_(progress), stop_(stop) {}

    /// Of pixels of that type. False if stopped.
    bool write(const fs::path &file, Precision precision,
               const std::shared_ptr<ReferenceCache> &cache) const {
        RenderRequest request = whole_;
        request.precision = precision;
        const TableNeeds needs = table_needs(request);
        if (!is_perturbed(precision) || needs.beyond_doubles())
            return true;
        const auto orbit = cache->orbit(whole_.perturbation->spec(), needs, stop_, progress_);
        if (!orbit)
            return false;
        write_orbit_file(file, *orbit);
        return true;
    }

  private:
    const RenderRequest &whole_;
    OrbitProgress *progress_;
    const std::atomic<bool> &stop_;
};

void write_colours(const fs::path &folder, const ExportJob &picture, const RankTable *ranks) {
    // What is settled is no longer to be found.
    Location place = picture.location;
    place.automatic_iterations = false;
    place.automatic_colours = false;
    write_location_file(folder / kPlaceFile, place);
    if (!place.own_palette)
        write_palette_file(folder / kPaletteFile, load_palette(find_assets_dir(), place.palette));
    if (ranks != nullptr)
        write_text_file(folder / kRanksFile, to_text(*ranks));
}

} // namespace

void check_plan(const PicturePlan &plan) {
    check_export_job(plan.picture);
    FarmJob job;
    job.picture.size = plan.picture.size;
    check_new_job(job, plan.cut, plan.folder);
}

std::optional<FarmJob> plan_picture(const PicturePlan &plan, Engine &engine,
                                    OrbitProgress *progress, const std::atomic<bool> &stop) {
    check_plan(plan);
    const ExportJob &picture = plan.picture;
    const Method &method = picture.method;
    NewFolder made(plan.folder);
    auto ranks = picture.ranks;
    if (!is_npy(picture) && !ranks)
        ranks = needed_ranks(engine, picture.location, picture.size, method.reference_cache, stop);
    if (stop)
        return std::nullopt;
    const RenderRequest whole = BandMaker(picture, method, ranks).whole_request();
    const OrbitWriter orbits(whole, progress, stop);
    if (!orbits.write(made.path() / kOrbitFile, method.precision, method.reference_cache))
        return std::nullopt;
    if (picture.first && !orbits.write(made.path() / kFirstOrbitFile, picture.first->precision,
                                       picture.first->cache))
        return std::nullopt;
    write_colours(made.path(), picture, ranks.get());
    FarmJob job;
    job.picture = manifest_of(picture, whole);
    job.cut = plan.cut;
    write_manifest(made.path(), std::move(job));
    made.commit();
    return read_job(plan.folder);
}

} // namespace fathom::farm
