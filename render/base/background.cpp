#include "render/base/background.h"

#include <chrono>

namespace fathom {

void Background::run(std::function<Result()> work) {
    running_.push_back(std::async(std::launch::async, [this, work = std::move(work)] {
        Result result = work();
        {
            const std::lock_guard lock(mutex_);
            ready_.push_back(std::move(result));
        }
        notify_();
    }));
}

bool Background::poll() {
    std::vector<Result> results;
    {
        const std::lock_guard lock(mutex_);
        results.swap(ready_);
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
