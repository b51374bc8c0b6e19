#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace fathom {

/// Values that are each made once, by whoever asks first: who wants the same one waits for it, who
/// wants another one does not. Safe from several threads.
template <class Key, class Value> class MadeOnce {
  public:
    /// The value of that key, by `make`, which returns it or nothing, unless it is there or comes.
    /// Nothing if `stop` became true, or if `make` had nothing. Throws what `make` throws; then,
    /// and where it had nothing, another one that waits makes it.
    template <class Make>
    std::optional<Value> get(const Key &key, const std::atomic<bool> &stop, const Make &make) {
        constexpr std::chrono::milliseconds kPatience(20); // a stop wakes nobody
        std::unique_lock lock(mutex_);
        while (true) {
            if (const auto found = values_.find(key); found != values_.end())
                return found->second;
            if (stop)
                return std::nullopt;
            if (under_way_.insert(key).second)
                break;
            changed_.wait_for(lock, kPatience);
        }
        lock.unlock();
        std::optional<Value> made;
        try {
            made = make();
        } catch (...) {
            end(key, std::nullopt);
            throw;
        }
        end(key, made);
        return made;
    }

    /// Whether it is there, or somebody is making it.
    [[nodiscard]] bool is_begun(const Key &key) {
        const std::lock_guard lock(mutex_);
        return values_.contains(key) || under_way_.contains(key);
    }
    /// Puts a value there that was made elsewhere.
    void put(const Key &key, Value value) {
        const std::lock_guard lock(mutex_);
        values_.insert_or_assign(key, std::move(value));
    }
    /// All that are there.
    [[nodiscard]] std::map<Key, Value> values() {
        const std::lock_guard lock(mutex_);
        return values_;
    }

  private:
    void end(const Key &key, const std::optional<Value> &made) {
        const std::lock_guard lock(mutex_);
        under_way_.erase(key);
        if (made)
            values_.insert_or_assign(key, *made);
        changed_.notify_all();
    }

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::map<Key, Value> values_;
    std::set<Key> under_way_;
};

} // namespace fathom
