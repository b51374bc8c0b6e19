#include "ui/gui/tour_live.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/film/film_path.h"
#include "ui/explorer/explorer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

namespace fathom::ui {
namespace {

using Clock = std::chrono::steady_clock;

// Frames begin as on a display of 120 Hz, so that one that takes long still ends within the time of
// one at 60 Hz.
constexpr std::chrono::microseconds kFrame{8333};
constexpr double kDisplayFrameMs = 16.7; ///< at 60 Hz

/// Of each frame, in ms.
struct LiveTimes {
    std::vector<double> frame;  ///< from one swap to the next
    std::vector<double> engine; ///< that engines have taken of the window's thread
    std::vector<double> draw;   ///< that OpenGL has taken, until it was done
    std::vector<double> lag;    ///< since the view of the newest complete picture was asked for
    std::size_t pictures = 0;   ///< completed
    std::uint64_t newest = 0;   ///< generation of that picture
};

nlohmann::json to_json(std::vector<double> values) {
    const Summary summary = summarise(std::move(values));
    return {{"median", summary.median}, {"p99", summary.p99}, {"max", summary.max}};
}

void look_at_picture(Explorer &explorer, LiveTimes &times) {
    const EngineFeed *feed = explorer.feed();
    const Picture *picture = feed == nullptr ? nullptr : feed->earlier_picture(0);
    if (picture == nullptr)
        return;
    times.pictures += picture->generation != times.newest;
    times.newest = picture->generation;
    times.lag.push_back(
        std::chrono::duration<double, std::milli>(Clock::now() - picture->asked).count());
}

void draw_frame(Explorer &explorer, LiveTimes &times) {
    explorer.pictures().take_engine_ms();
    explorer.move();
    explorer.prepare();
    if (const auto lost = explorer.pictures().take_lost_engine())
        throw DeviceError(lost->why);
    const double asking = explorer.pictures().take_engine_ms();
    const Stopwatch watch;
    explorer.pictures().draw();
    explorer.draw_panels();
    glFinish(); // what a GPU has still to draw is part of this frame
    explorer.swap();
    const double engine = explorer.pictures().take_engine_ms();
    times.engine.push_back(asking + engine);
    times.draw.push_back(watch.ms() - engine);
    look_at_picture(explorer, times);
}

nlohmann::json statistics(Explorer &explorer, LiveTimes times, double seconds) {
    const EngineFeed &feed = *explorer.feed();
    const Size size = explorer.session().size();
    const auto frames = static_cast<double>(times.frame.size());
    const auto in_time = std::count_if(times.frame.begin(), times.frame.end(),
                                       [](double ms) { return ms <= kDisplayFrameMs; });
    double lag = 0;
    for (const double ms : times.lag)
        lag += ms / static_cast<double>(times.lag.size());
    return {
        {"live", true},
        {"frames", times.frame.size()},
        {"size", {size.width, size.height}},
        {"device", feed.info().id},
        {"device_name", feed.info().name},
        {"opengl", explorer.renderer()},
        {"interop", feed.pixel_buffers().interop_state()},
        {"frame_ms", to_json(std::move(times.frame))},
        {"share_within_16_7_ms", static_cast<double>(in_time) / frames},
        {"engine_wait_ms", to_json(std::move(times.engine))},
        {"draw_ms", to_json(std::move(times.draw))},
        {"pictures_completed", times.pictures},
        {"mean_lag_ms", lag},
        {"fps", frames / seconds},
    };
}

} // namespace

std::optional<nlohmann::json> drive_live_tour(Explorer &explorer, const film::FilmPath &path) {
    Session &session = explorer.session();
    LiveTimes times;
    times.newest = session.generation();
    const auto start = Clock::now();
    auto swapped = start;
    for (auto next = start;; next = std::max(next + kFrame, Clock::now())) {
        std::this_thread::sleep_until(next);
        explorer.pump();
        if (explorer.quitting())
            return std::nullopt;
        const auto now = Clock::now();
        const double gone = std::chrono::duration<double>(now - start).count();
        session.pass_through(path.at(gone), now);
        draw_frame(explorer, times);
        const auto end = Clock::now();
        times.frame.push_back(
            std::chrono::duration<double, std::milli>(end - std::exchange(swapped, end)).count());
        if (gone >= path.seconds())
            return statistics(explorer, std::move(times), gone);
    }
}

} // namespace fathom::ui
