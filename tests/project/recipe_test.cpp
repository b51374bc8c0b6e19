// The formula that docs/architecture.md adds as an example, compiled into the plain loops as any
// other (recipe.cmake makes the change), against schoolbook arithmetic.
#include "kernels/formulas/with_formula.h"

// A shard of its own.
#define FATHOM_FORMULA_SHARD (static_cast<int>(fathom::kernels::kFormulaCount) - 1)
#include "kernels/plain/perturbed_shard.h"
#include "kernels/plain/plain_shard.h"
#include "tests/support/exact.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace fathom {
namespace {

using Number = ExactNumber<1000>;
using Ops = kernels::ScalarOps<double>;
using Heart = kernels::scalar::Heart;
using Complex = kernels::scalar::Complex<double>;

constexpr std::size_t kLast = kernels::kFormulaCount - 1;

struct Pair {
    Number x, y;
};

/// (|x| + iy)^2 as one multiplies it out.
Pair schoolbook(const Number &x, const Number &y) {
    return {x * x - y * y, Number(2) * abs(x) * y};
}

kernels::TileLoops loops() {
    kernels::TileLoops entered;
    kernels::enter_plain_loops<kLast>(entered);
    kernels::enter_perturbed_plain<kLast>(entered.perturbed);
    return entered;
}

/// Points of many sizes in all four quadrants.
std::vector<Complex> some_points(unsigned seed, int least_exponent) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> part(-1, 1);
    std::vector<Complex> points;
    for (int i = 0; i < 400; ++i) {
        const double scale = std::ldexp(1.0, -static_cast<int>(random() % -least_exponent));
        points.push_back({scale * part(random), scale * part(random)});
    }
    return points;
}

void expect_close(double got, const Number &exact, double size) {
    EXPECT_NEAR(got, exact.to_double(), 1e-14 * size);
}

TEST(Recipe, IsOneOfTheFormulas) {
    EXPECT_STREQ(kernels::formulas().back().id, "heart");
    EXPECT_EQ(kernels::find_formula("heart"), kernels::FormulaId(kLast));
}

TEST(Recipe, EntersTheLoopsOfItsShardAlone) {
    const kernels::TileLoops entered = loops();
    for (std::size_t at = 0; at <= kLast; ++at) {
        for (const auto loop : entered.f64.formulas[at])
            EXPECT_EQ(loop != nullptr, at == kLast);
        for (const auto loop : entered.perturbed.f32[at])
            EXPECT_EQ(loop != nullptr, at == kLast);
    }
}

TEST(Recipe, IteratesAsTheSchoolbookDoes) {
    constexpr int kSide = 48;
    constexpr std::uint32_t kLimit = 40;
    constexpr double kBailout = 16;
    std::vector<std::uint32_t> counts(std::size_t{kSide} * kSide);
    const std::atomic<bool> stop = false;
    kernels::TileWork<double> work;
    work.map = {-0.45, 0.01, 0.0625, 0, 0, 0.0625, 0.5 - kSide / 2.0, kSide / 2.0 - 0.5};
    work.planes.n = counts.data();
    work.planes.width = work.planes.height = work.x1 = work.y1 = kSide;
    work.limit = kLimit;
    work.bailout_squared = kBailout * kBailout;
    work.stop = &stop;
    loops().f64.formulas[kLast][static_cast<std::size_t>(kernels::Tracks::none)](work);
    int interior = 0;
    for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x) {
            const Number cx = pixel_re(work.map, x, y);
            const Number cy = pixel_im(work.map, x, y);
            Pair z{0, 0};
            std::uint32_t n = 0;
            for (std::uint32_t step = 1; step <= kLimit && n == 0; ++step) {
                const Pair body = schoolbook(z.x, z.y);
                z = {body.x + cx, body.y + cy};
                if (std::hypot(z.x.to_double(), z.y.to_double()) > kBailout)
                    n = step;
            }
            interior += n == 0 ? 1 : 0;
            EXPECT_EQ(counts[static_cast<std::size_t>(y) * kSide + x],
                      n == 0 ? kernels::kInterior : n)
                << x << ' ' << y;
        }
    EXPECT_GT(interior, 50);
    EXPECT_LT(interior, kSide * kSide / 2);
}

TEST(Recipe, ItsSlopeIsTheDerivative) {
    constexpr double kStep = 0x1p-200;
    for (const Complex &at : some_points(1, -8)) {
        kernels::scalar::Point<double> point{};
        point.z = at;
        const auto slope = Heart::slope<Ops>(point);
        const Pair here = schoolbook(at.x, at.y);
        const Pair right = schoolbook(Number(at.x) + Number(kStep), at.y);
        const Pair above = schoolbook(at.x, Number(at.y) + Number(kStep));
        const double size = std::hypot(at.x, at.y);
        expect_close(slope.ux, (right.x - here.x) / Number(kStep), size);
        expect_close(slope.vx, (right.y - here.y) / Number(kStep), size);
        expect_close(slope.uy, (above.x - here.x) / Number(kStep), size);
        expect_close(slope.vy, (above.y - here.y) / Number(kStep), size);
    }
}

/// `inverse` is 1 / S, or less where that is too large.
void expect_delta(const Complex &at, const Complex &z, double factor, const Complex &got) {
    const Pair here = schoolbook(at.x, at.y);
    const Number scale = factor;
    const Pair there =
        schoolbook(Number(at.x) + scale * Number(z.x), Number(at.y) + scale * Number(z.y));
    const double size =
        std::hypot(z.x, z.y) * (2 * std::hypot(at.x, at.y) + factor * std::hypot(z.x, z.y));
    expect_close(got.x, (there.x - here.x) / scale, size);
    expect_close(got.y, (there.y - here.y) / scale, size);
}

TEST(Recipe, ItsDeltaLosesNothing) {
    const std::vector<Complex> places = some_points(2, -40);
    const std::vector<Complex> offsets = some_points(3, -60);
    constexpr double kFactor = 0x1p-100;
    const kernels::scalar::Scale<double> scale{kFactor, 1 / kFactor};
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Complex &at = places[i];
        const Complex &z = offsets[i];
        expect_delta(at, z, 1, Heart::delta<Ops>(at, z, kernels::scalar::NoScale{}));
        expect_delta(at, z, kFactor, Heart::delta<Ops>(at, z, scale));
        // Places so near the fold that z leads beyond it.
        const Complex near{kFactor * z.x * -0.75, at.y};
        expect_delta(near, z, kFactor, Heart::delta<Ops>(near, z, scale));
    }
}

TEST(Recipe, NothingFoldsNearerThanItSays) {
    for (const Complex &at : some_points(4, -20)) {
        const double reach = Heart::fold<Ops>(at);
        EXPECT_GE(reach, 0);
        for (int turn = 0; turn < 16; ++turn) {
            const double x = at.x + 0.999 * reach * std::cos(turn * 0.3926990816987241);
            EXPECT_GT(x * at.x, 0) << "the sign of x, whose jump is the fold";
        }
    }
}

} // namespace
} // namespace fathom
