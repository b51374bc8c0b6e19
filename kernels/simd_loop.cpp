#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd_loop.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come first: what follows is compiled for each of its targets.
#include <hwy/highway.h>

#include "kernels/simd_fresh.h"
#include "kernels/simd_lanes.h"
#include "kernels/simd_loop.h"

#include <limits>

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// How the iterations up to the limit are cut: a first part that all samples take, then whole
/// strides with a test at their ends. So a sample that stays inside is finished at a stride's end.
struct Strides {
    std::uint32_t first = 0;
    std::uint32_t length = 0;
    std::uint32_t count = 0;
};

HWY_INLINE Strides cut(std::uint32_t limit) noexcept {
    constexpr std::uint32_t kFirst = 12; // four fifths of the whole set's picture end here
    constexpr std::uint32_t kLength = 32;
    if (limit < kFirst + kLength)
        return {limit, kLength, 0};
    for (std::uint32_t length = kLength; length > kLength - 8; --length)
        for (std::uint32_t first = kFirst; first < kFirst + 6; ++first)
            if ((limit - first) % length == 0)
                return {first, length, (limit - first) / length};
    const std::uint32_t first = kFirst + (limit - kFirst) % kLength;
    return {first, kLength, (limit - first) / kLength};
}

/// Runs one tile: orbits in all lanes, each at its own n; a lane whose orbit ends gets the next
/// sample at once.
template <class Real> class TileRun {
    using Ops = VectorOps<Real>;
    using Tag = typename Ops::Tag;
    static constexpr int kCount = Lanes<Real>::kCount;
    static constexpr int kWidth = Lanes<Real>::kWidth;
    static constexpr int kChains = Lanes<Real>::kChains;
    static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  public:
    HWY_INLINE TileRun(const TileWork<Real> &work) noexcept
        : work_(work), strides_(cut(work.limit)), fresh_(work, strides_.first) {}

    HWY_INLINE std::uint64_t run() noexcept {
        live_ = kCount;
        for (int lane = 0; lane < kCount; ++lane)
            replace(lane);
        next_end_ = now_ + strides_.count;
        while (live_ > 0 && !work_.stop->load(std::memory_order_relaxed)) {
            advance();
            if (now_ == next_end_)
                retire();
        }
        if (live_ == 0)
            finish_departed();
        return iterations_ + fresh_.iterations();
    }

  private:
    // Strides without a look at the stop flag: some microseconds.
    static constexpr std::uint64_t kStridesPerPoll = 64;

    /// Runs strides until the end of the oldest orbit, a departure, or time to look at the stop
    /// flag.
    HWY_INLINE void advance() noexcept {
        const auto bailout_squared = Ops::set(work_.bailout_squared);
        std::uint64_t left = std::min(next_end_ - now_, kStridesPerPoll);
        Chains<Real> z(lanes_);
        while (left > 0) {
            const std::uint64_t strides = std::min(left, block_);
            z.run(lanes_, static_cast<std::uint32_t>(strides) * strides_.length);
            if (HWY_UNLIKELY(!z.all_inside(bailout_squared))) {
                if (strides == 1) {
                    settle(z, bailout_squared);
                    ++now_;
                    return;
                }
                block_ = 1; // back to the last state in memory, with a test each stride
                z = Chains<Real>(lanes_);
                continue;
            }
            z.store(lanes_);
            now_ += strides;
            left -= strides;
            block_ = std::min<std::uint64_t>(2 * block_, 4);
        }
    }

    /// Takes the orbits that left in this stride out, as they were before it.
    HWY_INLINE void settle(const Chains<Real> &z, typename Ops::Value bailout_squared) noexcept {
        LaneBits<Real> outside;
        for (int k = 0; k < kChains; ++k) {
            const Tag tag;
            const auto inside = z.inside(k, bailout_squared);
            outside[k] = bits_of(tag, hn::Not(inside));
            Real *x = &lanes_.x[k * kWidth];
            Real *y = &lanes_.y[k * kWidth];
            hn::Store(hn::IfThenElse(inside, z.x[k], hn::Load(tag, x)), tag, x);
            hn::Store(hn::IfThenElse(inside, z.y[k], hn::Load(tag, y)), tag, y);
        }
        for (int k = 0; k < kChains; ++k)
            for (std::uint64_t bits = outside[k]; bits != 0; bits &= bits - 1)
                depart(k * kWidth + __builtin_ctzll(bits));
    }

    HWY_INLINE void depart(int lane) noexcept {
        departed_.set(departures_, lanes_, lane);
        departed_position_[departures_] = position_[lane];
        departed_n_[departures_] =
            work_.limit - static_cast<std::uint32_t>(end_[lane] - now_) * strides_.length;
        ++departures_;
        replace(lane, 1);
        if (departures_ == kCount)
            finish_departed();
    }

    /// Finds where the departed orbits left and stores them.
    HWY_NOINLINE void finish_departed() noexcept {
        for (int i = departures_; i < kCount; ++i)
            departed_.set_idle(i);
        find_departure(departed_, work_.bailout_squared, strides_.length, found_);
        for (int i = 0; i < departures_; ++i) {
            const std::uint32_t n = departed_n_[i] + static_cast<std::uint32_t>(found_.n[i]);
            fresh_.store(departed_position_[i], n, departed_.x[i], departed_.y[i]);
            iterations_ += n;
        }
        departures_ = 0;
    }

    /// Takes the orbits that have reached the limit out: they are interior.
    HWY_INLINE void retire() noexcept {
        for (int lane = 0; lane < kCount; ++lane)
            if (end_[lane] == now_) {
                fresh_.store(position_[lane], kInterior, 0, 0);
                iterations_ += work_.limit;
                replace(lane);
            }
        next_end_ = *std::min_element(end_.begin(), end_.end());
    }

    /// Gives the lane the next sample, which begins `delay` strides from now.
    HWY_INLINE void replace(int lane, int delay = 0) noexcept {
        const int index = fresh_.next();
        if (index < 0) {
            lanes_.set_idle(lane);
            end_[lane] = kNever;
            --live_;
            return;
        }
        lanes_.set(lane, fresh_.lanes(), index);
        position_[lane] = fresh_.position(index);
        end_[lane] = now_ + delay + strides_.count;
    }

    const TileWork<Real> &work_;
    const Strides strides_;
    FreshSamples<Real> fresh_;

    Lanes<Real> lanes_;
    std::array<std::uint32_t, kCount> position_;
    std::array<std::uint64_t, kCount> end_; ///< the stride at which a lane reaches the limit
    int live_ = 0;
    std::uint64_t now_ = 0; ///< strides done
    std::uint64_t next_end_ = 0;
    std::uint64_t block_ = 1; ///< strides between tests: more while nothing leaves

    Lanes<Real> departed_;
    Departure<Real> found_;
    std::array<std::uint32_t, kCount> departed_position_;
    std::array<std::uint32_t, kCount> departed_n_;
    int departures_ = 0;

    std::uint64_t iterations_ = 0;
};

std::uint64_t run_tile_f32(const TileWork<float> &work) noexcept {
    return TileRun<float>(work).run();
}
std::uint64_t run_tile_f64(const TileWork<double> &work) noexcept {
    return TileRun<double>(work).run();
}

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

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
