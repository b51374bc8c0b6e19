#pragma once
#include "kernels/pixel_map.h"
#include "kernels/sample.h"

#include <atomic>

namespace fathom::kernels {

/// One piece of work for a CPU loop: the samples of the rectangle [x0, x1) x [y0, y1) that lie on
/// the lattice of multiples of `stride`; with `skip_coarser` those on the lattice 2 * stride are
/// left out (an earlier pass has them).
template <class Real> struct TileWork {
    PixelMap map;
    SamplePlanes<Real> planes;
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    int stride = 1;
    bool skip_coarser = false;
    std::uint32_t limit = 0; ///< iterations, 1 to kMaxIterationLimit
    bool shortcuts =
        false; ///< cardioid, period-2 disc and exact repetition; the samples are the same
    Real bailout_squared = 0;                ///< square of the bailout, which is at least 2
    const std::atomic<bool> *stop = nullptr; ///< polled every few thousand iterations
};

/// Side of a tile in samples: a multiple of the coarsest lattice, so that a tile's coarse samples
/// are its own.
inline constexpr int kTileSide = 64;

/// Computes the samples of a tile. Returns the number of iterations that the samples took (escape
/// indices, the limit for interior ones); after a stop the tile's samples are not all written.
template <class Real> using TileLoop = std::uint64_t (*)(const TileWork<Real> &) noexcept;

/// The loop of one engine for both number types.
struct TileLoops {
    TileLoop<float> f32 = nullptr;
    TileLoop<double> f64 = nullptr;
    const char *instruction_set = ""; ///< as shown to people, for instance "AVX-512"
};

/// Stores the end of one orbit at (x, y) and returns the iterations it counts for.
template <class Real>
inline std::uint64_t store_sample(const TileWork<Real> &work, int x, int y, std::uint32_t n,
                                  Real zx, Real zy) noexcept {
    const std::size_t at = static_cast<std::size_t>(y) * work.planes.width + x;
    work.planes.n[at] = n;
    if (work.planes.zx != nullptr) {
        work.planes.zx[at] = zx;
        work.planes.zy[at] = zy;
    }
    return n == kInterior ? work.limit : n;
}

/// Walks over the samples that a piece of work asks for, row by row: `while (walk.next())
/// use(walk.x(), walk.y());`
template <class Real> class SampleWalk {
  public:
    explicit SampleWalk(const TileWork<Real> &work) noexcept
        : work_(work), x_(work.x0 - work.stride), y_(work.y0) {}

    bool next() noexcept {
        do {
            x_ += work_.stride;
            if (x_ >= work_.x1) {
                x_ = work_.x0;
                y_ += work_.stride;
            }
        } while (y_ < work_.y1 && work_.skip_coarser && is_coarser());
        return y_ < work_.y1;
    }

    [[nodiscard]] int x() const noexcept { return x_; }
    [[nodiscard]] int y() const noexcept { return y_; }

  private:
    [[nodiscard]] bool is_coarser() const noexcept {
        const int mask = 2 * work_.stride - 1;
        return (x_ & mask) == 0 && (y_ & mask) == 0;
    }

    const TileWork<Real> &work_;
    int x_;
    int y_;
};

} // namespace fathom::kernels
