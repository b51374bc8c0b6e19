#include "render/deep/orbit_buffer.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace fathom {
namespace {

using Point = kernels::OrbitPoint<double>;

/// Below this many points there is no use in trying to reserve fewer.
constexpr std::size_t kFewest = 1024;

/// Where the system limits what this process may have (`ulimit`), pictures need the rest of it.
constexpr std::size_t kPartOfLimited = 4;

void *reserve(std::size_t bytes) {
    void *block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return block == MAP_FAILED ? nullptr : block;
}

} // namespace

OrbitBuffer::OrbitBuffer(std::size_t most) : capacity_(std::max<std::size_t>(most, 1)) {
    void *block = reserve(capacity_ * sizeof(Point));
    const bool limited = block == nullptr;
    while (block == nullptr && capacity_ > kFewest) {
        capacity_ /= 2;
        block = reserve(capacity_ * sizeof(Point));
    }
    if (block == nullptr)
        throw std::bad_alloc();
    if (limited && capacity_ > kFewest) {
        munmap(block, capacity_ * sizeof(Point));
        capacity_ /= kPartOfLimited;
        block = reserve(capacity_ * sizeof(Point));
        if (block == nullptr)
            throw std::bad_alloc();
    }
    madvise(block, capacity_ * sizeof(Point), MADV_HUGEPAGE); // a hint: it may fail
    points_ = static_cast<Point *>(block);
}

OrbitBuffer::~OrbitBuffer() {
    munmap(points_, capacity_ * sizeof(Point));
}

} // namespace fathom
