#include "render/base/lazy_memory.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <new>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace fathom {
namespace {

/// All that are alive, and the handler that was there before ours: what a signal handler can find.
struct FaultTable {
    static constexpr std::size_t kMost = 256;
    std::array<std::atomic<LazyMemory *>, kMost> memories{};
    struct sigaction before {};
};
FaultTable &fault_table() noexcept {
    static constinit FaultTable table;
    return table;
}

void pass_on(int signal, siginfo_t *info, void *context) {
    const struct sigaction &before = fault_table().before;
    if ((before.sa_flags & SA_SIGINFO) != 0)
        before.sa_sigaction(signal, info, context);
    else if (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN)
        sigaction(signal, &before, nullptr); // it happens again, and ends the program
    else
        before.sa_handler(signal);
}

void handle_fault(int signal, siginfo_t *info, void *context) {
    const int error = errno;
    for (const auto &entry : fault_table().memories) {
        LazyMemory *memory = entry.load(std::memory_order_acquire);
        if (memory != nullptr && memory->bring(info->si_addr)) {
            errno = error;
            return;
        }
    }
    pass_on(signal, info, context);
}

void install_handler() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action = {};
        action.sa_sigaction = handle_fault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        sigaction(SIGSEGV, &action, &fault_table().before);
    });
}

void enter(LazyMemory *memory) {
    install_handler();
    for (auto &entry : fault_table().memories) {
        LazyMemory *none = nullptr;
        if (entry.compare_exchange_strong(none, memory, std::memory_order_acq_rel))
            return;
    }
    throw std::bad_alloc();
}
void leave(LazyMemory *memory) noexcept {
    for (auto &entry : fault_table().memories) {
        LazyMemory *own = memory;
        if (entry.compare_exchange_strong(own, nullptr, std::memory_order_acq_rel))
            return;
    }
}

void *map(void *at, std::size_t bytes, int rights) noexcept {
    const int fixed = at == nullptr ? 0 : MAP_FIXED;
    return mmap(at, bytes, rights, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1, 0);
}

} // namespace

ReservedMemory::ReservedMemory(std::size_t bytes, Access access) : size_(bytes) {
    void *block = map(nullptr, bytes, access == Access::kNone ? PROT_NONE : PROT_READ | PROT_WRITE);
    if (block == MAP_FAILED)
        throw std::bad_alloc();
    data_ = static_cast<std::byte *>(block);
}

ReservedMemory::~ReservedMemory() {
    munmap(data_, size_);
}

LazyMemory::LazyMemory(const Shape &shape, Fill fill)
    : shape_(shape), fill_(std::move(fill)),
      memory_(shape.windows * shape.window_bytes,
              shape.is_dropped ? ReservedMemory::Access::kNone : ReservedMemory::Access::kWrite),
      shown_(shape.windows), slots_(shape.slots) {
    const std::size_t bytes = shape.slots * shape.window_bytes;
    file_ = memfd_create("fathom", MFD_CLOEXEC);
    void *block = MAP_FAILED;
    if (file_ >= 0 && ftruncate(file_, static_cast<off_t>(bytes)) == 0)
        block = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
    try {
        if (block == MAP_FAILED)
            throw std::bad_alloc();
        slots_memory_ = static_cast<std::byte *>(block);
        enter(this);
    } catch (...) {
        if (block != MAP_FAILED)
            munmap(block, bytes);
        if (file_ >= 0)
            close(file_);
        throw;
    }
}

LazyMemory::~LazyMemory() {
    leave(this);
    munmap(slots_memory_, shape_.slots * shape_.window_bytes);
    close(file_);
}

void LazyMemory::drop(std::uint64_t window) noexcept {
    const std::lock_guard lock(mutex_);
    // Where the system has no room for another mapping the window stays as it is.
    static_cast<void>(hide(window));
}

std::uint64_t LazyMemory::fills() const noexcept {
    const std::lock_guard lock(mutex_);
    return fills_;
}

bool LazyMemory::hide(std::uint64_t window) noexcept {
    return map(at(window), shape_.window_bytes, PROT_NONE) != MAP_FAILED;
}

bool LazyMemory::show(std::uint64_t window, std::uint32_t slot) noexcept {
    return mmap(at(window), shape_.window_bytes, PROT_READ, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                file_, static_cast<off_t>(slot * shape_.window_bytes)) != MAP_FAILED;
}

std::uint32_t LazyMemory::take_slot(std::uint64_t window) noexcept {
    for (;; sched_yield()) {
        const std::lock_guard lock(mutex_);
        if (is_shown(window))
            return kNoSlot;
        for (std::size_t tries = 0; tries < slots_.size(); ++tries) {
            const std::uint32_t index = next_;
            Slot &slot = slots_[index];
            next_ = index + 1 == slots_.size() ? 0 : index + 1;
            if (!slot.is_filled || (slot.window != kNoWindow && !hide(slot.window)))
                continue;
            if (slot.window != kNoWindow)
                shown_.data()[slot.window] = std::byte{0};
            slot = {kNoWindow, false};
            ++fills_;
            return index;
        }
    }
}

bool LazyMemory::bring(const void *address) noexcept {
    const auto *byte = static_cast<const std::byte *>(address);
    if (byte < data() || byte >= data() + memory_.size())
        return false;
    const std::uint64_t window = static_cast<std::size_t>(byte - data()) / shape_.window_bytes;
    const std::uint32_t index = take_slot(window);
    if (index == kNoSlot) // another thread was faster
        return true;
    fill_(window, slots_memory_ + index * shape_.window_bytes);
    const std::lock_guard lock(mutex_);
    slots_[index].is_filled = true;
    if (!is_shown(window) && show(window, index)) {
        slots_[index].window = window;
        shown_.data()[window] = std::byte{1};
    }
    return true;
}

} // namespace fathom
