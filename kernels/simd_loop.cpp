#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd_loop.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come first: formula.h is compiled for each of its targets.
#include <hwy/highway.h>

#include "kernels/formula.h"
#include "kernels/simd_loop.h"

#include <algorithm>
#include <array>

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Targets whose MulAdd is two roundings (SSE) must not compute pixels: they get no vector loop.
#undef FATHOM_TARGET_FUSES
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
#define FATHOM_TARGET_FUSES 1
#else
#define FATHOM_TARGET_FUSES 0
#endif

#if FATHOM_TARGET_FUSES

template <class Tag> struct VectorOps {
    using Value = hn::Vec<Tag>;
    static HWY_INLINE Value set(hn::TFromD<Tag> value) { return hn::Set(Tag(), value); }
    static HWY_INLINE Value fma(Value a, Value b, Value c) { return hn::MulAdd(a, b, c); }
    static HWY_INLINE Value negative_fma(Value a, Value b, Value c) {
        return hn::NegMulAdd(a, b, c);
    }
    static HWY_INLINE Value add(Value a, Value b) { return hn::Add(a, b); }
    static HWY_INLINE Value mul(Value a, Value b) { return hn::Mul(a, b); }
};

// Steps between escape tests; a stride in which something escaped is rolled back and replayed with
// a test a step.
constexpr std::uint32_t kStride = 16;
// Independent vectors in flight: enough to hide the latency of the fused operations, few enough for
// 16 registers.
constexpr int kChains = 4;
// Strides between looks at the stop flag.
constexpr std::uint32_t kStridesPerPoll = 512;

/// Up to kChains vectors of pixels that iterate side by side, all at the same n.
template <class Real> class Batch {
    using Tag = hn::ScalableTag<Real>;
    using Ops = VectorOps<Tag>;
    using Value = hn::Vec<Tag>;

  public:
    static HWY_INLINE int capacity() { return kChains * static_cast<int>(hn::Lanes(Tag())); }

    HWY_INLINE void add(int x, int y, const PixelMap &map) {
        px_[count_] = x;
        py_[count_] = y;
        cx_[count_] = static_cast<Real>(pixel_re(map, x, y));
        cy_[count_] = static_cast<Real>(pixel_im(map, x, y));
        n_[count_] = kInterior;
        ++count_;
    }

    HWY_INLINE bool full() const { return count_ == capacity(); }

    /// Iterates all pixels to their end, stores them and empties the batch. Returns the iterations
    /// they count for.
    HWY_INLINE std::uint64_t run(const TileWork<Real> &work) {
        for (int i = count_; i < capacity(); ++i) { // idle lanes: c = 0 never escapes
            cx_[i] = cy_[i] = 0;
            n_[i] = kInterior;
        }
        std::uint64_t iterations = 0;
        if (count_ > 0 && iterate(work))
            for (int i = 0; i < count_; ++i)
                iterations += n_[i] == kInterior
                                  ? store_sample<Real>(work, px_[i], py_[i], kInterior, 0, 0)
                                  : store_sample(work, px_[i], py_[i], n_[i], zx_[i], zy_[i]);
        count_ = 0;
        return iterations;
    }

  private:
    /// False if it was stopped.
    HWY_INLINE bool iterate(const TileWork<Real> &work) {
        const Tag d;
        const Value bailout_squared = hn::Set(d, work.bailout_squared);
        const Value zero = hn::Zero(d);
        const size_t lanes = hn::Lanes(d);
        Value cx0 = hn::Load(d, &cx_[0]), cx1 = hn::Load(d, &cx_[lanes]);
        Value cx2 = hn::Load(d, &cx_[2 * lanes]), cx3 = hn::Load(d, &cx_[3 * lanes]);
        Value cy0 = hn::Load(d, &cy_[0]), cy1 = hn::Load(d, &cy_[lanes]);
        Value cy2 = hn::Load(d, &cy_[2 * lanes]), cy3 = hn::Load(d, &cy_[3 * lanes]);
        Value x0 = zero, x1 = zero, x2 = zero, x3 = zero;
        Value y0 = zero, y1 = zero, y2 = zero, y3 = zero;
        int left = count_;
        std::uint32_t n = 0;
        while (n < work.limit && left > 0) {
            if (--strides_to_poll_ == 0) {
                strides_to_poll_ = kStridesPerPoll;
                if (work.stop->load(std::memory_order_relaxed))
                    return false;
            }
            const std::uint32_t steps = std::min(kStride, work.limit - n);
            const Value ox0 = x0, ox1 = x1, ox2 = x2, ox3 = x3;
            const Value oy0 = y0, oy1 = y1, oy2 = y2, oy3 = y3;
            for (std::uint32_t i = 0; i < steps; ++i) {
                step<Ops>(x0, y0, cx0, cy0);
                step<Ops>(x1, y1, cx1, cy1);
                step<Ops>(x2, y2, cx2, cy2);
                step<Ops>(x3, y3, cx3, cy3);
            }
            // A lane that leaves is given c = 0 and z = 0 afterwards, so it can't be outside a
            // second time.
            left -= settle(ox0, oy0, x0, y0, cx0, cy0, bailout_squared, 0 * lanes, n, steps);
            left -= settle(ox1, oy1, x1, y1, cx1, cy1, bailout_squared, 1 * lanes, n, steps);
            left -= settle(ox2, oy2, x2, y2, cx2, cy2, bailout_squared, 2 * lanes, n, steps);
            left -= settle(ox3, oy3, x3, y3, cx3, cy3, bailout_squared, 3 * lanes, n, steps);
            n += steps;
        }
        return true;
    }

    /// After a stride of one vector: replays it from (ox, oy) if a lane ended outside, records the
    /// lanes that left and retires them. Returns how many left.
    HWY_INLINE int settle(Value ox, Value oy, Value &x, Value &y, Value &cx, Value &cy,
                          Value bailout_squared, size_t first, std::uint32_t n,
                          std::uint32_t steps) {
        const Tag d;
        // "not <=" rather than ">": the NaN of an overflowed orbit is outside too.
        auto outside = hn::Not(hn::Le(norm<Ops>(x, y), bailout_squared));
        if (HWY_LIKELY(hn::AllFalse(d, outside)))
            return 0;
        const Value zero = hn::Zero(d);
        auto found = hn::Lt(zero, zero);
        int left = 0;
        for (std::uint32_t i = 1; i <= steps; ++i) {
            step<Ops>(ox, oy, cx, cy);
            const auto now = hn::AndNot(found, hn::Not(hn::Le(norm<Ops>(ox, oy), bailout_squared)));
            if (HWY_LIKELY(hn::AllFalse(d, now)))
                continue;
            found = hn::Or(found, now);
            left += record(now, ox, oy, first, n + i);
        }
        x = hn::IfThenElse(found, zero, x);
        y = hn::IfThenElse(found, zero, y);
        cx = hn::IfThenElse(found, zero, cx);
        cy = hn::IfThenElse(found, zero, cy);
        return left;
    }

    template <class Mask>
    HWY_INLINE int record(Mask now, Value x, Value y, size_t first, std::uint32_t n) {
        const Tag d;
        HWY_ALIGN std::array<Real, hn::MaxLanes(Tag())> xs;
        HWY_ALIGN std::array<Real, hn::MaxLanes(Tag())> ys;
        HWY_ALIGN std::array<std::uint8_t, (hn::MaxLanes(Tag()) + 7) / 8 + 8> bits;
        hn::Store(x, d, xs.data());
        hn::Store(y, d, ys.data());
        hn::StoreMaskBits(d, now, bits.data());
        int left = 0;
        for (size_t lane = 0; lane < hn::Lanes(d); ++lane) {
            if ((bits[lane / 8] >> (lane % 8) & 1) == 0)
                continue;
            n_[first + lane] = n;
            zx_[first + lane] = xs[lane];
            zy_[first + lane] = ys[lane];
            ++left;
        }
        return left;
    }

    static constexpr size_t kMost = kChains * hn::MaxLanes(Tag());
    HWY_ALIGN std::array<Real, kMost> cx_;
    HWY_ALIGN std::array<Real, kMost> cy_;
    std::array<Real, kMost> zx_;
    std::array<Real, kMost> zy_;
    std::array<std::uint32_t, kMost> n_;
    std::array<int, kMost> px_;
    std::array<int, kMost> py_;
    int count_ = 0;
    std::uint32_t strides_to_poll_ = kStridesPerPoll; // of all the tile's batches
};

template <class Real> HWY_INLINE std::uint64_t run_tile(const TileWork<Real> &work) {
    Batch<Real> batch;
    std::uint64_t iterations = 0;
    for (SampleWalk walk(work); walk.next();) {
        batch.add(walk.x(), walk.y(), work.map);
        if (batch.full())
            iterations += batch.run(work);
    }
    return iterations + batch.run(work);
}

std::uint64_t run_tile_f32(const TileWork<float> &work) noexcept {
    return run_tile(work);
}
std::uint64_t run_tile_f64(const TileWork<double> &work) noexcept {
    return run_tile(work);
}

#endif

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fathom::kernels {

std::vector<TileLoops> simd_loops() {
    std::vector<TileLoops> found;
    const auto supported = hwy::SupportedTargets();
#if HWY_TARGETS & HWY_AVX3
    if ((supported & HWY_AVX3) != 0)
        found.push_back({N_AVX3::run_tile_f32, N_AVX3::run_tile_f64, "AVX-512"});
#endif
#if HWY_TARGETS & HWY_AVX2
    if ((supported & HWY_AVX2) != 0)
        found.push_back({N_AVX2::run_tile_f32, N_AVX2::run_tile_f64, "AVX2"});
#endif
#if HWY_TARGETS & HWY_NEON
    if ((supported & HWY_NEON) != 0)
        found.push_back({N_NEON::run_tile_f32, N_NEON::run_tile_f64, "NEON"});
#endif
    return found;
}

} // namespace fathom::kernels
#endif
