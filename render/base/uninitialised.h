#pragma once
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace fathom {

/// Leaves new numbers as they come: clearing the memory of a frame, only to write all of it, would
/// take longer than many a frame, and its pages are best touched first by the threads that use
/// them. Large blocks ask for huge pages: small ones would cost a fault every 4 KiB.
template <class T> struct UninitialisedAllocator : std::allocator<T> {
    template <class U> struct rebind { // NOLINT(readability-identifier-naming): the standard's name
        using other = UninitialisedAllocator<U>;
    };

    T *allocate(std::size_t count) {
        if (count < kHugePage / sizeof(T))
            return std::allocator<T>::allocate(count);
        if (count > (static_cast<std::size_t>(-1) - kHugePage) / sizeof(T))
            throw std::bad_array_new_length();
        const std::size_t bytes = (count * sizeof(T) + kHugePage - 1) / kHugePage * kHugePage;
        void *block = std::aligned_alloc(kHugePage, bytes);
        if (block == nullptr)
            throw std::bad_alloc();
        madvise(block, bytes, MADV_HUGEPAGE); // a hint: it may fail
        return static_cast<T *>(block);
    }

    void deallocate(T *block, std::size_t count) noexcept {
        if (count < kHugePage / sizeof(T))
            std::allocator<T>::deallocate(block, count);
        else
            std::free(block);
    }

    template <class U, class... Args> void construct(U *at, Args &&...args) {
        if constexpr (sizeof...(Args) == 0)
            ::new (static_cast<void *>(at)) U;
        else
            ::new (static_cast<void *>(at)) U(std::forward<Args>(args)...);
    }

  private:
    static constexpr std::size_t kHugePage = std::size_t{1} << 21;
};

/// A vector whose resize does not clear.
template <class T> using UninitialisedVector = std::vector<T, UninitialisedAllocator<T>>;

/// Makes it `count` new numbers, in the memory that it has unless that is too small or far too
/// large. Throws std::bad_alloc.
template <class T> void resize_anew(UninitialisedVector<T> &numbers, std::size_t count) {
    constexpr std::size_t kFarTooLarge = 4;
    if (count > numbers.capacity() || count < numbers.capacity() / kFarTooLarge)
        UninitialisedVector<T>().swap(numbers);
    numbers.clear();
    numbers.resize(count);
}

} // namespace fathom
