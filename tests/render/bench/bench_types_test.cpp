// 'fathom bench --suite types': what it measures. Nothing here judges a time.
#include "render/bench/bench_types.h"
#include "render/engines/devices.h"
#include "render/engines/method_decision.h"
#include "tests/support/run_fathom.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>

namespace fathom::bench_types_test {

using Json = nlohmann::ordered_json;

TEST(BenchTypes, MeasuresEachTypeOnce) {
    const std::string set = cpu_instruction_sets().back();
    const RunResult result =
        run_fathom({"bench", "--size", "32x18", "--runs", "1", "--suite", "types", "--json",
                    "--device", "cpu", "--instruction-set", set});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const Json rows = result.json().at("types");
    std::set<std::string> types;
    for (const Json &row : rows) {
        types.insert(row.at("type"));
        EXPECT_EQ(row.at("device"), "cpu");
        EXPECT_EQ(row.at("instruction_set"), set);
        EXPECT_GT(row.at("ms"), 0);
        EXPECT_GT(row.at("iterations_per_s"), 0);
        EXPECT_GT(row.at("percent_of_ceiling"), 0);
        if (row.at("type") == "f64") {
            EXPECT_EQ(row.at("ratio_to_double"), 1);
            EXPECT_EQ(row.at("instructions"), 4);
        }
    }
    EXPECT_EQ(rows.size(), std::size(kPrecisions));
    EXPECT_EQ(types.size(), std::size(kPrecisions));
}

// By hand: z^2 + c takes three fused operations and an addition. In sums of two (two_ops-inl.h)
// each of the three products takes four; an exact sum takes six additions: three and four single
// ones in x, two and two in y, and two to double x.
TEST(BenchTypes, CountsTheInstructionsOfAnIteration) {
    const kernels::Operations plain = operations_of(Precision::f32);
    EXPECT_EQ(plain.fma, 3);
    EXPECT_EQ(plain.add, 1);
    const kernels::Operations two = operations_of(Precision::two_f64);
    EXPECT_EQ(two.fma, 3 * 4);
    EXPECT_EQ(two.add, (3 * 6 + 4) + (2 * 6 + 2) + 2);
    for (const Precision precision : kPrecisions)
        EXPECT_EQ(operations_of(precision).fma + operations_of(precision).add > 40,
                  is_two(precision))
            << to_string(precision);
}

// Where the thresholds of decide_method lie.
TEST(BenchTypes, SumsOfTwoFloatsPayWhereTheyAreTaken) {
    EXPECT_GT(ratio_by_instructions(Precision::two_f32, 64), 2);
    EXPECT_GT(ratio_by_instructions(Precision::two_f32, 32), 2);
    EXPECT_LT(ratio_by_instructions(Precision::two_f32, 8), 1);
    EXPECT_EQ(ratio_by_instructions(Precision::f64, 64), 1);
    EXPECT_EQ(ratio_by_instructions(Precision::f32, 64), 64);
    for (const double ratio : {32.0, 64.0})
        EXPECT_GT(ratio_by_instructions(Precision::perturb_two_f32, ratio),
                  2 * ratio_by_instructions(Precision::perturb_f64, ratio));
    // Perturbed floats beside perturbed doubles.
    EXPECT_EQ(ratio_by_instructions(Precision::perturb_f32, 16) /
                  ratio_by_instructions(Precision::perturb_f64, 16),
              16);
}

} // namespace fathom::bench_types_test
