#pragma once
#include "render/places/location.h"

#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// A way through the plane from stop to stop, for measurements and demonstrations.
class Tour {
  public:
    /// Reads a tour file, or the one that is built in for "builtin". Throws InputError naming the
    /// file, the line and the reason, also for a palette that there is not. docs/tours.md describes
    /// the format.
    static Tour load(const std::string &source);
    /// As load, of a text; `source` names it in messages.
    static Tour parse(std::string_view text, std::string_view source);

    /// A sentence for each key that was not known.
    [[nodiscard]] const std::vector<std::string> &warnings() const { return warnings_; }
    /// Seconds from the first stop to the last.
    [[nodiscard]] double seconds() const;
    /// Where the tour is at `share` of its time, 0 to 1, in a picture of `height` pixels. Between
    /// stops the zoom changes at an even pace, as does the matrix, and the point under the middle
    /// moves so that it seems to.
    [[nodiscard]] Location at(double share, int height) const;

  private:
    struct Stop {
        View view;
        double iterations;
        double seconds; ///< to the next stop
    };

    std::vector<Stop> stops_; ///< at least two
    std::string palette_;
    std::vector<std::string> warnings_;
};

} // namespace fathom
