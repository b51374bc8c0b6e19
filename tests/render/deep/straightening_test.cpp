#include "render/deep/straightening.h"

#include "render/base/error.h"
#include "render/places/location.h"
#include "tests/support/location_at.h"

#include <complex>
#include <gtest/gtest.h>
#include <string>

namespace fathom::straightening_test {

constexpr std::atomic<bool> kNever = false;

Location claudes_ship() {
    return location_of("burning-ship", "-1.7376030903855331822680777237384033625",
                       "-1.1874559032877022930121132805164953765e-2", "1e19", 5000);
}

TEST(Straightening, FindsThePublishedStretchesOfShips) {
    // "automatic skew adjustment for Burning Ship etc", fractalforums.org, 2018: a factor
    // of 12.719; of the other picture the larger singular value of the matrix that is given.
    const auto first = find_straightening(claudes_ship(), kNever);
    EXPECT_EQ(first->period, 519U);
    EXPECT_NEAR(longest(first->matrix), 12.719, 5e-4);
    EXPECT_NEAR(determinant(first->matrix), 1, 1e-9);
    EXPECT_EQ(first->matrix.b, first->matrix.c);
    const auto second =
        find_straightening(location_of("burning-ship", "0.8741850936284249581163187788301509472",
                                       "-1.514132440804810318582352545762872942", "1e19", 5000),
                           kNever);
    EXPECT_NEAR(longest(second->matrix), 4.675, 5e-4);
}

TEST(Straightening, IsThePlanesAndNotTheViews) {
    const auto straight = find_straightening(claudes_ship(), kNever);
    Location other = claudes_ship();
    other.view.rotation_degrees = 77;
    other.view.mirrored = true;
    other.view.matrix = straight->matrix;
    other.view.zoom = Decimal::parse("1e18");
    const auto again = find_straightening(other, kNever);
    EXPECT_NEAR(again->matrix.a, straight->matrix.a, 1e-9);
    EXPECT_NEAR(again->matrix.b, straight->matrix.b, 1e-9);
    EXPECT_NEAR(again->matrix.d, straight->matrix.d, 1e-9);
}

/// z_n of the Burning Ship.
std::complex<double> ship(std::complex<double> c, std::uint64_t n) {
    std::complex<double> z = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
        z = {std::fabs(z.real()), std::fabs(z.imag())};
        z = z * z + c;
    }
    return z;
}

TEST(Straightening, MakesWhatEscapesTheSameInAllDirections) {
    const std::complex<double> c(0.6, 0.7);
    std::uint64_t n = 0;
    while (n < 100 && std::abs(ship(c, n)) <= 256)
        ++n;
    const auto straight =
        find_straightening(location_of("burning-ship", "0.6", "0.7", "1e6", 1000), kNever);
    EXPECT_EQ(straight->period, 0U);
    EXPECT_GT(longest(straight->matrix), 1.02);
    const auto moved = [&](const PlaneVector &on_screen) {
        const PlaneVector by = straight->matrix * on_screen;
        return (ship(c + std::complex(by.re, by.im), n) - ship(c - std::complex(by.re, by.im), n));
    };
    const auto right = moved({1e-6, 0});
    const auto up = moved({0, 1e-6});
    EXPECT_NEAR(std::abs(up / right), 1, 1e-5);
    EXPECT_NEAR(std::fabs((up / right).real()), 0, 1e-5);
}

TEST(Straightening, LeavesWhatIsStraight) {
    const auto straight =
        find_straightening(location_of("mandelbrot", "-1.75", "0", "20", 500), kNever);
    EXPECT_EQ(straight->matrix, PlaneMatrix());
}

TEST(Straightening, SaysWhyNot) {
    const auto why = [](const Location &location) -> std::string {
        try {
            find_straightening(location, kNever);
        } catch (const InputError &error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(why(location_of("phoenix", "0", "0", "1", 100)), "there are no skews of phoenix");
    Location julia = claudes_ship();
    julia.formula.julia = true;
    EXPECT_TRUE(why(julia).starts_with("there are no skews of a Julia set"));
    EXPECT_TRUE(why(location_of("burning-ship", "-0.1", "-0.1", "1e30", 50))
                    .starts_with("nothing tells the skew here"));
    const std::atomic<bool> stopped = true;
    EXPECT_FALSE(find_straightening(claudes_ship(), stopped));
}

} // namespace fathom::straightening_test
