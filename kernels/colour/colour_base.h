#pragma once
#include "kernels/base/portable.h"
#include "kernels/formulas/formula_settings.h"

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace fathom::kernels {

/// The number that a sample's colour is made from. Each has a row in kColourBaseRows, and its
/// arithmetic in base_value: a base that lacks one of them does not compile.
enum class ColourBase : std::uint8_t {
    smooth,   ///< the smooth escape count
    bands,    ///< the escape index
    distance, ///< the estimated distance to the set, in pixels
    angle,    ///< the final angle: binary decomposition and finer
    trap,     ///< the orbit's least distance to the trap
    atom,     ///< the index of its nearest approach to 0
    count     ///< how many there are: no base
};
inline constexpr auto kColourBaseCount = static_cast<std::size_t>(ColourBase::count);

/// What samples have to hold besides n and z (see SamplePlanes).
struct ColourNeeds {
    bool gradient = false;
    bool trap = false;
    bool atom = false;

    /// How orbits have to be tracked for that.
    [[nodiscard]] constexpr Tracks tracks() const noexcept {
        return trap || atom ? Tracks::all : gradient ? Tracks::gradient : Tracks::none;
    }
    friend constexpr ColourNeeds operator|(const ColourNeeds &a, const ColourNeeds &b) noexcept {
        return {a.gradient || b.gradient, a.trap || b.trap, a.atom || b.atom};
    }
};

/// All that is to be known of a base but its arithmetic.
struct ColourBaseRow {
    ColourBase base;
    const char *id;    ///< as files and options write it
    const char *label; ///< as people read it
    ColourNeeds needs;
    /// Its number is a share of a whole, from 0 to 1: at a density of 1 that is the palette once.
    bool is_share = false;
    bool goes_round = false; ///< 0 and 1 are the same place
};

/// By their numbers.
inline constexpr ColourBaseRow kColourBaseRows[] = {
    {ColourBase::smooth, "smooth", "Smooth escape count", {}},
    {ColourBase::bands, "bands", "Integer bands", {}},
    {ColourBase::distance, "distance", "Exterior distance", {.gradient = true}},
    {ColourBase::angle, "angle", "Final angle", {}, true, true},
    {ColourBase::trap, "trap", "Orbit trap", {.trap = true}},
    {ColourBase::atom, "atom", "Atom domains", {.atom = true}},
};
static_assert(std::size(kColourBaseRows) == kColourBaseCount, "each colour base has a row");
static_assert(
    [] {
        for (std::size_t i = 0; i < kColourBaseCount; ++i)
            if (kColourBaseRows[i].base != ColourBase(i))
                return false;
        return true;
    }(),
    "in the order of their numbers");

constexpr const ColourBaseRow &row_of(ColourBase base) noexcept {
    return kColourBaseRows[static_cast<std::size_t>(base)];
}

/// row_of(base).needs, on hosts and GPUs (which cannot read the table itself).
template <std::size_t kFirst = 0>
FATHOM_INLINE constexpr ColourNeeds needs_of(ColourBase base) noexcept {
    constexpr ColourNeeds kNeeds = kColourBaseRows[kFirst].needs;
    if constexpr (kFirst + 1 < kColourBaseCount)
        return base == ColourBase(kFirst) ? kNeeds : needs_of<kFirst + 1>(base);
    else
        return kNeeds;
}

} // namespace fathom::kernels
