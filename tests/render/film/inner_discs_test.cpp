// Discs in which nothing escapes.

#include "render/film/inner_discs.h"

#include "render/engines/devices.h"
#include "render/engines/known_samples.h"
#include "tests/support/perturbed_views.h"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>

namespace fathom::film::inner_discs_test {

const std::atomic<bool> kGoOn = false;

/// The cusp of a minibrot fills half of it; the place of assets/films/e50.toml, with fewer digits.
PerturbedView beside_cusp(double stretch = 1) {
    return {"beside a cusp",
            "mandelbrot",
            "-0.04947002906310409375169222672",
            "-0.67478757584467536401139205313",
            "2e10",
            200000,
            false,
            "",
            "0",
            stretch};
}

RenderRequest cusp(Precision precision = Precision::perturb_f64, double stretch = 1) {
    return request_of(beside_cusp(stretch), precision, Approximation::la);
}

std::size_t count_of(const InnerSamples &inner) {
    return static_cast<std::size_t>(std::count(inner.begin(), inner.end(), 1));
}

TEST(InnerDiscs, HoldInteriorSamplesAlone) {
    const auto engine = make_engine("cpu");
    for (const RenderRequest &request :
         {cusp(), cusp(Precision::perturb_f64x), cusp(Precision::perturb_f64, 5)}) {
        const auto inner = find_inner_samples(*engine, request, kGoOn);
        ASSERT_TRUE(inner);
        const auto samples = samples_of(*engine, request, kGoOn);
        ASSERT_EQ(inner->size(), samples->count());
        std::size_t interior = 0;
        for (std::size_t at = 0; at < inner->size(); ++at) {
            const bool inside = samples->index(at) == kernels::kInterior;
            interior += inside ? 1 : 0;
            ASSERT_TRUE(inside || (*inner)[at] == 0) << at;
        }
        EXPECT_LT(interior, samples->count());
        EXPECT_GT(count_of(*inner), interior / 8);
    }
}

TEST(InnerDiscs, LeaveEverySampleAsItIs) {
    const auto engine = make_engine("cpu");
    for (const kernels::Tracks level :
         {kernels::Tracks::none, kernels::Tracks::gradient, kernels::Tracks::all}) {
        RenderRequest request = cusp();
        request.tracking.level = level;
        const auto alone = samples_of(*engine, request, kGoOn);
        const auto beside = samples_beside_inner(*engine, request, kGoOn);
        ASSERT_TRUE(beside);
        for (std::size_t at = 0; at < alone->count(); ++at) {
            ASSERT_EQ(alone->index(at), beside->index(at)) << at;
            ASSERT_EQ(alone->zx(at), beside->zx(at)) << at;
            ASSERT_EQ(alone->zy(at), beside->zy(at)) << at;
            if (level == kernels::Tracks::none)
                continue;
            ASSERT_EQ(alone->gx(at), beside->gx(at)) << at;
            ASSERT_EQ(alone->gy(at), beside->gy(at)) << at;
            if (level != kernels::Tracks::all)
                continue;
            ASSERT_EQ(alone->trap(at), beside->trap(at)) << at;
            ASSERT_EQ(alone->atom(at), beside->atom(at)) << at;
        }
    }
}

TEST(InnerDiscs, AreTheSameOnEveryEngine) {
    const RenderRequest request = cusp();
    const auto expected = find_inner_samples(*make_engine("reference"), request, kGoOn);
    ASSERT_TRUE(expected && !expected->empty());
    EXPECT_EQ(find_inner_samples(*make_engine("cpu"), request, kGoOn), expected);
}

TEST(InnerDiscs, AreNotLookedForWhereThereAreNone) {
    const auto engine = make_engine("cpu");
    const auto found = [&](const RenderRequest &request) {
        const auto inner = find_inner_samples(*engine, request, kGoOn);
        return inner ? count_of(*inner) : std::size_t{1};
    };
    RenderRequest request = cusp();
    request.tracking = {kernels::Tracks::all, true, {}};
    EXPECT_EQ(found(request), 0U); // their values are wanted
    for (const PerturbedView &view : kViews) {
        const std::string name = view.name;
        if (name != "ship" && name != "julia" && name != "seahorse")
            continue;
        EXPECT_EQ(found(request_of(view, Precision::perturb_f64, Approximation::la)), 0U) << name;
    }
}

TEST(InnerDiscs, EndWhenStopped) {
    const std::atomic<bool> stop = true;
    EXPECT_FALSE(find_inner_samples(*make_engine("cpu"), cusp(), stop));
}

} // namespace fathom::film::inner_discs_test
