#include "render/base/background.h"

#include <chrono>
#include <utility>

namespace fathom {

void Background::run(std::function<Result()> work) {
    running_.push_back(std::async(std::launch::async, [this, work = std::move(work)] {
        try {
            Result result = work();
            const std::lock_guard lock(mutex_);
            ready_.push_back(std::move(result));
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
        }
        notify_();
    }));
}

bool Background::poll() {
    std::vector<Result> results;
    {
        const std::lock_guard lock(mutex_);
        results.swap(ready_);
        if (failure_)
            std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    std::erase_if(running_, [](const std::future<void> &task) {
        return task.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
    for (const Result &result : results)
        result();
    return !results.empty();
}

void Background::wait() {
    for (const std::future<void> &task : running_)
        task.wait();
}

} // namespace fathom
