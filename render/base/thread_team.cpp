#include "render/base/thread_team.h"

#include "render/base/error.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace fathom {

ThreadTeam::ThreadTeam(int size) {
    try {
        for (int i = 1; i < size; ++i)
            threads_.emplace_back([this] { serve(); });
    } catch (const std::system_error &error) {
        const std::size_t started = threads_.size();
        quit();
        throw DeviceError(
            fmt::format("the system gives {} of {} threads ({})", started + 1, size, error.what()),
            {Remedy::Kind::fewer_threads});
    } catch (...) {
        quit();
        throw;
    }
}

ThreadTeam::~ThreadTeam() {
    quit();
}

void ThreadTeam::quit() noexcept {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_all();
    for (std::thread &thread : threads_)
        thread.join();
}

void ThreadTeam::run(const std::function<void()> &work) {
    {
        const std::lock_guard lock(mutex_);
        work_ = &work;
        busy_ = static_cast<int>(threads_.size());
        ++round_;
    }
    wake_.notify_all();
    do_work(work);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    if (error_)
        std::rethrow_exception(std::exchange(error_, nullptr));
}

void ThreadTeam::do_work(const std::function<void()> &work) noexcept {
    try {
        work();
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_)
            error_ = std::current_exception();
    }
}

void ThreadTeam::serve() {
    unsigned seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [&] { return quit_ || round_ != seen; });
        if (quit_)
            return;
        seen = round_;
        const std::function<void()> *work = work_;
        lock.unlock();
        do_work(*work);
        lock.lock();
        if (--busy_ == 0)
            done_.notify_one();
    }
}

} // namespace fathom
