#include "ui/gui/bench_interop.h"

#include "render/base/clock.h"
#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/places/palette.h"
#include "ui/state/control_advice.h"
#include "ui/window/pixel_buffer.h"
#include "ui/window/presenter.h"
#include "ui/window/window.h"

namespace fathom::ui {
namespace {

struct FramebufferTraits {
    static GLuint create() {
        GLuint name = 0;
        glGenFramebuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};

struct RenderbufferTraits {
    static GLuint create() {
        GLuint name = 0;
        glGenRenderbuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};

/// Something of any size to draw on: a window is no larger than its screen.
class Target {
  public:
    explicit Target(Size size) {
        glBindRenderbuffer(GL_RENDERBUFFER, colours_.name());
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size.width, size.height);
        glBindFramebuffer(GL_FRAMEBUFFER, frame_.name());
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  colours_.name());
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            throw DeviceError("OpenGL cannot draw off screen in this size; update the driver");
    }
    ~Target() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }
    Target(const Target &) = delete;
    Target &operator=(const Target &) = delete;

  private:
    GlObject<RenderbufferTraits> colours_;
    GlObject<FramebufferTraits> frame_;
};

RenderRequest request_of(Size size, const EngineTraits &engine) {
    const Location location; // the whole set
    RenderRequest request = make_request(location, size, {0, 0, size.width, size.height}, {},
                                         decide_method(location, size, {}, engine));
    request.colour = {load_lut(std::nullopt, "default"), location.colour, nullptr};
    return request;
}

/// One device's way to the screen, in one size.
class Way {
  public:
    Way(Engine &engine, Presenter &presenter, Size size)
        : engine_(engine), presenter_(presenter), request_(request_of(size, engine.info().traits)),
          target_(size) {}

    struct Times {
        double frame_ms = 0;    ///< computed and drawn, as many in a row as there was time for
        double transfer_ms = 0; ///< median from the samples to the picture drawn, to its end
    };

    /// Nothing if stopped.
    std::optional<Times> measure(bool through_host, double seconds, const std::atomic<bool> &stop) {
        pixels_.force_host(through_host);
        std::vector<double> transfers;
        const Stopwatch transfer_watch;
        std::shared_ptr<Frame> frame = compute(stop);
        while (frame && (transfers.size() < 4 || transfer_watch.ms() < 500 * seconds)) {
            glFinish();
            const Stopwatch watch;
            show(*frame);
            glFinish();
            transfers.push_back(watch.ms());
        }
        Times times;
        int frames = 0;
        const Stopwatch watch;
        while (frame && (frames == 0 || watch.ms() < 500 * seconds)) {
            frame = compute(stop);
            if (frame)
                show(*frame);
            ++frames;
        }
        glFinish();
        if (!frame)
            return std::nullopt;
        times.frame_ms = watch.ms() / frames;
        transfers.erase(transfers.begin()); // registers the texture
        times.transfer_ms = median(std::move(transfers));
        return times;
    }

    [[nodiscard]] const std::string &interop_state() const { return pixels_.interop_state(); }

  private:
    std::shared_ptr<Frame> compute(const std::atomic<bool> &stop) {
        std::shared_ptr<Frame> frame = engine_.make_frame(request_);
        return frame->iterate(stop) ? frame : nullptr;
    }

    void show(Frame &frame) {
        ShownTiles none;
        pixels_.show(frame, texture_, none);
        presenter_.draw(texture_.gl(), request_.size);
    }

    Engine &engine_;
    Presenter &presenter_;
    const RenderRequest request_;
    const Target target_;
    FrameTexture texture_;
    PixelBuffers pixels_;
};

/// Nothing if stopped.
std::optional<InteropRow> measure_way(BenchmarkDevice &device, Presenter &presenter, Size size,
                                      const InteropBench &bench, const std::atomic<bool> &stop) {
    Way way(*device.engine, presenter, size);
    InteropRow row;
    row.device = device.id;
    row.size = size;
    const auto direct = way.measure(false, bench.seconds, stop);
    if (!direct)
        return std::nullopt;
    row.state = way.interop_state();
    if (row.state == "on") {
        row.interop_frame_ms = direct->frame_ms;
        row.interop_ms = direct->transfer_ms;
    }
    const auto through_host = way.measure(true, bench.seconds, stop);
    if (!through_host)
        return std::nullopt;
    row.host_frame_ms = through_host->frame_ms;
    row.host_ms = through_host->transfer_ms;
    return row;
}

InteropRow not_measured(const std::string &what, const std::string &why) {
    InteropRow row;
    row.device = what;
    row.state = "not measured: " + why;
    return row;
}

void add_missing_gpu(const std::vector<BenchmarkDevice> &devices, BenchReport &report) {
    for (const BenchmarkDevice &device : devices)
        if (device.is_gpu())
            return;
    for (const MissingDevice &missing : list_devices().missing)
        if (missing.what == "gpu")
            report.interop.push_back(not_measured("gpu", with_controls(missing.why)));
}

bool measure_all(std::vector<BenchmarkDevice> &devices, const Window &window,
                 const InteropBench &bench, const BenchmarkWatch &watch, BenchReport &report) {
    Presenter presenter;
    const double steps = static_cast<double>(devices.size() * bench.sizes.size());
    std::string previous;
    int done = 0;
    for (BenchmarkDevice &device : devices) {
        const bool wanted = device.id != "reference" && device.id != previous;
        previous = device.id;
        for (const Size size : bench.sizes) {
            if (wanted) {
                auto row = measure_way(device, presenter, size, bench, watch.stop);
                if (!row)
                    return false;
                row->opengl = window.renderer();
                report.interop.push_back(*std::move(row));
            }
            watch.progress(++done / steps);
        }
    }
    return true;
}

} // namespace

bool bench_interop(std::vector<BenchmarkDevice> &devices, const InteropBench &bench,
                   const BenchmarkWatch &watch, BenchReport &report) {
    add_missing_gpu(devices, report);
    WindowOptions options;
    options.place.width = options.place.height = 64;
    options.vsync = false;
    options.hidden = true;
    std::optional<Window> window;
    try {
        window.emplace(options);
    } catch (const DeviceError &error) {
        report.interop.push_back(not_measured("opengl", error.what()));
        return true;
    }
    return measure_all(devices, *window, bench, watch, report);
}

} // namespace fathom::ui
