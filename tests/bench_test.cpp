// 'fathom bench': that it measures what it says. Nothing here judges a time.
#include "render/bench_table.h"
#include "tests/run_fathom.h"
#include "tests/temp_folder.h"

#include <gtest/gtest.h>
#include <set>

namespace fathom {
namespace {

using Arguments = std::vector<std::string>;
using Json = nlohmann::json;

Arguments tiny(const Arguments &more) {
    Arguments arguments = {"bench", "--size", "64x36", "--runs", "1", "--threads", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(Bench, MeasuresEveryEngineTypeAndViewWithAndWithoutShortcuts) {
    const RunResult result = run_fathom(tiny({"--json", "--devices", "reference,cpu"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const Json report = result.json();
    std::set<std::string> engines;
    std::set<std::string> work;
    for (const Json &row : report.at("engines")) {
        engines.insert(row.at("device").get<std::string>() +
                       row.at("instruction_set").get<std::string>());
        work.insert(row.at("view").get<std::string>() + ' ' + row.at("type").get<std::string>() +
                    (row.at("shortcuts") ? " on" : " off"));
        EXPECT_GT(row.at("ms"), 0.0);
        EXPECT_GT(row.at("iterations_per_s"), 0.0);
        EXPECT_GT(row.at("percent_of_ceiling"), 0.0);
        EXPECT_GT(row.at("ratio_to_reference"), 0.0);
        if (row.at("view") == "interior") { // no pixel escapes: every one takes all iterations
            const std::int64_t pixels =
                row.at("width").get<std::int64_t>() * row.at("height").get<std::int64_t>();
            EXPECT_EQ(row.at("iterations"), pixels * 10'000);
        }
    }
    EXPECT_GE(engines.size(), 2U);
    EXPECT_EQ(work.size(), 16U);
    EXPECT_TRUE(work.count("seahorse-1e9 f64 off"));
    EXPECT_EQ(report.at("engines").size(), 16 * engines.size());
    for (const char *suite : {"table", "interop", "export"})
        EXPECT_EQ(report.at(suite), Json::array()) << suite;
}

} // namespace
} // namespace fathom
