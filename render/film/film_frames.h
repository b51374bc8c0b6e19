#pragma once
#include "render/film/film.h"
#include "render/images/png_writer.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fathom {

class Engine;
class ReferenceCache;

/// How the frames of a film are made.
struct FilmFramesOptions {
    Size size;
    double frames_per_second = 60;
    int samples = 4; ///< a pixel at least
    int bits = 8;    ///< a channel: 8, or 16 (high byte first)
    /// Where rings are kept for the next time and taken from; empty: nowhere.
    std::filesystem::path rings_folder;
};

/// What the making of frames took, in ms; stages run beside each other.
struct FilmFramesTimes {
    double orbit_ms = 0, rings_ms = 0, frames_ms = 0;
};

/// Makes frames of a film on one engine. The bytes of a frame depend on the film, the size, the rate and the samples
/// alone: not on the device, nor on which frames were made before. For one thread.
class FilmFrames {
  public:
    /// `film` is copied; the engine (one of Engine::parts) has to outlive it. Throws InputError.
    FilmFrames(const Film &film, const FilmFramesOptions &options, Engine &engine,
               std::shared_ptr<ReferenceCache> reference_cache);
    ~FilmFrames();

    [[nodiscard]] int count() const;
    /// The rows of frame `number`, RGB of options.bits; best asked for in order. Nothing if stopped.
    /// Throws as the engine.
    std::optional<PixelRows> make(int number, const std::atomic<bool> &stop);
    [[nodiscard]] FilmFramesTimes times() const;

  private:
    class Maker;
    std::unique_ptr<Maker> maker_;
};

} // namespace fathom
