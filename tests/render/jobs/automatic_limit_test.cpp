// The limit that a view is given by itself.
#include "render/jobs/automatic_limit.h"

#include "render/base/assets.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/import/location_file.h"
#include "render/places/location.h"
#include "tests/support/fake_engine.h"
#include "tests/support/interior_samples.h"
#include "tests/support/png_reading.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <chrono>
#include <future>
#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include <vector>

namespace fathom::automatic_limit_test {

constexpr std::atomic<bool> kNever = false;
constexpr Size kSize = {240, 135};

struct Named {
    const char *name;
    Location location;
};

Location at(const char *re, const char *im, const char *zoom) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.im = Decimal::parse(im);
    location.view.zoom = Decimal::parse(zoom);
    return location;
}

Location julia(const char *formula, const char *re, const char *im) {
    Location location;
    location.formula.id = *kernels::find_formula(formula);
    location.formula.julia = true;
    location.formula.seed_re = Decimal::parse(re);
    location.formula.seed_im = Decimal::parse(im);
    location.view = home_view(location.formula);
    return location;
}

Location home(const char *formula) {
    Location location;
    location.formula.id = *kernels::find_formula(formula);
    location.view = home_view(location.formula);
    return location;
}

std::uint64_t limit_of(const Location &location, const char *device = "cpu") {
    const auto engine = make_engine(device);
    return *automatic_limit(*engine, location, kSize, nullptr, kNever);
}

/// Of a whole picture's pixels those that escape within `limit`.
std::size_t escaped(Location location, std::uint64_t limit) {
    location.iterations = limit;
    const auto engine = make_engine("cpu");
    const Method method = decide_method(location, kSize, {.for_numbers = true});
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, method);
    request.contents = FrameContents::counts;
    const auto frame = engine->make_frame(request);
    frame->iterate(kNever);
    SampleBuffer samples(request);
    frame->read_samples(samples);
    return samples.count() - count_interior(samples);
}

TEST(AutomaticLimit, IsTheLeastThatSparesSoMany) {
    const auto limit = [](std::vector<std::uint64_t> indices, std::size_t spare) {
        return limit_for(indices, spare);
    };
    EXPECT_EQ(limit({5, 3, 99, 4}, 0), 99U);
    EXPECT_EQ(limit({5, 3, 99, 4}, 1), 5U);
    EXPECT_EQ(limit({101, 7}, 0), 110U);
    EXPECT_EQ(limit({110, 7}, 0), 110U);
    EXPECT_EQ(limit({123'456'789'012}, 0), 130'000'000'000U);
    EXPECT_EQ(limit({8, 9}, 2), 1U) << "all are spared";
    EXPECT_EQ(limit({}, 0), 1U);
}

TEST(AutomaticLimit, LeavesLittleUnresolvedWhereverOneLooks) {
    const Named places[] = {
        {"the whole set", home("mandelbrot")},
        {"seahorse valley", at("-0.7436438870", "0.1318259042", "4e4")},
        {"deeper there", at("-0.743643887037158704", "0.131825904205311970", "1e10")},
        {"elephant valley", at("0.2925755", "-0.0149977", "300")},
        {"a parabolic point", at("-0.75", "0", "1e4")},
        {"the cusp", at("0.25", "0", "1e5")},
        {"the antenna", at("-2", "0", "1e6")},
        {"on the antenna", at("-1.7864", "0", "100")},
        {"a Misiurewicz point", at("0", "1", "1e8")},
        {"a minibrot", at("-1.7548776662466927", "0", "50")},
        {"the ship", home("burning-ship")},
        {"its armada",
         [] {
             Location location = at("-1.762", "-0.028", "30");
             location.formula.id = *kernels::find_formula("burning-ship");
             return location;
         }()},
        {"buffalo", home("buffalo")},
        {"phoenix", home("phoenix")},
        {"a dendrite", julia("mandelbrot", "0", "1")},
        {"dust", julia("mandelbrot", "0.3", "0.6")},
        {"a parabolic Julia set", julia("mandelbrot", "0.25", "0")},
        {"a Siegel disc", julia("mandelbrot", "-0.390540870218400", "-0.586787907346969")},
        {"a rabbit", julia("mandelbrot", "-0.122561166876654", "0.744861766619744")},
    };
    for (const Named &place : places) {
        SCOPED_TRACE(place.name);
        const std::uint64_t limit = limit_of(place.location);
        EXPECT_GE(limit, kLeastAutomaticLimit);
        const std::size_t at_limit = escaped(place.location, limit);
        const std::size_t beyond = escaped(place.location, 16 * limit);
        constexpr double kPixels = 1.0 * kSize.width * kSize.height;
        EXPECT_LE(static_cast<double>(beyond - at_limit) / kPixels, 0.005) << limit;
    }
}

TEST(AutomaticLimit, GrowsWithWhatThereIsToSee) {
    const std::uint64_t whole = limit_of(home("mandelbrot"));
    EXPECT_GE(limit_of(at("-0.743643887037158704", "0.131825904205311970", "1e10")), 2 * whole);
    const auto e50 = read_location_file(*find_assets_dir() / "deep/e50.toml").location;
    const std::uint64_t limit = limit_of(e50);
    EXPECT_GT(escaped(e50, limit), 0.99 * kSize.width * kSize.height) << limit;
}

TEST(AutomaticLimit, LeavesNoDotsWhereThereIsNoInterior) {
    const Named places[] = {
        {"dust of seahorses", julia("mandelbrot", "-0.8", "0.156")},
        {"dust of spirals", julia("mandelbrot", "-0.54", "0.54")},
        {"the ship's", julia("burning-ship", "-1.5", "-0.1")},
        {"a needle", at("-1.768778833", "-0.001738996", "1e6")},
    };
    for (const Named &place : places)
        EXPECT_LE(kSize.width * kSize.height - escaped(place.location, limit_of(place.location)),
                  4U)
            << place.name;
}

TEST(AutomaticLimit, OfNothingButInteriorIsTheLeast) {
    EXPECT_EQ(limit_of(at("-0.1", "0.1", "10")), kLeastAutomaticLimit);
    EXPECT_EQ(limit_of(at("-1", "0.05", "100")), kLeastAutomaticLimit);
    EXPECT_EQ(limit_of(at("-0.122561166876654", "0.744861766619744", "1000")), kLeastAutomaticLimit)
        << "which no closed form knows";
}

TEST(AutomaticLimit, LooksAtFewPixelsOnceNothingEscapes) {
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    std::vector<std::pair<std::uint64_t, int>> looks; // limits and widths
    device->making = [&](const RenderRequest &request) {
        looks.emplace_back(request.limit, request.size.width);
    };
    FakeEngine engine(device);
    const auto looked = [&](const Location &location) {
        looks.clear();
        return *automatic_limit(engine, location, kSize, nullptr, kNever);
    };
    EXPECT_EQ(looked(at("-1", "0.05", "100")), kLeastAutomaticLimit);
    ASSERT_GT(looks.size(), 3U);
    EXPECT_EQ(looks.front().second, 96);
    for (std::size_t i = 1; i < looks.size(); ++i)
        EXPECT_EQ(looks[i].second, 32) << looks[i].first;
    // Of e50 nothing escapes up to 80,000.
    const auto e50 = read_location_file(*find_assets_dir() / "deep/e50.toml").location;
    EXPECT_EQ(looked(e50), limit_of(e50));
    EXPECT_EQ(looks[1].second, 32);
    EXPECT_EQ(looks.back().second, 96) << "what it says is told by all";
}

TEST(AutomaticLimit, IsTheSameOnEveryEngineWhateverLimitThePlaceHas) {
    Location place = at("-0.7436438870", "0.1318259042", "4e4");
    const std::uint64_t limit = limit_of(place);
    place.iterations = 17;
    EXPECT_EQ(limit_of(place), limit);
    for (const DeviceInfo &device : list_devices().devices)
        EXPECT_EQ(limit_of(place, device.id.c_str()), limit) << device.id;
}

TEST(AutomaticLimit, CanBeStopped) {
    const auto engine = make_engine("cpu");
    const std::atomic<bool> stop = true;
    EXPECT_EQ(automatic_limit(*engine, home("mandelbrot"), kSize, nullptr, stop), std::nullopt);
}

// At the cusp hardly an orbit ends before the search's last limit.
TEST(AutomaticLimit, SaysHowFarItIsAndIsStoppedInTheMiddle) {
    const auto engine = make_engine("cpu");
    std::atomic<bool> stop = false;
    LimitProgress progress;
    EXPECT_EQ(progress.share(), 0);
    auto limit = std::async(std::launch::async, [&] {
        return automatic_limit(*engine, at("0.25", "0", "1e200"), kSize, nullptr, stop, &progress);
    });
    double before = 0;
    int steps = 0;
    while (steps < 5 && limit.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) {
        const double share = progress.share();
        EXPECT_GE(share, before);
        EXPECT_LT(share, 1);
        steps += share > before ? 1 : 0;
        before = share;
    }
    EXPECT_EQ(steps, 5) << "it ended before, at " << before;
    stop = true;
    EXPECT_EQ(limit.get(), std::nullopt);
}

TEST(AutomaticLimit, HasAProgressOfOneAtItsEnd) {
    const auto engine = make_engine("cpu");
    LimitProgress progress;
    // Interior that nobody recognises is iterated to the end.
    ASSERT_TRUE(
        automatic_limit(*engine, at("-0.1", "0.1", "100"), {20, 10}, nullptr, kNever, &progress));
    EXPECT_EQ(progress.share(), 1);
}

TEST(AutomaticLimit, IsWhatTheCommandLineAsksForByTheWordAuto) {
    const std::vector<std::string> view = {"--re",   "-0.7436438870", "--im",   "0.1318259042",
                                           "--zoom", "4e4",           "--size", "96x54"};
    const auto with = [&](std::vector<std::string> arguments, const std::string &iterations) {
        arguments.insert(arguments.end(), view.begin(), view.end());
        arguments.insert(arguments.end(), {"--iterations", iterations, "--json"});
        const RunResult result = run_fathom(arguments);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        return result.json();
    };
    const TempFolder folder;
    const auto answer = with({"render", "-o", folder / "a.png"}, "auto");
    const auto limit = answer.at("iterations").get<std::uint64_t>();
    EXPECT_NE(limit, Location().iterations);
    with({"render", "-o", folder / "b.png"}, std::to_string(limit));
    EXPECT_EQ(decode_png(folder / "a.png").rgb, decode_png(folder / "b.png").rgb);
    EXPECT_EQ(read_location_file(folder / "a.png").location.iterations, limit);
    with({"render", "-o", folder / "a.toml"}, "auto");
    EXPECT_EQ(read_location_file(folder / "a.toml").location.iterations, limit);
    EXPECT_EQ(with({"compare", "--devices", "reference,cpu"}, "auto")["iterations"], limit);
    EXPECT_EQ(with({"verify", "--points", "20"}, "auto")["iterations"], limit);
}

TEST(AutomaticLimit, IsNotWhatAnyOtherWordAsksFor) {
    const RunResult result = run_fathom({"probe", "--iterations", "automatic"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find("from 1 to 1099511627776, or auto"), std::string::npos) << result.err;
}

} // namespace fathom::automatic_limit_test
