#pragma once
#include "render/numbers/wide_complex.h"
#include "render/places/location.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace fathom {

class Real;

/// What an exact orbit is made for.
struct ExactOrbitSpec {
    FormulaChoice formula;
    /// Steps are taken from points no further from 0 than this and the place: the bailout, or 2
    /// where an orbit is known to stay. 2 to 1e9.
    double largest = 256;
    double reach = 16; ///< no place is further from 0 than this
    long bits = 128;   ///< behind the point
    int threads = 0; ///< that may share a step, 1 where many orbits go on at once; 0: all that gain
};

/// The orbit of one pixel in full precision: every digit carried, no perturbation and no skipping,
/// so that it can judge what does either. In fixed point, formulas that look back in MPFR with as
/// many significant bits. Not to be shared by threads.
class ExactOrbit {
  public:
    static std::unique_ptr<ExactOrbit> make(const ExactOrbitSpec &spec);
    virtual ~ExactOrbit() = default;
    ExactOrbit(const ExactOrbit &) = delete;
    ExactOrbit &operator=(const ExactOrbit &) = delete;

    /// z_0: 0 with c = re + im i, or of a Julia set re + im i with c the seed.
    virtual void start(const Real &re, const Real &im) = 0;
    /// z_{n+1} from z_n.
    virtual void step() = 0;
    /// |z_n| > bailout, z_n rounded to doubles.
    [[nodiscard]] virtual bool is_outside(double bailout) const = 0;
    /// z_n to about a double's precision.
    [[nodiscard]] virtual WideComplex z() const = 0;
    /// z_n with all its bits.
    [[nodiscard]] virtual std::pair<Real, Real> exact_z() const = 0;
    /// Remembers where the orbit is.
    virtual void mark() = 0;
    /// It is where it was marked, bit for bit: it repeats for ever.
    [[nodiscard]] virtual bool is_at_mark() const = 0;

  protected:
    ExactOrbit() = default;
};

/// Bits behind the point with which no rounding reaches the escape index or the smooth count of a
/// pixel of that view: an error of an orbit grows no more than a difference between pixels does (of
/// a Julia set, than its power), which at the escape is about as large as z; on top come the errors
/// of all steps and 64 bits. Some dense views amplify more on the way: verify() iterates again with
/// more bits where it matters. height in pixels, >= 1.
long exact_bits(const Location &location, int height);

/// Where an orbit left.
struct ExactEscape {
    std::uint64_t n = 0; ///< the first n >= 1 with |z_n| > bailout, or 0: none within the limit
    WideComplex z;       ///< z_n, 0 without an n
    /// That were done: without an n fewer than the limit only if it never escapes.
    std::uint64_t steps = 0;
};

/// Iterates from the place until it escapes or `limit` steps are done. An orbit that comes back to
/// a point bit for bit never escapes and ends there (R. P. Brent, "An improved Monte Carlo
/// factorization algorithm", 1980, section 2). Nothing if `stop` became true, which is noticed
/// within a step.
std::optional<ExactEscape> iterate_exactly(ExactOrbit &orbit, const Real &re, const Real &im,
                                           double bailout, std::uint64_t limit,
                                           const std::atomic<bool> &stop);

} // namespace fathom
