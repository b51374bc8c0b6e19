#pragma once

namespace fathom {

/// Why an orbit has no more points.
enum class OrbitEnd {
    kNone,       ///< the limit was reached; it can go on
    kEscape,     ///< its last point is outside the bailout
    kPeriod,     ///< the ball around its last point holds 0
    kExhausted,  ///< its bits are used up
    kCycle,      ///< it is in a cycle that attracts it and all pixels
    kTooFewBits, ///< pixels differ by less than its bits tell apart: to be made anew with more
};

} // namespace fathom
