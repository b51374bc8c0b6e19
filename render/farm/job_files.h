#pragma once
#include "render/base/own_folder.h"
#include "render/farm/job.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::farm {

// The files beside a job's manifest: those of fixed names that its tasks need.

inline constexpr const char *kPlaceFile = "place.toml", *kPaletteFile = "palette.toml",
                            *kRanksFile = "ranks.toml", *kOrbitFile = "reference.orbit",
                            *kFirstOrbitFile = "first.orbit", *kFilmFile = "film.toml",
                            *kSoundFile = "sound", *kLooksFile = "looks";
/// And the folder that results go to, and the one in it that rings do.
inline constexpr const char *kResultsFolder = "results", *kRingsFolder = "rings";
inline constexpr std::array kJobFileNames = {kPlaceFile,      kPaletteFile, kRanksFile, kOrbitFile,
                                             kFirstOrbitFile, kFilmFile,    kSoundFile, kLooksFile};
/// The reference orbit of a leg of a film: "leg000.orbit".
std::string orbit_file_name(std::size_t leg);
/// All names that a file of a job may have.
std::vector<std::string> all_file_names();

/// The folder that results go to, made where there is none. Throws InputError where it is a link,
/// and DiskError.
OwnFolder results_folder(const FarmJob &job);
/// Where the task's result goes. Throws likewise.
OutputName result_name(const FarmJob &job, int task);

/// Where to keep what is unfinished of it while another program is at work on the same task.
OutputName beside_others(const OutputName &result);

/// The file of that name, and null if the job has none.
const JobFile *find_file(const FarmJob &job, std::string_view name);
/// What `folder` has by that name. Throws InputError where it cannot be read.
JobFile stat_file(const std::filesystem::path &folder, const std::string &name);
/// The path of a file that the job has. Throws InputError unless it is there, byte for byte as it
/// was planned.
std::filesystem::path checked_file(const FarmJob &job, std::string_view name);

/// Throws InputError unless a new job can be cut so, and there is no such folder yet.
void check_new_job(const FarmJob &job, const JobCut &cut, const std::filesystem::path &folder);
/// Writes the manifest of a new job, by this version, with the files that `folder` has.
void write_manifest(const std::filesystem::path &folder, FarmJob job);

/// A rank table as TOML, every bit; parse_ranks gives it back. That throws InputError
/// 'SOURCE:LINE: REASON' for what no survey gives.
std::string to_text(const RankTable &ranks);
RankTable parse_ranks(std::string_view text, std::string_view source);

/// The export of a job's picture, without the orbits: location, colours and all that the manifest
/// says, its path "picture" with the type. Throws InputError.
ExportJob load_picture(const FarmJob &job);
/// The export of a job's film, its sound as its text names it, its path "film" with the type.
/// Throws InputError.
film::FilmExportJob load_film(const FarmJob &job);
/// Throws InputError unless the results have rows such as the manifest says.
void check_rows(const FarmJob &job, const PartRows &rows);
/// Gives that export its reference orbits. Throws InputError.
void load_orbits(const FarmJob &job, int threads, ExportJob &picture);

} // namespace fathom::farm
