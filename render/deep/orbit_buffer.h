#pragma once
#include "render/deep/packed_points.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace fathom {

/// How an orbit is packed that may outgrow its memory.
struct OrbitPacking {
    kernels::FormulaId formula; ///< a z^p + c
    PackedPoints::Waypoint c;
    std::size_t plain_points = 0; ///< that stay as they are: the first ones, where pixels are most
    std::size_t kept_bytes = 0;   ///< of unpacked points to be kept at a time, or some more
    std::size_t most_corrections = 0; ///< see is_full()
};

/// Of the memory that an orbit may take, the part for points that are unpacked at a time (of which
/// at most 128 MiB are used).
inline constexpr std::uint64_t kUnpackedShare = 16;

/// Memory for the points of an orbit whose length is not known beforehand. Address space for all of
/// them is reserved at once and pages come with the first write: nothing is ever copied or moved,
/// so that an orbit of 10^9 points (16 GB) needs no more memory than its points, and those who read
/// its beginning are not disturbed while more points are appended.
///
/// Where it packs, points behind the first are given back once they are written, and made again
/// when they are read (LazyMemory, PackedPoints): they can be read like all others, in the same
/// bits, but not by system calls.
class OrbitBuffer {
  public:
    using Point = kernels::OrbitPoint<double>;

    /// Room for `most` >= 1 points, or for fewer where the system does not reserve that, and
    /// then for a part of what it does, so that it has memory left for other things (capacity()).
    /// Throws std::bad_alloc if it reserves next to nothing.
    explicit OrbitBuffer(std::size_t most);
    /// Room for `most` points, packed. Throws std::bad_alloc.
    OrbitBuffer(std::size_t most, const OrbitPacking &packing);
    /// What has been packed: `size` points.
    OrbitBuffer(std::unique_ptr<PackedPoints> packed, std::size_t size, std::size_t kept_bytes);
    ~OrbitBuffer() = default;
    OrbitBuffer(const OrbitBuffer &) = delete;
    OrbitBuffer &operator=(const OrbitBuffer &) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] const Point *data() const noexcept { return points_; }
    /// Whether it packs what comes behind its first points.
    [[nodiscard]] bool packs() const noexcept { return packed_ != nullptr; }
    /// What its first `points` points are packed into; null where all of these stay as they are.
    [[nodiscard]] const PackedPoints *packed(std::size_t points) const noexcept {
        return points > plain_points_ ? packed_.get() : nullptr;
    }
    /// Whether no point may be appended.
    [[nodiscard]] bool is_full() const noexcept {
        return size_ == capacity_ || (packed_ && packed_->is_full());
    }
    /// The memory that its points take.
    [[nodiscard]] std::size_t bytes() const noexcept;

    /// It must not be full, nor pack.
    void push_back(Point point) noexcept { points_[size_++] = point; }
    /// It must not be full, and may pack; rest() tells what the exact point is above this one, and
    /// is asked for where it matters.
    template <class Rest> void push_back(Point point, Rest rest) {
        points_[size_++] = point;
        if (packed_) {
            packed_->push_back(point, rest);
            if (size_ % PackedPoints::kWindow == 0)
                drop_one();
        }
    }

  private:
    void drop_one() noexcept;
    [[nodiscard]] std::unique_ptr<LazyMemory> make_lazy(std::size_t kept_bytes, bool is_dropped);

    Point *points_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    std::size_t plain_points_ = 0;
    std::size_t kept_bytes_ = 0;
    std::unique_ptr<PackedPoints> packed_;
    std::unique_ptr<LazyMemory> lazy_;
    std::unique_ptr<ReservedMemory> plain_; ///< all of it, unless it packs
};

} // namespace fathom
