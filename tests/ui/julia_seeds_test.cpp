// The seeds that Julia sets begin with.
#include "kernels/formulas/formula_ids.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/pixel_probe.h"
#include "ui/state/julia_seeds.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace fathom::ui::julia_seeds_test {

/// Whether points that are equally far from 0 do different things somewhere: in a disc they do not.
bool is_no_disc(Engine &engine, Location location) {
    const std::atomic<bool> never = false;
    const Method method = probe_method(location, {}, engine.info().traits);
    for (const double radius : {0.3, 0.5, 0.7, 0.9, 1.1, 1.3}) {
        std::uint64_t least = location.iterations, most = 0;
        for (int at = 0; at < 180; ++at) {
            const double turn = 2 * std::numbers::pi * at / 180;
            location.view.re = Decimal::from_double(radius * std::cos(turn));
            location.view.im = Decimal::from_double(radius * std::sin(turn));
            const auto found = probe(engine, location, method, never);
            least = std::min(least, found->iterations);
            most = std::max(most, found->iterations);
        }
        if (most >= least + 3)
            return true;
    }
    return false;
}

TEST(JuliaSeeds, AreNoDiscs) {
    const auto engine = make_engine("cpu", {1, {}});
    Location location;
    location.iterations = 200;
    location.formula.julia = true;
    EXPECT_FALSE(is_no_disc(*engine, location)) << "the seed 0, which makes one";
    for (std::size_t at = 0; at < kernels::formulas().size(); ++at) {
        location.formula.id = static_cast<kernels::FormulaId>(at);
        const auto seed = telling_seed(location.formula.id);
        ASSERT_TRUE(seed) << kernels::formulas()[at].id;
        location.formula.seed_re = seed->first;
        location.formula.seed_im = seed->second;
        EXPECT_TRUE(is_no_disc(*engine, location)) << kernels::formulas()[at].id;
    }
}

} // namespace fathom::ui::julia_seeds_test
