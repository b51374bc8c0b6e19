// A GPU that is full, before a command begins and while it works.
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <filesystem>
#include <gtest/gtest.h>

namespace fathom::cli_gpu_test {

/// What is measured of the GPU is kept below `folder`.
RunOptions with_gpu(const std::string &trouble, const TempFolder &folder) {
    RunOptions options;
    options.environment["XDG_STATE_HOME"] = folder / "state";
    options.program = "fathom_with_troubled_gpu";
    options.environment["FATHOM_TEST_GPU"] = trouble;
    return options;
}

const char *const kFull = "fathom: warning: gpu0 cannot be used: the GPU's memory is full; the CPU "
                          "takes over\n";
const char *const kSmall = "fathom: warning: gpu0 stopped: the GPU's memory is full; the CPU takes "
                           "over\n";

TEST(TroubledGpu, CommandsThatChoseItThemselvesGoOnWithTheCpu) {
    const TempFolder folder;
    for (const auto &[trouble, sentence] : {std::pair{"full", kFull}, {"small", kSmall}}) {
        const std::string picture = folder / (std::string(trouble) + ".png").c_str();
        const std::vector<std::vector<std::string>> commands = {
            {"render", "--size", "64x40", "-o", picture},
            {"render", "--size", "64x40", "-o", folder / "place.toml"},
            {"probe", "--re", "0.3", "--im", "0"},
            {"verify", "--size", "64x40", "--points", "5"}};
        for (const auto &command : commands) {
            const RunResult result = run_fathom(command, with_gpu(trouble, folder));
            EXPECT_EQ(result.exit_code, 0) << command.front() << ' ' << result.err;
            EXPECT_EQ(result.err, sentence) << command.front();
        }
        EXPECT_TRUE(std::filesystem::exists(picture));
    }
}

TEST(TroubledGpu, AllOfThemWritePicturesAndOneDoesTheRest) {
    const TempFolder folder;
    RunOptions options = with_gpu("none", folder);
    const auto device_of = [&](Arguments arguments) {
        arguments.insert(arguments.end(), {"--size", "64x40", "--json"});
        const RunResult result = run_fathom(arguments, options);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result.json().at("device").get<std::string>();
    };
    const Arguments render = {"render", "-o", (folder / "a.png").string()};
    const Arguments verify = {"verify", "--points", "5"};
    // A troubled GPU's engine is a CPU's in all but its place in the list.
    EXPECT_EQ(device_of(render), "cpu");
    options.environment["FATHOM_TEST_GPUS"] = "3";
    EXPECT_EQ(device_of(render), "gpu");
    EXPECT_EQ(device_of(verify), "cpu");
    const RunResult named = run_fathom({"render", "--size", "64x40", "--json", "--device", "gpu1",
                                        "-o", (folder / "a.png").string()},
                                       options);
    EXPECT_EQ(named.json().at("device"), "cpu");
    options.environment["FATHOM_TEST_GPU"] = "small";
    const RunResult small = run_fathom(render, options);
    EXPECT_EQ(small.exit_code, 0);
    EXPECT_EQ(small.err, "fathom: warning: gpu stopped: the GPU's memory is full; the CPU takes "
                         "over\n");
}

TEST(TroubledGpu, IsMeasuredByTheFirstPictureAndListedWithThat) {
    const TempFolder folder;
    const RunOptions options = with_gpu("none", folder);
    const auto gpu = [&] {
        const nlohmann::json list = run_fathom({"devices", "--json"}, options).json();
        for (const auto &device : list.at("devices"))
            if (device.at("id") == "gpu0")
                return device;
        return nlohmann::json();
    };
    EXPECT_EQ(gpu().at("driver"), "1.2.3");
    EXPECT_TRUE(gpu().at("speedups").is_null());
    EXPECT_TRUE(gpu().at("measured").is_null());
    EXPECT_TRUE(contains(run_fathom({"devices"}, options).out, "not measured yet"));
    const RunResult picture =
        run_fathom({"render", "--size", "64x40", "-o", folder / "a.png"}, options);
    EXPECT_EQ(picture.exit_code, 0) << picture.err;
    EXPECT_EQ(picture.err, "");
    const nlohmann::json measured = gpu();
    for (const char *type : {"2f32", "perturb-f32x", "perturb-2f32"})
        EXPECT_GT(measured.at("speedups").at(type).get<double>(), 0) << type;
    const std::string day = measured.at("measured");
    EXPECT_TRUE(
        contains(run_fathom({"devices"}, options).out, "(measured " + day + ", driver 1.2.3)"));
}

TEST(TroubledGpu, AndTheCpuTogetherGiveTheSameFileOrTheCpuAlone) {
    const TempFolder folder;
    const auto render = [&](const std::string &device, const char *trouble) {
        const std::string file = folder / (device + ".png").c_str();
        const RunResult result = run_fathom({"render", "--size", "640x2000", "--samples", "2",
                                             "--json", "--device", device, "-o", file},
                                            with_gpu(trouble, folder));
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return std::pair{result.json().at("device").get<std::string>(), read_all(file)};
    };
    const auto [cpu, expected] = render("cpu", "none");
    const auto [together, same] = render("all", "none");
    EXPECT_EQ(together, "all");
    EXPECT_TRUE(same == expected);
    const auto [alone, same_again] = render("all", "full");
    EXPECT_EQ(alone, "cpu");
    EXPECT_TRUE(same_again == expected);
}

TEST(TroubledGpu, IsRefusedWhereItWasAskedForByName) {
    const TempFolder folder;
    const std::string picture = folder / "refused.png";
    const RunResult result = run_fathom(
        {"render", "--size", "64x40", "-o", picture, "--device", "gpu0"}, with_gpu("full", folder));
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.err, "fathom: the GPU's memory is full; close other programs that use it or "
                          "use --device cpu\n");
    EXPECT_FALSE(std::filesystem::exists(picture));
}

} // namespace fathom::cli_gpu_test
