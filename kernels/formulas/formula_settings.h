#pragma once
#include <cstddef>
#include <cstdint>

namespace fathom::kernels {

/// What a formula iterates with besides the pixel. `Real` is the type that is iterated in.
template <class Real> struct FormulaSettings {
    bool julia = false; ///< z_0 is the pixel and c the seed; else z_0 = 0 and c the pixel
    Real seed_re = 0;   ///< of a Julia set
    Real seed_im = 0;
    Real parameter_re = -0.5; ///< the formula's own parameter, where it has one (Phoenix)
    Real parameter_im = 0;
    friend bool operator==(const FormulaSettings &, const FormulaSettings &) = default;
};

/// What an orbit's distance is measured to.
enum class TrapShape : std::uint8_t {
    point,
    cross, ///< the horizontal and the vertical line through the point
    circle
};

template <class Real> struct Trap {
    TrapShape shape = TrapShape::point;
    Real re = 0;
    Real im = 0;
    Real radius = 1; ///< of a circle, above 0
    friend bool operator==(const Trap &, const Trap &) = default;
};

/// How much is kept of an orbit besides its end; see SamplePlanes. Each has what those before it
/// have, in the same bits.
enum class Tracks : std::uint8_t {
    none,
    gradient, ///< of slopes and distances: the planes gx and gy
    all       ///< trap and atom, too
};
inline constexpr std::size_t kTrackLevels = 3;

/// What is kept of an orbit besides its end.
template <class Real> struct Tracking {
    Tracks level = Tracks::none;
    bool interior = false; ///< of interior samples, too, which takes the shortcuts away and is for
                           ///< Tracks::all; else their values are 0
    Trap<Real> trap;
    friend bool operator==(const Tracking &, const Tracking &) = default;
};

/// The same settings in another type, each value rounded once.
template <class To, class From>
constexpr FormulaSettings<To> rounded(const FormulaSettings<From> &from) noexcept {
    return {from.julia, static_cast<To>(from.seed_re), static_cast<To>(from.seed_im),
            static_cast<To>(from.parameter_re), static_cast<To>(from.parameter_im)};
}
template <class To, class From>
constexpr Tracking<To> rounded(const Tracking<From> &from) noexcept {
    return {from.level,
            from.interior,
            {from.trap.shape, static_cast<To>(from.trap.re), static_cast<To>(from.trap.im),
             static_cast<To>(from.trap.radius)}};
}

} // namespace fathom::kernels
