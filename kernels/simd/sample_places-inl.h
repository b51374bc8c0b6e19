// The places of a tile's samples, a batch after the other. Included anew for each of Highway's
// targets, as mandelbrot_step-inl.h is.
#if defined(FATHOM_KERNELS_SIMD_SAMPLE_PLACES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FATHOM_KERNELS_SIMD_SAMPLE_PLACES_INL_H
#undef FATHOM_KERNELS_SIMD_SAMPLE_PLACES_INL_H
#else
#define FATHOM_KERNELS_SIMD_SAMPLE_PLACES_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/formulas/tile.h"
#include "kernels/simd/simd_ops-inl.h"

#if FATHOM_TARGET_FUSES

HWY_BEFORE_NAMESPACE();
namespace fathom::kernels::HWY_NAMESPACE {

/// Walks over the samples that a piece of work asks for, `kMost` at a time: in rows of vectors
/// where they are a lattice's, else one after the other.
template <class Real, int kMost> class SamplePlaces {
  public:
    HWY_INLINE explicit SamplePlaces(const TileWork<Real> &work) noexcept
        : work_(work), in_rows_(work.points == nullptr && !work.only_pending), walk_(work),
          next_x_(work.x0), next_y_(work.y0),
          origin_(static_cast<std::size_t>(work.y0) * work.planes.width) {
        if (in_rows_)
            begin_row();
        else
            walks_on_ = walk_.next();
    }

    [[nodiscard]] HWY_INLINE bool any_left() const noexcept {
        return in_rows_ ? next_y_ < work_.y1 : walks_on_;
    }

    /// The places of the next batch, rounded to Real; returns how many there are. There has to be
    /// room for a vector more.
    HWY_INLINE int take(Real *re, Real *im) noexcept {
        count_ = pieces_ = 0;
        if (!in_rows_)
            return walk(re, im);
        while (count_ < kMost && next_y_ < work_.y1) {
            const int in_row = (work_.x1 - next_x_ + spacing_ - 1) / spacing_;
            if (in_row > 0)
                take_piece(std::min(in_row, kMost - count_), re, im);
            if (next_x_ >= work_.x1) {
                next_y_ += work_.stride;
                begin_row();
            }
        }
        return count_;
    }

    /// Of the batch: places in the planes, less that of the tile's first row.
    [[nodiscard]] HWY_INLINE const std::uint32_t *positions() const noexcept {
        return position_.data();
    }

    /// Stores the batch's samples.
    template <class Ends> HWY_INLINE void store(const Ends &ends) const noexcept {
        for (int i = 0; i < pieces_; ++i)
            write(piece_[i], ends);
        for (int i = 0; !in_rows_ && i < count_; ++i)
            store_sample(work_, origin_ + position_[i],
                         ends.sample(i, static_cast<std::uint32_t>(ends.n[i])));
    }

  private:
    /// Neighbours of one row, side by side in the batch.
    struct Piece {
        int first = 0;
        int count = 0;
        std::uint32_t position = 0;
        int spacing = 0;
    };

    HWY_NOINLINE int walk(Real *re, Real *im) noexcept {
        for (; walks_on_ && count_ < kMost; walks_on_ = walk_.next()) {
            const scalar::Complex<Real> place = walk_.place();
            re[count_] = place.x;
            im[count_] = place.y;
            position_[count_++] = static_cast<std::uint32_t>(walk_.at() - origin_);
        }
        return count_;
    }

    /// Samples of a row with a coarser lattice's between them are every other one.
    HWY_INLINE void begin_row() noexcept {
        const bool shared = work_.skip_coarser && (next_y_ & (2 * work_.stride - 1)) == 0;
        next_x_ = work_.x0 + (shared ? work_.stride : 0);
        spacing_ = shared ? 2 * work_.stride : work_.stride;
    }

    HWY_INLINE void take_piece(int count, Real *re, Real *im) noexcept {
        const std::uint32_t position =
            static_cast<std::uint32_t>(next_y_ - work_.y0) * work_.planes.width + next_x_;
        piece_[pieces_++] = {count_, count, position, spacing_};
        const auto bring = [&](const auto *plane) HWY_ATTR {
            if (plane != nullptr)
                fetch(plane + origin_ + position, static_cast<std::size_t>(count) * spacing_);
        };
        bring(work_.planes.n);
        bring(work_.planes.zx);
        bring(work_.planes.zy);
        bring(work_.planes.gx);
        bring(work_.planes.gy);
        place(count, position, re + count_, im + count_);
        count_ += count;
        next_x_ += count * spacing_;
    }

    /// Begins to bring the memory of `count` samples here, which will be written after the first
    /// steps: tiles jump from row to row, which no processor foresees.
    template <class Value>
    static HWY_INLINE void fetch(const Value *values, std::size_t count) noexcept {
        constexpr std::size_t kCacheLine = 64 / sizeof(Value);
        for (std::size_t i = 0; i < count; i += kCacheLine)
            __builtin_prefetch(values + i, 1);
    }

    /// The positions and places of `count` samples from (next_x_, next_y_) on, with the roundings
    /// of pixel_re and pixel_im.
    HWY_INLINE void place(int count, std::uint32_t position, Real *re, Real *im) noexcept {
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
        // Without rotation a row has one imaginary part: the sum does not notice the zero.
        const bool level = map.right_im == 0;
        const auto row_im = hn::MulAdd(q, up_im, centre_im);
        for (int i = 0; i < count; i += kVector) {
            const auto p = hn::Add(x, origin_x);
            store_rounded(hn::MulAdd(p, right_re, row_re), re + i);
            store_rounded(level ? row_im : hn::MulAdd(q, up_im, hn::MulAdd(p, right_im, centre_im)),
                          im + i);
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

    template <class Ends>
    HWY_INLINE void write(const Piece &piece, const Ends &ends) const noexcept {
        const SamplePlanes<Real> &planes = work_.planes;
        const auto copy_to = [&](auto *plane, const auto &values) HWY_ATTR {
            if (plane != nullptr)
                copy(&values[piece.first], plane + origin_ + piece.position, piece);
        };
        copy_to(planes.n, ends.n);
        copy_to(planes.zx, ends.zx);
        copy_to(planes.zy, ends.zy);
        if constexpr (Ends::kGradient) {
            copy_to(planes.gx, ends.gx);
            copy_to(planes.gy, ends.gy);
        }
        if constexpr (Ends::kAll) {
            copy_to(planes.trap, ends.trap);
            copy_to(planes.atom, ends.atom);
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
    const bool in_rows_;
    SampleWalk<Real> walk_;
    bool walks_on_ = false;
    int next_x_;
    int next_y_;
    int spacing_ = 1;
    const std::size_t origin_;

    std::array<std::uint32_t, kMost + hn::MaxLanes(hn::ScalableTag<std::uint32_t>())> position_;
    std::array<Piece, kMost> piece_;
    int count_ = 0;
    int pieces_ = 0;
};

} // namespace fathom::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
#endif
