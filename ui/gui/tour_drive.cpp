#include "ui/gui/tour_drive.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/device_failover.h"
#include "render/film/film_path.h"
#include "render/images/screenshot_png.h"
#include "render/places/picture_text.h"
#include "ui/explorer/explorer.h"
#include "ui/explorer/gui_options.h"
#include "ui/gui/tour_live.h"
#include "ui/live/overlap.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

namespace fathom::ui {
namespace {

constexpr int kTransfers = 50; ///< that the interop measurement takes of each kind
constexpr int kFirst = 3;      ///< before them, which are not counted

/// What one frame took, in ms.
struct TourFrame {
    double frame, iterate, colour, present;
};

/// What a whole tour took.
struct TourTimes {
    std::vector<TourFrame> frames;
    std::vector<TimedSpan> spans; ///< of the GPU's streams
    double total_ms = 0;
};

/// What is done with the engine that was lost.
using AtLoss = std::function<void(const LostEngine &)>;

// Times of two engines would be added up.
[[noreturn]] void give_up(const LostEngine &lost) {
    throw DeviceError(lost.why);
}

void prepare(Explorer &explorer, const AtLoss &at_loss) {
    explorer.prepare();
    if (const auto lost = explorer.pictures().take_lost_engine())
        at_loss(*lost);
}

// Until the picture is complete. Returns false if the window is to close before that.
bool wait_for_picture(Explorer &explorer, const AtLoss &at_loss = give_up) {
    for (;;) {
        explorer.pump();
        if (explorer.quitting())
            return false;
        prepare(explorer, at_loss);
        const EngineFeed *feed = explorer.feed();
        if (feed != nullptr && feed->complete_frame(explorer.session()))
            return true;
        explorer.waker().wait(std::chrono::milliseconds(100));
    }
}

// Nothing if the window is to close.
std::optional<TourFrame> drive_frame(Explorer &explorer, const Location &location,
                                     const AtLoss &at_loss = give_up) {
    const Stopwatch frame_watch;
    explorer.session().go_to(location);
    if (!wait_for_picture(explorer, at_loss))
        return std::nullopt;
    const Stopwatch present_watch;
    explorer.pictures().draw();
    glFinish();
    const double present = present_watch.ms();
    explorer.feed()->record();
    explorer.draw_panels();
    explorer.swap();
    const FrameSample &sample = explorer.feed()->stats().last();
    return TourFrame{frame_watch.ms(), sample.iterate_ms, sample.colour_ms, present};
}

void take_spans(Explorer &explorer, TourTimes &times) {
    for (const TimedSpan &span : explorer.feed()->take_spans())
        times.spans.push_back(span);
}

/// The way of a tour in equal steps.
class Steps {
  public:
    Steps(const film::FilmPath &path, int count) : path_(path), count_(count) {}
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] Location at(int step) const {
        return path_.at(count_ > 1 ? step / (count_ - 1.0) * path_.seconds() : 0);
    }

  private:
    const film::FilmPath &path_;
    int count_;
};

// Each frame is displayed to its end before the next is computed. Returns false if the window is to
// close.
bool drive_one_by_one(Explorer &explorer, const Steps &steps, TourTimes &times) {
    const Stopwatch watch;
    for (int step = 0; step < steps.count(); ++step) {
        const auto frame = drive_frame(explorer, steps.at(step));
        if (!frame)
            return false;
        times.frames.push_back(*frame);
        take_spans(explorer, times);
    }
    times.total_ms = watch.ms();
    return true;
}

/// Frames that are on their way to the screen, whose times are known only when they are there.
class FramesUnderWay {
  public:
    explicit FramesUnderWay(TourTimes &times) : times_(times) {}
    void add(std::shared_ptr<Frame> frame) { frames_.push_back(std::move(frame)); }
    /// All but the last `count` have arrived.
    void settle(std::size_t count) {
        for (; frames_.size() > count; frames_.pop_front()) {
            const FrameTimes taken = frames_.front()->times();
            TourFrame &frame = times_.frames[times_.frames.size() - frames_.size()];
            frame.iterate = taken.iterate_ms;
            frame.colour = taken.colour_ms;
        }
    }

  private:
    TourTimes &times_;
    std::deque<std::shared_ptr<Frame>> frames_; ///< belong to the last ones of times_.frames
};

// As soon as a frame is complete on its device, the next is asked for; it is computed while the
// first is displayed, and nothing waits for that. Returns false if the window is to close.
bool drive_pipelined(Explorer &explorer, const Steps &steps, TourTimes &times) {
    // Of a frame's times only the colour pass may be outstanding, and that not for two frames.
    constexpr std::size_t kMostUnderWay = 2;
    Session &session = explorer.session();
    FramesUnderWay under_way(times);
    const Stopwatch watch;
    double last_swap = 0;
    session.go_to(steps.at(0));
    for (int step = 0; step < steps.count(); ++step) {
        if (!wait_for_picture(explorer))
            return false;
        std::shared_ptr<Frame> frame = explorer.feed()->complete_frame(session);
        if (step + 1 < steps.count()) {
            session.go_to(steps.at(step + 1));
            prepare(explorer, give_up);
        }
        const Stopwatch present_watch;
        explorer.pictures().draw_complete();
        const double present = present_watch.ms();
        explorer.draw_panels();
        explorer.swap();
        const double swap = watch.ms();
        times.frames.push_back({swap - last_swap, 0, 0, present});
        last_swap = swap;
        under_way.add(std::move(frame));
        under_way.settle(kMostUnderWay);
        take_spans(explorer, times);
    }
    glFinish();
    times.total_ms = watch.ms();
    under_way.settle(0);
    take_spans(explorer, times);
    return true;
}

// The median of many times of `work`, to its end on the GPU, without the first, which register
// textures.
template <class Work> double median_ms(Work work) {
    std::vector<double> times;
    for (int count = 0; count < kFirst + kTransfers; ++count) {
        glFinish();
        const Stopwatch watch;
        work();
        glFinish();
        if (count >= kFirst)
            times.push_back(watch.ms());
    }
    return summarise(std::move(times)).median;
}

// From the frame's samples to the texture that is drawn.
double transfer_ms(EngineFeed &feed, bool through_host) {
    feed.pixel_buffers().force_host(through_host);
    const double ms = median_ms([&] {
        feed.invalidate();
        feed.update();
    });
    feed.pixel_buffers().force_host(false);
    return ms;
}

nlohmann::json summary_of(const std::vector<TourFrame> &frames, double TourFrame::*part) {
    std::vector<double> values;
    for (const TourFrame &frame : frames)
        values.push_back(frame.*part);
    const Summary summary = summarise(std::move(values));
    return {{"median", summary.median}, {"p99", summary.p99}, {"max", summary.max}};
}

nlohmann::json to_json(const Overlap &overlap) {
    return {{"display_spans", overlap.display_spans},
            {"overlapping", overlap.overlapping},
            {"overlapped_ms", overlap.overlapped_ms},
            {"display_ms", overlap.display_ms}};
}

nlohmann::json statistics(Explorer &explorer, const TourTimes &times, bool pipelined) {
    EngineFeed &feed = *explorer.feed();
    const Size size = explorer.session().size();
    const std::string interop = feed.pixel_buffers().interop_state();
    const auto frames = static_cast<double>(times.frames.size());
    nlohmann::json json = {
        {"frames", times.frames.size()},
        {"size", {size.width, size.height}},
        {"device", feed.info().id},
        {"device_name", feed.info().name},
        {"opengl", explorer.renderer()},
        {"interop", interop},
        {"pipelined", pipelined},
        {"precision", to_string(explorer.session().precision())},
        {"frame_ms", summary_of(times.frames, &TourFrame::frame)},
        {"iterate_ms", summary_of(times.frames, &TourFrame::iterate)},
        {"colour_ms", summary_of(times.frames, &TourFrame::colour)},
        {"present_ms", summary_of(times.frames, &TourFrame::present)},
        {"fps", times.total_ms > 0 ? 1000.0 * frames / times.total_ms : 0.0},
        {"overlap", to_json(measure_overlap(times.spans))},
    };
    json["host_ms"] = transfer_ms(feed, true);
    if (interop == "on")
        json["interop_ms"] = transfer_ms(feed, false);
    json["draw_ms"] = median_ms([&] { explorer.pictures().draw(); });
    return json;
}

// What the window shows, panels included.
void write_window(Explorer &explorer, const std::filesystem::path &path) {
    explorer.pictures().draw();
    explorer.draw_panels();
    const Size size = explorer.session().size();
    const auto width = static_cast<std::size_t>(size.width);
    std::vector<std::uint32_t> rgba(width * static_cast<std::size_t>(size.height));
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    // OpenGL starts at the bottom.
    for (std::size_t top = 0, bottom = rgba.size() - width; top < bottom;
         top += width, bottom -= width)
        std::swap_ranges(&rgba[top], &rgba[top] + width, &rgba[bottom]);
    write_screenshot_png(path, reinterpret_cast<const std::uint8_t *>(rgba.data()), size.width,
                         size.height, picture_text(explorer.session().location()));
}

// Nothing is measured yet, so the CPU may take the place of an engine that nobody asked for by
// name.
AtLoss at_loss_before_tour(const GuiOptions &options) {
    return [&options](const LostEngine &lost) {
        if (options.device != "auto" || lost.id == "cpu")
            give_up(lost);
        options.warn(takeover_words(lost.id, lost.why.what, lost.has_worked));
    };
}

// In real time; the last view is then computed to its end. Returns false if the window is to close.
bool show_live(Explorer &explorer, const film::FilmPath &path, const GuiOptions &options) {
    const auto times = drive_live_tour(explorer, path);
    if (!times)
        return false;
    if (options.report)
        options.report(*times);
    if (!options.screenshot)
        return true;
    if (!wait_for_picture(explorer))
        return false;
    write_window(explorer, *options.screenshot);
    return true;
}

} // namespace

bool drive_tour(Explorer &explorer, const GuiOptions &options) {
    const film::FilmPath path(options.tour->film, explorer.session().size());
    const int count =
        options.frames > 0 ? options.frames : static_cast<int>(std::ceil(path.seconds() * 10));
    const Steps steps(path, count);
    // Starting the engine is not part of the first frame.
    if (!drive_frame(explorer, steps.at(0), at_loss_before_tour(options)))
        return false;
    explorer.feed()->take_spans();
    if (options.live)
        return show_live(explorer, path, options);
    TourTimes times;
    const auto drive = options.pipelined ? drive_pipelined : drive_one_by_one;
    if (!drive(explorer, steps, times))
        return false;
    if (options.report)
        options.report(statistics(explorer, times, options.pipelined));
    if (options.screenshot)
        write_window(explorer, *options.screenshot);
    return true;
}

} // namespace fathom::ui
