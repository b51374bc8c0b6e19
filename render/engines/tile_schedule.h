#pragma once
#include "render/engines/render_request.h"

#include <atomic>
#include <vector>

namespace fathom {

/// Side of the tiles of a request's picture: kernels::kTileSide, or a half or a quarter of it in an
/// unwatched picture that is so small that there would be work for few threads; the surveys that a
/// picture waits for are such ones.
int tile_side(const RenderRequest &request) noexcept;

/// The passes over a picture in tiles of tile_side: a watched one at each lattice in turn,
/// coarse to fine, and in each pass from its focus outwards; another one once, from the top. Safe
/// to take from in many threads.
class TileSchedule {
  public:
    explicit TileSchedule(const RenderRequest &request);

    struct Item {
        Region tiles;
        int stride = 0; ///< 0: there is no more work
        bool skip_coarser = false;
    };

    /// The next piece of work.
    Item take() noexcept;

    [[nodiscard]] bool empty() const noexcept { return next_ >= items_; }

  private:
    [[nodiscard]] int first_stride() const noexcept;
    [[nodiscard]] Region block(int index) const noexcept;
    void sort_by_distance(std::pair<int, int> focus);

    const bool progressive_;
    const int tile_side_;
    const int tiles_across_;
    const int tiles_down_;
    /// Side of a block in tiles: the vector loops run out of samples at a block's end, so that
    /// larger ones are faster; one that is watched or small is made of single ones.
    const int side_;
    const int across_;
    const int blocks_;
    std::vector<int> order_; ///< of the blocks in a watched picture
    int items_ = 0;
    std::atomic<int> next_ = 0;
};

} // namespace fathom
