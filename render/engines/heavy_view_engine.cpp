#include "render/engines/heavy_view_engine.h"

namespace fathom {

HeavyViewEngine::HeavyViewEngine(std::shared_ptr<Engine> light, std::shared_ptr<Engine> heavy,
                                 Rate rate)
    : light_(std::move(light)), heavy_(std::move(heavy)), rate_(rate) {}

std::shared_ptr<Frame> HeavyViewEngine::make_frame(const RenderRequest &request) {
    return engine_for(request).make_frame(request);
}

bool HeavyViewEngine::iterate(Frame &frame, const std::atomic<bool> &stop) {
    return engine_for(frame.request()).iterate(frame, stop);
}

bool HeavyViewEngine::refresh_colour(Frame &frame, const std::atomic<bool> &stop) {
    return engine_for(frame.request()).refresh_colour(frame, stop);
}

bool HeavyViewEngine::is_heavy(const RenderRequest &request) const noexcept {
    // Jumps make of most limits, however large, a few hundred steps.
    if (is_perturbed(request.precision))
        return false;
    const double rate = is_f32(request.precision) ? rate_.f32_per_s : rate_.f64_per_s;
    const double samples = static_cast<double>(request.size.width) * request.size.height;
    return samples * static_cast<double>(request.limit) > rate * kHeavySeconds;
}

} // namespace fathom
