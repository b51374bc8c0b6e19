// The vector loops by perturbation against the reference: samples and colours, bit for bit.
#include "tests/support/perturbed_views.h"
#include "tests/support/vector_engines.h"

#include "render/engines/devices.h"

#include <cmath>
#include <fmt/format.h>
#include <random>

namespace fathom::perturbed_engines_test {

constexpr Precision kPerturbed[] = {Precision::perturb_f32,     Precision::perturb_f64,
                                    Precision::perturb_f32x,    Precision::perturb_f64x,
                                    Precision::perturb_two_f32, Precision::perturb_two_f64};

TEST(PerturbedEngines, EveryTypeAndTableGivesTheReferencesBits) {
    const auto judge = make_engine("reference");
    expect_equal_everywhere(vector_engines(), *judge, kPerturbed);
}

TEST(PerturbedEngines, PlacesBetweenPixelsAndLongLimitsToo) {
    const auto judge = make_engine("reference");
    expect_equal_between_pixels_and_far(vector_engines(), *judge);
}

TEST(PerturbedEngines, LimitsThatJumpsPassGiveTheReferencesBits) {
    const auto judge = make_engine("reference");
    std::mt19937 random(7);
    std::uniform_int_distribution<std::uint32_t> limits(1, 1500);
    for (const auto &engine : vector_engines())
        for (const PerturbedView &view : kViews)
            for (int i = 0; i < 6; ++i) {
                const std::uint32_t limit = i == 0 ? 1 : limits(random);
                SCOPED_TRACE(view.name);
                SCOPED_TRACE(limit);
                const Precision precision = i % 6 == 1   ? Precision::perturb_two_f32
                                            : i % 3 == 1 ? Precision::perturb_two_f64
                                            : view.deep  ? Precision::perturb_f64x
                                                         : Precision::perturb_f64;
                if (!can_be_iterated(view, precision))
                    continue;
                RenderRequest request =
                    request_of(view, precision, i % 2 == 0 ? Approximation::la : Approximation::bla,
                               kSmallSize);
                request.limit = limit;
                request.tracking.level = i % 3 == 0 ? kernels::Tracks::all : kernels::Tracks::none;
                expect_equal({&engine, 1}, *judge, request);
            }
}

TEST(PerturbedEngines, FarPixelsOfRandomPlacesGiveTheReferencesBits) {
    const auto judge = make_engine("reference");
    std::mt19937 random(11);
    std::uniform_real_distribution<double> parts(-1.3, 0.9);
    std::uniform_real_distribution<double> zooms(0, 12);
    for (const auto &engine : vector_engines())
        for (int i = 0; i < 24; ++i) {
            const auto formula =
                static_cast<kernels::FormulaId>(random() % kernels::formulas().size());
            if (!can_be_perturbed(formula))
                continue;
            const std::string re = fmt::format("{}", parts(random));
            const std::string im = fmt::format("{}", parts(random));
            const std::string zoom = fmt::format("{}", std::pow(10, zooms(random)));
            const std::string name{kernels::formula_info(formula).id};
            SCOPED_TRACE(fmt::format("{} {} {} {}", name, re, im, zoom));
            // References that escape at once, pixels far from them.
            const PerturbedView view{"", name.c_str(), re.c_str(), im.c_str(), zoom.c_str(), 500};
            RenderRequest request = request_of(view, Precision::perturb_f64x, Approximation::la);
            request.tracking.level = i % 2 == 0 ? kernels::Tracks::all : kernels::Tracks::none;
            expect_equal({&engine, 1}, *judge, request);
        }
}

} // namespace fathom::perturbed_engines_test
