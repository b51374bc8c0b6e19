// 'fathom bench': that it measures what it says. Nothing here judges a time.
#include "render/base/error.h"
#include "render/bench/bench_deep.h"
#include "render/bench/bench_export.h"
#include "render/bench/bench_png.h"
#include "render/bench/bench_table.h"
#include "render/bench/bench_whole_export.h"
#include "render/bench/peak_rate.h"
#include "render/engines/devices.h"
#include "render/engines/timed_span.h"
#include "render/images/font.h"
#include "tests/support/environment.h"
#include "tests/support/fake_engine.h"
#include "tests/support/png_reading.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>
#include <set>

namespace fathom::bench_test {

using Json = nlohmann::json;

const std::atomic<bool> kNever = false;

BenchmarkWatch unwatched() {
    return {kNever, [](double) {}};
}

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
        // Double resolves all views, float not the deepest.
        if (row.at("type") == "f64" || row.at("view") == "seahorse-1e9") {
            EXPECT_EQ(row.at("resolved"), row.at("type") == "f64") << row;
        }
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

    EXPECT_EQ(report.at("ceilings").size(), 2 * engines.size());
    for (const Json &row : report.at("ceilings")) {
        EXPECT_TRUE(row.contains("device"));
        EXPECT_TRUE(row.at("type") == "f32" || row.at("type") == "f64");
        EXPECT_GT(row.at("copy_bytes_per_s"), 0.0);
        // On a CPU an iteration is three FMAs: the additions have pipes of their own.
        EXPECT_DOUBLE_EQ(row.at("iterations_per_s"), row.at("fma_per_s").get<double>() / 3);
    }
    for (const char *suite : {"formulas", "types", "table", "interop", "export", "film"})
        EXPECT_EQ(report.at(suite), Json::array()) << suite;
}

TEST(Bench, WritesJsonMarkdownAndAPlot) {
    if (!std::filesystem::exists(kFontFile))
        GTEST_SKIP() << "a plot needs " << kFontFile;
    const TempFolder folder;
    const auto file = [&](const char *name) { return (folder / name).string(); };
    const std::string slowest = cpu_instruction_sets().back();
    const RunResult result = run_fathom(
        tiny({"--device", "cpu", "--instruction-set", slowest, "--json", file("bench.json"),
              "--markdown", file("bench.md"), "--plot", file("bench.png")}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(folder.count(), 3);

    const Json report = Json::parse(read_all(folder / "bench.json"));
    EXPECT_EQ(report.at("engines").size(), 16U);
    for (const Json &row : report.at("engines")) {
        EXPECT_EQ(row.at("instruction_set"), slowest);
        EXPECT_TRUE(row.at("ratio_to_reference").is_null()) << "there was no reference";
    }
    EXPECT_TRUE(contains(result.out, "seahorse-1e5"));
    const std::string markdown = read_all(folder / "bench.md");
    EXPECT_TRUE(contains(markdown, "| cpu " + slowest + " | f64 | whole | off |"));

    const DecodedPng plot = decode_png(folder / "bench.png");
    EXPECT_GT(plot.width, 1000U);
    // The bars: blue for the first view. Paper, ink and the track's grey have no such pixels.
    const std::array<std::uint8_t, 3> blue = {0, 114, 178};
    std::size_t bars = 0;
    for (std::size_t at = 0; at < plot.rgb.size(); at += 3)
        bars += std::equal(blue.begin(), blue.end(), plot.rgb.begin() + static_cast<long>(at));
    EXPECT_GT(bars, 50U);
}

TEST(Bench, RefusesWhatItCannotDoBeforeMeasuring) {
    const TempFolder folder;
    const std::string nowhere = (folder / "missing" / "file").string();
    struct Case {
        Arguments arguments;
        int exit_code;
        std::string reason;
    };
    const std::vector<Case> cases = {
        {{"bench", "--suite", "speed"},
         2,
         "--suite takes engines, formulas, types, table, interop, export, deep, film or all"},
        {{"bench", "--table-sizes", "0"}, 2, "--table-sizes"},
        {{"bench", "--table-sizes", "5,x"}, 2, "--table-sizes"},
        {{"bench", "--device", "cpu", "--instruction-set", "MMX"}, 2, "MMX"},
        {{"bench", "--suite", "table", "--plot", "plot.png"}, 2, "--plot"},
        {{"bench", "--location", "place.toml"}, 2, "--suite deep"},
        {{"bench", "--suite", "deep", "--location", nowhere}, 2, nowhere},
        {{"bench", "--suite", "film", "--location", nowhere}, 2, nowhere},
        {{"bench", "--suite", "deep", "--precision", "f16"}, 2, "--precision"},
        {{"bench", "--json", nowhere}, 3, nowhere},
        {{"bench", "--markdown", nowhere}, 3, nowhere},
        {{"bench", "--plot", nowhere}, 3, nowhere},
    };
    for (const Case &each : cases) {
        const RunResult result = run_fathom(each.arguments);
        EXPECT_EQ(result.exit_code, each.exit_code) << each.reason << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_TRUE(contains(result.err, each.reason));
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
    EXPECT_THROW(measure_host_peak_rate("MMX", 1), InputError);
}

TEST(Bench, LeavesNothingBehindWhenStopped) {
    const TempFolder folder;
    const TempFolder scratch;
    const std::string json = (folder / "bench.json").string();
    RunOptions options;
    options.environment["TMPDIR"] = scratch.path().string();
    RunningFathom program({"bench", "--suite", "export", "--json", json}, options);
    ASSERT_TRUE(wait_for([&] { return scratch.count() == 1; })) << "it never began";
    program.signal(SIGINT);
    const RunResult result = program.wait();
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(contains(result.err, "stopped"));
    EXPECT_EQ(folder.count(), 0);
    EXPECT_EQ(scratch.count(), 0);
}

TEST(Bench, SaysWhyInteropWasNotMeasured) {
    RunOptions options;
    options.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"SDL_VIDEODRIVER", "x11"}};
    const RunResult result =
        run_fathom(tiny({"--suite", "interop", "--json", "--device", "cpu"}), options);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const Json rows = result.json().at("interop");
    ASSERT_FALSE(rows.empty());
    const Json &row = rows.back();
    EXPECT_TRUE(row.at("interop_fps").is_null());
    EXPECT_TRUE(row.at("host_fps").is_null());
    EXPECT_TRUE(contains(row.at("state"), "not measured: no display"));
}

TEST(BenchTable, CountsAsTheTutorialsDoAndComparesDevices) {
    constexpr int kSide = 96;
    std::uint64_t expected = 0xcbf29ce484222325U; // FNV-1a over words
    for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x) {
            const double cx = -2.25 + (x + 0.5) * (3.0 / kSide);
            const double cy = 1.5 - (y + 0.5) * (3.0 / kSide);
            double zx = 0;
            double zy = 0;
            std::uint32_t escaped = 0;
            for (std::uint32_t k = 1; k <= 50 && escaped == 0; ++k) {
                const double t = zx * zx - zy * zy + cx;
                zy = 2 * zx * zy + cy;
                zx = t;
                if (zx * zx + zy * zy > 4)
                    escaped = k;
            }
            expected = (expected ^ escaped) * 0x100000001b3U;
        }
    auto devices = make_benchmark_devices({{"reference", "cpu"}, 2, {}});
    BenchReport report;
    ASSERT_TRUE(bench_table(devices, {{kSide, 7}, 1, 100}, unwatched(), report));
    ASSERT_EQ(report.table.size(), 4U); // of cpu the widest instruction set alone
    for (const TableRow &row : report.table) {
        EXPECT_TRUE(row.agrees) << row.device;
        EXPECT_GT(row.ms_compute, 0) << row.device;
        EXPECT_GE(row.ms_with_copy, row.ms_compute) << row.device;
        EXPECT_FALSE(row.ms_colour.has_value());
        EXPECT_EQ(row.checksum == expected, row.n == kSide) << row.device;
    }
}

TEST(BenchTable, TellsADeviceThatDiffers) {
    auto devices = make_benchmark_devices({{"reference"}, 1, {}});
    const auto odd = std::make_shared<FakeDevice>();
    odd->engine = make_engine("reference", {1, {}});
    odd->making = [](RenderRequest &request) { --request.limit; }; // gives up too early
    devices.push_back({"odd", "none", 1, std::make_unique<FakeEngine>(odd)});
    BenchReport report;
    ASSERT_TRUE(bench_table(devices, {{200}, 1, 100}, unwatched(), report));
    ASSERT_EQ(report.table.size(), 2U);
    EXPECT_TRUE(report.table[0].agrees);
    EXPECT_FALSE(report.table[1].agrees);
    EXPECT_TRUE(contains(to_text(report), "DIFFER"));
}

TEST(BenchTable, StopsWhenAsked) {
    auto devices = make_benchmark_devices({{"reference"}, 1, {}});
    const std::atomic<bool> stop = true;
    BenchReport report;
    EXPECT_FALSE(bench_table(devices, {{200}, 1, 100}, {stop, [](double) {}}, report));
}

TEST(BenchExport, EveryWriterWritesThePicture) {
    const TempFolder folder;
    const EndlessPicture picture;
    constexpr int kRows = 50;
    for (const PngContender &contender : png_contenders()) {
        const auto file = folder / "picture.png";
        contender.write(picture, kRows, file, 2);
        const DecodedPng png = decode_png(file);
        ASSERT_EQ(png.width, static_cast<std::uint32_t>(EndlessPicture::kWidth));
        ASSERT_EQ(png.height, static_cast<std::uint32_t>(kRows));
        for (int y = 0; y < kRows; ++y)
            ASSERT_TRUE(
                std::equal(picture.row(y), picture.row(y) + EndlessPicture::kRowBytes,
                           png.rgb.begin() + static_cast<long>(y) * EndlessPicture::kRowBytes))
                << contender.name << ", row " << y;
        EXPECT_THROW(contender.write(picture, 1, folder / "missing" / "picture.png", 1), DiskError);
    }
}

TEST(BenchExport, MeasuresEachWriterByThreads) {
    const TempFolder scratch;
    const Environment environment("TMPDIR", scratch.path().string());
    BenchReport report;
    ASSERT_TRUE(bench_export({2, 0.01, 16}, unwatched(), report));
    std::vector<std::string> measured;
    for (const ExportRow &row : report.exports) {
        measured.push_back(row.writer + ' ' + std::to_string(row.threads));
        EXPECT_GT(row.megapixels_per_s, 0) << measured.back();
        // The libraries hold all of a small picture, Fathom's writer its blocks: no more.
        EXPECT_LT(row.peak_mib, 64) << measured.back();
    }
    EXPECT_EQ(measured, (std::vector<std::string>{"fathom 1", "fathom 2", "libpng level 1, Up 1",
                                                  "libpng level 6 1", "stb_image_write 1"}));
    EXPECT_EQ(scratch.count(), 0);
}

TEST(BenchExport, MeasuresWholeExportsOnEachDevice) {
    const TempFolder scratch;
    const Environment environment("TMPDIR", scratch.path().string());
    const RunResult result =
        run_fathom(tiny({"--suite", "export", "--devices", "reference,cpu", "--json"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(scratch.count(), 0);
    std::vector<std::string> measured;
    const Json rows = result.json().at("export");
    for (const Json &row : rows) {
        if (row.contains("writer"))
            continue;
        measured.push_back(row.at("device").get<std::string>() + ' ' +
                           row.at("what").get<std::string>() + ' ' + row.at("samples").dump());
        EXPECT_EQ(row.at("width"), 64);
        EXPECT_EQ(row.at("height"), 36);
        const Json &ms = row.at("ms");
        for (const char *part : {"iterate", "colour", "copy", "encode"})
            EXPECT_GT(ms.at(part), 0.0) << part << ' ' << measured.back();
        EXPECT_GT(ms.at("total"), ms.at("encode"));
        EXPECT_TRUE(row.at("busy").at("gpu").is_null());
        EXPECT_GT(row.at("busy").at("cpu"), 0.0);
        EXPECT_LE(row.at("busy").at("cpu"), 1.0);
    }
    EXPECT_EQ(measured, (std::vector<std::string>{"reference whole 1", "reference seahorse-1e3 16",
                                                  "reference e50 1", "cpu whole 1",
                                                  "cpu seahorse-1e3 16", "cpu e50 1"}));
}

TEST(BenchExport, TellsHowBusyAGpuIs) {
    const TempFolder scratch;
    const Environment environment("TMPDIR", scratch.path().string());
    const auto gpu = std::make_shared<FakeDevice>();
    gpu->spans = {{TimedSpan::Work::iterate, 1, 0, 1e6}}; // of a clock that runs ahead
    std::vector<BenchmarkDevice> devices;
    devices.push_back({"gpu0", {}, 0, std::make_unique<FakeEngine>(gpu)});
    WholeExportBench bench;
    bench.pictures = export_pictures();
    ASSERT_FALSE(bench.pictures.empty());
    EXPECT_EQ(bench.pictures.front().size.width, 32768);
    bench.pictures.resize(1);
    bench.size = Size{40, 30};
    BenchReport report;
    ASSERT_TRUE(bench_whole_export(devices, bench, unwatched(), report));
    ASSERT_EQ(report.whole_exports.size(), 1U);
    EXPECT_EQ(report.whole_exports.front().busy_gpu, 1.0);
    EXPECT_EQ(gpu->frames, 3) << "the median of three";
    for (const std::string &text : {to_text(report), to_markdown(report)}) {
        EXPECT_TRUE(contains(text, "GPU busy %"));
        EXPECT_TRUE(contains(text, "40x30"));
    }
    gpu->spans = {{TimedSpan::Work::display, 1, 0, 1e6}};
    ASSERT_TRUE(bench_whole_export(devices, bench, unwatched(), report));
    EXPECT_LT(report.whole_exports.back().busy_gpu, 1.0) << "an export displays nothing";
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(bench_whole_export(devices, bench, {stop, [](double) {}}, report));
}

TEST(BenchDeep, TimesAnyPlaceByItsParts) {
    const TempFolder folder;
    const std::string file = (folder / "shore.toml").string();
    ASSERT_EQ(run_fathom({"render", "--re", "-1.7548776662466927600495", "--im", "1e-22", "--zoom",
                          "1e18", "--iterations", "3000", "-o", file})
                  .exit_code,
              0);
    const RunResult result =
        run_fathom(tiny({"--suite", "deep", "--location", file, "--location", file, "--devices",
                         "reference,cpu", "--approximation", "bla", "--json"}));
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const Json rows = result.json().at("deep");
    ASSERT_GE(rows.size(), 4U) << "two places on two devices";
    for (const Json &row : rows) {
        EXPECT_EQ(row.at("place"), "shore");
        EXPECT_EQ(row.at("precision"), "perturb-f64");
        EXPECT_EQ(row.at("approximation"), "bla");
        const Json &ms = row.at("ms");
        EXPECT_GT(ms.at("reference"), 0.0) << "every run begins anew";
        EXPECT_GE(row.at("rounds_a_pixel"), 1.0);
        EXPECT_LE(row.at("rounds_a_pixel"), 3000.0) << "a round is a step at least";
        EXPECT_GT(ms.at("pixels"), 0.0);
        EXPECT_GE(ms.at("total").get<double>(), ms.at("reference").get<double>() +
                                                    ms.at("tables").get<double>() +
                                                    ms.at("pixels").get<double>() - 1e-3);
    }
    EXPECT_EQ(rows.front().at("device"), "reference");
    EXPECT_EQ(rows.back().at("device"), "cpu");
}

TEST(BenchDeep, HasPlacesThatReachBeyondAllTypes) {
    const std::vector<BenchmarkView> places = deep_places();
    std::vector<std::string> names;
    for (const BenchmarkView &place : places) {
        names.push_back(place.name);
        EXPECT_NO_THROW(check_location(place.location)) << place.name;
    }
    EXPECT_EQ(names, (std::vector<std::string>{"e14", "e50", "e113", "dragon", "e533", "e1086",
                                               "e8000", "e20000"}));
    EXPECT_EQ(decide_method(places.back().location, {1920, 1080}).precision,
              Precision::perturb_f64x);
}

TEST(Benchmark, MedianFlattersNobody) {
    EXPECT_EQ(median({3}), 3);
    EXPECT_EQ(median({9, 1, 5}), 5);
    EXPECT_EQ(median({4, 1, 3, 2}), 3);
}

} // namespace fathom::bench_test
