#pragma once
#include "render/base/complaint.h"
#include "render/engines/method_decision.h"

#include <atomic>
#include <optional>

namespace fathom {

class Engine;

/// Of a few dozen pixels of a perturbed picture, how many have an index that their number type does
/// not tell for certain.
struct Exactness {
    int pixels = 0;   ///< that were looked at; 0: the type is not one to ask this of
    int doubtful = 0; ///< of them, those whose index changes when they move by about what the
                      ///< type's roundings move them by, far below a pixel
    int tried = 0;    ///< of the doubtful, those that were iterated in sums of two doubles as well
    int beyond = 0;   ///< of these, those whose index is doubtful in that type, too
    friend bool operator==(const Exactness &, const Exactness &) = default;
};

/// Measures that of perturbed doubles, or sums of two, before the picture is made: 64 pixels at
/// fixed places are iterated twice, as the picture will be, the second time with the places'
/// offsets from the centre longer by 2^-44 of themselves (sums of two: 2^-97). So every engine
/// finds the same. What is doubtful is iterated in sums of two doubles likewise, as long as that
/// takes no more than 3 x 10^7 steps. An index that hangs on so little is nothing that one of 53
/// bits after many steps can know; what does not is, but for few, exact (docs/deep-zoom.md has the
/// comparison). Nothing if `stop` became true. Throws as Frame::iterate.
std::optional<Exactness> measure_exactness(Engine &engine, const Location &location, Size size,
                                           const Method &method, const std::atomic<bool> &stop);

/// What is to be said of it, and the type that helps if there is one: nothing where at most one of
/// the pixels is doubtful.
std::optional<Complaint> exactness_warning(const Exactness &exactness, Precision precision);

} // namespace fathom
