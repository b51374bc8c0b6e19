// fathom compare as a user meets it, and pictures of the CPU beside those of a GPU.
#include "tests/support/asymmetric_view.h"
#include "tests/support/png_reading.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace fathom::cli_compare_test {

TEST(Compare, FindsReferenceAndCpuEqual) {
    for (const std::string &precision : {std::string("f32"), std::string("f64")}) {
        // Wide enough to be computed in more than one band.
        const RunResult result =
            run_fathom(joined({"compare", "--json", "--devices", "reference,cpu", "--size",
                               "2100x700", "--precision", precision},
                              kAsymmetricView));
        EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
        const auto answer = result.json();
        EXPECT_EQ(answer["pixels"], 2100 * 700);
        EXPECT_EQ(answer["samples_differ"], 0);
        EXPECT_EQ(answer["rgba_differ"], 0);
        EXPECT_EQ(answer["max_iteration_delta"], 0);
        ASSERT_EQ(answer["devices"].size(), 2U);
        EXPECT_EQ(answer["devices"][0]["name"], "reference");
        EXPECT_EQ(answer["devices"][1]["name"], "cpu");
        EXPECT_GT(answer["devices"][0]["ms"].get<double>(), 0.0);
    }
}

// Their limit is found by the faster one, whichever comes first: nothing escapes here, and the
// reference would iterate 5,000 pixels two million times.
TEST(Compare, FindsTheLimitOfAnInteriorInEitherOrder) {
    for (const char *devices : {"cpu,reference", "reference,cpu"}) {
        const RunResult result = run_fathom({"compare", "--json", "--devices", devices, "--size",
                                             "16x16", "--formula", "burning-ship", "--re",
                                             "-1.7548776662466927", "--im", "0", "--zoom", "1e14"});
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_EQ(result.json()["iterations"], 500);
        EXPECT_EQ(result.json()["samples_differ"], 0);
    }
}

TEST(Compare, ComparesEverySampleOfAPixel) {
    const RunResult result = run_fathom(
        {"compare", "--json", "--devices", "cpu,cpu", "--size", "50x20", "--samples", "3"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.json()["pixels"], 50 * 20 * 3);
}

TEST(Compare, DrawsEqualPixelsBlack) {
    const TempFolder folder;
    const std::string file = folder / "difference.png";
    const RunResult result =
        run_fathom({"compare", "--devices", "reference,cpu", "--size", "1500x900", "--diff", file});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("0 samples differ"), std::string::npos) << result.out;
    const DecodedPng picture = decode_png(file);
    EXPECT_EQ(picture.width, 1500U);
    EXPECT_EQ(picture.height, 900U);
    EXPECT_EQ(std::count(picture.rgb.begin(), picture.rgb.end(), 0), 1500 * 900 * 3);
}

bool has_gpu() {
    const auto list = run_fathom({"devices", "--json"}).json();
    return std::any_of(list["devices"].begin(), list["devices"].end(),
                       [](const auto &device) { return device["kind"] == "gpu"; });
}

TEST(Compare, FindsTheGpuEqual) {
    if (!has_gpu())
        GTEST_SKIP() << "fathom devices lists no GPU";
    for (const char *devices : {"reference,gpu0", "cpu,gpu0"}) {
        for (const char *precision : {"f32", "f64"}) {
            const RunResult result =
                run_fathom(joined({"compare", "--json", "--devices", devices, "--size", "1001x777",
                                   "--rotate", "17", "--precision", precision},
                                  kAsymmetricView));
            EXPECT_EQ(result.exit_code, 0) << devices << precision << result.out << result.err;
        }
    }
}

TEST(Render, GivesTheSameBytesOnTheGpu) {
    if (!has_gpu())
        GTEST_SKIP() << "fathom devices lists no GPU";
    const TempFolder folder;
    const auto bytes = [&](const char *device, const char *name) {
        const RunResult result =
            run_fathom(joined({"render", "-o", folder / name, "--size", "801x603", "--samples", "3",
                               "--device", device},
                              kAsymmetricView));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return read_all(folder / name);
    };
    EXPECT_EQ(bytes("gpu0", "a.png"), bytes("cpu", "a.png"));
}

} // namespace fathom::cli_compare_test
