// Orbits that were made before: a picture with one is the picture without, or a sentence says why
// the orbit does not serve it.
#include "render/base/error.h"
#include "render/deep/orbit_file.h"
#include "render/deep/reference_cache.h"
#include "render/engines/devices.h"
#include "render/engines/perturbed_request.h"
#include "tests/support/perturbed_views.h"
#include "tests/support/same_orbits.h"
#include "tests/support/temp_folder.h"

namespace fathom::given_orbit_test {

const std::atomic<bool> kNeverStop = false;

PerturbationSpec spec_of(const char *name) {
    for (const PerturbedView &view : kViews)
        if (std::string_view(view.name) == name)
            return request_of(view, Precision::perturb_f64x, Approximation::la)
                .perturbation->spec();
    ADD_FAILURE() << name;
    return {};
}

std::shared_ptr<const ReferenceOrbit> own_orbit(const PerturbationSpec &spec) {
    return ReferenceCache(1).orbit(spec, {}, kNeverStop, nullptr);
}

/// What a view gets where `made` is the orbit that it is to use.
std::shared_ptr<const ReferenceOrbit> given_orbit(const std::shared_ptr<const ReferenceOrbit> &made,
                                                  const PerturbationSpec &spec,
                                                  const TableNeeds &needs = {}) {
    ReferenceCache cache(1);
    cache.use(made, "a.orbit");
    return cache.orbit(spec, needs, kNeverStop, nullptr);
}

std::string refusal(const std::shared_ptr<const ReferenceOrbit> &made, const PerturbationSpec &spec,
                    const TableNeeds &needs = {}) {
    std::string message = message_of<InputError>([&] { given_orbit(made, spec, needs); });
    EXPECT_TRUE(message.starts_with("a.orbit: ")) << message;
    return message;
}

TEST(GivenOrbit, GivesThePicturesOfOrbitsOfTheirOwn) {
    const TempFolder folder;
    const auto engine = make_engine("reference");
    for (const PerturbedView &view : kViews) {
        SCOPED_TRACE(view.name);
        const RenderRequest own = request_of(view, Precision::perturb_f64x, Approximation::la);
        const PerturbationSpec &spec = own.perturbation->spec();
        const auto file = folder / "a.orbit";
        write_orbit_file(file, *own_orbit(spec));
        const auto cache = std::make_shared<ReferenceCache>(1);
        cache->use(read_orbit_file(file), file.string());
        RenderRequest given = own;
        given.perturbation = std::make_shared<Perturbation>(spec, cache);
        const auto expected = complete_frame(*engine, own);
        const auto frame = complete_frame(*engine, given);
        EXPECT_EQ(compare_frames(*expected, *frame).samples_differ, 0U);
        EXPECT_EQ(frame->times().iterations, expected->times().iterations);
        EXPECT_EQ(given.perturbation->last()->reference_ms, 0);
    }
}

TEST(GivenOrbit, OfALowerLimitIsTheOneOfThatLimit) {
    for (const char *name : {"i", "seahorse", "airplane", "ship", "julia", "julia of a ship"}) {
        SCOPED_TRACE(name);
        PerturbationSpec spec = spec_of(name);
        const auto whole = own_orbit(spec);
        for (const std::uint64_t limit : {1U, 2U, 3U, 30U, 100U}) {
            SCOPED_TRACE(limit);
            spec.limit = limit;
            expect_same_points(*given_orbit(whole, spec), *own_orbit(spec));
        }
    }
}

TEST(GivenOrbit, GrowsWithTheLimitAsAMakersOrbitDoes) {
    PerturbationSpec spec = spec_of("seahorse");
    ReferenceCache cache(1);
    const auto whole = own_orbit(spec);
    cache.use(whole, "a.orbit");
    std::size_t last = 0;
    for (const std::uint64_t limit : {10U, 20U, 15U}) {
        spec.limit = limit;
        const std::size_t points = cache.orbit(spec, {}, kNeverStop, nullptr)->z.size();
        EXPECT_EQ(points, std::max<std::size_t>(last, limit + 1));
        last = points;
    }
}

TEST(GivenOrbit, IsRefusedWhereItDoesNotServe) {
    const PerturbationSpec spec = spec_of("seahorse");
    const auto whole = own_orbit(spec);
    PerturbationSpec other = spec;
    other.formula.id = *kernels::find_formula("tricorn");
    EXPECT_TRUE(contains(refusal(whole, other), "formula mandelbrot, the view of tricorn"));
    other = spec;
    other.formula.julia = true;
    EXPECT_TRUE(contains(refusal(whole, other), "view is of a Julia set"));

    const PerturbationSpec julia = spec_of("julia");
    other = julia;
    other.formula.seed_re = Decimal::parse("-0.8000000001");
    EXPECT_TRUE(contains(refusal(own_orbit(julia), other), "another seed"));

    other = spec;
    other.view.re = other.view.re + Decimal::parse("2e-9"); // 500 heights
    other.view.zoom = Decimal::parse("1e12");
    EXPECT_TRUE(contains(refusal(whole, other), "more than 256 of the view's heights"));
    TableNeeds floats;
    floats.f32 = true;
    other.view.re = spec.view.re + Decimal::parse("1e-11");
    EXPECT_NO_THROW(given_orbit(whole, other));
    EXPECT_TRUE(contains(refusal(whole, other, floats), "more than 1 of"));

    other = spec;
    other.view.zoom = Decimal::parse("1e60");
    EXPECT_TRUE(contains(refusal(whole, other), "bits"));
}

TEST(GivenOrbit, IsRefusedWhereItIsTooShort) {
    PerturbationSpec spec = spec_of("i");
    spec.limit = 50;
    const auto fifty = own_orbit(spec);
    spec.limit = 51;
    EXPECT_TRUE(contains(refusal(fifty, spec), "has 50 iterations of the view's 51"));

    PerturbationSpec near = spec_of("seahorse"); // whose orbit escapes
    near.view.re = Decimal::parse("-0.75");
    near.view.im = Decimal::parse("0.01");
    const auto escaping = own_orbit(near);
    ASSERT_TRUE(escaping->escaped);
    PerturbationSpec bailout = near;
    bailout.bailout = 1e9;
    EXPECT_TRUE(contains(refusal(escaping, bailout), "ends within the view's bailout"));
    bailout.bailout = 2;
    EXPECT_TRUE(contains(refusal(escaping, bailout), "goes on outside"));
    near.limit = 1'000'000;
    EXPECT_EQ(given_orbit(escaping, near), given_orbit(escaping, near));
}

// The airplane's nucleus, to 16 digits: a view deeper than that does not show it.
TEST(GivenOrbit, IsRefusedWhereItsPeriodIsNotInTheView) {
    PerturbationSpec spec = spec_of("airplane");
    const auto periodic = own_orbit(spec);
    ASSERT_EQ(periodic->period, 3U);
    for (const char *zoom : {"1", "40", "1e5", "1e12"}) {
        spec.view.zoom = Decimal::parse(zoom);
        EXPECT_EQ(given_orbit(periodic, spec)->period, 3U) << zoom;
    }
    spec.view.zoom = Decimal::parse("1e18");
    EXPECT_TRUE(contains(refusal(periodic, spec), "period of 3"));
    spec.limit = 3; // as far as it goes
    EXPECT_NO_THROW(given_orbit(periodic, spec));
}

/// A view of the given one's formula far from it.
PerturbationSpec elsewhere(PerturbationSpec spec) {
    spec.view.re = spec.view.re + divide(Decimal::from_double(4000), spec.view.zoom, 20);
    return spec;
}

TEST(GivenOrbit, ServesWhatItCanAndOthersHaveTheirOwn) {
    const PerturbationSpec here = spec_of(kViews[0].name), there = elsewhere(here);
    const auto made = own_orbit(here);
    EXPECT_TRUE(contains(refusal(made, there), "lies more than"));
    ReferenceCache cache(1);
    cache.use(made, "a.orbit", GivenOrbitUse::where_it_serves);
    const auto orbit = [&](const PerturbationSpec &spec) {
        return cache.orbit(spec, {}, kNeverStop, nullptr);
    };
    // There and back twice, so that neither goes on with what the other left.
    for (int turn = 0; turn < 2; ++turn) {
        EXPECT_EQ(orbit(here), made);
        const auto own = orbit(there);
        EXPECT_TRUE(own->spec.re == there.view.re);
        expect_same_points(*own, *own_orbit(there));
    }
}

} // namespace fathom::given_orbit_test
