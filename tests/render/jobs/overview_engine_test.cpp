#include "render/jobs/overview_engine.h"

#include "render/base/error.h"
#include "render/engines/devices.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/export.h"
#include "render/jobs/recording.h"
#include "render/jobs/refinement.h"
#include "render/places/palette.h"
#include "tests/support/frame_colours.h"
#include "tests/support/run_fathom.h"
#include "tests/support/temp_folder.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace fathom::overview_engine_test {

const std::atomic<bool> kGoOn = false;

Location valley(kernels::ColourBase base = kernels::ColourBase::smooth) {
    Location location;
    location.view.re = Decimal::parse("-0.743643887037151");
    location.view.im = Decimal::parse("0.13182590420533");
    location.view.zoom = Decimal::parse("500");
    location.iterations = 2000;
    location.colour.base = base;
    return location;
}

RenderRequest request_of(const Location &location, Size size) {
    RenderRequest request =
        make_request(location, size, {0, 0, size.width, size.height}, {}, Precision::f64);
    request.colour.lut = load_lut(std::nullopt, "default");
    return request;
}

/// A file of raw data in a folder of its own.
struct RawFile {
    RawFile(const Location &location, Size size) {
        ExportJob job;
        job.location = location;
        job.size = size;
        job.lut = load_lut(std::nullopt, "default");
        job.method = Precision::f64;
        job.path = path;
        job.raw = true;
        export_image(*make_engine("cpu"), job, kGoOn, [](double) {});
    }
    TempFolder folder;
    std::string path = folder / "data.exr";
};

std::shared_ptr<Frame> computed(Engine &engine, const RenderRequest &request) {
    std::shared_ptr<Frame> frame = engine.make_frame(request);
    EXPECT_TRUE(frame->iterate(kGoOn));
    EXPECT_TRUE(frame->complete());
    EXPECT_EQ(frame->progress(), 1);
    return frame;
}

SampleBuffer samples_of(Frame &frame) {
    SampleBuffer samples;
    frame.read_samples(samples);
    return samples;
}

/// A file of raw data, and the samples of the picture that it holds.
struct Stored {
    Stored(const Location &location, Size size)
        : file(location, size),
          samples(samples_of(*computed(*make_engine("cpu"), request_of(location, size)))) {}
    RawFile file;
    SampleBuffer samples;
};

TEST(OverviewEngine, AtTheFilesSizeIsThePicture) {
    for (const auto base : {kernels::ColourBase::smooth, kernels::ColourBase::distance}) {
        const Location location = valley(base);
        const RenderRequest request = request_of(location, {150, 130});
        const RawFile file(location, request.size);
        OverviewEngine overview(file.path, location);
        const auto frame = computed(overview, request);
        EXPECT_EQ(colours_of(*frame), colours_of(*computed(*make_engine("cpu"), request)));
        // In other colours, too, without another frame.
        RenderRequest other = request;
        other.colour.scheme.density = 0.3;
        frame->set_colour(other.colour);
        EXPECT_FALSE(frame->complete());
        EXPECT_TRUE(frame->refresh_colour(kGoOn));
        EXPECT_EQ(colours_of(*frame), colours_of(*computed(*make_engine("cpu"), other)));
    }
}

TEST(OverviewEngine, EachPixelIsTheStoredSampleThatItLiesIn) {
    const Location location = valley();
    const Size size{400, 300};
    const Stored whole(location, size);
    OverviewEngine overview(whole.file.path, location);
    const auto frame = computed(overview, request_of(location, {100, 75}));
    const SampleBuffer shown = samples_of(*frame);
    OverviewEngine reduced(whole.file.path, location, 400 * 300 / 16); // every 4th of every 4th row
    const SampleBuffer kept = samples_of(*computed(reduced, request_of(location, size)));
    for (int y = 0; y < 75; ++y)
        for (int x = 0; x < 100; ++x) {
            const std::size_t at = static_cast<std::size_t>(4 * y + 2) * 400 + 4 * x + 2;
            const std::size_t here = static_cast<std::size_t>(y) * 100 + x;
            ASSERT_EQ(shown.index(here), whole.samples.index(at));
            ASSERT_EQ(shown.zx(here), whole.samples.zx(at));
            for (const std::size_t of_block : {at - 802, at + 1, at + 401})
                ASSERT_EQ(kept.index(of_block), whole.samples.index(at));
        }
}

// Many bands, and rows so far apart that each lies in another block of the file.
TEST(OverviewEngine, ReadsFilesOfAnyShape) {
    Location location = valley();
    location.iterations = 30;
    const Size wide{60000, 40};
    const RawFile long_rows(location, wide);
    OverviewEngine all(long_rows.path, location);
    EXPECT_EQ(colours_of(*computed(all, request_of(location, wide))),
              colours_of(*computed(*make_engine("cpu"), request_of(location, wide))));
    const Size size{400, 300};
    const Stored whole(location, size);
    OverviewEngine few(whole.file.path, location, 100);
    constexpr int kStep = 37; // 11 x 9
    const SampleBuffer kept = samples_of(*computed(few, request_of(location, size)));
    const auto middle = [](int at, int side) {
        return std::min(at / kStep * kStep + kStep / 2, side - 1);
    };
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            ASSERT_EQ(
                kept.zx(static_cast<std::size_t>(y) * 400 + x),
                whole.samples.zx(static_cast<std::size_t>(middle(y, 300)) * 400 + middle(x, 400)))
                << x << ' ' << y;
}

// The view of a window that a panel covers comes rounded, and a pixel's middle lies between
// samples.
TEST(OverviewEngine, RoundingDoesNotChooseBetweenSamples) {
    const Location location = valley();
    const Size size{256, 160};
    const Stored whole(location, size);
    OverviewEngine overview(whole.file.path, location);
    for (const char *off : {"0", "1e-10", "-1e-10"}) { // of pixels of 1e-4
        Location shown = location;
        shown.view.re = location.view.re + Decimal::parse(off);
        shown.view.im = location.view.im + Decimal::parse(off);
        const auto frame = computed(overview, request_of(shown, {128, 80}));
        const SampleBuffer samples = samples_of(*frame);
        for (std::size_t y = 0; y < 79; ++y)
            for (std::size_t x = 0; x < 127; ++x)
                ASSERT_EQ(samples.zx(y * 128 + x), whole.samples.zx((2 * y + 1) * 256 + 2 * x + 1))
                    << off;
    }
}

TEST(OverviewEngine, WhereTheFileHoldsNothingAreNoColours) {
    const Location location = valley();
    const RawFile file(location, {60, 100});
    OverviewEngine overview(file.path, location);
    RenderRequest request = request_of(location, {300, 200});
    request.progressive = true;
    const auto frame = computed(overview, request);
    const auto rgba = colours_of(*frame);
    const SampleBuffer samples = samples_of(*frame);
    for (std::size_t y = 0; y < 200; ++y)
        for (std::size_t x = 0; x < 300; ++x) {
            const bool inside = x >= 90 && x < 210;
            ASSERT_EQ(rgba[y * 300 + x] >> 24, inside ? 255U : 0U) << x << ' ' << y;
            if (!inside) {
                ASSERT_EQ(samples.index(y * 300 + x), kernels::kInterior);
            }
        }
}

TEST(OverviewEngine, MoreSamplesThanTheScreenSmoothEdges) {
    const Location location = valley();
    const RawFile file(location, {192, 160});
    OverviewEngine overview(file.path, location);
    const auto refined = [&](Size size) {
        const RenderRequest request = request_of(location, size);
        const auto before = colours_of(*computed(overview, request));
        Refinement refinement(request, before, 9);
        while (const auto points = refinement.next())
            refinement.add(colours_of(*computed(overview, *points)));
        return std::pair(before, refinement.picture()->rgba);
    };
    const auto [coarse, smooth] = refined({64, 53});
    EXPECT_NE(coarse, smooth);
    const auto [own, same] = refined({192, 160}); // each pixel has one sample
    EXPECT_EQ(own, same);
}

TEST(OverviewEngine, AStoppedReadingGoesOnWhereItWas) {
    const Location location = valley();
    const RawFile file(location, {90, 400});
    OverviewEngine overview(file.path, location);
    const std::atomic<bool> stop = true;
    const RenderRequest request = request_of(location, {90, 400});
    const auto stopped = overview.make_frame(request);
    EXPECT_FALSE(stopped->iterate(stop));
    EXPECT_FALSE(stopped->complete());
    EXPECT_EQ(colours_of(*computed(overview, request)),
              colours_of(*computed(*make_engine("cpu"), request)));
}

TEST(OverviewEngine, RefusesWhatIsNotThere) {
    const Location location = valley();
    const RawFile file(location, {90, 400});
    OverviewEngine overview(file.path, location);
    const Recording &recording = *overview.recording();
    EXPECT_TRUE(recording.is_of(location, {}));
    EXPECT_EQ(recording.lacks(location), std::nullopt);
    Location other = valley(kernels::ColourBase::distance);
    EXPECT_TRUE(recording.is_of(other, {}));
    EXPECT_NE(recording.lacks(other), std::nullopt);
    EXPECT_THROW(overview.make_frame(request_of(other, {90, 40})), InputError);
    other = location;
    other.iterations = 100;
    EXPECT_FALSE(recording.is_of(other, {}));
    EXPECT_FALSE(recording.is_of(location, {Precision::f32, {}, {}, {}}));
    // Cut off in its last rows: what is before them shows.
    const std::string bytes = read_all(file.path);
    write_all(file.path, bytes.substr(0, bytes.size() - 200));
    OverviewEngine broken(file.path, location);
    const auto frame = broken.make_frame(request_of(location, {90, 400}));
    EXPECT_THROW(frame->iterate(kGoOn), InputError);
    EXPECT_FALSE(frame->complete());
}

} // namespace fathom::overview_engine_test
