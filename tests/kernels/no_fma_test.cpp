// Machines without the FMA instruction: slower, and the same bits.
#include "kernels/plain/plain_loop.h"
#include "render/engines/devices.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

using kernels::TileLoop;

template <class Real> struct Samples {
    std::vector<std::uint32_t> n;
    std::vector<Real> zx, zy;
    bool operator==(const Samples &) const = default;
};

template <class Real> Samples<Real> samples_of(TileLoop<Real> loop) {
    constexpr int kSide = 48;
    constexpr std::size_t kPixels = std::size_t{kSide} * kSide;
    Samples<Real> samples{std::vector<std::uint32_t>(kPixels), std::vector<Real>(kPixels),
                          std::vector<Real>(kPixels)};
    const std::atomic<bool> stop = false;
    kernels::TileWork<Real> work;
    // A turned view of the seahorse valley: every product has to be rounded.
    work.map = {-0.7463, 0.1102, 1.7e-4, 3.1e-5, -3.1e-5, 1.7e-4, -kSide / 2.0, kSide / 2.0};
    work.planes = {samples.n.data(), samples.zx.data(), samples.zy.data(), kSide, kSide};
    work.x1 = work.y1 = kSide;
    work.limit = 2000;
    work.bailout_squared = 65536;
    work.stop = &stop;
    loop(work);
    return samples;
}

TEST(NoFma, TheExactRoutineGivesTheBitsOfTheInstruction) {
    if (!kernels::cpu_has_fma())
        GTEST_SKIP() << "this processor has no FMA instruction to compare with";
    constexpr auto kPlain = static_cast<std::size_t>(kernels::Tracks::none);
    const kernels::TileLoops with = kernels::plain_loops(true);
    const kernels::TileLoops without = kernels::plain_loops(false);
    for (std::size_t formula = 0; formula < kernels::formulas().size(); ++formula) {
        SCOPED_TRACE(kernels::formulas()[formula].id);
        EXPECT_TRUE(samples_of(with.f32.formulas[formula][kPlain]) ==
                    samples_of(without.f32.formulas[formula][kPlain]));
        EXPECT_TRUE(samples_of(with.f64.formulas[formula][kPlain]) ==
                    samples_of(without.f64.formulas[formula][kPlain]));
    }
}

TEST(NoFma, IsSaid) {
    EXPECT_TRUE(missing_host_features(true, true).empty());
    const auto slow = missing_host_features(false, false);
    ASSERT_EQ(slow.size(), 2u);
    EXPECT_EQ(slow[0].what, "fused multiply-add");
    EXPECT_NE(slow[0].why.what.find("the results are the same"), std::string::npos);
    EXPECT_EQ(missing_host_features(true, false).front().what, "vector loops");
}

} // namespace
} // namespace fathom
