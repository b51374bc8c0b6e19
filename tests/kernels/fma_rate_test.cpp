#include "kernels/simd/fma_rate.h"

#include "render/engines/devices.h"

#include <gtest/gtest.h>

namespace fathom::fma_rate_test {

TEST(FmaRate, EveryInstructionSetOfTheEngineCanBeMeasured) {
    std::vector<std::string> names;
    for (const kernels::FmaRates &rates : kernels::fma_rates()) {
        SCOPED_TRACE(rates.instruction_set);
        names.emplace_back(rates.instruction_set);
        for (const kernels::FmaRate rate : {rates.f32, rates.f64}) {
            const std::uint64_t once = rate(1);
            EXPECT_GT(once, 0u);
            // A count of 0 would say that a chain left its range.
            EXPECT_EQ(rate(1000), 1000 * once);
        }
        EXPECT_GE(rates.f32(1), rates.f64(1)); // a vector holds at least as many floats
    }
    EXPECT_EQ(names, cpu_instruction_sets());
}

} // namespace fathom::fma_rate_test
