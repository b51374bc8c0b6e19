// The one place that decides how pixels are iterated.
#include "render/engines/method_decision.h"

#include "render/base/error.h"
#include "render/deep/perturbation.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/engines/render_request.h"
#include "render/engines/sample_buffer.h"
#include "render/places/location.h"
#include "tests/support/location_at.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace fathom::method_decision_test {

constexpr Size kSize{1920, 1080};

Location seahorse(const char *zoom, std::uint64_t iterations) {
    return location_at("-0.743643887037151", "0.131825904205330", zoom, iterations);
}

/// Of an engine that gains by every type of floats.
constexpr EngineTraits kFast{5, 16, 4};

Precision precision_on(const EngineTraits &engine, const Location &location,
                       const MethodChoice &choice = {}) {
    return decide_method(location, kSize, choice, engine).precision;
}

TEST(MethodDecision, TakesTypesOfFloatsWhereTheEngineIsFasterInThem) {
    struct Case {
        Location location;
        Precision usual;                ///< on most engines
        Precision floats;               ///< where perturbed floats are many times faster
        std::optional<Precision> two{}; ///< and where sums of two are, if that is another one
    };
    const std::vector<Case> cases = {
        {seahorse("1", 1000), Precision::f32, Precision::f32},
        {seahorse("1", 2001), Precision::f64, Precision::f64, Precision::two_f32},
        {seahorse("1e6", 1000), Precision::f64, Precision::f64, Precision::two_f32},
        // Beyond the digits of two floats.
        {seahorse("1e8", 1000), Precision::f64, Precision::f64},
        {seahorse("1e11", 1000), Precision::perturb_f64, Precision::perturb_f32},
        {seahorse("1e11", 10000), Precision::perturb_f64, Precision::perturb_f64,
         Precision::perturb_two_f32},
        {seahorse("1e30", 1000), Precision::perturb_f64, Precision::perturb_f32x},
        {seahorse("1e200", 1000), Precision::perturb_f64x, Precision::perturb_f32x},
        {seahorse("1e200", 1'000'000), Precision::perturb_f64x, Precision::perturb_f64x,
         Precision::perturb_two_f32},
        // Whose steps floats' loops cannot count.
        {seahorse("1e200", 5'000'000'000), Precision::perturb_f64x, Precision::perturb_f64x},
    };
    for (const Case &each : cases) {
        SCOPED_TRACE(each.location.view.zoom.to_string() + ", " +
                     std::to_string(each.location.iterations));
        for (const EngineTraits &engine :
             {EngineTraits{}, EngineTraits{0.14, 1.3, 0.3}, EngineTraits{1.19, 3.99, 1.19}})
            EXPECT_EQ(precision_on(engine, each.location), each.usual);
        EXPECT_EQ(precision_on({1.19, 4, 1.19}, each.location), each.floats);
        for (const EngineTraits &engine : {EngineTraits{1.2, 4, 1.2}, kFast})
            EXPECT_EQ(precision_on(engine, each.location), each.two.value_or(each.floats));
    }
}

TEST(MethodDecision, EachSpeedupDecidesAboutItsOwnTypeAlone) {
    const Location direct = seahorse("1e6", 1000);
    const Location short_orbits = seahorse("1e30", 1000);
    const Location long_orbits = seahorse("1e30", 100'000);
    const EngineTraits only_direct{kFast.two_f32_speedup};
    EXPECT_EQ(precision_on(only_direct, direct), Precision::two_f32);
    EXPECT_EQ(precision_on(only_direct, long_orbits), Precision::perturb_f64);
    const EngineTraits only_two{1, 1, kFast.perturb_two_f32_speedup};
    EXPECT_EQ(precision_on(only_two, direct), Precision::f64);
    EXPECT_EQ(precision_on(only_two, short_orbits), Precision::perturb_two_f32);
    EXPECT_EQ(precision_on(only_two, long_orbits), Precision::perturb_two_f32);
}

TEST(MethodDecision, TwoDoublesEndWherePixelsRoundToTheSame) {
    Location location;
    location.formula.id = *kernels::find_formula("phoenix");
    location.view = home_view(location.formula);
    for (const EngineTraits &engine : {EngineTraits{}, kFast}) {
        location.view.zoom = Decimal::parse("1e14");
        EXPECT_EQ(precision_on(engine, location), Precision::perturb_f64);
        EXPECT_FALSE(precision_warning(location, kSize, Precision::two_f64));
        location.view.zoom = Decimal::parse("1e32");
        EXPECT_TRUE(precision_warning(location, kSize, Precision::two_f64));
    }
}

TEST(MethodDecision, NumbersAreNeverFloatUnlessAskedFor) {
    const MethodChoice numbers{.for_numbers = true};
    for (const EngineTraits &engine : {EngineTraits{}, kFast}) {
        EXPECT_EQ(precision_on(engine, seahorse("1", 1000), numbers), Precision::f64);
        EXPECT_EQ(precision_on(engine, seahorse("1e30", 1000), numbers), Precision::perturb_f64);
        EXPECT_EQ(precision_on(engine, seahorse("1", 1000),
                               {.precision = Precision::f32, .for_numbers = true}),
                  Precision::f32);
    }
}

TEST(MethodDecision, TakesOverWhatWasAskedFor) {
    const auto cache = std::make_shared<ReferenceCache>();
    const Location location = seahorse("1e30", 1000);
    const Method method = decide_method(location, kSize,
                                        {.precision = Precision::perturb_f64x,
                                         .approximation = Approximation::bla,
                                         .shortcuts = false},
                                        kFast, cache);
    EXPECT_EQ(method.precision, Precision::perturb_f64x);
    EXPECT_EQ(method.approximation, Approximation::bla);
    EXPECT_FALSE(method.shortcuts);
    EXPECT_EQ(method.reference_cache, cache);
    const RenderRequest request = make_request(location, kSize, {0, 0, 64, 64}, {}, method);
    EXPECT_EQ(request.precision, Precision::perturb_f64x);
    EXPECT_FALSE(request.shortcuts);

    const Method usual = decide_method(location, kSize);
    EXPECT_EQ(usual.approximation, Approximation::la);
    EXPECT_TRUE(usual.shortcuts);
    EXPECT_TRUE(make_request(location, kSize, {0, 0, 64, 64}, {}, usual).shortcuts);
}

TEST(MethodDecision, APairIsComparedInTheMethodOfTheOneThatGainsMoreByFloat) {
    EXPECT_EQ(traits_of_pair({}, kFast), kFast);
    EXPECT_EQ(traits_of_pair(kFast, {}), kFast) << "whichever side it is on";
    EXPECT_EQ(traits_of_pair({2, 4, 1}, {3, 2, 1}), (EngineTraits{3, 4, 1}));
}

TEST(MethodDecision, AChoiceThatAFormulaCannotServeIsLeftOrRefused) {
    const MethodChoice choice{.precision = Precision::perturb_f32, .shortcuts = false};
    EXPECT_EQ(possible_choice(choice, kernels::kMandelbrot), choice);
    Location location;
    location.formula.id = *kernels::find_formula("phoenix");
    location.view = home_view(location.formula);
    const MethodChoice possible = possible_choice(choice, location.formula.id);
    EXPECT_EQ(possible, (MethodChoice{.shortcuts = false}));
    EXPECT_EQ(decide_method(location, kSize, possible).precision, Precision::f64);
    EXPECT_THROW((void)make_request(location, kSize, {0, 0, 64, 64}, {},
                                    decide_method(location, kSize, choice)),
                 InputError);
}

// Each type iterates each formula, or says in words that it cannot, and which one does.
TEST(MethodDecision, EveryTypeIteratesEveryFormulaOrIsRefused) {
    const auto engine = make_engine("cpu");
    const std::atomic<bool> never = false;
    for (std::size_t id = 0; id < kernels::formulas().size(); ++id)
        for (const bool julia : {false, true})
            for (const Precision precision : kPrecisions) {
                Location location;
                location.formula.id = kernels::FormulaId(id);
                location.formula.julia = julia;
                location.formula.seed_re = Decimal::parse("-0.2");
                location.view = home_view(location.formula);
                location.iterations = 50;
                SCOPED_TRACE(std::string(kernels::formulas()[id].id) + ' ' + to_string(precision));
                const auto request = [&] {
                    return make_request(location, {8, 8}, {0, 0, 8, 8}, {}, precision);
                };
                if (can_iterate(location.formula.id, precision)) {
                    RenderRequest made = request();
                    made.colour.lut = std::make_shared<const PaletteTable>(1, 0);
                    const auto frame = engine->make_frame(made);
                    ASSERT_TRUE(frame->iterate(never));
                    SampleBuffer samples;
                    frame->read_samples(samples);
                    EXPECT_LE(*std::max_element(samples.n().begin(), samples.n().end()), 50U);
                    EXPECT_GE(*std::max_element(samples.n().begin(), samples.n().end()), 1U);
                    continue;
                }
                EXPECT_EQ(std::string(kernels::formulas()[id].id), "phoenix");
                EXPECT_TRUE(is_f32(precision));
                try {
                    (void)request();
                    ADD_FAILURE() << "it is not refused";
                } catch (const InputError &error) {
                    EXPECT_EQ(error.complaint().what,
                              std::string(to_string(precision)) +
                                  ": phoenix is iterated by perturbation in doubles alone");
                    EXPECT_EQ(error.complaint().remedies,
                              (std::vector<Remedy>{{Remedy::Kind::precision, "f64"}}));
                }
            }
}

TEST(MethodDecision, FormulasThatLookBackArePerturbedInDoublesOnEveryEngine) {
    Location deep;
    deep.formula.id = *kernels::find_formula("phoenix");
    deep.view = home_view(deep.formula);
    deep.iterations = 100;
    const auto precision_at = [&](const char *zoom, const EngineTraits &engine) {
        deep.view.zoom = Decimal::parse(zoom);
        return precision_on(engine, deep);
    };
    for (const EngineTraits &engine : {EngineTraits{}, kFast}) {
        EXPECT_EQ(precision_at("1e20", engine), Precision::perturb_f64);
        EXPECT_EQ(precision_at("1e300", engine), Precision::perturb_f64x);
    }
    deep.view.zoom = Decimal::parse("1e20");
    try {
        (void)make_request(deep, kSize, {0, 0, 8, 8}, {}, Precision::perturb_two_f32);
        ADD_FAILURE() << "it is not refused";
    } catch (const InputError &error) {
        EXPECT_EQ(error.complaint().remedies,
                  (std::vector<Remedy>{{Remedy::Kind::precision, "perturb-f64"}}));
    }
}

} // namespace fathom::method_decision_test
