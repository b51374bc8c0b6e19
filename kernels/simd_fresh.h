// The first steps of a tile's samples. Included anew for each of Highway's targets, as formula.h
// is.
#if defined(FATHOM_KERNELS_SIMD_FRESH_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_FRESH_H
#undef FATHOM_KERNELS_SIMD_FRESH_H
#else
#define FATHOM_KERNELS_SIMD_FRESH_H
#endif

#include <hwy/highway.h>

#include "kernels/shortcut_margin.h"
#include "kernels/simd_lanes.h"
#include "kernels/tile.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Takes the samples of a piece of work, a batch of vectors at a time, through their first steps:
/// where most of a picture's samples end. Those that don't are the batch's survivors.
template <class Real> class FreshSamples {
  public:
    static constexpr int kCount = Lanes<Real>::kCount;

    /// `steps` is at most the limit, 1 to 2^20.
    HWY_INLINE FreshSamples(const TileWork<Real> &work, std::uint32_t steps) noexcept
        : work_(work), steps_(steps), next_x_(work.x0), next_y_(work.y0),
          origin_(static_cast<std::size_t>(work.y0) * work.planes.width) {
        begin_row();
    }

    /// The next survivor's place in lanes(), or -1 when all samples have been taken.
    HWY_INLINE int next() noexcept {
        while (first_survivor_ == survivors_) {
            if (next_y_ >= work_.y1)
                return -1;
            run_batch();
        }
        return survivor_[first_survivor_++];
    }

    [[nodiscard]] HWY_INLINE const Lanes<Real> &lanes() const noexcept { return lanes_; }
    /// Where a survivor belongs, see store.
    [[nodiscard]] HWY_INLINE std::uint32_t position(int index) const noexcept {
        return position_[index];
    }
    [[nodiscard]] std::uint64_t iterations() const noexcept { return iterations_; }

    /// Stores a finished sample.
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

    /// Samples of a row with a coarser lattice's between them are every other one.
    HWY_INLINE void begin_row() noexcept {
        const bool shared = work_.skip_coarser && (next_y_ & (2 * work_.stride - 1)) == 0;
        next_x_ = work_.x0 + (shared ? work_.stride : 0);
        spacing_ = shared ? 2 * work_.stride : work_.stride;
    }

    HWY_NOINLINE void run_batch() noexcept {
        count_ = pieces_ = first_survivor_ = survivors_ = 0;
        while (count_ < kCount && next_y_ < work_.y1) {
            const int in_row = (work_.x1 - next_x_ + spacing_ - 1) / spacing_;
            if (in_row > 0)
                take(std::min(in_row, kCount - count_));
            if (next_x_ >= work_.x1) {
                next_y_ += work_.stride;
                begin_row();
            }
        }
        lanes_.x.fill(0);
        lanes_.y.fill(0);
        const LaneBits<Real> interior = work_.shortcuts ? take_out_interior() : LaneBits<Real>{};
        find_departure(lanes_, work_.bailout_squared, steps_, found_);
        settle(interior);
    }

    HWY_INLINE void take(int count) noexcept {
        const std::uint32_t position =
            static_cast<std::uint32_t>(next_y_ - work_.y0) * work_.planes.width + next_x_;
        piece_[pieces_++] = {count_, count, position, spacing_};
        for (int i = 0; i < count; ++i)
            position_[count_ + i] = position + static_cast<std::uint32_t>(i * spacing_);
        place(count);
        count_ += count;
        next_x_ += count * spacing_;
    }

    /// The parameters c of `count` samples from (next_x_, next_y_) on: the roundings of pixel_re
    /// and pixel_im.
    HWY_INLINE void place(int count) noexcept {
        const hn::ScalableTag<double> tag;
        const PixelMap &map = work_.map;
        const auto step_re = hn::Set(tag, map.step_re);
        const auto step_im = hn::Set(tag, map.step_im);
        const auto q = hn::Set(tag, map.origin_y - next_y_);
        const auto row_re = hn::NegMulAdd(q, step_im, hn::Set(tag, map.centre_re));
        const auto centre_im = hn::Set(tag, map.centre_im);
        const auto origin_x = hn::Set(tag, map.origin_x);
        const auto along = hn::Mul(hn::Iota(tag, 0), hn::Set(tag, spacing_));
        constexpr int kWidth = VectorOps<double>::kLanes;
        for (int i = 0; i < count; i += kWidth) {
            const auto x = hn::Add(along, hn::Set(tag, next_x_ + i * spacing_));
            const auto p = hn::Add(x, origin_x);
            store_rounded(hn::MulAdd(p, step_re, row_re), &lanes_.cx[count_ + i]);
            store_rounded(hn::MulAdd(q, step_re, hn::MulAdd(p, step_im, centre_im)),
                          &lanes_.cy[count_ + i]);
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

    /// Lanes that the closed forms know get c = 0: they stay inside, at z = 0.
    HWY_INLINE LaneBits<Real> take_out_interior() noexcept {
        using Ops = VectorOps<Real>;
        const typename Ops::Tag tag;
        const auto zero = hn::Zero(tag);
        constexpr Real kMargin = shortcut_margin<Real>();
        LaneBits<Real> interior;
        for (int k = 0; k < Lanes<Real>::kChains; ++k) {
            Real *at_x = &lanes_.cx[k * Ops::kLanes];
            Real *at_y = &lanes_.cy[k * Ops::kLanes];
            const auto cx = hn::Load(tag, at_x);
            const auto cy = hn::Load(tag, at_y);
            const auto known = hn::Or(hn::Lt(cardioid_side<Ops>(cx, cy, kMargin), zero),
                                      hn::Lt(period_2_side<Ops>(cx, cy, kMargin), zero));
            interior[k] = bits_of(tag, known);
            hn::Store(hn::IfThenElseZero(hn::Not(known), cx), tag, at_x);
            hn::Store(hn::IfThenElseZero(hn::Not(known), cy), tag, at_y);
        }
        return interior;
    }

    /// Stores what has ended and lists what has not; survivors are stored again when they end.
    HWY_INLINE void settle(const LaneBits<Real> &interior) noexcept {
        const bool last = steps_ == work_.limit;
        constexpr int kWidth = Lanes<Real>::kWidth;
        for (int k = 0; k * kWidth < count_; ++k) {
            const int here = std::min(kWidth, count_ - k * kWidth);
            const std::uint64_t valid = ~std::uint64_t{0} >> (64 - here);
            for (std::uint64_t bits = valid & ~found_.outside[k]; bits != 0; bits &= bits - 1) {
                const int bit = __builtin_ctzll(bits);
                const int index = k * kWidth + bit;
                if (last || (interior[k] >> bit & 1) != 0) {
                    found_.n[index] = kInterior;
                    lanes_.x[index] = lanes_.y[index] = 0;
                    iterations_ += work_.limit;
                } else {
                    found_.n[index] = 0;
                    survivor_[survivors_++] = static_cast<std::int16_t>(index);
                }
            }
        }
        std::uint32_t sum = 0;
        for (int i = 0; i < count_; ++i)
            sum += static_cast<std::uint32_t>(found_.n[i]);
        iterations_ += sum;
        for (int i = 0; i < pieces_; ++i)
            write(piece_[i]);
    }

    HWY_INLINE void write(const Piece &piece) noexcept {
        const SamplePlanes<Real> &planes = work_.planes;
        const std::size_t at = origin_ + piece.position;
        copy(&found_.n[piece.first], planes.n + at, piece);
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

    Lanes<Real> lanes_;
    Departure<Real> found_;
    std::array<std::uint32_t, kCount> position_;
    std::array<Piece, kCount> piece_;
    std::array<std::int16_t, kCount> survivor_;
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
