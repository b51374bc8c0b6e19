#pragma once
#include "render/places/location.h"

#include <optional>

namespace fathom::film {

/// What a film shows between two keys, but for the view: what is iterated and how it is coloured.
class LookBetween {
  public:
    /// Palettes are loaded here where the keys have different ones. Throws InputError as
    /// load_palette.
    LookBetween(const Location &from, const Location &to);

    /// Gives `location` the look at a share of the way, 0 to 1. Limits, bailouts and densities go
    /// evenly in their logarithm, all other numbers evenly, palettes by palette_between(), and what
    /// is a choice stays until the next key. A shade comes and goes with its strength. Where the
    /// choice of the colours' base or mapping changes, density and offset belong to it and stay,
    /// too. The limit is automatic where one of the keys' is, the colours where both keys' are. The
    /// same on every machine.
    void apply(Location &location, double share) const;
    /// Nothing that is iterated changes.
    [[nodiscard]] bool iterates_the_same() const;

  private:
    void apply_formula(Location &location, double share) const;
    void apply_colours(Location &location, double share) const;

    Location from_, to_;
    std::optional<Palette> palette_from_, palette_to_; ///< where they differ
};

} // namespace fathom::film
