#include "render/engines/heavy_view_engine.h"

namespace fathom {

HeavyViewEngine::HeavyViewEngine(std::shared_ptr<Engine> light, std::shared_ptr<Engine> heavy,
                                 Rate rate)
    : light_(std::move(light)), heavy_(std::move(heavy)), rate_(rate) {}

std::shared_ptr<Frame> HeavyViewEngine::make_frame(const RenderRequest &request) {
    return (is_heavy(request) ? heavy_ : light_)->make_frame(request);
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
