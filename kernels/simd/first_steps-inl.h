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
#include "kernels/formulas/tile.h"
#include "kernels/simd/lanes-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Takes the samples of a piece of work, a batch of vectors at a time, through their first steps:
/// where most of a picture's samples end. Those that don't are the batch's survivors: they are
/// stored as interior, until they leave.
template <class Real> class FreshSamples {
  public:
    static constexpr int kBlocks = 8;
    using Batch = Lanes<Real, kBlocks>;

    /// `steps` is at most the limit, 1 to 2^20.
    HWY_INLINE FreshSamples(const TileWork<Real> &work, std::uint32_t steps) noexcept
        : work_(work), steps_(steps), next_x_(work.x0), next_y_(work.y0),
          origin_(static_cast<std::size_t>(work.y0) * work.planes.width) {
        begin_row();
    }

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
        constexpr int kVector = Width<Real>::kVector;
        if (!has_next() || survivors_ - first_survivor_ < kVector)
            return -1;
        const int first = survivor_[first_survivor_];
        if (survivor_[first_survivor_ + kVector - 1] != first + kVector - 1)
            return -1;
        first_survivor_ += kVector;
        return first;
    }

    [[nodiscard]] HWY_INLINE const Batch &lanes() const noexcept { return lanes_; }
    /// Where a survivor belongs, see store.
    [[nodiscard]] HWY_INLINE const std::uint32_t *position(int index) const noexcept {
        return &position_[index];
    }
    [[nodiscard]] std::uint64_t iterations() const noexcept { return iterations_; }

    /// Stores a sample that has left.
    HWY_INLINE void store(std::uint32_t position, std::uint32_t n, Real zx, Real zy) noexcept {
        work_.planes.n[origin_ + position] = n;
        if (work_.planes.zx != nullptr) {
            work_.planes.zx[origin_ + position] = zx;
            work_.planes.zy[origin_ + position] = zy;
        }
    }

  private:
    /// Neighbours of one row, side by side in the batch.
    struct Piece {
        int first = 0;
        int count = 0;
        std::uint32_t position = 0;
        int spacing = 0;
    };

    HWY_INLINE bool has_next() noexcept {
        while (first_survivor_ == survivors_ && next_y_ < work_.y1)
            run_batch();
        return first_survivor_ < survivors_;
    }

    /// Samples of a row with a coarser lattice's between them are every other one.
    HWY_INLINE void begin_row() noexcept {
        const bool shared = work_.skip_coarser && (next_y_ & (2 * work_.stride - 1)) == 0;
        next_x_ = work_.x0 + (shared ? work_.stride : 0);
        spacing_ = shared ? 2 * work_.stride : work_.stride;
    }

    HWY_NOINLINE void run_batch() noexcept {
        count_ = pieces_ = first_survivor_ = survivors_ = 0;
        while (count_ < Batch::kCount && next_y_ < work_.y1) {
            const int in_row = (work_.x1 - next_x_ + spacing_ - 1) / spacing_;
            if (in_row > 0)
                take(std::min(in_row, Batch::kCount - count_));
            if (next_x_ >= work_.x1) {
                next_y_ += work_.stride;
                begin_row();
            }
        }
        for (int first = 0; first < count_; first += Width<Real>::kLanes)
            settle(first, std::min(count_ - first, Width<Real>::kLanes));
        static_assert(kInterior == 0); // as find_departure counts what stays
        std::uint32_t sum = 0;
        for (int i = 0; i < count_; ++i)
            sum += static_cast<std::uint32_t>(n_[i]);
        iterations_ += sum;
        for (int i = 0; i < pieces_; ++i)
            write(piece_[i]);
        for (int i = 0; work_.planes.zx != nullptr && i < survivors_; ++i)
            store(position_[survivor_[i]], kInterior, 0, 0);
    }

    HWY_INLINE void take(int count) noexcept {
        const std::uint32_t position =
            static_cast<std::uint32_t>(next_y_ - work_.y0) * work_.planes.width + next_x_;
        piece_[pieces_++] = {count_, count, position, spacing_};
        fetch(origin_ + position, static_cast<std::size_t>(count) * spacing_);
        place(count, position);
        count_ += count;
        next_x_ += count * spacing_;
    }

    /// Begins to bring the memory of `count` samples here, which will be written after the first
    /// steps: tiles jump from row to row, which no processor foresees.
    HWY_INLINE void fetch(std::size_t first, std::size_t count) const noexcept {
        fetch_line(work_.planes.n + first, count);
        if (work_.planes.zx != nullptr) {
            fetch_line(work_.planes.zx + first, count);
            fetch_line(work_.planes.zy + first, count);
        }
    }

    template <class Value>
    static HWY_INLINE void fetch_line(const Value *values, std::size_t count) noexcept {
        constexpr std::size_t kCacheLine = 64 / sizeof(Value);
        for (std::size_t i = 0; i < count; i += kCacheLine)
            __builtin_prefetch(values + i, 1);
    }

    /// The positions and parameters c of `count` samples from (next_x_, next_y_) on, with the
    /// roundings of pixel_re and pixel_im.
    HWY_INLINE void place(int count, std::uint32_t position) noexcept {
        const hn::ScalableTag<std::uint32_t> words;
        const int spacing = spacing_;
        auto positions =
            hn::Add(hn::Mul(hn::Iota(words, 0), hn::Set(words, spacing)), hn::Set(words, position));
        constexpr int kWords = static_cast<int>(hn::MaxLanes(words));
        std::uint32_t *at = &position_[count_];
        for (int i = 0; i < count; i += kWords) {
            hn::StoreU(positions, words, at + i);
            positions = hn::Add(positions, hn::Set(words, kWords * spacing));
        }

        const hn::ScalableTag<double> tag;
        const PixelMap &map = work_.map;
        const auto right_re = hn::Set(tag, map.right_re);
        const auto right_im = hn::Set(tag, map.right_im);
        const auto up_im = hn::Set(tag, map.up_im);
        const auto q = hn::Set(tag, map.origin_y - next_y_);
        const auto row_re = hn::MulAdd(q, hn::Set(tag, map.up_re), hn::Set(tag, map.centre_re));
        const auto centre_im = hn::Set(tag, map.centre_im);
        const auto origin_x = hn::Set(tag, map.origin_x);
        constexpr int kVector = VectorOps<double>::kLanes;
        const auto advance = hn::Set(tag, kVector * spacing);
        // Whole numbers, so exact.
        auto x = hn::MulAdd(hn::Iota(tag, 0), hn::Set(tag, spacing), hn::Set(tag, next_x_));
        Real *cx = &lanes_.cx[count_];
        Real *cy = &lanes_.cy[count_];
        // Without rotation a row has one imaginary part: the sum does not notice the zero.
        const bool level = map.right_im == 0;
        const auto row_im = hn::MulAdd(q, up_im, centre_im);
        for (int i = 0; i < count; i += kVector) {
            const auto p = hn::Add(x, origin_x);
            store_rounded(hn::MulAdd(p, right_re, row_re), cx + i);
            store_rounded(level ? row_im : hn::MulAdd(q, up_im, hn::MulAdd(p, right_im, centre_im)),
                          cy + i);
            x = hn::Add(x, advance);
        }
    }

    template <class Doubles> static HWY_INLINE void store_rounded(Doubles values, Real *at) {
        const hn::ScalableTag<double> tag;
        if constexpr (sizeof(Real) == sizeof(float)) {
            const hn::Rebind<float, hn::ScalableTag<double>> floats;
            hn::StoreU(hn::DemoteTo(floats, values), floats, at);
        } else {
            hn::StoreU(values, tag, at);
        }
    }

    /// Runs a block's first steps and lists what has not ended, which is interior for now.
    HWY_INLINE void settle(int first, int count) noexcept {
        const LaneBlock<Real> lanes = lanes_.block(first / Width<Real>::kLanes);
        const typename VectorOps<Real>::Tag tag;
        for (int i = 0; i < Width<Real>::kLanes; i += Width<Real>::kVector) {
            hn::Store(hn::Zero(tag), tag, lanes.x + i);
            hn::Store(hn::Zero(tag), tag, lanes.y + i);
        }
        LaneSet<Real> known;
        if (work_.shortcuts)
            known = take_out_interior(lanes);
        const LaneSet<Real> outside =
            find_departure(lanes, work_.bailout_squared, steps_, &n_[first]);
        const LaneSet<Real> inside = outside.others(count);
        const LaneSet<Real> interior =
            steps_ == work_.direct_limit() ? inside : inside.common(known);
        interior.for_each([&](int lane) HWY_ATTR {
            lanes.x[lane] = lanes.y[lane] = 0;
            iterations_ += work_.direct_limit();
        });
        const LaneSet<Real> left = inside.common(interior.others(count));
        if (left.count() == Width<Real>::kLanes) {
            for (int lane = 0; lane < Width<Real>::kLanes; ++lane)
                survivor_[survivors_ + lane] = static_cast<std::int16_t>(first + lane);
            survivors_ += Width<Real>::kLanes;
        } else {
            left.for_each([&](int lane) HWY_ATTR {
                survivor_[survivors_++] = static_cast<std::int16_t>(first + lane);
            });
        }
    }

    /// The lanes that the closed forms know. They get c = 0, which stays inside.
    HWY_INLINE LaneSet<Real> take_out_interior(const LaneBlock<Real> &lanes) const noexcept {
        using Ops = VectorOps<Real>;
        const typename Ops::Tag tag;
        const auto zero = hn::Zero(tag);
        constexpr Real kMargin = shortcut_margin<Real>();
        LaneSet<Real> interior;
        for (int first = 0; first < Width<Real>::kLanes; first += Ops::kLanes) {
            const auto cx = hn::Load(tag, lanes.cx + first);
            const auto cy = hn::Load(tag, lanes.cy + first);
            const auto known = hn::Or(hn::Lt(cardioid_side<Ops>(cx, cy, kMargin), zero),
                                      hn::Lt(period_2_side<Ops>(cx, cy, kMargin), zero));
            interior.add(tag, known, first);
            hn::Store(hn::IfThenElseZero(hn::Not(known), cx), tag, lanes.cx + first);
            hn::Store(hn::IfThenElseZero(hn::Not(known), cy), tag, lanes.cy + first);
        }
        return interior;
    }

    HWY_INLINE void write(const Piece &piece) noexcept {
        const SamplePlanes<Real> &planes = work_.planes;
        const std::size_t at = origin_ + piece.position;
        copy(&n_[piece.first], planes.n + at, piece);
        if (planes.zx != nullptr) {
            copy(&lanes_.x[piece.first], planes.zx + at, piece);
            copy(&lanes_.y[piece.first], planes.zy + at, piece);
        }
    }

    template <class From, class To>
    static HWY_INLINE void copy(const From *from, To *to, const Piece &piece) noexcept {
        if (piece.spacing == 1)
            std::copy_n(from, piece.count, to);
        else
            for (int i = 0; i < piece.count; ++i)
                to[static_cast<std::size_t>(i) * piece.spacing] = static_cast<To>(from[i]);
    }

    const TileWork<Real> &work_;
    const std::uint32_t steps_;
    int next_x_;
    int next_y_;
    int spacing_ = 1;
    const std::size_t origin_;

    Batch lanes_;
    alignas(64) std::array<std::int32_t, Batch::kCount> n_;
    std::array<std::uint32_t, Batch::kCount + hn::MaxLanes(hn::ScalableTag<std::uint32_t>())>
        position_;
    std::array<Piece, Batch::kCount> piece_;
    std::array<std::int16_t, Batch::kCount> survivor_;
    int count_ = 0;
    int pieces_ = 0;
    int first_survivor_ = 0;
    int survivors_ = 0;
    std::uint64_t iterations_ = 0;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
