#include "render/engines/cuda/stream_order.h"

#include <utility>

namespace fathom::cuda {

StreamOrder::StreamOrder(Context &context)
    : context_(context), slice_start_(make_event()), slice_done_(make_event()),
      colour_start_(make_event()), colour_done_(make_event()) {}

StreamOrder::~StreamOrder() {
    iterate_apart(false);
}

void StreamOrder::iterate_apart(bool apart) {
    if (apart == own_.has_value())
        return;
    if (apart)
        own_ = context_.take_stragglers_stream();
    else
        context_.give_back(*std::exchange(own_, std::nullopt));
}

void StreamOrder::record(const Event &event, cudaStream_t stream) {
    FATHOM_CUDA_CHECK(cudaEventRecord(event.get(), stream));
}

void StreamOrder::begin_slice() {
    FATHOM_CUDA_CHECK(cudaStreamWaitEvent(iterate_stream(), colour_done_.get(), 0));
}

void StreamOrder::end_slice() {
    FATHOM_CUDA_CHECK(cudaGetLastError());
    record(slice_done_, iterate_stream());
}

void StreamOrder::begin_colours() {
    FATHOM_CUDA_CHECK(cudaStreamWaitEvent(context_.display_stream(), slice_done_.get(), 0));
    record(colour_start_, context_.display_stream());
}

void StreamOrder::end_colours() {
    FATHOM_CUDA_CHECK(cudaGetLastError());
    record(colour_done_, context_.display_stream());
    coloured_ = true;
}

void StreamOrder::mark_slice() {
    record(slice_done_, iterate_stream());
}

void StreamOrder::wait_for_slice() const {
    FATHOM_CUDA_CHECK(cudaEventSynchronize(slice_done_.get()));
}

void StreamOrder::wait_for_colours() const {
    FATHOM_CUDA_CHECK(cudaEventSynchronize(colour_done_.get()));
}

void StreamOrder::wait() const noexcept {
    log_failure(cudaEventSynchronize(slice_done_.get()), "waiting for the last slice of a frame");
    log_failure(cudaEventSynchronize(colour_done_.get()),
                "waiting for the last colours of a frame");
}

double StreamOrder::slice_ms() const {
    float ms = 0;
    FATHOM_CUDA_CHECK(cudaEventElapsedTime(&ms, slice_start_.get(), slice_done_.get()));
    return ms;
}

double StreamOrder::colour_ms() const {
    const std::lock_guard lock(mutex_); // both events of one pass
    float ms = 0;
    if (!coloured_)
        return 0;
    if (cudaEventElapsedTime(&ms, colour_start_.get(), colour_done_.get()) == cudaSuccess)
        return ms;
    static_cast<void>(cudaGetLastError()); // not ready: no time to tell yet
    return 0;
}

} // namespace fathom::cuda
