#pragma once
#include "kernels/colour/ycbcr.h"
#include "render/film/film_findings.h"
#include "render/film/film_looks.h"
#include "render/film/ring_help.h"
#include "render/images/png_writer.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>

namespace fathom::film {

class RingStore;
class ZoomLeg;

/// How the frames of a film are made.
struct FilmFramesOptions {
    Size size;
    double frames_per_second = 60;
    int samples = 1; ///< a pixel at least, 1 to 64
    /// Rings where neighbouring samples differ much have up to four times as many, 32 a pixel at
    /// most.
    bool more_where_dense = false;
    int bits = 8; ///< a channel: 8, or 16 (high byte first)
    /// Frames are these planes instead of RGB, of their own bits.
    std::optional<kernels::YcbcrFrame> ycbcr;
    int blur_frames = 1; ///< mixed in each, taken during `shutter` of a frame's time
    double shutter = 0.5;
    /// Where rings, and what is found for them, are kept for the next time and taken from; empty:
    /// nowhere.
    std::filesystem::path rings_folder;
    std::shared_ptr<const FilmFindings> found; ///< what is found already; null: nothing
};

/// Bytes of a frame's rows.
std::size_t frame_bytes(const FilmFramesOptions &options);

/// One of the moments that a frame is a mean of.
struct FilmMoment {
    Location location;
    double cycles = 0;   ///< that keys have added to the palette's offset
    std::size_t leg = 0; ///< of the path
};

/// What a film's frames hang on besides the moment: found once, for all who make frames of it.
/// Safe from several threads.
class SharedFilm {
  public:
    /// Throws InputError as FilmPath, DiskError as RingStore.
    SharedFilm(const Film &film, const FilmFramesOptions &options);
    ~SharedFilm();
    SharedFilm(const SharedFilm &) = delete;
    SharedFilm &operator=(const SharedFilm &) = delete;

    [[nodiscard]] const FilmPath &path() const noexcept { return path_; }
    [[nodiscard]] const FilmFramesOptions &options() const noexcept { return options_; }
    /// Frames of the whole film.
    [[nodiscard]] int frames() const { return path_.frames(options_.frames_per_second); }
    [[nodiscard]] std::vector<FilmMoment> moments_of(int frame) const;
    /// The leg of that number, if it zooms; else null.
    std::shared_ptr<ZoomLeg> zoom_of(std::size_t leg);
    /// The last level of a leg that zooms whose rings are made while frames of a level are.
    int level_ahead(std::size_t leg, int level);
    /// Where rings are kept; null if nowhere.
    [[nodiscard]] const RingStore *store() const noexcept { return store_.get(); }
    [[nodiscard]] RingHelp &help() noexcept { return help_; }

  private:
    const FilmPath path_;
    const FilmFramesOptions options_;
    const std::unique_ptr<const RingStore> store_;
    RingHelp help_;
    std::mutex mutex_; ///< guards what follows
    std::map<std::size_t, std::shared_ptr<ZoomLeg>> zooms_;
};

/// What the making of frames took, in ms; stages run beside each other.
struct FilmFramesTimes {
    double orbit_ms = 0;
    double rings_ms = 0; ///< of all who share an engine: see FilmLanes
    double frames_ms = 0;
};

/// Makes frames of a film on one engine. The bytes of a frame depend on the film, the size, the
/// rate and the samples alone: not on the device, nor on which frames were made before. For one
/// thread.
class FilmFrames {
  public:
    /// All have to outlive it; `engine` is one of Engine::parts.
    FilmFrames(SharedFilm &film, const SharedEngine &engine);
    ~FilmFrames();
    FilmFrames(const FilmFrames &) = delete;
    FilmFrames &operator=(const FilmFrames &) = delete;

    /// The rows of frame `number`, RGB of options.bits or planes; best asked for in order. Nothing
    /// if stopped. Throws as the engine.
    std::optional<PixelRows> make(int number, const std::atomic<bool> &stop);
    /// Whether its engine, while there are no frames to make, works for other devices that have
    /// (see RingHelp). At first it does not.
    void help_others(bool help);
    [[nodiscard]] FilmFramesTimes times() const;

  private:
    class Maker;
    std::unique_ptr<Maker> maker_;
};

} // namespace fathom::film
