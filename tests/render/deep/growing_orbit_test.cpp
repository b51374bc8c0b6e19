// Reference orbits that are stopped, go on, and are read meanwhile.
#include "tests/support/reference_orbits.h"

#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

namespace fathom::growing_orbit_test {

TEST(ReferenceOrbit, GoesOnBitForBit) {
    ReferenceSpec spec = spec_of(view_at("-1.25066", "0.02012", "1e30"), 0);
    spec.radius = Decimal();
    ReferenceMaker maker;
    std::vector<Orbit> orbits;
    for (const std::uint64_t limit : {0, 1, 100, 100, 50, 3000}) {
        spec.limit = limit;
        orbits.push_back(maker.make(spec, kNeverStop));
    }
    EXPECT_EQ(orbits[0]->z.size(), 1U);
    EXPECT_EQ(orbits[2]->z.size(), 101U);
    EXPECT_EQ(orbits[3], orbits[2]); // nothing to add
    EXPECT_EQ(orbits[4], orbits[2]); // nor to take away
    const Orbit once = make(spec);
    EXPECT_TRUE(same_points(orbits[5]->z, once->z));
    EXPECT_TRUE(same_points(orbits[2]->z, once->z.subspan(0, 101)));
    EXPECT_EQ(orbits[5]->escaped, once->escaped);
}

TEST(ReferenceOrbit, FindsTheNextPeriodInASmallerRadius) {
    const KnownPeriod &known = kKnownPeriods[0];
    ReferenceSpec spec = spec_of(view_at(known.re, known.im, known.zoom), 10'000);
    const Decimal radius = std::exchange(spec.radius, Decimal::parse("1e-3"));
    ReferenceMaker maker;
    const Orbit wide = maker.make(spec, kNeverStop);
    EXPECT_GT(wide->period, 0U);
    EXPECT_LT(wide->period, known.period);
    spec.radius = radius;
    const Orbit narrow = maker.make(spec, kNeverStop);
    EXPECT_EQ(narrow->period, known.period);
    EXPECT_TRUE(same_points(narrow->z, make(spec)->z));
    spec.radius = Decimal::parse("1e-3");
    EXPECT_EQ(maker.make(spec, kNeverStop), narrow); // serves as well

    spec.bits += 100;
    EXPECT_EQ(maker.make(spec, kNeverStop)->period, wide->period); // made anew
}

TEST(ReferenceOrbit, GoesOnBeyondASmallerBailout) {
    ReferenceSpec spec;
    spec.re = Decimal::parse("0.5");
    spec.limit = 1000;
    spec.bailout = 2;
    ReferenceMaker maker;
    const Orbit near = maker.make(spec, kNeverStop);
    EXPECT_TRUE(near->escaped);
    spec.bailout = 1e9; // needs no more limbs
    const Orbit far = maker.make(spec, kNeverStop);
    EXPECT_GT(far->z.size(), near->z.size());
    EXPECT_GT(far->z.back().x, 1e9);
    EXPECT_TRUE(same_points(far->z, make(spec)->z));
}

TEST(ReferenceOrbit, StopsAndGoesOnWhereItWas) {
    ReferenceSpec spec = spec_of(view_at("-1.25066", "0.02012", "1e3000"), 100'000'000);
    spec.radius = Decimal();
    spec.re = spec.re + Decimal::parse("1e-3000");
    spec.formula.id = *kernels::find_formula("tricorn"); // never exhausted
    std::atomic<bool> stop{true};
    ReferenceMaker maker;
    EXPECT_EQ(maker.make(spec, stop), nullptr);

    spec.re = Decimal::parse("-0.5"); // never ends by itself
    stop = false;
    OrbitProgress progress;
    Orbit stopped;
    std::thread worker([&] { stopped = maker.make(spec, stop, &progress); });
    while (progress.done.load() < 20)
        std::this_thread::yield();
    stop = true;
    worker.join();
    EXPECT_EQ(stopped, nullptr);
    EXPECT_EQ(progress.of.load(), spec.limit);
    const std::uint64_t done = progress.done.load();
    EXPECT_LT(done, spec.limit);

    spec.limit = done; // all of it was kept
    EXPECT_EQ(maker.make(spec, kNeverStop)->z.size(), done + 1);
    EXPECT_TRUE(same_points(maker.make(spec, kNeverStop)->z, make(spec)->z));
}

TEST(ReferenceOrbit, IsReadWhileItGrows) {
    ReferenceSpec spec = spec_of(view_at("-1.25066", "0.02012", "1e30"), 1000);
    spec.radius = Decimal();
    ReferenceMaker maker;
    const Orbit orbit = maker.make(spec, kNeverStop);
    const auto sum = [&] {
        return std::accumulate(orbit->z.begin(), orbit->z.end(), 0.0,
                               [](double total, auto z) { return total + z.x; });
    };
    const double before = sum();
    double while_growing = 0;
    std::thread reader([&] { while_growing = sum(); });
    spec.limit = 20'000;
    const Orbit longer = maker.make(spec, kNeverStop);
    reader.join();
    EXPECT_EQ(while_growing, before);
    EXPECT_EQ(longer->z.data(), orbit->z.data()); // not copied
}

} // namespace fathom::growing_orbit_test
