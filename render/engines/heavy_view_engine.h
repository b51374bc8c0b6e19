#pragma once
#include "render/engines/engine.h"

namespace fathom {

/// Two engines in one: `light` for most views, `heavy` for those that would keep it busy for long.
/// A window draws light views fastest from the GPU that shows them, without a way through the host.
/// A frame is the chosen engine's own.
class HeavyViewEngine : public Engine {
  public:
    /// Mandelbrot iterations that `light` does in a second at most.
    struct Rate {
        double f32_per_s = 0;
        double f64_per_s = 0;
    };
    /// A view is heavy if at that rate its samples would take longer than this, were they all to go
    /// to the iteration limit.
    static constexpr double kHeavySeconds = 0.5;

    /// Shows itself as `light`. The two may share devices: they never work at the same time.
    HeavyViewEngine(std::shared_ptr<Engine> light, std::shared_ptr<Engine> heavy, Rate rate);

    [[nodiscard]] const EngineInfo &info() const override { return light_->info(); }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override;
    std::vector<TimedSpan> take_spans() override { return light_->take_spans(); }

    [[nodiscard]] bool is_heavy(const RenderRequest &request) const noexcept;

  private:
    const std::shared_ptr<Engine> light_;
    const std::shared_ptr<Engine> heavy_;
    const Rate rate_;
};

} // namespace fathom
