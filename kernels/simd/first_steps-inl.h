// The first steps of a tile's samples. Included anew for each of Highway's targets, as
// mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_FIRST_STEPS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_FIRST_STEPS_INL_H
#undef FATHOM_KERNELS_SIMD_FIRST_STEPS_INL_H
#else
#define FATHOM_KERNELS_SIMD_FIRST_STEPS_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/base/shortcut_margin.h"
#include "kernels/simd/lane_ends-inl.h"
#include "kernels/simd/sample_places-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Takes the samples of a piece of work, a batch of vectors at a time, through their first steps:
/// where most of a picture's samples end. Those that don't are the batch's survivors: they are
/// stored as interior, until they leave.
template <class Kind> class FreshSamples {
    using Real = typename Kind::Real;
    using Ops = typename Kind::Ops;
    using Settings = OrbitSettings<Kind>;
    using Set = LaneSet<Real, Kind::kLanes>;
    static constexpr int kLanes = Kind::kLanes;
    static constexpr int kVector = Kind::kVector;

  public:
    static constexpr int kBlocks = 8;
    using Batch = Lanes<Kind, kBlocks>;

    /// `steps` is at most the limit, 1 to 2^20; `closed_forms`: the Mandelbrot set's interior that
    /// they know is taken out.
    HWY_INLINE FreshSamples(const TileWork<Real> &work, const Settings &settings,
                            std::uint32_t steps, bool closed_forms) noexcept
        : work_(work), settings_(settings), steps_(steps), closed_forms_(closed_forms),
          places_(work) {}

    /// Up to `most` next survivors, as places in lanes() up to the next call; none when all samples
    /// have been taken.
    struct Survivors {
        const std::int16_t *place;
        int count;
    };
    HWY_INLINE Survivors next(int most) noexcept {
        if (!has_next())
            return {nullptr, 0};
        const Survivors result{&survivor_[first_survivor_],
                               std::min(most, survivors_ - first_survivor_)};
        first_survivor_ += result.count;
        return result;
    }

    /// The place of a whole vector of survivors side by side, if such are next; else -1.
    HWY_INLINE int next_vector() noexcept {
        if (!has_next() || survivors_ - first_survivor_ < kVector)
            return -1;
        const int first = survivor_[first_survivor_];
        if (survivor_[first_survivor_ + kVector - 1] != first + kVector - 1)
            return -1;
        first_survivor_ += kVector;
        return first;
    }

    [[nodiscard]] HWY_INLINE const Batch &lanes() const noexcept { return lanes_; }
    /// Where a survivor belongs: its place in the planes, less that of the tile's first row.
    [[nodiscard]] HWY_INLINE const std::uint32_t *position(int index) const noexcept {
        return places_.positions() + index;
    }
    [[nodiscard]] std::uint64_t iterations() const noexcept { return iterations_; }

  private:
    HWY_INLINE bool has_next() noexcept {
        while (first_survivor_ == survivors_ && places_.any_left())
            run_batch();
        return first_survivor_ < survivors_;
    }

    HWY_NOINLINE void run_batch() noexcept {
        first_survivor_ = survivors_ = 0;
        // An orbit's pixel is c or, in a Julia set, z_0.
        const LaneBlock<Kind> all = lanes_.block(0);
        const int count = work_.settings.julia ? places_.take(all.value(0), all.value(1))
                                               : places_.take(all.cx(), all.cy());
        for (int first = 0; first < count; first += kLanes)
            settle(first, std::min(count - first, kLanes));
        static_assert(kInterior == 0); // as find_departure counts what stays
        std::uint32_t sum = 0;
        for (int i = 0; i < count; ++i)
            sum += static_cast<std::uint32_t>(ends_.n[i]);
        iterations_ += sum;
        places_.store(ends_);
    }

    /// Runs a block's first steps and lists what has not ended, which is interior for now.
    HWY_INLINE void settle(int first, int count) noexcept {
        const LaneBlock<Kind> lanes = lanes_.block(first / kLanes);
        begin(lanes);
        Set known;
        if (closed_forms_)
            known = take_out_interior(lanes);
        const Set outside = find_departure(lanes, settings_, steps_, &ends_.n[first]);
        ends_.take(lanes, settings_, first);
        const Set inside = outside.others(count);
        const bool at_limit = steps_ == work_.direct_limit();
        const Set interior = at_limit ? inside : inside.common(known);
        interior.for_each([&](int lane) HWY_ATTR {
            iterations_ += work_.direct_limit();
            if constexpr (Kind::kAll)
                if (at_limit && work_.tracking.interior)
                    ends_.put(first + lane, interior_sample(work_, lanes, lane));
        });
        const Set left = inside.common(interior.others(count));
        if (left.count() == kLanes) {
            for (int lane = 0; lane < kLanes; ++lane)
                survivor_[survivors_ + lane] = static_cast<std::int16_t>(first + lane);
            survivors_ += kLanes;
        } else {
            left.for_each([&](int lane) HWY_ATTR {
                survivor_[survivors_++] = static_cast<std::int16_t>(first + lane);
            });
        }
    }

    HWY_INLINE void begin(const LaneBlock<Kind> &lanes) const noexcept {
        const typename Ops::Tag tag;
        const bool julia = work_.settings.julia;
        for (int k = 0; k < Kind::kChains; ++k) {
            Complex<typename Ops::Value> start{hn::Zero(tag), hn::Zero(tag)};
            if (julia) {
                start = {hn::Load(tag, lanes.value(0) + k * kVector),
                         hn::Load(tag, lanes.value(1) + k * kVector)};
                hn::Store(Ops::set(work_.settings.seed_re), tag, lanes.cx() + k * kVector);
                hn::Store(Ops::set(work_.settings.seed_im), tag, lanes.cy() + k * kVector);
            }
            lanes.begin(k, start, julia);
        }
    }

    /// The lanes that the closed forms know. They get c = 0, which stays inside.
    HWY_INLINE Set take_out_interior(const LaneBlock<Kind> &lanes) const noexcept {
        const typename Ops::Tag tag;
        const auto zero = hn::Zero(tag);
        constexpr Real kMargin = shortcut_margin<Real>();
        Set interior;
        for (int first = 0; first < kLanes; first += kVector) {
            const auto cx = hn::Load(tag, lanes.cx() + first);
            const auto cy = hn::Load(tag, lanes.cy() + first);
            const auto known = hn::Or(hn::Lt(cardioid_side<Ops>(cx, cy, kMargin), zero),
                                      hn::Lt(period_2_side<Ops>(cx, cy, kMargin), zero));
            interior.add(tag, known, first);
            hn::Store(hn::IfThenElseZero(hn::Not(known), cx), tag, lanes.cx() + first);
            hn::Store(hn::IfThenElseZero(hn::Not(known), cy), tag, lanes.cy() + first);
        }
        return interior;
    }

    const TileWork<Real> &work_;
    const Settings &settings_;
    const std::uint32_t steps_;
    const bool closed_forms_;

    SamplePlaces<Real, Batch::kCount> places_;
    Batch lanes_;
    LaneEnds<Kind, Batch::kCount> ends_;
    std::array<std::int16_t, Batch::kCount> survivor_;
    int first_survivor_ = 0;
    int survivors_ = 0;
    std::uint64_t iterations_ = 0;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
