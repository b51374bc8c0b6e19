#include "render/engines/round_count.h"

#include "kernels/base/exact_place.h"
#include "kernels/formulas/with_formula.h"
#include "kernels/perturbation/perturbed_work.h"
#include "render/engines/perturbed_request.h"
#include "render/engines/render_request.h"

#include <cstdint>

namespace fathom {
namespace {

constexpr int kAcross = 8;
constexpr std::uint64_t kMostRounds = 100'000'000;

template <class Formula>
std::optional<double> count(const RenderRequest &request, const PerturbationData &data,
                            const std::atomic<bool> &stop) {
    using Ops = kernels::ScalarOps<double>;
    using Orbit = kernels::scalar::PerturbedOrbit<Formula, Ops, kernels::Tracks::none>;
    const auto view = perturbed_view<double, Orbit::kLinear>(request, data);
    const kernels::PixelMap map = perturbed_map(request, data);
    std::uint64_t rounds = 0;
    for (int i = 0; i < kAcross * kAcross; ++i) {
        const int x = request.size.width * (2 * (i % kAcross) + 1) / (2 * kAcross);
        const int y = request.size.height * (2 * (i / kAcross) + 1) / (2 * kAcross);
        const auto [place, exponent] = kernels::rounded_place<double>(
            {kernels::pixel_re(map, x, y), kernels::pixel_im(map, x, y)}, request.map_exponent);
        Orbit orbit;
        orbit.begin(view, request.settings.julia, place, exponent);
        kernels::RebaseRepetition<double> repetition;
        for (bool running = true; running;) {
            const auto end = kernels::go_round(orbit, view);
            const bool repeats =
                (end.rebased || orbit.direct()) && repetition.seen(orbit.z, orbit.k);
            running = !end.escaped && !end.over && !repeats;
            if (++rounds > kMostRounds || stop.load(std::memory_order_relaxed))
                return std::nullopt;
        }
    }
    return static_cast<double>(rounds) / (kAcross * kAcross);
}

} // namespace

std::optional<double> rounds_a_pixel(const RenderRequest &request, const PerturbationData &data,
                                     const std::atomic<bool> &stop) {
    std::optional<double> mean;
    if (request.precision != Precision::perturb_f64 && request.precision != Precision::perturb_f64x)
        return mean;
    kernels::with_formula(request.formula, [&]<class Formula>() {
        if constexpr (Formula::kDegree != 0)
            mean = count<Formula>(request, data, stop);
    });
    return mean;
}

} // namespace fathom
