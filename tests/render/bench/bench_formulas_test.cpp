// 'fathom bench --suite formulas': what it measures. Nothing here judges a time.
#include "kernels/formulas/formula_cost.h"
#include "render/bench/bench_formulas.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/places/palette.h"
#include "tests/support/interior_samples.h"
#include "tests/support/run_fathom.h"

#include <gtest/gtest.h>
#include <set>

namespace fathom::bench_formulas_test {

using Json = nlohmann::json;

TEST(BenchFormulas, MeasuresEveryFormulaBySetTypeAndWhatIsTracked) {
    const std::string set = cpu_instruction_sets().front();
    const RunResult result =
        run_fathom({"bench", "--size", "64x36", "--runs", "1", "--threads", "1", "--suite",
                    "formulas", "--json", "--device", "cpu", "--instruction-set", set});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const Json rows = result.json().at("formulas");
    std::set<std::string> cases;
    for (const Json &row : rows) {
        EXPECT_EQ(row.at("device"), "cpu");
        EXPECT_EQ(row.at("instruction_set"), set);
        cases.insert(row.at("formula").get<std::string>() + (row.at("julia") ? " julia " : " ") +
                     row.at("tracked").get<std::string>() + ' ' +
                     row.at("type").get<std::string>());
        EXPECT_GT(row.at("ms"), 0.0);
        EXPECT_GT(row.at("iterations_per_s"), 0.0);
        EXPECT_GT(row.at("percent_of_ceiling"), 0.0);
    }
    EXPECT_EQ(cases.size(), 2 * 3 * 2 * kernels::formulas().size());
    EXPECT_EQ(rows.size(), cases.size());
    EXPECT_TRUE(cases.count("burning-ship julia gradient f64"));
}

TEST(BenchFormulas, TheirViewsStayInsideAndEscape) {
    const auto engine = make_engine("reference", {1, {}});
    const std::atomic<bool> stop = false;
    for (std::size_t i = 0; i < kernels::formulas().size(); ++i)
        for (const bool julia : {false, true}) {
            SCOPED_TRACE(kernels::formulas()[i].id);
            const Location place = formula_view(kernels::FormulaId(i), julia).location;
            RenderRequest request =
                make_request(place, {48, 27}, {0, 0, 48, 27}, {}, Precision::f64);
            request.colour.lut = load_lut(std::nullopt, "default");
            const std::shared_ptr<Frame> frame = engine->make_frame(request);
            ASSERT_TRUE(frame->iterate(stop));
            SampleBuffer samples;
            frame->read_samples(samples);
            const auto inside = static_cast<int>(count_interior(samples));
            EXPECT_GT(inside, 48 * 27 / 50);
            EXPECT_LT(inside, 48 * 27 * 9 / 10);
        }
}

TEST(BenchFormulas, CountsTheLeastInstructionsOfAnIteration) {
    using kernels::Tracks;
    const auto fma = [](const char *id, Tracks tracks) {
        return kernels::least_operations(*kernels::find_formula(id), tracks).fma;
    };
    EXPECT_EQ(fma("mandelbrot", Tracks::none), 3);
    EXPECT_EQ(fma("mandelbrot", Tracks::gradient), 7);
    EXPECT_EQ(fma("mandelbrot", Tracks::all), 11);
    EXPECT_EQ(fma("multibrot-3", Tracks::none), 8);      // z^2 z + c
    EXPECT_EQ(fma("multibrot-8", Tracks::none), 11);     // two squares, and one with c
    EXPECT_EQ(fma("multibrot-5", Tracks::gradient), 18); // z^4 is there already
    EXPECT_EQ(fma("burning-ship", Tracks::gradient), 11);
    EXPECT_EQ(fma("phoenix", Tracks::gradient), 15);
}

} // namespace fathom::bench_formulas_test
