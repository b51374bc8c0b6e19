#pragma once
#include "render/base/thread_team.h"
#include "render/jobs/band_pipeline.h"
#include "render/jobs/export_job.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

namespace fathom {

/// Makes the bands of an export: iterates the samples of a band's pixels, and makes of them what
/// the kind of file takes. Safe to use from several lanes.
class BandMaker {
  public:
    /// The job has to outlive it. `method` and `ranks` are those of all bands.
    BandMaker(const ExportJob &job, Method method, std::shared_ptr<const RankTable> ranks)
        : job_(job), method_(std::move(method)), ranks_(std::move(ranks)) {}

    /// Whole rows of the picture, and nothing if halted. Throws as the lane's engine.
    std::optional<MadeBand> make(BandLane &lane, RowRange rows, const std::atomic<bool> &halt);
    [[nodiscard]] RenderRequest whole_request() const;

    /// What the frames took so far, as StageTimes has it, of all engines together.
    struct Times {
        double iterate_ms = 0, colour_ms = 0, copy_ms = 0;
    };
    [[nodiscard]] Times times() const;

    /// Host memory that a band takes of each pixel, in bytes, at most: what is made of it, and its
    /// frame and mean if they are there, too.
    [[nodiscard]] std::size_t bytes_a_pixel(bool frames_on_host) const;

  private:
    /// Whether colours become light.
    [[nodiscard]] bool is_mixed() const;
    /// Whether samples come as fine colours: those that are mixed, and dithered after that, and
    /// those that become light.
    [[nodiscard]] bool is_packed() const;
    [[nodiscard]] bool is_dithered() const;
    /// Whether means are finer than bytes.
    [[nodiscard]] bool takes_light() const;
    /// Whether the host takes those of such frames.
    [[nodiscard]] bool takes_light_here(bool frames_on_host) const;
    [[nodiscard]] RenderRequest request(const Region &band, int sample) const;
    std::shared_ptr<Frame> iterate(BandLane &lane, const RenderRequest &request, double share,
                                   const std::atomic<bool> &halt) const;
    /// As make, of an export whose samples go by need.
    std::optional<MadeBand> make_adaptive(BandLane &lane, const Region &region,
                                          const std::atomic<bool> &halt);
    /// Adds a complete frame to what is made of its band, the last one or not.
    void add(BandLane &lane, const std::shared_ptr<Frame> &frame, int sample, MadeBand &band);
    void add_light(Frame &frame, MadeBand &band);
    PixelRows sixteen_bits(Engine &engine, const Supersampler &light, Size size);
    /// Hands parts of `count` pixels, each as its first one and how many, to all cores at once.
    template <class Work> void in_parts(std::size_t count, const Work &work);
    void count(const Times &times);

    const ExportJob &job_;
    const Method method_;
    const std::shared_ptr<const RankTable> ranks_;
    std::mutex team_mutex_;          ///< guards what follows
    std::optional<ThreadTeam> team_; ///< that takes means on the host
    mutable std::mutex times_mutex_; ///< guards what follows
    Times times_;
};

} // namespace fathom
