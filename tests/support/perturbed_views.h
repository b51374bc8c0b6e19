#pragma once
#include "render/deep/perturbation.h"
#include "render/engines/engine.h"
#include "render/engines/sample_buffer.h"
#include "render/jobs/compare.h"
#include "render/places/location.h"
#include "render/places/palette.h"
#include "tests/support/phoenix_places.h"

#include <gtest/gtest.h>
#include <memory>
#include <span>

namespace fathom {

struct PerturbedView {
    const char *name;
    const char *formula;
    const char *re;
    const char *im;
    const char *zoom;
    std::uint32_t iterations;
    bool deep = false;        ///< beyond what is not wide
    const char *seed_re = ""; ///< of a Julia set
    const char *seed_im = "0";
    double stretch = 1;
};

// Points whose orbits are known are centres at any depth: i and -2, in which c's orbit ends in a
// cycle, and for minibrots of which an orbit comes back to 0, what is in double.
inline const PerturbedView kViews[] = {
    {"i", "mandelbrot", "0", "1", "3e20", 400},
    {"i, wide", "mandelbrot", "0", "1", "1e400", 4000, true},
    {"tip, wide", "mandelbrot", "-2", "0", "7e330", 2000, true},
    {"airplane", "mandelbrot", "-1.7548776662466927", "0", "40", 700},
    {"seahorse", "mandelbrot", "-0.743643887037158704752191506114774", "0.131825904205311970493132",
     "1e11", 5000},
    {"cubic", "multibrot-3", "0", "1.1", "1e3", 600},
    {"eighth", "multibrot-8", "0.9", "0.4", "100", 300},
    {"ship", "burning-ship", "-1.7625", "-0.028", "100", 500},
    {"ship, wide", "burning-ship", "-2", "0", "1e350", 2000, true},
    {"tricorn", "tricorn", "-1.1", "0.1", "30", 400},
    {"buffalo", "buffalo", "-1.2", "0.2", "20", 400},
    {"julia", "mandelbrot", "0.1", "0.2", "1e3", 600, false, "-0.8", "0.156"},
    {"i, stretched", "mandelbrot", "0", "1", "3e20", 400, false, "", "0", 20},
    {"ship, stretched", "burning-ship", "-1.7625", "-0.028", "100", 500, false, "", "0", 300},
    {"phoenix", "phoenix", "-0.885124940299255235516985988", "0.596151370029514767442143247",
     "4.7e21", 500},
    {"phoenix, wide", "phoenix", kPhoenix1e240.re, kPhoenix1e240.im, kPhoenix1e240.zoom, 2000},
    {"julia of a phoenix", "phoenix", "0.1", "0.2", "1e3", 300, false, "0.12", "-0.15"},
    {"julia of a ship", "burning-ship", "0.1", "0.2", "50", 300, false, "-1.6", "-0.02"},
};

// Not a multiple of a tile or a warp.
inline constexpr Size kSize{101, 67};
// For what is computed in very many ways: two tiles, too.
inline constexpr Size kSmallSize{67, 35};

inline RenderRequest request_of(const PerturbedView &view, Precision precision,
                                Approximation approximation, Size size = kSize) {
    Location location;
    location.view.re = Decimal::parse(view.re);
    location.view.im = Decimal::parse(view.im);
    location.view.zoom = Decimal::parse(view.zoom);
    location.view.rotation_degrees = 20;
    location.view.matrix = stretching(view.stretch, 35);
    location.iterations = view.iterations;
    location.formula.id = *kernels::find_formula(view.formula);
    if (*view.seed_re != '\0') {
        location.formula.julia = true;
        location.formula.seed_re = Decimal::parse(view.seed_re);
        location.formula.seed_im = Decimal::parse(view.seed_im);
    }
    RenderRequest request = make_request(location, size, {0, 0, size.width, size.height}, {},
                                         {precision, approximation, nullptr});
    static const auto lut = load_lut(std::nullopt, "default");
    request.colour.lut = lut;
    return request;
}

inline std::shared_ptr<Frame> complete_frame(Engine &engine, const RenderRequest &request) {
    const std::atomic<bool> stop = false;
    auto frame = engine.make_frame(request);
    EXPECT_TRUE(frame->iterate(stop));
    EXPECT_TRUE(frame->complete());
    return frame;
}

inline bool can_be_iterated(const PerturbedView &view, Precision precision) {
    return can_iterate(*kernels::find_formula(view.formula), precision);
}

inline bool has_jumps(const PerturbedView &view) {
    return !kernels::looks_back(*kernels::find_formula(view.formula));
}

using Engines = std::span<const std::unique_ptr<Engine>>;

/// The engines' frames are all the judge's, which is made once.
inline void expect_equal(Engines engines, Engine &judge, const RenderRequest &request) {
    const auto expected = complete_frame(judge, request);
    for (const auto &engine : engines) {
        SCOPED_TRACE(engine->info().id);
        const auto frame = complete_frame(*engine, request);
        const Difference difference = compare_frames(*expected, *frame);
        EXPECT_EQ(difference.samples_differ, 0u);
        EXPECT_EQ(difference.rgba_differ, 0u);
        EXPECT_EQ(expected->times().iterations, frame->times().iterations);
    }
}

/// Every view and table, tracked or not.
inline void expect_equal_everywhere(Engines engines, Engine &judge,
                                    std::span<const Precision> precisions) {
    for (const PerturbedView &view : kViews)
        for (const Precision precision : precisions)
            for (const Approximation approximation :
                 {Approximation::none, Approximation::bla, Approximation::la}) {
                if ((view.deep && !can_be_wide(precision)) || !can_be_iterated(view, precision))
                    continue;
                if (approximation != Approximation::la && !has_jumps(view))
                    continue;
                SCOPED_TRACE(view.name);
                SCOPED_TRACE(to_string(precision));
                SCOPED_TRACE(to_string(approximation));
                RenderRequest request = request_of(view, precision, approximation, kSmallSize);
                expect_equal(engines, judge, request);
                request.tracking.level = kernels::Tracks::gradient;
                expect_equal(engines, judge, request);
                request.tracking.level = kernels::Tracks::all;
                request.tracking.trap = {kernels::TrapShape::circle, 0.2, -0.1, 0.4};
                request.progressive = true;
                expect_equal(engines, judge, request);
                request.tracking.interior = true;
                request.shortcuts = false;
                expect_equal(engines, judge, request);
            }
}

/// Samples that do not lie on the lattice (none is the centre, which never escapes), and indices
/// that take two words.
inline void expect_equal_between_pixels_and_far(Engines engines, Engine &judge) {
    for (const Precision precision :
         {Precision::perturb_f64, Precision::perturb_f64x, Precision::perturb_two_f64}) {
        SCOPED_TRACE(to_string(precision));
        RenderRequest request = request_of(kViews[0], precision, Approximation::la);
        auto points = std::make_shared<std::vector<kernels::PixelPoint>>();
        for (int i = 0; i < kSize.width * kSize.height; ++i)
            points->push_back({i * 7919 % (256 * kSize.width), i * 104729 % (256 * kSize.height)});
        request.points = points;
        expect_equal(engines, judge, request);
        request.limit = std::uint64_t{1} << 33;
        expect_equal(engines, judge, request);
    }
}

} // namespace fathom
