#pragma once
#include "render/engines/method_decision.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace fathom {

class Engine;
class ReferenceCache;

/// Shares of doubtful pixels that a type is told apart by: little is well, much is not.
inline constexpr double kLittleDoubt = 0.014, kMuchDoubt = 0.028;

/// What a better type does for doubtful pixels.
struct BetterType {
    Precision precision = Precision::f64;
    int tried = 0;      ///< pixels that were iterated in it, too
    int beyond = 0;     ///< of these, those whose index is doubtful in it, too
    double seconds = 0; ///< that the whole picture would take in it, about

    /// At least half of the pixels are certain in it.
    [[nodiscard]] bool helps() const { return tried > 0 && 2 * beyond <= tried; }
    friend bool operator==(const BetterType &, const BetterType &) = default;
};

/// Of some pixels of a picture, how many have an index that their number type does not tell for
/// certain, and what better types do for these.
struct Exactness {
    Precision precision = Precision::f64; ///< the type
    int pixels = 0;                       ///< that were looked at
    int doubtful = 0;    ///< of them, those whose index changes when they move by about what the
                         ///< type's roundings move them by, far below a pixel, or whose z is beyond
                         ///< the type where it escapes
    bool trusted = true; ///< the share of these is not above what is allowed
    std::vector<BetterType> tried{}; ///< in that order

    /// doubtful / pixels, 0 to 1.
    [[nodiscard]] double share() const { return pixels == 0 ? 0 : 1.0 * doubtful / pixels; }
    friend bool operator==(const Exactness &, const Exactness &) = default;
};

/// The types that may tell more where `precision` does not tell enough, the cheapest first: double
/// instead of float, perturbed double or sums of two doubles instead of direct double, sums of two
/// doubles instead of perturbed double. Where nothing helps: none.
std::vector<Precision> better_types(kernels::FormulaId formula, Precision precision);

/// Better types to try where too much is doubtful.
struct BetterTrials {
    std::vector<Precision> types{}; ///< one after the other, until one helps and is fast enough
    /// Of each, which leaves its reference orbit there; for direct types null.
    std::vector<std::shared_ptr<ReferenceCache>> caches{};
    double samples = 0;      ///< of the picture: pixels times samples a pixel
    double most_seconds = 0; ///< that it may take
};

struct ExactnessSpec {
    const Location &location;
    Size size; ///< of the picture
    Method method{};
    BetterTrials trials{};
};

/// Measures that of a method before the picture is made. Pixels at fixed places are iterated twice,
/// as the picture will be, the second time moved: by perturbation with their offsets from the
/// centre longer by a share of themselves (of float 2^-20, of double 2^-42, of sums of two 2^-80),
/// else all by half a unit in the last place of the view's largest coordinate. So every engine
/// finds the same. An index that hangs on so little is nothing that the type can know; what does
/// not is, but for few, exact (docs/explanation/measured-exactness.md compares).
///
/// There are 64 pixels, then 256 more each time, until it is clear whether 1.4 % are doubtful or
/// 2.8 % (A. Wald's sequential test, 1945; it is to call the one the other once in 20 times, the
/// other the one once in 100), 1,088 at most and, beyond 64, a sixteenth of the picture's. A device
/// of many units iterates all of them at once, which takes it as long as a few, and those that come
/// after the test's end count for nothing: so it finds the same as any other.
///
/// Where more is doubtful than is allowed, better types are tried: the doubtful pixels are iterated
/// twice in them, too, up to the first that takes more than 3 x 10^7 steps, and no more than
/// 4.8 x 10^8 together. The time of the picture is that of sums of two for the doubtful pixels, for
/// only these are to be iterated in them (see FirstType), else that of the first 64. Where the
/// picture would take longer than it may by that time, more are iterated at once, for then a device
/// of many units is faster. A type whose reference orbit does not fit into memory counts as not
/// tried.
///
/// Nothing if `stop` became true. Throws as Frame::iterate.
std::optional<Exactness> measure_exactness(Engine &engine, const ExactnessSpec &spec,
                                           const std::atomic<bool> &stop);

} // namespace fathom
