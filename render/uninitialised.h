#pragma once
#include <memory>
#include <utility>
#include <vector>

namespace fathom {

/// Leaves new numbers as they come: clearing the memory of a frame, only to write all of it, would
/// take longer than many a frame, and its pages are best touched first by the threads that use
/// them.
template <class T> struct UninitialisedAllocator : std::allocator<T> {
    template <class U> struct rebind { // NOLINT(readability-identifier-naming): the standard's name
        using other = UninitialisedAllocator<U>;
    };
    template <class U, class... Args> void construct(U *at, Args &&...args) {
        if constexpr (sizeof...(Args) == 0)
            ::new (static_cast<void *>(at)) U;
        else
            ::new (static_cast<void *>(at)) U(std::forward<Args>(args)...);
    }
};

/// A vector whose resize does not clear.
template <class T> using UninitialisedVector = std::vector<T, UninitialisedAllocator<T>>;

} // namespace fathom
