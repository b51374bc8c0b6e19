#pragma once
#include "render/base/error.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace fathom::cuda {

/// Memory that is used again, because allocating at the display's rate would stall the device.
/// `Memory` owns what get() points to. Safe to use from any thread.
template <class Memory> class MemoryPool {
    struct Block {
        Memory memory;
        std::size_t bytes = 0;
    };
    struct GiveBack {
        MemoryPool *pool;
        void operator()(Block *block) const { pool->give_back(std::unique_ptr<Block>(block)); }
    };

  public:
    /// `allocate` gets a number of bytes and may throw.
    explicit MemoryPool(Memory (*allocate)(std::size_t)) : allocate_(allocate) {}

    /// Memory that returns to its pool when the lease ends; nothing queued on a device may use it
    /// by then. The pool has to outlive it.
    class Lease {
      public:
        template <class T> [[nodiscard]] T *as() const noexcept {
            return static_cast<T *>(block_->memory.get());
        }

      private:
        friend MemoryPool;
        explicit Lease(std::unique_ptr<Block, GiveBack> block) : block_(std::move(block)) {}
        std::unique_ptr<Block, GiveBack> block_;
    };

    /// At least `bytes`, maybe used before.
    Lease take(std::size_t bytes) {
        std::unique_ptr<Block> block = take_spare(bytes);
        if (!block)
            block = make_block(bytes);
        return Lease(std::unique_ptr<Block, GiveBack>(block.release(), GiveBack{this}));
    }

    /// Frees what no lease holds.
    void drop_spare() {
        const std::lock_guard lock(mutex_);
        spare_.clear();
    }

  private:
    // What the rings of a level have, of eight lanes that make a film, which may all go on to the
    // next one at once: what is freed instead stalls the device, and so does what is then missing.
    // An export's frames, or those that are shown, have fewer.
    static constexpr std::size_t kMostSpare = 96;

    std::unique_ptr<Block> make_block(std::size_t bytes) {
        try {
            return std::make_unique<Block>(Block{allocate_(bytes), bytes});
        } catch (const DeviceError &) {
            // What is kept here may be what is missing.
            const std::lock_guard lock(mutex_);
            if (spare_.empty())
                throw;
            spare_.clear();
        }
        return std::make_unique<Block>(Block{allocate_(bytes), bytes});
    }

    std::unique_ptr<Block> take_spare(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto fits = [&](const std::unique_ptr<Block> &block) {
            return block->bytes >= bytes && block->bytes <= 2 * bytes;
        };
        const auto found = std::find_if(spare_.begin(), spare_.end(), fits);
        if (found == spare_.end())
            return nullptr;
        std::unique_ptr<Block> block = std::move(*found);
        spare_.erase(found);
        return block;
    }

    void give_back(std::unique_ptr<Block> block) {
        const std::lock_guard lock(mutex_);
        // The oldest goes: sizes that are not used any more leave this way.
        if (spare_.size() == kMostSpare)
            spare_.erase(spare_.begin());
        spare_.push_back(std::move(block));
    }

    Memory (*allocate_)(std::size_t);
    std::mutex mutex_;
    std::vector<std::unique_ptr<Block>> spare_;
};

} // namespace fathom::cuda
