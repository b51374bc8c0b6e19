#include "ui/tour_drive.h"

#include "render/clock.h"
#include "render/error.h"
#include "render/picture_text.h"
#include "render/screenshot.h"
#include "ui/explorer.h"
#include "ui/gui.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace fathom {
namespace {

constexpr int kTransfers = 50; ///< that the interop measurement takes of each kind

/// What one frame took, in ms.
struct TourFrame {
    double frame, iterate, colour, present;
};

// Until the picture is complete. Returns false if the window is to close before that.
bool wait_for_picture(Explorer &explorer) {
    for (;;) {
        explorer.pump();
        if (explorer.quitting())
            return false;
        explorer.prepare();
        if (!explorer.lost_engine().empty())
            throw DeviceError(explorer.lost_engine());
        const Lane *lane = explorer.lane();
        if (lane != nullptr && lane->complete_frame(explorer.session().generation()))
            return true;
        explorer.waker().wait(std::chrono::milliseconds(100));
    }
}

// Nothing if the window is to close.
std::optional<TourFrame> drive_frame(Explorer &explorer, const Location &location) {
    const Stopwatch frame_watch;
    explorer.session().go_to(location);
    if (!wait_for_picture(explorer))
        return std::nullopt;
    const Stopwatch present_watch;
    explorer.draw_pictures();
    glFinish();
    const double present = present_watch.ms();
    explorer.lane()->record();
    explorer.draw_panels();
    explorer.swap();
    const FrameSample &sample = explorer.lane()->stats().last();
    return TourFrame{frame_watch.ms(), sample.iterate_ms, sample.colour_ms, present};
}

// The median of many times of `work`, to its end on the GPU.
template <class Work> double median_ms(Work work) {
    std::vector<double> times;
    for (int count = 0; count <= kTransfers; ++count) {
        glFinish();
        const Stopwatch watch;
        work();
        glFinish();
        if (count > 0) // the first one registers the buffer
            times.push_back(watch.ms());
    }
    return summarise(std::move(times)).median;
}

// From the frame's samples to the texture that is drawn.
double transfer_ms(Lane &lane, bool through_host) {
    lane.pixel_buffers().force_host(through_host);
    const double ms = median_ms([&] {
        lane.invalidate();
        lane.update();
    });
    lane.pixel_buffers().force_host(false);
    return ms;
}

nlohmann::json summary_of(const std::vector<TourFrame> &frames, double TourFrame::*part) {
    std::vector<double> values;
    for (const TourFrame &frame : frames)
        values.push_back(frame.*part);
    const Summary summary = summarise(std::move(values));
    return {{"median", summary.median}, {"p99", summary.p99}, {"max", summary.max}};
}

nlohmann::json statistics(Explorer &explorer, const std::vector<TourFrame> &frames,
                          double total_ms) {
    const Lane &lane = *explorer.lane();
    const Size size = explorer.session().size();
    const std::string interop = lane.pixel_buffers().interop_state();
    nlohmann::json json = {
        {"frames", frames.size()},
        {"size", {size.width, size.height}},
        {"device", lane.info().id},
        {"device_name", lane.info().name},
        {"opengl", explorer.renderer()},
        {"interop", interop},
        {"precision", to_string(explorer.session().precision())},
        {"frame_ms", summary_of(frames, &TourFrame::frame)},
        {"iterate_ms", summary_of(frames, &TourFrame::iterate)},
        {"colour_ms", summary_of(frames, &TourFrame::colour)},
        {"present_ms", summary_of(frames, &TourFrame::present)},
        {"fps", total_ms > 0 ? 1000.0 * static_cast<double>(frames.size()) / total_ms : 0.0},
    };
    Lane &shown = *explorer.lane();
    json["host_ms"] = transfer_ms(shown, true);
    if (interop == "on")
        json["interop_ms"] = transfer_ms(shown, false);
    json["draw_ms"] = median_ms([&] { explorer.draw_pictures(); });
    return json;
}

// What the window shows, panels included.
void write_window(Explorer &explorer, const std::filesystem::path &path) {
    explorer.draw_pictures();
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

} // namespace

bool drive_tour(Explorer &explorer, const GuiOptions &options) {
    const Tour &tour = *options.tour;
    const int count =
        options.frames > 0 ? options.frames : static_cast<int>(std::ceil(tour.seconds() * 10));
    const int height = explorer.session().size().height;
    // Starting the engine is not part of the first frame.
    if (!drive_frame(explorer, tour.at(0, height)))
        return false;
    std::vector<TourFrame> frames;
    const Stopwatch watch;
    for (int at = 0; at < count; ++at) {
        const auto frame =
            drive_frame(explorer, tour.at(count > 1 ? at / (count - 1.0) : 0, height));
        if (!frame)
            return false;
        frames.push_back(*frame);
    }
    const double total_ms = watch.ms();
    if (options.report)
        options.report(statistics(explorer, frames, total_ms));
    if (options.screenshot)
        write_window(explorer, *options.screenshot);
    return true;
}

} // namespace fathom
