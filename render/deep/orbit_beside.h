#pragma once
#include "render/deep/thrifty_stepper.h"
#include "render/numbers/real.h"
#include "render/numbers/wide_complex.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fathom {

/// A complex number of some limbs with an exponent, (x + iy) 2^(64 (exponent - size)): magnitudes
/// of `size` limbs each, the least first, of which one has a top limb other than 0; or 0.
struct LimbComplex {
    const mp_limb_t *x = nullptr, *y = nullptr;
    bool x_negative = false, y_negative = false;
    bool is_zero = true;
    std::int64_t exponent = 0;
};

/// An orbit of z^2 + c in full precision, with only the limbs that matter (ThriftyOrbit), that
/// keeps so many limbs of all its points that orbits beside it can be told from them.
class TrailedOrbit {
  public:
    struct Spec {
        double reach = 16;            ///< no place or point is further from 0 than this
        long bits = 128;              ///< behind the point
        std::size_t kept = 0;         ///< limbs that are kept of a point; 0: none
        std::uint64_t most_bytes = 0; ///< that they may take: beyond it none are kept
    };
    explicit TrailedOrbit(const Spec &spec);

    void start(const Real &re, const Real &im);
    void step();
    /// z_n to about a double's precision.
    [[nodiscard]] const WideComplex &z() const noexcept { return z_; }
    /// z_n with all its bits.
    [[nodiscard]] std::pair<Real, Real> exact_z() const;

    /// Limbs that are kept of z_0 to z_n; 0: none.
    [[nodiscard]] std::size_t kept_limbs() const noexcept { return spec_.kept; }
    /// The first `size` of them, of a point.
    [[nodiscard]] LimbComplex kept(std::uint64_t n, std::size_t size) const;
    /// z(), of a point that is kept.
    [[nodiscard]] const WideComplex &kept_z(std::uint64_t n) const { return scale_of(n).z; }
    /// c, as the orbit has it.
    [[nodiscard]] const std::pair<Real, Real> &place() const noexcept { return place_; }
    [[nodiscard]] long bits() const noexcept { return spec_.bits; }

  private:
    struct Scale {
        WideComplex z;
        std::int32_t exponent = 0;
        bool x_negative = false, y_negative = false, is_zero = true;
    };
    /// What is kept of so many points.
    struct Chunk {
        std::vector<mp_limb_t> limbs; ///< of each point x's and y's
        std::vector<Scale> scales;
    };
    static constexpr std::size_t kChunk = 4096;
    void keep();
    [[nodiscard]] const Scale &scale_of(std::uint64_t n) const {
        return chunks_[n / kChunk].scales[n % kChunk];
    }

    Spec spec_;
    FixedFormat format_;
    ThriftyOrbit orbit_;
    std::pair<Real, Real> place_;
    WideComplex z_;
    std::vector<Chunk> chunks_;
};

/// The orbit of a place beside a TrailedOrbit's by their difference, w' = (2 Z + w) w + d, in
/// floating point: what is to be known to so many bits more than both are near takes no more limbs
/// than these. A step is off by less than 2^(4 - 64 (size - 1)) of w and of what Z was cut off by.
class OrbitBeside {
  public:
    /// With numbers of `size` limbs, at least 2, at most those that are kept. The trail has to
    /// stay.
    OrbitBeside(const TrailedOrbit &trail, std::size_t size);

    void start(const Real &re, const Real &im);
    /// To the next point, which the trail has to have.
    void step();
    /// z_n to about a double's precision, where Z and w nearly cancel as well as they tell it.
    [[nodiscard]] WideComplex z() const;
    /// The trail's last point and w; z_n where it is the n-th.
    [[nodiscard]] std::pair<Real, Real> exact_z() const;

    /// Limbs that tell so many bits of its numbers.
    static std::size_t limbs_for(double bits);

  private:
    struct Number {
        std::vector<mp_limb_t> x, y;
        bool x_negative = false, y_negative = false, is_zero = true;
        std::int64_t exponent = 0;
        [[nodiscard]] LimbComplex view() const {
            return {x.data(), y.data(), x_negative, y_negative, is_zero, exponent};
        }
    };
    /// sum_ = 2^shift a + b.
    void add(const LimbComplex &a, unsigned shift, const LimbComplex &b) const;
    /// product_ = sum_ w_.
    void multiply();
    /// w_ = the number.
    void take(const Number &number);

    const TrailedOrbit &trail_;
    std::size_t size_;
    std::uint64_t n_ = 0;
    Number difference_; ///< of the places
    Number w_;
    mutable Number sum_; ///< of a limb more
    Number product_;     ///< of twice as many and one
    std::vector<mp_limb_t> other_;
};

} // namespace fathom
