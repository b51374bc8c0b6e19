// The interior of rings between the depths of doubles and of perturbation.

#include "render/film/interior_first.h"

#include "render/base/turns.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/film/ring_maker.h"
#include "render/film/zoom_leg.h"
#include "tests/support/fake_engine.h"
#include "tests/support/frames_of_films.h"
#include "tests/support/interior_samples.h"
#include "tests/support/perturbed_views.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <gtest/gtest.h>
#include <mutex>
#include <utility>

namespace fathom::film::interior_first_test {

const std::atomic<bool> kGoOn = false;

/// Calls compare(level, alone, begun) with the samples of a ring of each third level that has an
/// interior from doubles: by perturbation alone, and begun with that.
template <class Compare> void for_each_ring(const Film &film, const Compare &compare) {
    const auto engine = make_engine("cpu");
    SharedFilm shared(film, options_of(4));
    Turns turns(1);
    const auto leg = shared.zoom_of(0);
    ASSERT_TRUE(leg->prepare({*engine, turns}, kGoOn));
    ColourSettings colour;
    colour.lut = load_lut(std::nullopt, "default");
    int plain = 0;
    for (int level = leg->looks().first_level(); level <= leg->looks().last_level(); level += 3) {
        const Ring ring{level, true};
        const RingRequest wanted = leg->request(ring, leg->rings().parts_of(ring)[0], colour);
        if (!wanted.plain)
            continue;
        ++plain;
        const auto alone = complete_frame(*engine, wanted.request);
        const auto begun = engine->make_frame(wanted.request);
        ASSERT_TRUE(begin_with_interior(*begun, *complete_frame(*engine, *wanted.plain), kGoOn));
        ASSERT_TRUE(begun->iterate(kGoOn));
        SampleBuffer a, b;
        alone->read_samples(a);
        begun->read_samples(b);
        compare(level, a, b);
    }
    EXPECT_GT(plain, 2);
}

// A minibrot between the depths of doubles and of perturbation: the same samples, for less.
TEST(InteriorFirst, GivesTheSamplesOfPerturbationAlone) {
    const auto compare = [](int level, const SampleBuffer &a, const SampleBuffer &b) {
        std::size_t differing = 0;
        for (std::size_t at = 0; at < a.count(); ++at)
            differing += a.index(at) != b.index(at) || a.zx(at) != b.zx(at) || a.zy(at) != b.zy(at);
        EXPECT_LE(differing, a.count() / 2000) << level;
    };
    for_each_ring(zoom("-1.7687788000474986", "-0.0017388993992592578", "1e10", "1e12", 4000),
                  compare);
}

// Where each sample is another one's in doubles, as many are interior as are by perturbation: if
// both had to let it escape, the ring would be darker than its neighbours.
TEST(InteriorFirst, LeavesChaosToPerturbation) {
    Film film = zoom("-0.7596840399823577172356", "0.6684537874834603599083", "1e10", "1e12", 500);
    for (FilmKey &key : film.keys)
        key.location.formula.id = *kernels::find_formula("celtic");
    for_each_ring(film, [](int level, const SampleBuffer &a, const SampleBuffer &b) {
        EXPECT_GT(interior_share(a), 0.5) << level;
        EXPECT_NEAR(interior_share(a), interior_share(b), 0.02) << level;
    });
}

// A device that has one turn iterates the next part meanwhile.
TEST(InteriorFirst, KeepsNoDeviceWaiting) {
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    std::mutex mutex;
    std::condition_variable changed;
    int iterated = 0; // parts, plain and not
    bool went_on = false;
    device->iterated = [&](const RenderRequest &request) {
        const std::lock_guard lock(mutex);
        iterated += request.points ? 0 : 1; // what discs are found by is no part
        changed.notify_all();
    };
    device->begun_with = [&](const KnownSamples &) {
        constexpr std::chrono::seconds kPatience(60);
        std::unique_lock lock(mutex);
        if (std::exchange(went_on, true))
            return;
        const int before = iterated;
        went_on = changed.wait_for(lock, kPatience, [&] { return iterated > before; });
        EXPECT_TRUE(went_on);
    };
    FakeEngine engine(device);
    const Film film = zoom("-1.7687788000474986", "-0.0017388993992592578", "1e10", "1e12", 4000);
    SharedFilm shared(film, options_of(4));
    Turns turns(1);
    const auto leg = shared.zoom_of(0);
    ASSERT_TRUE(leg->prepare({engine, turns}, kGoOn));
    ColourSettings colour;
    colour.lut = load_lut(std::nullopt, "default");
    RingMaker maker(
        leg->rings(), {engine, turns}, nullptr, nullptr,
        [&](const Ring &ring, const Region &region) { return leg->request(ring, region, colour); });
    const Ring ring{leg->rings().level_at(Decimal::parse("1e10")), false};
    iterated = 0;
    maker.want(ring);
    const auto parts = maker.take(ring, kGoOn);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->size(), 4U);
    EXPECT_TRUE(went_on);
    EXPECT_EQ(iterated, 8);
}

} // namespace fathom::film::interior_first_test
