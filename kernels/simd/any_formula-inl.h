// The vector loop of every formula, whatever is tracked. Included anew for each of Highway's
// targets, as mandelbrot_step-inl.h is; what is for single samples has to be included before
// Highway.
#if defined(FATHOM_KERNELS_SIMD_ANY_FORMULA_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_ANY_FORMULA_INL_H
#undef FATHOM_KERNELS_SIMD_ANY_FORMULA_INL_H
#else
#define FATHOM_KERNELS_SIMD_ANY_FORMULA_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/simd/first_steps-inl.h"
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

/// `deferred`: tests may wait.
HWY_INLINE Strides cut(std::uint32_t limit, bool deferred) noexcept {
    constexpr std::uint32_t kFirst = 12; // four fifths of the whole set's picture end here
    constexpr std::uint32_t kLength = 48;
    if (!deferred)
        return {1, 1, limit - 1};
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
template <std::size_t kIndex, class Real, Tracks kTracks> class AnyFormulaLoop {
    using Kind = OrbitKind<kIndex, Real, kTracks>;
    using Ops = typename Kind::Ops;
    using Tag = typename Ops::Tag;
    static constexpr int kCount = Kind::kLanes;
    static constexpr int kVector = Kind::kVector;
    static constexpr int kChains = Kind::kChains;
    using Set = LaneSet<Real, kCount>;

  public:
    /// As a loop of the tables.
    static std::uint64_t run(const TileWork<Real> &work) noexcept {
        return AnyFormulaLoop(work).run();
    }

  private:
    // Steps without a look at the stop flag: some microseconds.
    static constexpr std::uint32_t kStepsPerPoll = 3072;
    // Strides without a departure after which only every fourth is tested: what that can cost where
    // it was in vain is little against them.
    static constexpr std::uint32_t kQuiet = 64;
    static constexpr std::uint32_t kStridesATest = 4;
    // Steps between looks for a repetition.
    static constexpr std::uint32_t kStepsPerLook = 192;

    HWY_INLINE explicit AnyFormulaLoop(const TileWork<Real> &work) noexcept
        : work_(work), settings_(work),
          deferred_(stays_outside<typename Kind::Formula>(work.settings, work.bailout_squared)),
          shortcuts_(work.shortcuts && !(Kind::kAll && work.tracking.interior)),
          strides_(cut(work.direct_limit(), deferred_)),
          strides_per_look_(kStepsPerLook / strides_.length),
          strides_per_poll_(kStepsPerPoll / strides_.length),
          origin_(static_cast<std::size_t>(work.y0) * work.planes.width),
          fresh_(work, settings_, strides_.first,
                 shortcuts_ && FormulaId(kIndex) == kMandelbrot && !work.settings.julia) {}

    HWY_INLINE std::uint64_t run() noexcept {
        live_ = kCount;
        refill(Set().others(kCount));
        next_end_ = now_ + strides_.count;
        while (live_ > 0 && !work_.stop->load(std::memory_order_relaxed)) {
            advance();
            if (now_ == next_end_)
                retire();
            if (shortcuts_ && now_ - last_look_ >= strides_per_look_)
                look();
        }
        if (live_ == 0)
            finish_departed();
        return iterations_ + fresh_.iterations();
    }

    /// Runs strides until the end of the oldest orbit, a departure, or time to look at the stop
    /// flag.
    HWY_INLINE void advance() noexcept {
        std::uint32_t left =
            std::min(next_end_ - now_, shortcuts_ ? strides_per_look_ : strides_per_poll_);
        const LaneBlock<Kind> lanes = lanes_.block(0);
        const OrbitSettings<Kind> settings = settings_; // in registers, as far as they go
        Chains<Kind> z(lanes);
        while (left > 0) {
            const std::uint32_t most = deferred_ && quiet_ == kQuiet ? kStridesATest : 1U;
            const std::uint32_t strides = std::min(left, most);
            z.run(lanes, strides * strides_.length, settings);
            if (HWY_UNLIKELY(!z.all_inside(settings.bailout_squared))) {
                quiet_ = 0;
                if (strides == 1) {
                    settle(z);
                    return;
                }
                z = Chains<Kind>(lanes); // again from the state before, with a test each stride
                continue;
            }
            z.store(lanes);
            now_ += strides;
            left -= strides;
            quiet_ = std::min(quiet_ + strides, kQuiet);
        }
    }

    /// Ends a stride in which some have left: takes those out as they were before it.
    HWY_INLINE void settle(Chains<Kind> &z) noexcept {
        Set outside;
        FATHOM_UNROLL_CHAINS
        for (int k = 0; k < kChains; ++k) {
            const auto inside = z.inside(k, settings_.bailout_squared);
            outside.add(Tag(), hn::Not(inside), k * kVector);
            z.go_back_unless(inside, k, lanes_.block(0));
        }

        z.store(lanes_.block(0));
        outside = outside.common(idle_.others(kCount));
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
        const LaneBlock<Kind> lanes = departed_.block(0);
        find_departure(lanes, settings_, strides_.length, ends_.n.data());
        ends_.take(lanes, settings_, 0);
        for (int i = 0; i < departures_; ++i) {
            const std::uint32_t n = departed_n_[i] + static_cast<std::uint32_t>(ends_.n[i]);
            iterations_ += store_sample(work_, origin_ + departed_position_[i], ends_.sample(i, n));
        }
        departures_ = 0;
    }

    /// Takes the orbits that have reached the limit out: they are interior, as which they are
    /// stored already, unless the interior is tracked.
    HWY_INLINE void retire() noexcept {
        const hn::Rebind<std::uint32_t, Tag> tag;
        const auto next = hn::Set(tag, now_ + 1);
        // Strides from the next one to the earliest other end: what begins now ends last.
        auto left = hn::Set(tag, strides_.count - 1);
        Set over;
        for (int first = 0; first < kCount; first += kVector) {
            const auto to_end = hn::Sub(hn::Load(tag, &end_[first]), next);
            over.add(tag, hn::Eq(to_end, hn::Set(tag, ~std::uint32_t{0})), first);
            left = hn::Min(left, to_end);
        }
        next_end_ = now_ + 1 + hn::GetLane(hn::MinOfLanes(tag, left));
        over = over.common(idle_.others(kCount));
        if constexpr (Kind::kAll)
            if (work_.tracking.interior)
                over.for_each([&](int lane) HWY_ATTR {
                    store_sample(work_, origin_ + position_[lane],
                                 interior_sample(work_, lanes_.block(0), lane));
                });
        take_out_interior(over);
    }

    HWY_INLINE void look() noexcept {
        take_out_interior(repetitions_.seen(lanes_.block(0)));
        last_look_ = now_;
    }

    HWY_INLINE void take_out_interior(const Set &found) noexcept {
        iterations_ += static_cast<std::uint64_t>(found.count()) * work_.direct_limit();
        refill(found);
    }

    /// Gives free lanes the next samples, which begin now.
    HWY_INLINE void refill(Set free) noexcept {
        for (int first = 0; first < kCount; first += kVector) {
            if (!free.has_vector(first))
                continue;
            const int index = fresh_.next_vector();
            if (index < 0)
                continue;
            lanes_.set_vector(first, fresh_.lanes(), index);
            std::copy_n(fresh_.position(index), kVector, &position_[first]);
            std::fill_n(&end_[first], kVector, now_ + strides_.count);
            for (int lane = first; shortcuts_ && lane < first + kVector; ++lane)
                repetitions_.begin(lane);
            free.remove_vector(first);
        }
        refill_singly(free);
    }

    HWY_INLINE void refill_singly(const Set &free) noexcept {
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
            for (int i = 0; shortcuts_ && i < next.count; ++i)
                repetitions_.begin(lanes[done + i]);
            done += next.count;
        }
    }

    HWY_INLINE void set_idle(const std::int16_t *lanes, int count) noexcept {
        for (int i = 0; i < count; ++i) {
            lanes_.set_idle(lanes[i]);
            idle_.add(lanes[i]);
            end_[lanes[i]] = now_ - 1;
            repetitions_.end(lanes[i]);
        }
        live_ -= count;
    }

    const TileWork<Real> &work_;
    const OrbitSettings<Kind> settings_;
    const bool deferred_; ///< tests wait for a stride's end
    const bool shortcuts_;
    const Strides strides_;
    const std::uint32_t strides_per_look_;
    const std::uint32_t strides_per_poll_;
    const std::size_t origin_;
    FreshSamples<Kind> fresh_;

    Lanes<Kind, 1> lanes_;
    std::array<std::uint32_t, kCount> position_;
    alignas(
        64) std::array<std::uint32_t, kCount> end_; ///< the stride at which a lane is at the limit
    Repetitions<Kind> repetitions_;                 ///< if shortcuts are to be taken
    std::uint32_t last_look_ = 0;
    Set idle_; ///< lanes that get no sample any more
    int live_ = 0;
    std::uint32_t quiet_ = 0; ///< strides since the last departure, up to kQuiet
    std::uint32_t now_ = 0;   ///< strides done, modulo 2^32
    std::uint32_t next_end_ = 0;

    Lanes<Kind, 1> departed_;
    std::array<std::uint32_t, kCount> departed_position_;
    std::array<std::uint32_t, kCount> departed_n_;
    LaneEnds<Kind, kCount> ends_; ///< theirs
    int departures_ = 0;

    std::uint64_t iterations_ = 0;
};

/// Enters the loops of one shard of the formulas, see formula_shards.h.
template <int kShard> void enter_any_formula_loops(TileLoops &loops) noexcept;

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
