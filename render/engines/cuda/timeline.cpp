#include "render/engines/cuda/timeline.h"

#include <algorithm>

namespace fathom::cuda {
namespace {

// Times from event to event come as float: beyond this they would lose parts of a microsecond.
constexpr double kFarFromBaseMs = 1000;

double ms_between(const Event &from, const Event &to) {
    float ms = 0;
    FATHOM_CUDA_CHECK(cudaEventElapsedTime(&ms, from.get(), to.get()));
    return ms;
}

bool has_happened(const Event &event) {
    const cudaError_t status = cudaEventQuery(event.get());
    if (status == cudaErrorNotReady) {
        static_cast<void>(cudaGetLastError());
        return false;
    }
    FATHOM_CUDA_CHECK(status);
    return true;
}

} // namespace

Timeline::Timeline(cudaStream_t stream) : base_(make_event()) {
    FATHOM_CUDA_CHECK(cudaEventRecord(base_.get(), stream));
}

Timeline::Open Timeline::begin(TimedSpan::Work work, std::uint64_t tag, cudaStream_t stream) {
    const std::lock_guard lock(mutex_);
    Entry entry = spare_entry();
    entry.span.work = work;
    entry.span.tag = tag;
    FATHOM_CUDA_CHECK(cudaEventRecord(entry.begin.get(), stream));
    entries_.push_back(std::move(entry));
    return {first_ + entries_.size() - 1, stream};
}

Timeline::Entry Timeline::spare_entry() {
    Entry entry;
    if (entries_.size() == kKept) {
        entry = std::move(entries_.front());
        entries_.pop_front();
        ++first_;
    } else if (!spare_.empty()) {
        entry = std::move(spare_.back());
        spare_.pop_back();
    } else {
        entry.begin = make_event();
        entry.end = make_event();
    }
    entry.ended = false;
    return entry;
}

void Timeline::end(const Open &open) noexcept {
    const std::lock_guard lock(mutex_);
    if (open.number < first_)
        return; // nobody took spans for so long that this one went
    Entry &entry = entries_[open.number - first_];
    const cudaError_t status = cudaEventRecord(entry.end.get(), open.stream);
    log_failure(status, "marking the end of a span");
    entry.ended = status == cudaSuccess;
}

std::vector<TimedSpan> Timeline::take() {
    const std::lock_guard lock(mutex_);
    std::vector<TimedSpan> spans;
    // One that is under way holds up those after it, so that they come in order.
    while (!entries_.empty() && entries_.front().ended && has_happened(entries_.front().end)) {
        complete(entries_.front());
        spans.push_back(entries_.front().span);
        spare_.push_back(std::move(entries_.front()));
        entries_.pop_front();
        ++first_;
    }
    return spans;
}

void Timeline::complete(Entry &entry) {
    TimedSpan &span = entry.span;
    const double since_base = ms_between(base_, entry.begin);
    span.begin_ms = base_ms_ + since_base;
    span.end_ms = span.begin_ms + ms_between(entry.begin, entry.end);
    if (since_base > kFarFromBaseMs) {
        std::swap(base_, entry.begin);
        base_ms_ = span.begin_ms;
    }
}

} // namespace fathom::cuda
