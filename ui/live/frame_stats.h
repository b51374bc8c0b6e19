#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace fathom::ui {

/// Where the time of one finished frame went.
struct FrameSample {
    double iterate_ms = 0;
    double colour_ms = 0;
    double present_ms = 0; ///< into the texture and onto the screen
    std::uint64_t iterations = 0;
    std::uint64_t generation = 0; ///< which picture: frames of the same number are the same work

    [[nodiscard]] double frame_ms() const { return iterate_ms + colour_ms + present_ms; }
};

/// Of a series of times in ms.
struct Summary {
    double median = 0; ///< mean of the two middle ones of an even number
    double p99 = 0;    ///< the smallest that 99 % of the series do not exceed
    double max = 0;
};

/// All zero for an empty series.
Summary summarise(std::vector<double> values);

/// The last finished frames of one engine.
class FrameStats {
  public:
    static constexpr std::size_t kKept = 240;

    void add(const FrameSample &sample);
    [[nodiscard]] bool empty() const { return samples_.empty(); }
    /// The newest one; there has to be one.
    [[nodiscard]] const FrameSample &last() const { return samples_.back(); }
    [[nodiscard]] Summary summary() const;
    /// How many times as fast as `other` the newest frame was, from its beginning to the screen;
    /// nothing where that is not of the same picture.
    [[nodiscard]] std::optional<double> times_as_fast_as(const FrameStats &other) const;
    /// Frame times in ms, the oldest first.
    [[nodiscard]] std::vector<float> graph() const;

  private:
    std::vector<FrameSample> samples_;
};

} // namespace fathom::ui
