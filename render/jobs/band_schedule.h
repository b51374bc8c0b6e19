#pragma once
#include "render/engines/render_request.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace fathom {

/// Whole rows of a picture.
struct RowRange {
    int first = 0;
    int count = 0;
};

/// How large bands may be, in pixels: enough to keep a device busy, few enough that the samples and
/// colours of one stay within some 100 MiB.
struct BandSizes {
    std::int64_t most_pixels = 2 << 20;
    std::int64_t least_pixels = 1 << 18; ///< where several engines share a picture
};

/// Rows of the bands that a picture of that width is computed in: some `pixels` each, and whole
/// blocks of the colour filter, so that bands have the colours of the picture in one piece.
int band_rows(int width, std::int64_t pixels) noexcept;

/// Cuts a picture into bands from the top down while engines take them. A single engine gets bands
/// of one size. Several begin with a small band each; then each gets half of what its share of the
/// rows made so far would be of those that are left, at most a whole band: small ones at the end,
/// so that nobody waits long for the last, and smaller ones for slower engines (S. Hummel et al.,
/// "Load-sharing in heterogeneous systems via weighted factoring", 1996).
class BandSchedule {
  public:
    /// For the rows from `first_row` on, a multiple of the filter's block, by `engines`, at least
    /// one.
    BandSchedule(Size size, int first_row, int engines, const BandSizes &sizes);

    /// The next rows for that engine, first those that were given back; nothing if none are left.
    std::optional<RowRange> take(int engine);
    /// Tells that the engine has made them.
    void note(int engine, RowRange rows);
    /// Rows that were taken and are to be made by whoever comes next.
    void give_back(RowRange rows);
    /// Whether there are some that were given back.
    [[nodiscard]] bool has_returned() const noexcept { return !returned_.empty(); }

  private:
    [[nodiscard]] int rows_for(int engine) const;

    const int height_;
    const int most_, least_; ///< rows of a band
    int next_;
    std::vector<double> made_; ///< rows, of each engine
    std::deque<RowRange> returned_;
};

} // namespace fathom
