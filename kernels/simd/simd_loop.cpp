// What is for single samples comes before Highway, see mandelbrot_step-inl.h.
#include "kernels/simd/simd_loop.h"

#include "kernels/formulas/formula_shards.h"
#include "kernels/formulas/interior_cycle.h"
#include "kernels/formulas/interior_shortcuts.h"
#include "kernels/formulas/sample_walk.h"
#include "kernels/perturbation/perturbed_work.h"
#include "kernels/plain/plain_loop.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/simd/simd_loop.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come first: what follows is compiled for each of its targets.
#include <hwy/highway.h>

#include "kernels/simd/any_formula-inl.h"
#include "kernels/simd/first_steps-inl.h"
#include "kernels/simd/lanes-inl.h"
#include "kernels/simd/perturbed-inl.h"
#include "kernels/simd/repetition-inl.h"

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
    constexpr std::uint32_t kLength = 48;
    if (limit < kFirst + kLength)
        return {limit, kLength, 0};
    for (std::uint32_t length = kLength; length > kLength - 16; --length)
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
    static constexpr int kCount = Width<Real>::kLanes;
    static constexpr int kVector = Width<Real>::kVector;
    static constexpr int kChains = Width<Real>::kChains;

  public:
    HWY_INLINE TileRun(const TileWork<Real> &work) noexcept
        : work_(work), strides_(cut(work.direct_limit())), fresh_(work, strides_.first) {}

    HWY_INLINE std::uint64_t run() noexcept {
        live_ = kCount;
        refill(LaneSet<Real>().others(kCount));
        next_end_ = now_ + strides_.count;
        while (live_ > 0 && !work_.stop->load(std::memory_order_relaxed)) {
            advance();
            if (now_ == next_end_)
                retire();
            if (work_.shortcuts && now_ - last_look_ >= kStridesPerLook)
                look();
        }
        if (live_ == 0)
            finish_departed();
        return iterations_ + fresh_.iterations();
    }

  private:
    // Strides without a look at the stop flag: some microseconds.
    static constexpr std::uint32_t kStridesPerPoll = 64;
    // Strides without a departure after which only every fourth is tested: what that can cost where
    // it was in vain is little against them.
    static constexpr std::uint32_t kQuiet = 64;
    // Strides between looks for a repetition.
    static constexpr std::uint32_t kStridesPerLook = 4;

    /// Runs strides until the end of the oldest orbit, a departure, or time to look at the stop
    /// flag.
    HWY_INLINE void advance() noexcept {
        const auto bailout_squared = Ops::set(work_.bailout_squared);
        std::uint32_t left =
            std::min(next_end_ - now_, work_.shortcuts ? kStridesPerLook : kStridesPerPoll);
        const LaneBlock<Real> lanes = lanes_.block(0);
        Chains<Real> z(lanes);
        while (left > 0) {
            const std::uint32_t strides = std::min(left, quiet_ < kQuiet ? 1U : 4U);
            z.run(lanes, strides * strides_.length);
            if (HWY_UNLIKELY(!z.all_inside(bailout_squared))) {
                quiet_ = 0;
                if (strides == 1) {
                    settle(z, bailout_squared);
                    return;
                }
                z = Chains<Real>(lanes); // again from the state before, with a test each stride
                continue;
            }
            z.store(lanes);
            now_ += strides;
            left -= strides;
            quiet_ = std::min(quiet_ + strides, kQuiet);
        }
    }

    /// Ends a stride in which some have left: takes those out as they were before it.
    HWY_INLINE void settle(Chains<Real> &z, typename Ops::Value bailout_squared) noexcept {
        LaneSet<Real> outside;
        for (int k = 0; k < kChains; ++k) {
            const auto inside = z.inside(k, bailout_squared);
            outside.add(Tag(), hn::Not(inside), k * kVector);
            z.go_back_unless(inside, k, lanes_.block(0));
        }
        z.store(lanes_.block(0));
        outside.for_each([&](int lane) HWY_ATTR { depart(lane); });
        ++now_;
        refill(outside);
    }

    HWY_INLINE void depart(int lane) noexcept {
        departed_.set(departures_, lanes_, lane);
        departed_position_[departures_] = position_[lane];
        departed_n_[departures_] = work_.direct_limit() - (end_[lane] - now_) * strides_.length;
        if (++departures_ == kCount)
            finish_departed();
    }

    /// Finds where the departed orbits left and stores them.
    HWY_NOINLINE void finish_departed() noexcept {
        for (int i = departures_; i < kCount; ++i)
            departed_.set_idle(i);
        alignas(64) std::array<std::int32_t, kCount> steps;
        find_departure(departed_.block(0), work_.bailout_squared, strides_.length, steps.data());
        for (int i = 0; i < departures_; ++i) {
            const std::uint32_t n = departed_n_[i] + static_cast<std::uint32_t>(steps[i]);
            fresh_.store(departed_position_[i], n, departed_.x[i], departed_.y[i]);
            iterations_ += n;
        }
        departures_ = 0;
    }

    /// Takes the orbits that have reached the limit out: they are interior, as which they are
    /// stored already.
    HWY_INLINE void retire() noexcept {
        const hn::Rebind<std::uint32_t, Tag> tag;
        const auto next = hn::Set(tag, now_ + 1);
        // Strides from the next one to the earliest other end: what begins now ends last.
        auto left = hn::Set(tag, strides_.count - 1);
        LaneSet<Real> over;
        for (int first = 0; first < kCount; first += kVector) {
            const auto to_end = hn::Sub(hn::Load(tag, &end_[first]), next);
            over.add(tag, hn::Eq(to_end, hn::Set(tag, ~std::uint32_t{0})), first);
            left = hn::Min(left, to_end);
        }
        next_end_ = now_ + 1 + hn::GetLane(hn::MinOfLanes(tag, left));
        take_out_interior(over);
    }

    HWY_INLINE void look() noexcept {
        take_out_interior(repetitions_.seen(lanes_.block(0)));
        last_look_ = now_;
    }

    HWY_INLINE void take_out_interior(const LaneSet<Real> &found) noexcept {
        iterations_ += static_cast<std::uint64_t>(found.count()) * work_.direct_limit();
        refill(found);
    }

    /// Gives free lanes the next samples, which begin now.
    HWY_INLINE void refill(LaneSet<Real> free) noexcept {
        for (int first = 0; first < kCount; first += kVector) {
            if (!free.has_vector(first))
                continue;
            const int index = fresh_.next_vector();
            if (index < 0)
                continue;
            lanes_.set_vector(first, fresh_.lanes(), index);
            std::copy_n(fresh_.position(index), kVector, &position_[first]);
            std::fill_n(&end_[first], kVector, now_ + strides_.count);
            for (int lane = first; work_.shortcuts && lane < first + kVector; ++lane)
                repetitions_.begin(lane);
            free.remove_vector(first);
        }
        refill_singly(free);
    }

    HWY_INLINE void refill_singly(const LaneSet<Real> &free) noexcept {
        std::array<std::int16_t, kCount> lanes;
        int count = 0;
        free.for_each([&](int lane) HWY_ATTR { lanes[count++] = static_cast<std::int16_t>(lane); });
        const std::uint32_t end = now_ + strides_.count;
        for (int done = 0; done < count;) {
            const auto next = fresh_.next(count - done);
            if (next.count == 0)
                return set_idle(&lanes[done], count - done);
            for (int i = 0; i < next.count; ++i) {
                const int lane = lanes[done + i];
                lanes_.set(lane, fresh_.lanes(), next.place[i]);
                position_[lane] = *fresh_.position(next.place[i]);
                end_[lane] = end;
            }
            for (int i = 0; work_.shortcuts && i < next.count; ++i)
                repetitions_.begin(lanes[done + i]);
            done += next.count;
        }
    }

    HWY_INLINE void set_idle(const std::int16_t *lanes, int count) noexcept {
        for (int i = 0; i < count; ++i) {
            lanes_.set_idle(lanes[i]);
            end_[lanes[i]] = now_ - 1; // nothing lives 2^32 strides
            repetitions_.end(lanes[i]);
        }
        live_ -= count;
    }

    const TileWork<Real> &work_;
    const Strides strides_;
    FreshSamples<Real> fresh_;

    Lanes<Real, 1> lanes_;
    std::array<std::uint32_t, kCount> position_;
    alignas(
        64) std::array<std::uint32_t, kCount> end_; ///< the stride at which a lane is at the limit
    Repetitions<Real> repetitions_;                 ///< if shortcuts are to be taken
    std::uint32_t last_look_ = 0;
    int live_ = 0;
    std::uint32_t quiet_ = 0; ///< strides since the last departure, up to kQuiet
    std::uint32_t now_ = 0;   ///< strides done, modulo 2^32
    std::uint32_t next_end_ = 0;

    Lanes<Real, 1> departed_;
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

TileLoops loops_named(const char *instruction_set) noexcept {
    TileLoops loops;
    loops.perturbed = perturbed_plain_loops(); // for what has no vector loop
    for_each_shard([&]<int kShard>() {
        enter_any_formula_loops<kShard>(loops);
        enter_perturbed_vectors<kShard>(loops.perturbed.f64);
    });
    loops.f32.mandelbrot = run_tile_f32;
    loops.f64.mandelbrot = run_tile_f64;
    loops.instruction_set = instruction_set;
    return loops;
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
        found.push_back(N_AVX3::loops_named("AVX-512"));
#endif
#if HWY_TARGETS & HWY_AVX2
    if ((supported & HWY_AVX2) != 0)
        found.push_back(N_AVX2::loops_named("AVX2"));
#endif
#if HWY_TARGETS & HWY_NEON
    if ((supported & HWY_NEON) != 0)
        found.push_back(N_NEON::loops_named("NEON"));
#endif
    return found;
}

} // namespace fathom::kernels
#endif
