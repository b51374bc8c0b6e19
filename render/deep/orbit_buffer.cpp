#include "render/deep/orbit_buffer.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <thread>
#include <utility>

namespace fathom {
namespace {

using Point = OrbitBuffer::Point;

/// Below this many points there is no use in trying to reserve fewer.
constexpr std::size_t kFewest = 1024;

/// Where the system limits what this process may have (`ulimit`), pictures need the rest of it.
constexpr std::size_t kPartOfLimited = 4;

std::unique_ptr<ReservedMemory> reserve(std::size_t points) {
    try {
        return std::make_unique<ReservedMemory>(points * sizeof(Point));
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

} // namespace

OrbitBuffer::OrbitBuffer(std::size_t most)
    : capacity_(std::max<std::size_t>(most, 1)), plain_(reserve(capacity_)) {
    const bool limited = !plain_;
    while (!plain_ && capacity_ > kFewest)
        plain_ = reserve(capacity_ /= 2);
    if (limited && plain_ && capacity_ > kFewest) {
        plain_.reset();
        plain_ = reserve(capacity_ /= kPartOfLimited);
    }
    if (!plain_)
        throw std::bad_alloc();
    madvise(plain_->data(), plain_->size(), MADV_HUGEPAGE); // a hint: it may fail
    points_ = reinterpret_cast<Point *>(plain_->data());
}

OrbitBuffer::OrbitBuffer(std::size_t most, const OrbitPacking &packing)
    : capacity_(std::max<std::size_t>(most, 1)), plain_points_(packing.plain_points),
      packed_(std::make_unique<PackedPoints>(packing.formula, packing.c, capacity_,
                                             packing.most_corrections)),
      lazy_(make_lazy(packing.kept_bytes, false)) {
    madvise(points_, std::min(plain_points_, capacity_) * sizeof(Point), MADV_HUGEPAGE); // a hint
}

OrbitBuffer::OrbitBuffer(std::unique_ptr<PackedPoints> packed, std::size_t size,
                         std::size_t kept_bytes)
    : size_(size), capacity_(std::max<std::size_t>(size, 1)), packed_(std::move(packed)),
      lazy_(make_lazy(kept_bytes, true)) {}

/// Sets points_ and kept_bytes_, too.
std::unique_ptr<LazyMemory> OrbitBuffer::make_lazy(std::size_t kept_bytes, bool is_dropped) {
    // A vector's lanes may all read in different windows, and threads make several at a time. Each
    // window that is there may cost the system a mapping, of which a process has some 65,000.
    constexpr std::size_t kFewestSlots = 64;
    constexpr std::size_t kSlotsAThread = 16;
    constexpr std::size_t kMostSlots = 8192;
    LazyMemory::Shape shape;
    shape.window_bytes = PackedPoints::kWindow * sizeof(Point);
    shape.windows = (capacity_ + PackedPoints::kWindow - 1) / PackedPoints::kWindow;
    shape.slots = std::clamp(
        kept_bytes / shape.window_bytes,
        std::max(kFewestSlots, kSlotsAThread * std::thread::hardware_concurrency()), kMostSlots);
    shape.is_dropped = is_dropped;
    kept_bytes_ = kept_bytes;
    auto lazy = std::make_unique<LazyMemory>(
        shape, [packed = packed_.get()](std::uint64_t window, std::byte *to) {
            packed->unpack(window, reinterpret_cast<Point *>(to));
        });
    points_ = reinterpret_cast<Point *>(lazy->data());
    return lazy;
}

/// Gives back the window before the one that is full, which has the last point.
void OrbitBuffer::drop_one() noexcept {
    const std::size_t behind = size_ - PackedPoints::kWindow;
    if (behind >= plain_points_ + PackedPoints::kWindow)
        lazy_->drop(behind / PackedPoints::kWindow - 1);
}

std::size_t OrbitBuffer::bytes() const noexcept {
    if (!packed_)
        return size_ * sizeof(Point);
    return std::min(size_, plain_points_) * sizeof(Point) + packed_->bytes() +
           std::min(kept_bytes_, size_ * sizeof(Point));
}

} // namespace fathom
