#pragma once
#include "render/engines/device_group.h"
#include "render/engines/engine.h"

#include <mutex>
#include <vector>

namespace fathom {

/// A frame in parts, each of them a frame of its own by one member of a group: each member takes
/// the next part when it is done with one. Parts are tiles, and for a picture that is watched,
/// before them, a preview of every 8th sample of every 8th row.
class MultiDeviceFrame : public Frame {
  public:
    /// `tiles` cover the picture, each once, and begin at multiples of the coarsest lattice.
    MultiDeviceFrame(const RenderRequest &request, std::shared_ptr<DeviceGroup> group,
                     const std::vector<Region> &tiles);

    [[nodiscard]] const RenderRequest &request() const override { return request_; }
    [[nodiscard]] double progress() const override;
    [[nodiscard]] bool complete() const override;
    [[nodiscard]] std::uint64_t revision() const override;
    /// iterate_ms is the time of the whole on the wall's clock, colour_ms that of the member that
    /// needed longest.
    [[nodiscard]] FrameTimes times() const override;
    bool iterate(const std::atomic<bool> &stop) override;
    /// Has the members that are left make what a lost device held of a finished picture.
    bool refresh_colour(const std::atomic<bool> &stop) override;
    /// A part whose device fails is dropped: refresh_colour has another member make it.
    void set_colour(const ColourSettings &settings) override;
    /// Throws DeviceError if a device fails that holds part of a finished picture; of an unfinished
    /// one that part is unknown again.
    void read_rgba(std::uint32_t *rgba) override;
    /// Throws DeviceError if a device fails that holds a part.
    void read_samples(SampleBuffer &samples) override;

  private:
    struct Part {
        Region region;  ///< of the picture; the preview's is all of it
        int stride = 1; ///< of its samples in the picture
        int member = -1;
        bool done = false;
        std::shared_ptr<Frame> frame;

        [[nodiscard]] bool is_preview() const noexcept { return stride > 1; }
    };
    using Frames = std::vector<std::shared_ptr<Frame>>;
    using Failures = DeviceGroup::Failures;

    // How members work on it. Parts are numbered from 0.

    bool finish(const std::atomic<bool> &stop);
    bool compute_open_parts(Failures &failures, const std::atomic<bool> &stop);
    void refresh_parts(Failures &failures, const std::atomic<bool> &stop);
    /// The newest colours for what a member has made so far.
    void refresh_parts_of(int member, const std::atomic<bool> &stop);
    void for_each_member(Failures &failures, const std::function<void(int)> &work);

    // What they know of each other's, under the mutex.

    /// The parts that are not finished, in the order in which they are best made.
    [[nodiscard]] std::vector<int> open_parts() const;
    /// Has a member make the part's frame, empty and in the present colours, in place of what there
    /// is. Throws what the engine throws.
    std::shared_ptr<Frame> begin_part(int part, int member);
    /// Declares `frame` of begin_part finished, unless it was dropped meanwhile.
    void end_part(int part, const std::shared_ptr<Frame> &frame);
    /// Drops all parts that a member has made: its device is lost.
    void reopen_parts_of(int member);
    /// The frames by a member that lack the newest colours or samples.
    [[nodiscard]] Frames incomplete_parts_of(int member) const;
    /// Number of the last set_colour.
    [[nodiscard]] std::uint64_t colour_epoch() const;
    /// Declares that every part was finished, so that no preview is needed any more.
    void declare_finished();
    /// True from then on, even where a part has been dropped since.
    [[nodiscard]] bool was_finished() const;

    [[nodiscard]] RenderRequest request_for(const Part &part) const;
    [[nodiscard]] std::shared_ptr<const std::vector<kernels::PixelPoint>>
    points_of(const Region &region) const;
    /// Wants the mutex to be held, and the caller to end `dropped` without it.
    void drop(Part &part, Frames &dropped);
    /// The parts as they are now, and whether the picture is finished.
    [[nodiscard]] std::vector<Part> parts(bool &finished) const;
    void show_preview(const Part &preview, std::uint32_t *rgba) const;

    const RenderRequest request_;
    const std::shared_ptr<DeviceGroup> group_;
    mutable std::mutex mutex_; ///< guards what follows
    std::vector<Part> parts_;
    ColourSettings colour_;
    std::uint64_t epoch_ = 0;
    std::uint64_t dropped_revisions_ = 0; ///< keeps the sum rising when a frame goes
    bool was_finished_ = false;
    double iterate_ms_ = 0;
};

} // namespace fathom
