// What colours are made of stays within floats when an orbit escapes, or another type is taken.
#include "kernels/colour/colour_value.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/known_samples.h"
#include "render/engines/method_decision.h"
#include "render/engines/render_request.h"
#include "render/jobs/exactness.h"
#include "render/jobs/verification.h"
#include "render/places/location.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace fathom::escape_range_test {

constexpr Size kSize{64, 36};
constexpr std::atomic<bool> kNever = false;
constexpr Precision kFloats[] = {Precision::f32, Precision::two_f32, Precision::perturb_f32,
                                 Precision::perturb_f32x, Precision::perturb_two_f32};

Location home_of(const char *formula, double bailout) {
    Location location;
    location.formula.id = *kernels::find_formula(formula);
    location.view = home_view(location.formula);
    location.iterations = 40;
    location.bailout = bailout;
    location.colour.base = kernels::ColourBase::distance;
    return location;
}

struct Picture {
    SampleBuffer samples;
    double spacing; ///< of pixels, in the units of the gradients
};
Picture picture_in(Precision precision, const Location &location) {
    static const auto engine = make_engine("cpu");
    RenderRequest request =
        make_request(location, kSize, {0, 0, kSize.width, kSize.height}, {}, precision);
    request.colour.lut = std::make_shared<const PaletteTable>(1, 0);
    return {*samples_of(*engine, request, kNever),
            std::hypot(request.map.right_re, request.map.right_im)};
}

/// Of the pixels with the same index, how many have the same smooth count within 1/16, or the same
/// size of the gradient within a tenth, as those in doubles.
struct Likeness {
    int all = 0, smooth = 0, gradient = 0;
};
Likeness likeness(const Picture &of_floats, const Picture &of_doubles, const Location &location) {
    const SampleBuffer &floats = of_floats.samples, &doubles = of_doubles.samples;
    const auto log2_size = [](const SampleBuffer &samples, std::size_t at) {
        return std::log2(std::hypot(samples.zx(at), samples.zy(at)));
    };
    const double log2_power = std::log2(kernels::formula_info(location.formula.id).power);
    Likeness found;
    for (std::size_t at = 0; at < floats.count(); ++at) {
        if (floats.index(at) != doubles.index(at) || floats.index(at) == 0)
            continue;
        ++found.all;
        const double smooth =
            std::log2(log2_size(floats, at) / log2_size(doubles, at)) / log2_power;
        found.smooth += std::fabs(smooth) < 1.0 / 16 ? 1 : 0;
        const double share = std::hypot(floats.gx(at), floats.gy(at)) * of_floats.spacing /
                             (std::hypot(doubles.gx(at), doubles.gy(at)) * of_doubles.spacing);
        found.gradient += share > 0.9 && share < 1.1 ? 1 : 0;
    }
    return found;
}

TEST(EscapeRange, FloatsHaveTheColoursOfDoublesWhereverNoWarningIsGiven) {
    int within = 0, beyond = 0;
    for (const char *formula : {"mandelbrot", "multibrot-3", "multibrot-5", "multibrot-8",
                                "burning-ship", "celtic", "phoenix"})
        for (const double bailout : {2.0, 256.0, 3000.0, 2e8, 1e9}) {
            const Location location = home_of(formula, bailout);
            const Picture doubles = picture_in(Precision::f64, location);
            for (const Precision type : kFloats) {
                SCOPED_TRACE(std::string(formula) + " " + std::to_string(bailout) + " " +
                             to_string(type));
                if (!can_iterate(location.formula.id, type))
                    continue;
                if (precision_warning(location, kSize, type)) {
                    ++beyond;
                    continue;
                }
                ++within;
                const Likeness found = likeness(picture_in(type, location), doubles, location);
                EXPECT_GT(found.all, 400);
                EXPECT_GE(found.smooth, 0.99 * found.all);
                EXPECT_GE(found.gradient, 0.98 * found.all);
            }
        }
    EXPECT_GT(within, 100);
    EXPECT_GT(beyond, 10);
}

TEST(EscapeRange, NoEngineTakesFloatsBeyondThem) {
    const EngineTraits fast{5, 16, 4};
    const auto taken = [&](Location location, const char *zoom) {
        location.view.zoom = Decimal::parse(zoom);
        return decide_method(location, kSize, {}, fast).precision;
    };
    for (const char *zoom : {"1", "1e30", "1e200"}) {
        EXPECT_TRUE(is_f32(taken(home_of("multibrot-8", 3000), zoom))) << zoom;
        EXPECT_FALSE(is_f32(taken(home_of("multibrot-8", 4000), zoom))) << zoom;
        EXPECT_TRUE(is_f32(taken(home_of("mandelbrot", 1e9), zoom))) << zoom;
    }
    // A Julia set's pixels themselves may be as far out.
    Location julia = home_of("multibrot-8", 256);
    julia.formula.julia = true;
    EXPECT_TRUE(is_f32(taken(julia, "1")));
    EXPECT_FALSE(is_f32(taken(julia, "0.0001")));
}

TEST(EscapeRange, WhatOverflowsIsNeitherTrustedNorCalledEqual) {
    const auto engine = make_engine("cpu");
    const Location location = home_of("multibrot-8", 1e9);
    const auto exactness =
        measure_exactness(*engine, {location, kSize, Precision::f32, {}}, kNever);
    EXPECT_FALSE(exactness->trusted);
    const VerificationSpec spec{location, kSize, Precision::f32, 200, 1, 2};
    EXPECT_LT(verify(*engine, spec, kNever)->equal, 180U); // the interior is right
    const VerificationSpec doubles{location, kSize, Precision::f64, 200, 1, 2};
    EXPECT_EQ(verify(*engine, doubles, kNever)->equal, 200U);
}

} // namespace fathom::escape_range_test
