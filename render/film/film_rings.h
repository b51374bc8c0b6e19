#pragma once
#include "render/base/own_folder.h"
#include "render/film/film_export_job.h"
#include "render/film/zoom_rings.h"

#include <atomic>
#include <compare>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace fathom {
class Engine;
} // namespace fathom

namespace fathom::film {

class SharedFilm;

// What frames of a film need, for those who have some of it made before others (render/farm).

/// Levels of a zoom, the last one included.
struct LevelRange {
    int first = 0, last = 0;
    friend bool operator==(const LevelRange &, const LevelRange &) = default;
};
/// By the number of the leg.
using FilmLevels = std::map<std::size_t, LevelRange>;

/// The levels that these frames have; of legs that zoom.
FilmLevels levels_of(SharedFilm &film, FrameRange frames);
/// Likewise, with the levels that are made ahead for frames behind them.
FilmLevels levels_made_for(SharedFilm &film, FrameRange frames);

/// Finds limits, reference orbits and what colours are blended from, for frames of these levels.
/// `progress` is called with the share that is done. Nothing if stopped. Throws as the engine.
std::optional<FilmFindings> find_all(SharedFilm &film, const FilmLevels &levels, Engine &engine,
                                     const std::atomic<bool> &stop,
                                     const std::function<void(double)> &progress);

/// A ring of a film.
struct FilmRing {
    std::size_t leg = 0;
    Ring ring;
    friend auto operator<=>(const FilmRing &, const FilmRing &) = default;
};

/// The rings of frames of these levels, in order.
std::vector<FilmRing> rings_of(SharedFilm &film, const FilmLevels &levels);
/// Samples that a ring has.
std::uint64_t samples_of(SharedFilm &film, const FilmRing &ring);

/// Iterates rings, on all parts of the engine, and keeps each in the RingStore of a folder of its
/// own. Those that are there already are made no more. `progress` as of find_all. False if stopped.
/// Throws as the engine, and DiskError.
using FolderOfRing = std::function<OwnFolder(const FilmRing &)>;
bool make_rings(SharedFilm &film, std::span<const FilmRing> rings, const FolderOfRing &folder_of,
                Engine &engine, const std::atomic<bool> &stop,
                const std::function<void(double)> &progress);

} // namespace fathom::film
