#include "render/thread_team.h"

namespace fathom {

ThreadTeam::ThreadTeam(int size) {
    for (int i = 1; i < size; ++i)
        threads_.emplace_back([this] { serve(); });
}

ThreadTeam::~ThreadTeam() {
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
    work();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
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
        (*work)();
        lock.lock();
        if (--busy_ == 0)
            done_.notify_one();
    }
}

} // namespace fathom
