#include "render/jobs/refinement.h"

#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/export.h"
#include "render/jobs/frame_worker.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/fake_engine.h"
#include "tests/support/frame_colours.h"
#include "tests/support/png_reading.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace fathom::refinement_test {

constexpr std::uint32_t kBlack = 0xff000000;
constexpr std::uint32_t kWhite = 0xffffffff;

// A colour that a place has by rule: white right of column 2.5, in a picture that is 5 wide.
std::uint32_t colour_at(const kernels::PixelPoint &point) {
    return point.x > 2.5 * 256 ? kWhite : kBlack;
}

RenderRequest request_of(Size size) {
    RenderRequest request =
        make_request({}, size, {0, 0, size.width, size.height}, {}, Precision::f64);
    request.tag = 77;
    request.progressive = true;
    request.focus.emplace(1, 1);
    return request;
}

std::vector<std::uint32_t> picture_of(Size size) {
    std::vector<std::uint32_t> rgba;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            rgba.push_back(colour_at({x * 256 + 128, y * 256 + 128}));
    return rgba;
}

TEST(Refinement, TakesOnlyPixelsWhoseNeighboursDiffer) {
    const std::uint32_t grey = 0xff808080;
    const std::uint32_t nearly = 0xff8a8a8a;
    // 4 x 3: one bright pixel, and a step too small to be seen.
    const std::vector<std::uint32_t> rgba = {grey, grey, grey,   grey,   //
                                             grey, grey, kWhite, nearly, //
                                             grey, grey, grey,   nearly};
    EXPECT_EQ(edge_pixels(rgba, {4, 3}), (std::vector<std::uint32_t>{2, 5, 6, 7, 10}));
    EXPECT_FALSE(differ_visibly(grey, nearly));
    EXPECT_TRUE(differ_visibly(0xff000000, 0xff0d0000));
    EXPECT_FALSE(differ_visibly(0xff000000, 0x00000000)) << "alpha is no colour";
}

TEST(Refinement, AsksForTheExportsPlacesAndMixesInLinearLight) {
    const Size size{5, 3};
    constexpr int kSamples = 8;
    Refinement refinement(request_of(size), picture_of(size), kSamples);
    ASSERT_EQ(refinement.pixels(), (std::vector<std::uint32_t>{2, 3, 7, 8, 12, 13}))
        << "column 2 is black at its middle, column 3 white";
    std::shared_ptr<const RefinedPicture> picture;
    int passes = 0;
    while (const auto request = refinement.next()) {
        ASSERT_TRUE(request->points);
        EXPECT_EQ(request->size, (Size{6, 1}));
        EXPECT_FALSE(request->progressive);
        EXPECT_EQ(request->tag, 77u);
        const Subpixel place = sample_position(passes + 1);
        EXPECT_EQ(request->points->front(), (kernels::PixelPoint{512 + place.x, place.y}));
        EXPECT_EQ(request->points->back(), (kernels::PixelPoint{768 + place.x, 512 + place.y}));
        std::vector<std::uint32_t> colours;
        for (const kernels::PixelPoint &point : *request->points)
            colours.push_back(colour_at(point));
        EXPECT_TRUE(refinement.add(colours));
        picture = refinement.picture();
        ++passes;
        EXPECT_EQ(refinement.progress(), (passes + 1.0) / kSamples);
        ASSERT_TRUE(picture);
        EXPECT_EQ(picture->samples, passes + 1);
        EXPECT_EQ(picture->finished, passes + 1 == kSamples);
    }
    EXPECT_EQ(passes, kSamples - 1);
    EXPECT_EQ(picture->tag, 77u);
    // As an export makes it.
    Supersampler mean;
    mean.reset(1);
    int white = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
        const std::uint32_t colour =
            sample == 0 ? kBlack : colour_at({512 + sample_position(sample).x, 0});
        white += colour == kWhite;
        mean.add({&colour, 1});
    }
    ASSERT_GT(white, 0);
    std::uint8_t rgb[3];
    mean.resolve(rgb);
    EXPECT_EQ(picture->rgba[7], 0xff000000U + rgb[0] * 0x010101U);
    // The second of the pair stays white: all of it lies right of the edge.
    EXPECT_EQ(picture->rgba[8], kWhite);
    EXPECT_EQ(picture->rgba[0], kBlack);
}

TEST(Refinement, LooksAtTheCornerOfThePicture) {
    const Size size{5, 3};
    const Refinement refinement(request_of(size), picture_of(size), 2);
    const kernels::PixelMap map = refinement.next()->map;
    const kernels::PixelMap pixels = request_of(size).map;
    EXPECT_EQ(kernels::point_re(map, {2 * 256 + 128, 128}), kernels::pixel_re(pixels, 2, 0));
    EXPECT_EQ(kernels::point_im(map, {128, 256 + 128}), kernels::pixel_im(pixels, 0, 1));
}

TEST(Refinement, LongListsComeInRowsAndBatches) {
    // Stripes: every pixel is an edge. 300 x 300 = 90,000 points are two batches.
    const Size size{300, 300};
    std::vector<std::uint32_t> rgba(90'000);
    for (std::size_t at = 0; at < rgba.size(); ++at)
        rgba[at] = at % 2 == 0 ? kBlack : kWhite;
    Refinement refinement(request_of(size), rgba, 2);
    const auto first = refinement.next();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->size, (Size{1024, 64}));
    EXPECT_FALSE(refinement.add(std::vector<std::uint32_t>(first->points->size(), kBlack)));
    const auto second = refinement.next();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->size, (Size{1024, 24})); // 24,464 points
    EXPECT_EQ(second->points->back(), second->points->at(24'463));
    EXPECT_NE(second->points->at(24'462), second->points->at(24'463));
    EXPECT_TRUE(refinement.add(std::vector<std::uint32_t>(second->points->size(), kBlack)));
    const auto picture = refinement.picture();
    EXPECT_TRUE(picture->finished);
    EXPECT_EQ(picture->rgba[0], kBlack);
    EXPECT_EQ(refinement.next(), std::nullopt);
}

/// Refined pixels against an export's of as many samples.
void expect_an_exports_pixels(kernels::ColourDither dither) {
    // Odd sides, so that blocks at the edges lack pixels; two batches.
    const Size size{331, 217};
    const auto engine = make_engine("cpu");
    const auto picture_at = [&](Subpixel place) {
        Location location;
        location.colour.density = 0.3;
        location.colour.filter = kernels::ColourFilter::footprint;
        location.colour.dither = dither;
        RenderRequest request =
            make_request(location, size, {0, 0, size.width, size.height}, place, Precision::f64);
        request.colour.lut = load_lut(std::nullopt, "default");
        return request;
    };
    constexpr int kSamples = 3;
    const TempFolder folder;
    ExportJob job;
    job.path = folder / "x.png";
    job.location = *picture_at({}).location;
    job.size = size;
    job.samples = kSamples;
    job.lut = load_lut(std::nullopt, "default");
    const std::atomic<bool> never = false;
    ASSERT_TRUE(export_image(*engine, job, never, [](double) {}).finished);
    const std::vector<std::uint8_t> expected = decode_png(job.path).rgb;
    const RenderRequest request = picture_at({});
    Refinement refinement(request, colours_of(*engine, request), kSamples);
    ASSERT_GT(refinement.pixels().size(), 1024u);
    while (const auto points = refinement.next())
        refinement.add(colours_of(*engine, *points));
    const auto picture = refinement.picture();
    ASSERT_TRUE(picture->finished);
    for (const std::uint32_t at : refinement.pixels())
        for (std::size_t channel = 0; channel < 3; ++channel)
            ASSERT_EQ(picture->rgba[at] >> (8 * channel) & 255, expected[3 * at + channel])
                << at % 331 << ' ' << at / 331;
}

TEST(Refinement, FilteredPixelsAreAnExportsInEveryBit) {
    expect_an_exports_pixels(kernels::ColourDither::none);
}
TEST(Refinement, DitheredPixelsAreAnExportsInEveryBit) {
    expect_an_exports_pixels(kernels::ColourDither::ordered);
}

TEST(Refinement, AFlatPictureNeedsNone) {
    Refinement refinement(request_of({4, 4}), std::vector<std::uint32_t>(16, kWhite), 16);
    EXPECT_EQ(refinement.next(), std::nullopt);
}

class RefiningWorker : public ::testing::Test {
  protected:
    /// The engine computes at once what is a picture; points take until `go_` is set, or fail.
    void SetUp() override {
        const auto device = std::make_shared<FakeDevice>();
        device->making = [this](RenderRequest &request) {
            if (request.points && fails_)
                throw std::bad_alloc();
        };
        device->iterating = [this](const RenderRequest &request, const std::atomic<bool> &stop) {
            if (!request.points)
                return;
            ++batches_;
            while (!go_ && !stop)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        };
        device->colours = [](const RenderRequest &request, std::uint32_t *rgba) {
            if (request.points)
                std::transform(request.points->begin(), request.points->end(), rgba, colour_at);
            else
                std::ranges::copy(picture_of(request.size), rgba);
        };
        worker_.emplace(std::make_unique<FakeEngine>(device), [] {});
        worker_->submit(request_of({5, 3}));
        ASSERT_TRUE(wait_for([&] { return !worker_->busy(); }));
        ASSERT_TRUE(worker_->frame()->complete());
    }
    std::atomic<bool> go_ = false;
    std::atomic<bool> fails_ = false;
    std::atomic<int> batches_ = 0;
    std::optional<FrameWorker> worker_;
};

TEST_F(RefiningWorker, RefinesACompleteFrameAndIsNotBusy) {
    go_ = true;
    EXPECT_EQ(worker_->refined(), nullptr);
    worker_->refine(4);
    EXPECT_FALSE(worker_->busy());
    ASSERT_TRUE(wait_for([&] { return !worker_->refining(); }));
    const auto picture = worker_->refined();
    ASSERT_TRUE(picture);
    EXPECT_TRUE(picture->finished);
    EXPECT_EQ(picture->samples, 4);
    EXPECT_EQ(batches_, 3);
    EXPECT_NE(picture->rgba[7], kBlack);
    worker_->set_colour({});
    EXPECT_EQ(worker_->refined(), nullptr) << "it has the colours of before";
}

TEST_F(RefiningWorker, WhateverIsAskedForEndsIt) {
    for (int way = 0; way < 4; ++way) {
        worker_->refine(16);
        ASSERT_TRUE(wait_for([&] { return batches_ > 0; }));
        EXPECT_TRUE(worker_->refining());
        if (way == 0)
            worker_->submit(request_of({5, 3}));
        else if (way == 1)
            worker_->set_colour({});
        else if (way == 2)
            worker_->cancel();
        else
            worker_->stop_refinement();
        ASSERT_TRUE(wait_for([&] { return !worker_->refining() && !worker_->busy(); })) << way;
        EXPECT_EQ(worker_->refined(), nullptr);
        EXPECT_TRUE(worker_->frame()->complete());
        batches_ = 0;
    }
}

TEST_F(RefiningWorker, ItsFailureLeavesTheEngineInUse) {
    fails_ = true;
    worker_->refine(4);
    ASSERT_TRUE(wait_for([&] { return !worker_->refining(); }));
    EXPECT_EQ(worker_->failure(), std::nullopt);
    EXPECT_EQ(worker_->refined(), nullptr);
}

} // namespace fathom::refinement_test
