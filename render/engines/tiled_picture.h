#pragma once
#include "kernels/colour/colour.h"
#include "render/engines/engine.h"
#include "render/engines/frame_memory.h"

#include <deque>
#include <mutex>

namespace fathom {

/// The samples and colours of one request in host memory, in tiles of tile_side(request). A tile's
/// samples are published lattice by lattice (coarse to fine) after they are written, so that
/// colouring never reads a sample that is being computed. Safe to call from any thread, but for
/// samples().
class TiledPicture {
  public:
    /// Takes its memory from `spare`, which has to outlive it, and gives it back in the end.
    TiledPicture(const RenderRequest &request, SpareFrameMemory &spare);
    ~TiledPicture();
    TiledPicture(const TiledPicture &) = delete;
    TiledPicture &operator=(const TiledPicture &) = delete;

    [[nodiscard]] const RenderRequest &request() const noexcept { return request_; }
    [[nodiscard]] int tiles_across() const noexcept { return tiles_across_; }
    [[nodiscard]] int tiles_down() const noexcept { return tiles_down_; }
    [[nodiscard]] int tile_count() const noexcept { return tiles_across_ * tiles_down_; }
    /// The pixels of a rectangle of tiles, less those beyond the picture's edges.
    [[nodiscard]] Region pixels(const Region &tiles) const noexcept;

    /// Whoever writes samples publishes them afterwards; those of a published lattice stay.
    SampleBuffer &samples() noexcept { return memory_.samples; }
    /// Begins with these samples, of which those that are not pending are finished, but published
    /// with their tiles.
    void adopt(SampleBuffer &&samples) noexcept;
    [[nodiscard]] bool has_adopted() const noexcept { return adopted_; }
    /// Copies the samples; those that are not finished are pending. Wants nobody to compute any.
    void copy_samples(SampleBuffer &samples);
    /// Publishes the samples of the pass with `stride` in a rectangle of tiles and colours them.
    void publish(const Region &tiles, int stride);
    /// Share of the samples that are published, 0 to 1.
    [[nodiscard]] double progress() const;

    void set_colour(const ColourSettings &settings);
    /// Number of the last set_colour.
    [[nodiscard]] std::uint64_t colour_epoch() const noexcept { return epoch_; }
    /// Colours the tile again unless that was done since the last set_colour. Returns whether it
    /// had to.
    bool refresh_tile(int tile);
    /// Declares that all tiles have the colours of `epoch`: the picture is complete if all samples
    /// are there too.
    void finish(std::uint64_t epoch) noexcept;
    [[nodiscard]] bool complete() const noexcept { return finished_epoch_ == epoch_; }
    /// Sum over threads of the time spent colouring since the last call, in ms.
    double take_colour_thread_ms() noexcept { return colour_thread_us_.exchange(0) / 1000.0; }

    /// As those of Frame.
    [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
    void read_rgba(std::uint32_t *rgba);
    bool show(FrameDisplay &display, ShownTiles &shown);

  private:
    struct Tile {
        std::mutex mutex;           ///< guards the tile's colours and what follows
        int passes = 0;             ///< strides of the passes that are done, as bits
        int finest = 0;             ///< finest lattice that may be read; 0: none yet
        std::uint64_t epoch = 0;    ///< of its colours
        std::uint64_t revision = 0; ///< of the picture, when it was coloured last
    };

    [[nodiscard]] Region tile_region(int tile) const noexcept {
        return pixels({tile % tiles_across_, tile / tiles_across_, 1, 1});
    }
    /// Wants colour_mutex_ to be held, or nobody else to be there.
    void find_sums();
    void publish_tile(int tile, int stride);
    void colour_tile(Tile &tile, const Region &region);
    template <class Real>
    void colour_rows(const Region &region, int finest, const kernels::ColourParams &params);

    const RenderRequest request_;
    const int tile_side_;
    const int tiles_across_;
    const int tiles_down_;
    SpareFrameMemory &spare_;
    FrameMemory memory_;   ///< colours: of the tiles that have a lattice
    bool adopted_ = false; ///< tiles may have known samples before they are published
    std::deque<Tile> tiles_;

    mutable std::mutex colour_mutex_;
    ColourSettings colour_;
    std::shared_ptr<const std::vector<std::uint32_t>> sums_; ///< of its palette; null: not filtered
    std::atomic<std::uint64_t> epoch_ = 1;
    std::atomic<std::uint64_t> revision_ = 0;
    std::atomic<std::uint64_t> finished_samples_ = 0;
    std::atomic<std::uint64_t> finished_epoch_ = 0;
    std::atomic<std::uint64_t> colour_thread_us_ = 0;
};

} // namespace fathom
