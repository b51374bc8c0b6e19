#pragma once
#include "render/deep/newton.h"
#include "render/numbers/decimal.h"

#include <atomic>
#include <cstdint>
#include <optional>

namespace fathom {

struct Location;

/// The largest preperiod + period that is looked for.
inline constexpr std::uint64_t kMostPreperiodic = 8192;

/// A c whose critical orbit becomes periodic without being so: z_{k+p} = z_k. Spirals turn about
/// such points, and there the set looks as its Julia set does.
struct Misiurewicz {
    std::uint64_t preperiod = 0; ///< k >= 2, z_0 = 0 and z_1 = c
    std::uint64_t period = 0;    ///< p
    Decimal re, im;              ///< 50 digits beyond the view's zoom
    Decimal multiplier;          ///< |dz_{k+p}/dz_k| > 1, by which a spiral grows in a turn of it
    double turn_degrees = 0;     ///< its argument
    int newton_steps = 0;
};

/// The Misiurewicz point of least k + p about the centre of the location's view: with a = z_{k+p-1}
/// and b = z_{k-1}, a^d - b^d = 0 but a - b != 0, so h = a^(d-1) + a^(d-2) b + ... + b^(d-1) is the
/// function whose roots have no smaller preperiod; a root is expected where |h| < r |dh/dc|,
/// r = 2 / zoom, and found by Newton's method.
/// Sources: C. Heiland-Allen,
/// mathr.co.uk/blog/2015-01-26_newtons_method_for_misiurewicz_points.html; B. Hutz and A. Towsley,
/// "Misiurewicz points for polynomial maps and transversality", New York Journal of Mathematics 21,
/// 2015. Nothing if `stop` became true. Throws InputError for a formula other than z^d + c or a
/// Julia set, and where there is none with k + p up to the location's iterations and
/// kMostPreperiodic.
std::optional<Misiurewicz> find_misiurewicz(const Location &location, const std::atomic<bool> &stop,
                                            SearchProgress *progress = nullptr);

} // namespace fathom
