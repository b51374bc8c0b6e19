// Every colour scheme on every engine of this machine against the reference, byte for byte.
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/jobs/compare.h"
#include "render/places/palette.h"
#include "tests/support/colour_schemes.h"

namespace fathom::colour_engines_test {

using kernels::ColourScheme;
using kernels::InteriorColour;

std::shared_ptr<Frame> complete_frame(Engine &engine, const RenderRequest &request) {
    const std::atomic<bool> stop = false;
    auto frame = engine.make_frame(request);
    EXPECT_TRUE(frame->iterate(stop));
    return frame;
}

/// Every scheme on one tracked frame of the engine, and some from the start.
void expect_colours_of(Engine &engine, Engine &judge, Precision precision, bool progressive,
                       const PlaneMatrix &matrix) {
    Location location;
    location.iterations = 300;
    location.view.rotation_degrees = 25;
    location.view.mirrored = true;
    location.view.matrix = matrix;
    location.colour.interior = InteriorColour::distance; // tracks everything
    const Size size{107, 75};
    RenderRequest request =
        make_request(location, size, {0, 0, size.width, size.height}, {}, precision);
    request.colour.lut = load_lut(std::nullopt, "default");
    request.colour.ranks = some_ranks();
    const auto expected = complete_frame(judge, request);
    request.progressive = progressive;
    const auto frame = complete_frame(engine, request);
    const std::atomic<bool> stop = false;
    for_each_scheme([&](const ColourScheme &scheme) {
        ColourSettings settings = request.colour;
        settings.scheme = scheme;
        settings.scheme.interior_rgb = 0x203040;
        expected->set_colour(settings);
        frame->set_colour(settings);
        ASSERT_TRUE(expected->refresh_colour(stop));
        ASSERT_TRUE(frame->refresh_colour(stop));
        const Difference difference = compare_frames(*expected, *frame);
        EXPECT_EQ(difference.samples_differ, 0u);
        EXPECT_EQ(difference.rgba_differ, 0u);
    });
}

TEST(ColourModes, AreTheSameBytesOnEveryEngine) {
    const auto judge = make_engine("reference");
    for (const DeviceInfo &device : list_devices().devices) {
        SCOPED_TRACE(device.id);
        const auto engine = make_engine(device.id);
        for (const Precision precision : {Precision::f32, Precision::f64})
            for (const bool progressive : {false, true}) {
                expect_colours_of(*engine, *judge, precision, progressive, {});
                expect_colours_of(*engine, *judge, precision, progressive, stretching(5, 40));
            }
    }
}

} // namespace fathom::colour_engines_test
