#pragma once
#include "kernels/base/reference_point.h"
#include "render/deep/orbit_buffer.h"
#include "render/deep/orbit_end.h"
#include "render/places/location.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fathom {

/// Three quarters of the memory that this process may use, in bytes.
std::uint64_t default_orbit_bytes();

/// What orbit is wanted.
struct ReferenceSpec {
    FormulaChoice formula;
    Decimal re, im; ///< the reference point: c, of a Julia set z_0; |re|, |im| <= 10^4
    /// Of the ball around the point in which the period is sought, of about the view's half height;
    /// 0: none is sought, as is never of Julia sets and of formulas that look back.
    Decimal radius;
    /// About the point, in which all pixels lie; 0: anywhere.
    Decimal reach;
    std::uint64_t pixels = 0; ///< that follow it, for whom it may pay to make it longer
    std::uint64_t limit = 0;  ///< iterations at most, clamped to longest_orbit()
    double bailout = 256.0;   ///< in LocationLimits' range
    long bits = 64;           ///< behind the binary point, see needed_bits(); 1 .. kMostBits
    bool two = false;         ///< points are wanted to twice a double's digits
    /// Of memory for the points. Where they might take more they are packed if they can be, see
    /// OrbitBuffer: then half of it is for them, the other half for jumps.
    std::uint64_t max_bytes = default_orbit_bytes();

    static constexpr long kMostBits = 1L << 20;
};

/// Whether an orbit of that kind can be packed: of z^p + c, no Julia set's, to a double's digits.
bool can_be_packed(const ReferenceSpec &spec);
/// The most points that one may have, of both parts of a Julia set's.
std::uint64_t longest_orbit(const ReferenceSpec &spec);

/// Bits that a reference in the middle of this view needs: log2(zoom height) are those of a pixel
/// (log2(longest) more of one that a matrix makes narrow),
/// 24 more keep errors of the picture's place far below one, and 16 are a margin: a step truncates
/// up to 8 units (3 bits), of z^8 more, and what those errors grow to may exceed what an equal
/// error of c would by the cancellations in dZ_n/dc. At least 64. height >= 1.
long needed_bits(const View &view, int height);

/// A reference orbit, immutable once handed out.
struct ReferenceOrbit {
    ReferenceSpec spec; ///< what it was made for first; it may serve others, too
    /// Z_0, Z_1, ..., the numbers of many bits rounded to nearest; the last may have escaped. Of a
    /// Julia set the point's own orbit and then, from `restart` on, the critical one: z_0 = 0,
    /// c = the seed.
    std::span<const kernels::OrbitPoint<double>> z;
    /// Those with max(|x|, |y|) < 2^tiny_exponent<float>, 0 among them, in order.
    std::vector<kernels::TinyPoint<double>> tiny;
    /// What the numbers are above those of `z`, and of `tiny` in their units; empty unless `two`.
    std::span<const kernels::OrbitPoint<double>> rest;
    std::vector<kernels::OrbitPoint<double>> tiny_rest;
    std::uint64_t restart = 0; ///< index of the critical orbit's first point
    /// First n >= 1 with |Z_n| < radius |dZ_n/dc|, the ball method's period; the orbit then ends
    /// with Z_n. 0: none up to here.
    std::uint64_t period = 0;
    /// The last point of `z` is outside the bailout (of a Julia set that of the critical orbit).
    bool escaped = false;
    OrbitEnd end = OrbitEnd::kNone;          ///< of the point's own orbit
    OrbitEnd critical_end = OrbitEnd::kNone; ///< of a Julia set's critical one
    long bits = 0; ///< that were computed behind the point, at least the spec's

    std::shared_ptr<const OrbitBuffer> store;      ///< what `z` points into
    std::shared_ptr<const OrbitBuffer> rest_store; ///< and `rest`
};

/// What an orbit's points are packed into; null where they are kept as they are.
inline const PackedPoints *packed_points(const ReferenceOrbit &orbit) noexcept {
    return orbit.store ? orbit.store->packed(orbit.z.size()) : nullptr;
}

/// How far a computation is, for others to read: of what is at most to be done (an orbit mostly
/// ends at its period, long before).
struct OrbitProgress {
    std::atomic<std::uint64_t> done{0}, of{0};
};

/// Makes reference orbits and keeps the last one's numbers of many bits, so that it can go on. One
/// thread at a time.
///
/// The orbit ends at the first of: an escape, the period, the limit; and where more of it is of no
/// use:
///  - a formula z^p + c amplified the last of its bits beyond 1, so that the differences of all
///    pixels (but for one in the very middle) have long outgrown it, and it is arbitrary from
///    there;
///  - of a Julia set, it entered an attracting cycle and repeats bit for bit: whoever follows it
///    there is in the cycle's basin;
///  - of a formula z^p + c, it is in an attracting cycle to a double's precision and all pixels lie
///    in the same component of the set (see find_attracting_cycle), at the point nearest to 0:
///    whoever begins anew there is in a cycle of its own. Only where the rest of the orbit would
///    take longer than pixels that have to converge by themselves.
/// Sources: C. Heiland-Allen, mathr.co.uk/blog/2022-02-21_deep_zoom_theory_and_practice_again.html
/// (one reference, rebasing); R. Munafo, mrob.com/pub/muency/period.html (balls).
class ReferenceMaker {
  public:
    ReferenceMaker();
    ~ReferenceMaker();
    ReferenceMaker(const ReferenceMaker &) = delete;
    ReferenceMaker &operator=(const ReferenceMaker &) = delete;

    /// The orbit; nothing if `stop` became true, which is seen within one step. Of the same
    /// formula, point and at most the same bits as the last one it is that one, longer where the
    /// limit, a smaller radius or a larger bailout ask for it: what was computed, also by a call
    /// that was stopped, is not computed again (but see ThriftyStepper). A larger radius may leave
    /// it longer than it would be. The same pointer comes back if nothing was added. Of Julia sets
    /// the bits are raised as needed where the orbit passes near 0, which squares the differences
    /// of pixels: up to twice the spec's, which those of formulas that look back have at once.
    /// Throws InputError if a number is out of its range, or the points outgrow the spec's memory.
    std::shared_ptr<const ReferenceOrbit> make(const ReferenceSpec &spec,
                                               const std::atomic<bool> &stop,
                                               OrbitProgress *progress = nullptr);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace fathom
