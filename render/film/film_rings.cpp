#include "render/film/film_rings.h"

#include "render/base/turns.h"
#include "render/engines/engine.h"
#include "render/film/ring_store.h"
#include "render/film/zoom_leg.h"

#include <algorithm>
#include <future>
#include <set>
#include <utility>

namespace fathom::film {
namespace {

void include(FilmLevels &levels, std::size_t leg, int level) {
    const auto [at, is_new] = levels.try_emplace(leg, LevelRange{level, level});
    at->second.first = std::min(at->second.first, level);
    at->second.last = std::max(at->second.last, level);
}

/// Calls use(leg, level) for each moment of the frames that is in a zoom.
template <class Use> void for_each_level(SharedFilm &film, FrameRange frames, const Use &use) {
    for (int frame = frames.first; frame <= frames.last; ++frame)
        for (const FilmMoment &moment : film.moments_of(frame))
            if (const auto zoom = film.zoom_of(moment.leg))
                use(moment.leg, zoom->rings().level_at(moment.location.view.zoom));
}

/// Makes rings one after the other on a part of an engine.
class PartsWork {
  public:
    PartsWork(SharedFilm &film, const FolderOfRing &folder_of, const std::atomic<bool> &stop)
        : film_(film), folder_of_(folder_of), stop_(stop) {}

    /// False if stopped.
    bool make(const FilmRing &wanted, const SharedEngine &engine) const {
        const auto leg = film_.zoom_of(wanted.leg);
        if (!leg->prepare(engine, stop_))
            return false;
        ColourSettings colour; // nobody looks at them
        colour.lut = std::make_shared<const PaletteTable>(1);
        const RingStore store(folder_of_(wanted));
        RingMaker maker(leg->rings(), engine, &store, nullptr,
                        [&](const Ring &ring, const Region &region) {
                            return leg->request(ring, region, colour);
                        });
        maker.want(wanted.ring);
        return maker.take(wanted.ring, stop_).has_value();
    }

  private:
    SharedFilm &film_;
    const FolderOfRing &folder_of_;
    const std::atomic<bool> &stop_;
};

} // namespace

FilmLevels levels_of(SharedFilm &film, FrameRange frames) {
    FilmLevels levels;
    for_each_level(film, frames, [&](std::size_t leg, int level) { include(levels, leg, level); });
    return levels;
}

FilmLevels levels_made_for(SharedFilm &film, FrameRange frames) {
    FilmLevels levels;
    for_each_level(film, frames, [&](std::size_t leg, int level) {
        include(levels, leg, level);
        include(levels, leg, film.level_ahead(leg, level));
    });
    return levels;
}

std::optional<FilmFindings> find_all(SharedFilm &film, const FilmLevels &levels, Engine &engine,
                                     const std::atomic<bool> &stop,
                                     const std::function<void(double)> &progress) {
    Engine &part = *engine.parts().front();
    Turns turns(part.frames_at_once());
    const SharedEngine shared{part, turns};
    double all = 0, done = 0;
    for (const auto &[number, range] : levels)
        all += range.last - range.first + 2;
    FilmFindings found;
    for (const auto &[number, range] : levels) {
        const auto leg = film.zoom_of(number);
        if (!leg->prepare(shared, stop))
            return std::nullopt;
        // A frame's colours lie between its own level's and the next one's.
        for (int survey = range.first; survey <= range.last + 1; ++survey) {
            if (!leg->find_survey(survey, shared, stop))
                return std::nullopt;
            progress(++done / all);
        }
        found[number] = leg->findings();
    }
    return found;
}

std::vector<FilmRing> rings_of(SharedFilm &film, const FilmLevels &levels) {
    std::set<FilmRing> rings;
    for (const auto &[leg, range] : levels)
        for (int level = range.first; level <= range.last; ++level)
            for (const Ring &ring : film.zoom_of(leg)->rings().rings_of(level))
                rings.insert({leg, ring});
    return {rings.begin(), rings.end()};
}

std::uint64_t samples_of(SharedFilm &film, const FilmRing &ring) {
    std::uint64_t samples = 0;
    for (const Region &part : film.zoom_of(ring.leg)->rings().parts_of(ring.ring))
        samples += static_cast<std::uint64_t>(part.width) * static_cast<std::uint64_t>(part.height);
    return samples;
}

bool make_rings(SharedFilm &film, std::span<const FilmRing> rings, const FolderOfRing &folder_of,
                Engine &engine, const std::atomic<bool> &stop,
                const std::function<void(double)> &progress) {
    const PartsWork work(film, folder_of, stop);
    std::mutex mutex; ///< guards what follows
    std::size_t next = 0, made = 0;
    const auto serve = [&](Engine &part) {
        Turns turns(part.frames_at_once());
        std::unique_lock lock(mutex);
        while (next < rings.size() && !stop) {
            const FilmRing &ring = rings[next++];
            lock.unlock();
            const bool finished = work.make(ring, {part, turns});
            lock.lock();
            made += finished ? 1 : 0;
            if (finished)
                progress(static_cast<double>(made) / static_cast<double>(rings.size()));
        }
    };
    std::vector<std::future<void>> served;
    for (Engine *part : engine.parts())
        served.push_back(std::async(std::launch::async, serve, std::ref(*part)));
    for (std::future<void> &each : served)
        each.wait();
    for (std::future<void> &each : served)
        each.get();
    return made == rings.size();
}

} // namespace fathom::film
