#pragma once
#include "render/base/uninitialised.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace fathom {

/// Memory for large things that come one after the other: what nobody holds any more is used again,
/// because new pages from the system would cost as much as filling them. Safe to call from any
/// thread.
class BufferPool {
  public:
    /// At least so many bytes, which may outlive the pool. Throws std::bad_alloc.
    std::shared_ptr<std::uint8_t> take(std::size_t bytes) {
        auto buffer = spares_->take();
        buffer->resize(bytes);
        std::uint8_t *data = buffer->data();
        return {data, [spares = spares_, kept = std::move(buffer)](std::uint8_t *) mutable {
                    spares->give(std::move(kept));
                }};
    }

  private:
    using Buffer = UninitialisedVector<std::uint8_t>;
    class Spares {
      public:
        std::shared_ptr<Buffer> take() {
            const std::lock_guard lock(mutex_);
            if (spares_.empty())
                return std::make_shared<Buffer>();
            auto buffer = std::move(spares_.back());
            spares_.pop_back();
            return buffer;
        }
        void give(std::shared_ptr<Buffer> buffer) noexcept {
            try {
                const std::lock_guard lock(mutex_);
                spares_.push_back(std::move(buffer));
            } catch (const std::bad_alloc &) { // then it is used no more
            }
        }

      private:
        std::mutex mutex_;
        std::vector<std::shared_ptr<Buffer>> spares_;
    };

    std::shared_ptr<Spares> spares_ = std::make_shared<Spares>();
};

} // namespace fathom
