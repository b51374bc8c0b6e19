#include "render/engines/speedup_measurement.h"

#include "render/base/clock.h"
#include "render/deep/reference_cache.h"
#include "render/engines/engine.h"
#include "render/places/location.h"
#include "render/places/palette.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace fathom {
namespace {

Location location_at(const char *re, const char *im, const char *zoom, std::uint64_t iterations) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.im = Decimal::parse(im);
    location.view.zoom = Decimal::parse(zoom);
    location.iterations = iterations;
    return location;
}

/// One view, timed in several number types.
class TimedView {
  public:
    TimedView(Engine &engine, const Location &location) : engine_(engine), location_(location) {}

    /// Sets the speed-ups of `types` against `doubles`.
    void compare(Precision doubles, std::span<const Speedup> types, EngineTraits &traits) {
        // The first picture of a type also loads its kernels, which counts as the device's time.
        ms(doubles);
        for (const Speedup &each : types)
            ms(each.type);
        // Long beside the launches' own times, and enough samples to fill a GPU.
        constexpr double kEnoughMs = 2;
        constexpr int kLargestWidth = 2048;
        while (ms(doubles) < kEnoughMs && size_.width < kLargestWidth)
            size_ = {2 * size_.width, 2 * size_.height};
        // In turns, so that all types meet the same clock rates; of each its best time counts,
        // because other programs can only take away. One round has to do on a slow device.
        constexpr int kRounds = 3;
        constexpr double kMostMs = 50;
        const Stopwatch watch;
        double of_doubles = ms(doubles);
        std::vector<double> best(types.size(), std::numeric_limits<double>::infinity());
        for (int round = 0; round == 0 || (round < kRounds && watch.ms() < kMostMs); ++round) {
            for (std::size_t i = 0; i < types.size(); ++i)
                best[i] = std::min(best[i], ms(types[i].type));
            of_doubles = std::min(of_doubles, ms(doubles));
        }
        for (std::size_t i = 0; i < types.size(); ++i)
            traits.*types[i].value = of_doubles / best[i];
    }

  private:
    /// How long the device takes for the picture, above 0.
    double ms(Precision type) {
        constexpr double kLeastMs = 1e-6; // a clock's step
        const std::atomic<bool> never = false;
        Method method(type, Approximation::la, cache_);
        method.shortcuts = false; // which would leave nothing to time
        RenderRequest request =
            make_request(location_, size_, {0, 0, size_.width, size_.height}, {}, method);
        request.contents = FrameContents::counts;
        request.colour.lut = std::make_shared<const PaletteTable>(1, 0); // every frame has one
        const std::shared_ptr<Frame> frame = engine_.make_frame(request);
        frame->iterate(never);
        return std::max(frame->times().iterate_ms, kLeastMs);
    }

    Engine &engine_;
    const Location location_;
    Size size_{256, 144};
    const std::shared_ptr<ReferenceCache> cache_ = std::make_shared<ReferenceCache>(1);
};

} // namespace

EngineTraits measure_speedups(Engine &engine) {
    EngineTraits traits;
    // Inside the main cardioid.
    const Location inside = location_at("-0.15", "0", "20", 500);
    // That of assets/deep/e14.toml.
    const Location deep = location_at("-1.759817130805047813610825010561798238244",
                                      "-0.01259331079974986538374663184326485845034", "1e14", 4036);
    const std::span types(kSpeedups);
    constexpr std::size_t kDirect = 1;
    TimedView(engine, inside).compare(Precision::f64, types.first(kDirect), traits);
    TimedView(engine, deep).compare(Precision::perturb_f64, types.subspan(kDirect), traits);
    return traits;
}

} // namespace fathom
