#include "render/jobs/refinement.h"

#include "render/jobs/export.h"
#include "render/jobs/frame_worker.h"
#include "render/places/location.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace fathom {
namespace {

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
        picture = refinement.add(colours);
        ++passes;
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
    EXPECT_EQ(refinement.add(std::vector<std::uint32_t>(first->points->size(), kBlack)), nullptr);
    const auto second = refinement.next();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->size, (Size{1024, 24})); // 24,464 points
    EXPECT_EQ(second->points->back(), second->points->at(24'463));
    EXPECT_NE(second->points->at(24'462), second->points->at(24'463));
    const auto picture = refinement.add(std::vector<std::uint32_t>(second->points->size(), kBlack));
    ASSERT_TRUE(picture);
    EXPECT_TRUE(picture->finished);
    EXPECT_EQ(picture->rgba[0], kBlack);
    EXPECT_EQ(refinement.next(), std::nullopt);
}

TEST(Refinement, AFlatPictureNeedsNone) {
    Refinement refinement(request_of({4, 4}), std::vector<std::uint32_t>(16, kWhite), 16);
    EXPECT_EQ(refinement.next(), std::nullopt);
}

/// A frame whose colours follow colour_at, in whatever settings.
class RuledFrame : public Frame {
  public:
    explicit RuledFrame(const RenderRequest &request) : request_(request) {}
    [[nodiscard]] const RenderRequest &request() const override { return request_; }
    [[nodiscard]] double progress() const override { return complete() ? 1 : 0; }
    [[nodiscard]] bool complete() const override { return done; }
    [[nodiscard]] std::uint64_t revision() const override { return 1; }
    [[nodiscard]] FrameTimes times() const override { return {}; }
    void set_colour(const ColourSettings &) override {}
    void read_rgba(std::uint32_t *rgba) override {
        if (!request_.points) {
            const auto picture = picture_of(request_.size);
            std::copy(picture.begin(), picture.end(), rgba);
            return;
        }
        for (const kernels::PixelPoint &point : *request_.points)
            *rgba++ = colour_at(point);
    }
    void read_samples(SampleBuffer &) override {}
    std::atomic<bool> done = false;

  private:
    const RenderRequest request_;
};

/// Computes at once what is a picture; points take until `go` is set, or fail.
class RuledEngine : public Engine {
  public:
    [[nodiscard]] const EngineInfo &info() const override { return info_; }
    std::shared_ptr<Frame> make_frame(const RenderRequest &request) override {
        if (request.points && fails)
            throw std::bad_alloc();
        return std::make_shared<RuledFrame>(request);
    }
    bool iterate(Frame &frame, const std::atomic<bool> &stop) override {
        if (frame.request().points) {
            ++batches;
            while (!go && !stop)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        static_cast<RuledFrame &>(frame).done = !stop;
        return !stop;
    }
    bool refresh_colour(Frame &, const std::atomic<bool> &) override { return true; }
    std::atomic<bool> go = false;
    std::atomic<bool> fails = false;
    std::atomic<int> batches = 0;

  private:
    EngineInfo info_{"ruled", "ruled", ""};
};

template <class Condition> bool wait_for(Condition done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!done()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

class RefiningWorker : public ::testing::Test {
  protected:
    void SetUp() override {
        auto engine = std::make_unique<RuledEngine>();
        engine_ = engine.get();
        worker_.emplace(std::move(engine), [] {});
        worker_->submit(request_of({5, 3}));
        ASSERT_TRUE(wait_for([&] { return !worker_->busy(); }));
        ASSERT_TRUE(worker_->frame()->complete());
    }
    RuledEngine *engine_ = nullptr;
    std::optional<FrameWorker> worker_;
};

TEST_F(RefiningWorker, RefinesACompleteFrameAndIsNotBusy) {
    engine_->go = true;
    EXPECT_EQ(worker_->refined(), nullptr);
    worker_->refine(4);
    EXPECT_FALSE(worker_->busy());
    ASSERT_TRUE(wait_for([&] { return !worker_->refining(); }));
    const auto picture = worker_->refined();
    ASSERT_TRUE(picture);
    EXPECT_TRUE(picture->finished);
    EXPECT_EQ(picture->samples, 4);
    EXPECT_EQ(engine_->batches, 3);
    EXPECT_NE(picture->rgba[7], kBlack);
    worker_->set_colour({});
    EXPECT_EQ(worker_->refined(), nullptr) << "it has the colours of before";
}

TEST_F(RefiningWorker, WhateverIsAskedForEndsIt) {
    for (int way = 0; way < 4; ++way) {
        worker_->refine(16);
        ASSERT_TRUE(wait_for([&] { return engine_->batches > 0; }));
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
        engine_->batches = 0;
    }
}

TEST_F(RefiningWorker, ItsFailureLeavesTheEngineInUse) {
    engine_->fails = true;
    worker_->refine(4);
    ASSERT_TRUE(wait_for([&] { return !worker_->refining(); }));
    EXPECT_EQ(worker_->failure(), std::nullopt);
    EXPECT_EQ(worker_->refined(), nullptr);
}

} // namespace
} // namespace fathom
