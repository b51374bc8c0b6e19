#pragma once
#include "kernels/base/per_real.h"
#include "kernels/base/pixel_map.h"
#include "kernels/base/sample.h"
#include "kernels/formulas/formula_ids.h"
#include "kernels/formulas/formula_settings.h"

#include <array>
#include <atomic>

namespace fathom::kernels {

/// One piece of work for a CPU loop: the samples of the rectangle [x0, x1) x [y0, y1) that lie on
/// the lattice of multiples of `stride`; with `skip_coarser` those on the lattice 2 * stride are
/// left out (an earlier pass has them), with `only_pending` those that are not pending in the
/// planes (see kPending).
template <class Real> struct TileWork {
    PixelMap map;
    const PixelPoint *points = nullptr; ///< null: pixels; else where the planes' samples lie
    SamplePlanes<Stored<Real>> planes;
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    int stride = 1;
    bool skip_coarser = false;
    bool only_pending = false;
    std::uint64_t limit = 0; ///< iterations; loops without perturbation take direct_limit()
    bool shortcuts =
        false; ///< cardioid, period-2 disc and exact repetition; the samples are the same
    FormulaSettings<Real> settings;
    Tracking<Real> tracking;
    Real bailout_squared = 0;                ///< square of the bailout, which is at least 2
    const std::atomic<bool> *stop = nullptr; ///< polled every few thousand iterations

    /// The limit in one word, which it has to fit: 1 to kMaxIterationLimit.
    [[nodiscard]] std::uint32_t direct_limit() const noexcept {
        return static_cast<std::uint32_t>(limit);
    }
};

/// Side of a tile in samples: a multiple of the coarsest lattice, so that a tile's coarse samples
/// are its own.
inline constexpr int kTileSide = 64;

/// Computes the samples of a tile. Returns the number of iterations that the samples took (escape
/// indices, the limit for interior ones); after a stop the tile's samples are not all written.
template <class Real> using TileLoop = std::uint64_t (*)(const TileWork<Real> &) noexcept;

/// The loops of one engine for one number type.
template <class Real> struct LoopTable {
    using Loops = std::array<TileLoop<Real>, kTrackLevels>; ///< by Tracks
    std::array<Loops, kMaxFormulas> formulas{};             ///< by FormulaId

    /// The loop for a piece of work.
    [[nodiscard]] TileLoop<Real> find(FormulaId id, const TileWork<Real> &work) const noexcept {
        return formulas[static_cast<std::size_t>(id)]
                       [static_cast<std::size_t>(work.tracking.level)];
    }
};

template <class Real> struct PerturbedWork;

/// As a TileLoop, by perturbation; see perturbed_work.h.
template <class Real> using PerturbedLoop = std::uint64_t (*)(const PerturbedWork<Real> &) noexcept;

/// The loops of one engine for one number type, by formula and Tracks; null for formulas that are
/// not iterated by perturbation.
template <class Real>
using PerturbedTable = std::array<std::array<PerturbedLoop<Real>, kTrackLevels>, kMaxFormulas>;

template <class Real> struct PerturbedAids;
/// What the plain code does for loops of any engine, by formula; null where it has no loops.
template <class Real>
using PerturbedAidTable = std::array<const PerturbedAids<Real> *, kMaxFormulas>;

struct PerturbedLoops : PerNumber<PerturbedTable> {
    PerNumber<PerturbedAidTable> aids;
};

/// The loops of one engine.
struct TileLoops : PerNumber<LoopTable> {
    PerturbedLoops perturbed;
    const char *instruction_set = ""; ///< as shown to people, for instance "AVX-512"
};

/// Stores the end of an orbit as sample `at` and returns the iterations it counts for.
template <class Real>
inline std::uint64_t store_sample(const TileWork<Real> &work, std::size_t at,
                                  const Sample<Stored<Real>> &sample) noexcept {
    const SamplePlanes<Stored<Real>> &planes = work.planes;
    set_index(planes, at, sample.n);
    if (planes.zx != nullptr) {
        planes.zx[at] = sample.zx;
        planes.zy[at] = sample.zy;
    }
    if (planes.gx != nullptr) {
        planes.gx[at] = sample.gx;
        planes.gy[at] = sample.gy;
    }
    if (planes.atom != nullptr) {
        planes.trap[at] = sample.trap;
        planes.atom[at] = sample.atom;
    }
    return sample.n == kInterior ? work.limit : sample.n;
}

} // namespace fathom::kernels
