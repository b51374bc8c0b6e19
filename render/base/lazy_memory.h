#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <vector>

namespace fathom {

/// Address space of this process without memory behind it until it is written. Never moves.
class ReservedMemory {
  public:
    enum class Access { kWrite, kNone };

    /// Throws std::bad_alloc where the system does not reserve that much.
    explicit ReservedMemory(std::size_t bytes, Access access = Access::kWrite);
    ~ReservedMemory();
    ReservedMemory(const ReservedMemory &) = delete;
    ReservedMemory &operator=(const ReservedMemory &) = delete;

    [[nodiscard]] std::byte *data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

  private:
    std::byte *data_ = nullptr;
    std::size_t size_ = 0;
};

/// An array that grows at its end and never moves, so that others may read what they know of while
/// more is appended. `Value` is trivial.
template <class Value> class ReservedArray {
  public:
    explicit ReservedArray(std::size_t most)
        : memory_((most > 0 ? most : 1) * sizeof(Value)), most_(most) {}

    [[nodiscard]] const Value *data() const noexcept { return values(); }
    [[nodiscard]] std::size_t size() const noexcept {
        return size_.load(std::memory_order_acquire);
    }
    [[nodiscard]] bool is_full() const noexcept { return size() == most_; }
    /// Must not be full. One thread at a time.
    void push_back(const Value &value) noexcept {
        const std::size_t at = size_.load(std::memory_order_relaxed);
        values()[at] = value;
        size_.store(at + 1, std::memory_order_release);
    }

  private:
    [[nodiscard]] Value *values() const noexcept {
        return reinterpret_cast<Value *>(memory_.data());
    }
    ReservedMemory memory_;
    std::size_t most_;
    std::atomic<std::size_t> size_ = 0;
};

/// Memory that is larger than what is there of it. It is made of windows. Who writes it gives
/// windows back (drop()); when one of these is read again, by any thread, its bytes are made anew,
/// and some other dropped window's that were made before are forgotten. To those who read it is an
/// array like any other. What makes the bytes has to give the same ones each time.
///
/// How: a dropped window has no access rights. The processor stops whoever reads there, the system
/// sends that thread SIGSEGV, and the handler makes the bytes in a slot of a shared memory file,
/// maps that slot there, and lets the thread go on. (A. W. Appel, K. Li, "Virtual memory primitives
/// for user programs", ASPLOS 1991; the system's own paging does the same from a disk.) Faults
/// elsewhere go to the handler that was there before. System calls must not be given addresses in
/// dropped windows: copy from there first.
class LazyMemory {
  public:
    struct Shape {
        std::size_t window_bytes = 0; ///< a multiple of the system's pages
        std::size_t windows = 0;
        std::size_t slots = 0; ///< dropped windows that are there at a time; at least one a thread
        bool is_dropped = false; ///< all of it, to begin with
    };
    /// Writes a window's bytes. It is called in a signal handler, by several threads, and may
    /// neither throw nor allocate nor wait.
    using Fill = std::function<void(std::uint64_t window, std::byte *to)>;

    /// Throws std::bad_alloc where the system does not have that much room, or too many are alive.
    LazyMemory(const Shape &shape, Fill fill);
    /// Nobody may read any more.
    ~LazyMemory();
    LazyMemory(const LazyMemory &) = delete;
    LazyMemory &operator=(const LazyMemory &) = delete;

    [[nodiscard]] std::byte *data() const noexcept { return memory_.data(); }
    /// Gives a window back. Others may be reading it.
    void drop(std::uint64_t window) noexcept;
    /// How often windows were made.
    [[nodiscard]] std::uint64_t fills() const noexcept;

    /// For the handler: makes the window that holds the address; false if none does.
    bool bring(const void *address) noexcept;

  private:
    static constexpr std::uint32_t kNoSlot = 0xffffffffU;
    static constexpr std::uint64_t kNoWindow = ~std::uint64_t{0};
    struct Slot {
        std::uint64_t window = kNoWindow; ///< that it is mapped to
        bool is_filled = true;            ///< false while bytes are made in it
    };

    [[nodiscard]] std::byte *at(std::uint64_t window) const noexcept {
        return data() + window * shape_.window_bytes;
    }
    [[nodiscard]] bool is_shown(std::uint64_t window) const noexcept {
        return shown_.data()[window] != std::byte{0};
    }
    /// One to make that window's bytes in; none if they are there.
    [[nodiscard]] std::uint32_t take_slot(std::uint64_t window) noexcept;
    [[nodiscard]] bool hide(std::uint64_t window) noexcept;
    [[nodiscard]] bool show(std::uint64_t window, std::uint32_t slot) noexcept;

    const Shape shape_;
    const Fill fill_;
    ReservedMemory memory_;
    ReservedMemory shown_; ///< of each window whether a slot is mapped to it
    int file_ = -1;
    std::byte *slots_memory_ = nullptr;

    mutable std::mutex mutex_; // over all below, shown_ and mappings
    std::vector<Slot> slots_;
    std::uint32_t next_ = 0; ///< the slot that has been there longest
    std::uint64_t fills_ = 0;
};

} // namespace fathom
