#include "render/base/assets.h"
#include "render/base/error.h"
#include "render/base/output_file.h"
#include "render/base/version.h"
#include "render/deep/orbit_file.h"
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/rank_table.h"
#include "render/farm/job.h"
#include "render/farm/job_files.h"
#include "render/farm/job_limits.h"
#include "render/farm/manifest.h"
#include "render/jobs/band_maker.h"
#include "render/jobs/survey.h"
#include "render/places/location_toml.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fathom {
namespace {

namespace fs = std::filesystem;

/// A folder that gets its name when it is whole, and else goes with all that is in it.
class NewFolder {
  public:
    explicit NewFolder(const fs::path &destination) : destination_(without_slash(destination)) {
        std::error_code failed;
        making_ = destination_;
        making_ += fmt::format(".planning-{}", ::getpid());
        if (!fs::create_directory(making_, failed) || failed)
            throw DiskError(fmt::format("cannot make the folder {}: {}; choose another place",
                                        making_.string(),
                                        failed ? failed.message() : "it is there already"));
    }
    ~NewFolder() {
        std::error_code ignored;
        if (!done_)
            fs::remove_all(making_, ignored);
    }
    NewFolder(const NewFolder &) = delete;
    NewFolder &operator=(const NewFolder &) = delete;

    [[nodiscard]] const fs::path &path() const noexcept { return making_; }
    void commit() {
        std::error_code failed;
        fs::rename(making_, destination_, failed);
        if (failed)
            throw DiskError(fmt::format("cannot make the folder {}: {}; choose another name",
                                        destination_.string(), failed.message()));
        done_ = true;
    }

  private:
    static fs::path without_slash(const fs::path &path) {
        return path.has_filename() ? path : path.parent_path();
    }

    fs::path destination_, making_;
    bool done_ = false;
};

void check_cut(const ExportJob &picture, const JobCut &cut) {
    const int most = most_parts(picture.size);
    if (cut.parts < 1 || cut.parts > most)
        throw InputError(fmt::format("a picture of {} rows makes 1 to {} tasks, not {}; choose "
                                     "fewer",
                                     picture.size.height, most, cut.parts));
    if (cut.check_every < 0 || cut.check_every > cut.parts)
        throw InputError(fmt::format("of {} tasks every 1st to {}th can be done twice, not every "
                                     "{}th",
                                     cut.parts, cut.parts, cut.check_every));
}

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
        if (!is_perturbed(precision) || is_two(precision))
            return true;
        RenderRequest request = whole_;
        request.precision = precision;
        const auto orbit =
            cache->orbit(whole_.perturbation->spec(), table_needs(request), stop_, progress_);
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

void write_manifest(const fs::path &folder, const PicturePlan &plan, const RenderRequest &whole) {
    FarmJob job;
    job.program = version();
    job.cut = plan.cut;
    job.picture = manifest_of(plan.picture, whole);
    for (const char *name : kJobFileNames)
        if (fs::exists(folder / name))
            job.files.push_back(stat_file(folder, name));
    fs::create_directory(folder / "results");
    write_text_file(folder / kManifestName, to_text(job));
}

} // namespace

void check_plan(const PicturePlan &plan) {
    check_export_job(plan.picture);
    check_cut(plan.picture, plan.cut);
    std::error_code ignored;
    if (fs::exists(plan.folder, ignored))
        throw InputError(fmt::format("{} is there already; choose another name for the job, or "
                                     "remove it",
                                     plan.folder.string()));
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
    write_manifest(made.path(), plan, whole);
    made.commit();
    return read_job(plan.folder);
}

} // namespace fathom
