#pragma once
#include "render/film/shared_engine.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

namespace fathom::film {

class ZoomLeg;

/// Finds what the colours of frames to come are blended from, on a thread of its own, so that they
/// need not wait for it.
class SurveysAhead {
  public:
    /// `leg` is prepared.
    SurveysAhead(std::shared_ptr<ZoomLeg> leg, const SharedEngine &engine);
    /// Stops what is under way.
    ~SurveysAhead();
    SurveysAhead(const SurveysAhead &) = delete;
    SurveysAhead &operator=(const SurveysAhead &) = delete;

    /// Has those of frames of these levels found, in this order. What fails nobody hears of: who
    /// needs it tries it again.
    void want(int from, int to);

  private:
    void serve();

    const std::shared_ptr<ZoomLeg> leg_;
    const SharedEngine engine_;
    std::atomic<bool> halt_ = false;
    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<int> wanted_;
    std::set<int> seen_;  ///< of those that were asked for last: they need not be told again
    std::jthread thread_; ///< last: it ends before the rest goes
};

} // namespace fathom::film
