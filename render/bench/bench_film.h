#pragma once
#include "render/bench/bench_report.h"
#include "render/bench/benchmark.h"
#include "render/film/film.h"

#include <optional>
#include <string>
#include <vector>

namespace fathom {

/// A film to export.
struct BenchmarkFilm {
    std::string name;
    film::Film film;
};

/// Those in assets/films by their names; none where Fathom's folder of assets lacks them. Throws
/// InputError if one is broken.
std::vector<BenchmarkFilm> benchmark_films();

/// What to measure films with.
struct FilmBench {
    std::vector<BenchmarkFilm> films;
    /// Of all films on all devices; none: on a GPU a film's own, on a CPU at most about as many
    /// pixels as 640 x 360 have.
    std::optional<Size> size;
    double most_ring_bytes = 32e9; ///< and never more than a quarter of the disk's free room
    bool with_reference = false;   ///< also the plain loop, which takes its time
};

/// Frames a second that a CPU makes of a film at most.
inline constexpr double kCpuFilmRate = 10;

/// About the bytes that the rings of a film take in files at most, see kept_ring_bytes. 0 for a
/// film that has no zoom. Throws InputError as FilmPath.
double ring_bytes(const film::Film &film);

/// Measures how long each device (of a CPU's instruction sets the widest) takes for each film, once
/// each: the export, which FFmpeg encodes where it is there; of a film that zooms the export that
/// keeps its rings and the next one in other colours; and frames one by one with 16 samples a
/// pixel. Files and rings lie in a folder of the system's for such, and films whose rings
/// would need more room than they may have are smaller for these two, or left out. Appends to
/// `report`; returns false if it was stopped half way. Throws InputError, DeviceError, DiskError.
bool bench_film(std::vector<BenchmarkDevice> &devices, const FilmBench &bench,
                const BenchmarkWatch &watch, BenchReport &report);

} // namespace fathom
