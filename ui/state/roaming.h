#pragma once
#include "render/jobs/interesting_places.h"
#include "render/places/view.h"

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace fathom::ui {

/// A way through the plane that chooses itself: from view to view, each a piece of the one before,
/// and out again where it ends. The same seed and the same pictures lead the same way; no way is
/// taken twice.
class Roaming {
  public:
    explicit Roaming(std::uint32_t seed) : random_(seed) {}

    /// Forgets the ways taken and begins at `start`. `home`: where there surely is something.
    void begin(const View &start, const std::optional<View> &home = std::nullopt);
    /// Where to go from the view that it last said: to one of the best of what the picture of
    /// `size` has there, 4 to 8 times deeper, or out, where it has nothing new or is `too_deep`.
    /// From a beginning that has nothing at all, further and further out until something is to be
    /// seen, and home at last; that is the beginning then. Nothing if all ways from the beginning
    /// were taken.
    std::optional<View> next(const std::vector<InterestingPlace> &places, Size size, bool too_deep);
    /// How many views lie before the present one.
    [[nodiscard]] std::size_t depth() const { return way_.empty() ? 0 : way_.size() - 1; }

  private:
    struct Stop {
        View view;
        std::vector<InterestingPlace> taken; ///< ways that lead on from it
    };
    std::optional<View> deeper(const std::vector<InterestingPlace> &places, Size size);
    std::optional<View> wider(Size size);
    std::uint32_t below(std::size_t end);

    std::mt19937 random_;
    std::vector<Stop> way_;
    std::optional<View> home_; ///< until it has gone there for want of anything else
    int octaves_out_ = 0;      ///< that wider() took last
};

} // namespace fathom::ui
