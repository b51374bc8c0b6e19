#pragma once
#include "render/base/thread_team.h"
#include "render/engines/tiled_picture.h"
#include "render/jobs/recording.h"

#include <atomic>
#include <memory>
#include <optional>

namespace fathom {

/// What the frames of an engine that reads share. It lives as long as one of them.
class FrameReading {
  public:
    /// `place` as Recording. `threads`: 0 for one a core.
    FrameReading(const std::filesystem::path &path, const Location &place, int threads)
        : recording(path, place), threads_(threads) {}

    /// Started when it is first asked for, with the priority of that thread. Throws DeviceError.
    ThreadTeam &team();

    Recording recording;
    SpareFrameMemory spare;

  private:
    int threads_;
    std::optional<ThreadTeam> team_;
};

/// A frame whose samples are read instead of iterated.
class ReadFrame : public Frame {
  public:
    [[nodiscard]] const RenderRequest &request() const override { return picture_.request(); }
    [[nodiscard]] double progress() const override { return picture_.progress(); }
    [[nodiscard]] bool complete() const override { return picture_.complete(); }
    [[nodiscard]] std::uint64_t revision() const override { return picture_.revision(); }
    [[nodiscard]] FrameTimes times() const override { return {}; }

    bool refresh_colour(const std::atomic<bool> &stop) override;
    void set_colour(const ColourSettings &settings) override { picture_.set_colour(settings); }
    void read_rgba(std::uint32_t *rgba) override { picture_.read_rgba(rgba); }
    void read_samples(SampleBuffer &samples) override { picture_.copy_samples(samples); }

  protected:
    ReadFrame(const RenderRequest &request, std::shared_ptr<FrameReading> reading)
        : reading_(std::move(reading)), picture_(request, reading_->spare) {}

    FrameReading &reading() { return *reading_; }
    TiledPicture &picture() { return picture_; }
    [[nodiscard]] const TiledPicture &picture() const { return picture_; }
    /// Calls use(tile), which must not throw, on all threads for tiles from `first` to before
    /// `end`.
    template <class Use>
    void for_tiles(int first, int end, const std::atomic<bool> &stop, const Use &use) {
        std::atomic<int> next = first;
        reading_->team().run([&] {
            for (int tile = next++; tile < end && !stop; tile = next++)
                use(tile);
        });
    }
    /// The samples of that tile are there: colours it.
    void publish(int tile) {
        picture_.publish({tile % picture_.tiles_across(), tile / picture_.tiles_across(), 1, 1}, 1);
    }

  private:
    const std::shared_ptr<FrameReading> reading_; ///< outlives the picture, whose memory it takes
    TiledPicture picture_;
};

} // namespace fathom
