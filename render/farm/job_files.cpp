#include "render/farm/job_files.h"

#include "kernels/colour/colour_value.h"
#include "render/base/error.h"
#include "render/base/input_file.h"
#include "render/base/output_file.h"
#include "render/base/version.h"
#include "render/deep/orbit_file.h"
#include "render/deep/reference_cache.h"
#include "render/engines/rank_table.h"
#include "render/farm/job_limits.h"
#include "render/farm/manifest.h"
#include "render/film/film_toml.h"
#include "render/images/checksum.h"
#include "render/places/location_toml.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

namespace fathom::farm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReadBytes = std::size_t{1} << 20;

std::string text_of(const FarmJob &job, const char *name) {
    return TomlDocument::read_file(checked_file(job, name));
}

std::shared_ptr<const PaletteTable> lut_of(const FarmJob &job, const Location &location) {
    if (location.own_palette)
        return load_lut(std::nullopt, location);
    const Palette palette = parse_palette(text_of(job, kPaletteFile),
                                          (job.folder / kPaletteFile).string(), location.palette);
    return std::make_shared<const PaletteTable>(palette);
}

std::shared_ptr<ReferenceCache> cache_with(const FarmJob &job, const char *name, int threads) {
    auto cache = std::make_shared<ReferenceCache>(threads);
    if (find_file(job, name) != nullptr) {
        const fs::path path = checked_file(job, name);
        cache->use(read_orbit_file(path), path.string());
    }
    return cache;
}

} // namespace

std::string orbit_file_name(std::size_t leg) {
    return fmt::format("leg{:03}.orbit", leg);
}

OwnFolder results_folder(const FarmJob &job) {
    return OwnFolder(job.folder / kResultsFolder);
}

OutputName result_name(const FarmJob &job, int task) {
    return {results_folder(job), job.result_file(task).filename().string()};
}

OutputName beside_others(const OutputName &result) {
    return {*result.folder, fmt::format("{}.{}", result.path.filename().string(), ::getpid())};
}

std::vector<std::string> all_file_names() {
    std::vector<std::string> names(kJobFileNames.begin(), kJobFileNames.end());
    for (std::size_t leg = 0; leg < film::FilmLimits::kMostKeys; ++leg)
        names.push_back(orbit_file_name(leg));
    return names;
}

const JobFile *find_file(const FarmJob &job, std::string_view name) {
    const auto found = std::find_if(job.files.begin(), job.files.end(),
                                    [&](const JobFile &file) { return file.name == name; });
    return found == job.files.end() ? nullptr : &*found;
}

JobFile stat_file(const fs::path &folder, const std::string &name) {
    const fs::path path = folder / name;
    std::ifstream file = open_input_file(path);
    if (!file.is_open())
        throw InputError(
            fmt::format("{} cannot be read; copy the job's whole folder again", path.string()));
    JobFile found{name, 0, 0};
    std::vector<char> bytes(kReadBytes);
    while (file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())), file.gcount() > 0) {
        const auto count = static_cast<std::size_t>(file.gcount());
        found.bytes += count;
        found.sum = crc32_of(std::as_bytes(std::span(bytes).first(count)), found.sum);
    }
    check_read(file, path);
    return found;
}

fs::path checked_file(const FarmJob &job, std::string_view name) {
    const JobFile *wanted = find_file(job, name);
    if (wanted == nullptr)
        throw InputError(
            fmt::format("{}: the job has no {}; plan it again", job.folder.string(), name));
    const JobFile found = stat_file(job.folder, wanted->name);
    fs::path path = job.folder / wanted->name;
    if (found.bytes != wanted->bytes || found.sum != wanted->sum)
        throw InputError(fmt::format("{}: the file is not as it was planned; copy the job's whole "
                                     "folder again, or plan it again",
                                     path.string()));
    return path;
}

void check_new_job(const FarmJob &job, const JobCut &cut, const fs::path &folder) {
    const int most = most_parts(job);
    const std::string what = job.film
                                 ? "a film makes a task of a second at least, so this one"
                                 : fmt::format("a picture of {} rows", job.picture.size.height);
    if (cut.parts < 1 || cut.parts > most)
        throw InputError(fmt::format("{} makes {} at most, not {}; choose fewer", what,
                                     most == 1 ? "one task" : fmt::format("{} tasks", most),
                                     cut.parts));
    if (cut.check_every < 0 || cut.check_every > cut.parts)
        throw InputError(fmt::format("of {} tasks every {}th cannot be done twice; choose 1 to {}",
                                     cut.parts, cut.check_every, cut.parts));
    if (cut.ring_tasks < 0 || cut.ring_tasks > kMostParts)
        throw InputError(
            fmt::format("{} tasks cannot make rings; choose 0 to {}", cut.ring_tasks, kMostParts));
    std::error_code ignored;
    if (fs::exists(folder, ignored))
        throw InputError(fmt::format("{} is there already; choose another name for the job, or "
                                     "remove it",
                                     folder.string()));
}

void write_manifest(const fs::path &folder, FarmJob job) {
    job.program = version();
    for (const std::string &name : all_file_names())
        if (fs::exists(folder / name))
            job.files.push_back(stat_file(folder, name));
    fs::create_directory(folder / kResultsFolder);
    write_text_file(folder / kManifestName, to_text(job));
}

std::string to_text(const RankTable &ranks) {
    std::vector<double> shares(ranks.shares.begin(), ranks.shares.end());
    return fmt::format("low = {}\nscale = {}\nshares = [\n{}]\n", ranks.low, ranks.scale,
                       fmt::join(shares, ",\n"));
}

RankTable parse_ranks(std::string_view text, std::string_view source) {
    constexpr double kMost = 1e300;
    constexpr std::size_t kShares = std::size_t{kernels::kRankBins} + 1;
    TomlDocument document = TomlDocument::parse(text, source);
    RankTable ranks;
    document.need("low");
    document.need("scale");
    ranks.low = document.number("low", -kMost, kMost, 0);
    ranks.scale = document.number("scale", 0, kMost, 0);
    const TomlValue &value = document.need("shares");
    const auto *shares = std::get_if<std::vector<TomlValue>>(&value.data);
    const std::string expected = fmt::format("{} numbers that rise from 0 to 1", kShares);
    if (shares == nullptr || shares->size() != kShares)
        document.refuse("shares", value, expected);
    double last = 0;
    for (const TomlValue &share : *shares) {
        const double number = as_number(share);
        if (!(number >= last && number <= 1))
            document.refuse("shares", value, expected);
        ranks.shares.push_back(static_cast<float>(number));
        last = number;
    }
    return ranks;
}

ExportJob load_picture(const FarmJob &job) {
    const JobPicture &from = job.picture;
    ExportJob picture;
    const std::string place = (job.folder / kPlaceFile).string();
    picture.location = parse_location(text_of(job, kPlaceFile), place).location;
    picture.size = from.size;
    picture.samples = from.samples;
    picture.adaptive = from.adaptive;
    picture.path = "picture" + from.type;
    picture.depth = from.depth;
    picture.raw = from.raw;
    picture.dots_per_inch = from.dots_per_inch;
    picture.quality = from.quality;
    picture.method.precision = from.precision;
    picture.method.approximation = from.approximation;
    picture.method.shortcuts = from.shortcuts;
    if (from.first)
        picture.first = FirstType{*from.first, nullptr};
    picture.lut = lut_of(job, picture.location);
    if (find_file(job, kRanksFile) != nullptr)
        picture.ranks = std::make_shared<const RankTable>(
            parse_ranks(text_of(job, kRanksFile), (job.folder / kRanksFile).string()));
    check_export_job(picture);
    return picture;
}

film::FilmExportJob load_film(const FarmJob &job) {
    const JobFilm &from = *job.film;
    film::FilmExportJob film;
    const fs::path path = checked_file(job, kFilmFile);
    film.film =
        film::parse_film(TomlDocument::read_file(path, film::kMaxFilmText), path.string()).film;
    film.path = (from.writes_pictures() ? "%06d" : "film") + from.type;
    film.video = from.video;
    film.range = from.plan.frames;
    if (plan_of(film).frames_a_segment != from.plan.frames_a_segment)
        throw InputError(fmt::format("{}: its segments are not those of its film; plan it again",
                                     job.folder.string()));
    return film;
}

void check_rows(const FarmJob &job, const PartRows &rows) {
    if (rows.shape(1) != job.picture.rows)
        throw InputError(fmt::format("{}: its rows are not those of its picture; plan it again",
                                     job.folder.string()));
}

void load_orbits(const FarmJob &job, int threads, ExportJob &picture) {
    if (is_perturbed(picture.method.precision))
        picture.method.reference_cache = cache_with(job, kOrbitFile, threads);
    if (picture.first && is_perturbed(picture.first->precision))
        picture.first->cache = cache_with(job, kFirstOrbitFile, threads);
}

} // namespace fathom::farm
