// What the window does at depths where doubles have long ended.
#include "render/base/clock.h"
#include "render/deep/reference_cache.h"
#include "render/places/flight.h"
#include "render/places/navigation.h"
#include "ui/live/progress.h"
#include "ui/state/motion.h"
#include "ui/state/number_text.h"
#include "ui/state/session.h"
#include "ui/texts/status.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <thread>

namespace fathom::ui::deep_window_test {

constexpr Size kSize{1280, 800};

/// "0.d1d2d3..." with so many random digits.
Decimal random_fraction(int digits, unsigned seed) {
    std::mt19937 random(seed);
    std::string text = "0.";
    for (int i = 0; i < digits; ++i)
        text += static_cast<char>('1' + random() % 9);
    return Decimal::parse(text);
}

View deep_view(long exponent) {
    View view;
    const int digits = static_cast<int>(exponent) + 8;
    view.re = -random_fraction(digits, 1);
    view.im = random_fraction(digits, 2);
    view.zoom = Decimal::parse(fmt::format("1e{}", exponent));
    return tidied(view, kSize.height);
}

/// How far the middle of `a` lies from that of `b`, in pixels of `b`.
double drift(const View &a, const View &b) {
    const AffineMap map = pixel_offset(a, kSize, b, kSize);
    return std::hypot(map.xx * 640 + map.xy * 400 + map.x0 - 640,
                      map.yx * 640 + map.yy * 400 + map.y0 - 400);
}

TEST(DeepFlight, GoesSmoothlyToAnyDepthAndBack) {
    for (const long exponent : {14, 200, 2000, 50000}) {
        const View deep = deep_view(exponent);
        for (const bool inwards : {true, false}) {
            const View from = inwards ? View{} : deep;
            const View to = inwards ? deep : View{};
            const auto flight = Flight::plan(from, to, kSize);
            ASSERT_TRUE(flight) << exponent;
            EXPECT_EQ(flight->at(0, kSize.height), from);
            EXPECT_EQ(flight->at(flight->seconds(), kSize.height), to);
            double before = from.zoom.log10();
            View last = from;
            const double fastest = 3 * static_cast<double>(exponent) / 300;
            for (int step = 1; step < 300; ++step) {
                const View view = flight->at(flight->seconds() * step / 300, kSize.height);
                const double depth = view.zoom.log10();
                EXPECT_LE(inwards ? before - depth : depth - before, 0.5) << step;
                EXPECT_LT(std::fabs(depth - before), fastest + 0.5) << step;
                // What is in the middle is on both screens, seen from the wider of the two.
                EXPECT_LT(inwards ? drift(view, last) : drift(last, view), 1300) << step;
                before = depth;
                last = view;
            }
        }
    }
}

TEST(DeepFlight, GoesOutBetweenTwoDeepPlaces) {
    const View from = deep_view(1000);
    View to = from;
    to.re = from.re + Decimal::parse("0.25");
    const auto flight = Flight::plan(from, to, kSize);
    ASSERT_TRUE(flight);
    const View half = flight->at(flight->seconds() / 2, kSize.height);
    EXPECT_NEAR(half.zoom.log10(), 0.5, 1.5);
    EXPECT_NEAR((half.re - from.re).to_double(), 0.125, 1e-3);
    // Near either end the other one is as far away as it is in the middle.
    EXPECT_LT(drift(flight->at_share(1e-4, kSize.height), from), 1300);
    EXPECT_LT(drift(flight->at_share(1 - 1e-4, kSize.height), to), 1300);
    // A short way beside it stays deep.
    const View beside = pan_by_pixels(from, kSize, 300, 0);
    const auto near = Flight::plan(from, beside, kSize);
    ASSERT_TRUE(near);
    EXPECT_NEAR(near->at(near->seconds() / 2, kSize.height).zoom.log10(), 1000, 0.5);
}

TEST(DeepWheel, LeadsInAndOutAgainAtAnyDepth) {
    for (const long exponent : {12, 50, 1000, 50000}) {
        const View start = deep_view(exponent);
        Motion motion;
        View view = start;
        for (int notch = 0; notch < 80; ++notch)
            view = motion.wheel(view, kSize, 1, 300, 120);
        EXPECT_NEAR(view.zoom.log10() - start.zoom.log10(), 40 * std::log10(2.0), 1e-6);
        for (int notch = 0; notch < 80; ++notch)
            view = motion.wheel(view, kSize, -1, 300, 120);
        EXPECT_EQ(view, start) << exponent;
    }
}

TEST(DeepProgress, SaysWhatComesBeforeTheSamples) {
    PerturbationProgress progress;
    EXPECT_EQ(describe(progress), "reference orbit");
    progress.orbit.of = 1'000'000'000;
    progress.orbit.done = 120'000;
    EXPECT_EQ(describe(progress), "reference orbit, 120 k steps");
    progress.orbit.of = 1000;
    progress.orbit.done = 435;
    EXPECT_EQ(describe(progress), "reference orbit 43 %");
    progress.making_tables = true;
    EXPECT_EQ(describe(progress), texts::status::kTables);
    const Progress working{Progress::State::computing, 0, texts::status::kTables};
    EXPECT_EQ(describe(working), texts::status::kTables);
    EXPECT_EQ(describe(together({working})), texts::status::kTables);
    EXPECT_EQ(describe(Progress{Progress::State::computing, 0.5, ""}), "computing 50 %");
}

TEST(DeepSession, UsesANumberTypeThatServesTheFormula) {
    Location place;
    Session session(place, kSize,
                    {.precision = Precision::perturb_f64, .approximation = Approximation::bla});
    EXPECT_EQ(session.precision(), Precision::perturb_f64);
    EXPECT_FALSE(session.warning());
    EXPECT_EQ(session.method().approximation, Approximation::bla);
    const std::uint64_t before = session.generation();
    session.choose_method({});
    EXPECT_GT(session.generation(), before);
    EXPECT_FALSE(is_perturbed(session.precision()));
    session.choose_method({.precision = Precision::perturb_f32});
    place.formula.id = *kernels::find_formula("phoenix");
    place.view = home_view(place.formula);
    session.go_to(place);
    EXPECT_EQ(session.precision(), Precision::f64);
    ASSERT_TRUE(session.warning());
    EXPECT_NE(session.warning()->find("perturb-f32"), std::string::npos);
    EXPECT_NO_THROW((void)session.request());
}

TEST(DeepSession, HasNoWarningAtDepth) {
    Location place;
    for (const long exponent : {10, 13, 15, 50, 1000}) {
        place.view = deep_view(exponent);
        EXPECT_FALSE(Session(place, kSize).warning()) << exponent;
    }
}

// A view that moves on stops the orbit of the view before. If each began one of its own, none would
// ever be complete.
TEST(DeepMotion, ViewsOnAWayGoOnWithTheSameReferenceOrbit) {
    PerturbationSpec spec;
    spec.size = kSize;
    spec.view.re = Decimal::parse("0.25"); // the cusp: next to no escape, period or cycle
    spec.view.im = Decimal::parse("1e-25");
    spec.view.zoom = Decimal::parse("1e20");
    spec.limit = 300'000'000; // which is stopped long before
    ReferenceCache reference_cache(1);
    std::atomic<bool> stop = false;
    PerturbationProgress progress;
    std::thread impatient([&] {
        while (progress.orbit.done < 1000 && !stop)
            std::this_thread::yield();
        stop = true;
    });
    const auto first = reference_cache.prepare(spec, {}, stop, &progress);
    stop = true;
    impatient.join();
    ASSERT_FALSE(first);
    PerturbationSpec next = spec;
    next.view = zoom_about(spec.view, kSize, 200, 300, 8);
    ASSERT_NE(next.view.re, spec.view.re);
    next.limit = 5000;
    stop = false;
    const auto second = reference_cache.prepare(next, {}, stop, nullptr);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->orbit->spec.re, spec.view.re);
    EXPECT_EQ(second->orbit->spec.im, spec.view.im);
    // Far away there is another one.
    next.view.re = next.view.re + Decimal::parse("1e-10");
    const auto third = reference_cache.prepare(next, {}, stop, nullptr);
    ASSERT_TRUE(third);
    EXPECT_EQ(third->orbit->spec.re, next.view.re);
}

} // namespace fathom::ui::deep_window_test
