#pragma once
#include "render/engines/cuda/context.h"

namespace fathom::cuda {

/// Waits for a stream at the end of a scope, whatever ends it: memory that goes back to its pool
/// must not be in use.
class Drain {
  public:
    explicit Drain(cudaStream_t stream) : stream_(stream) {}
    ~Drain() { log_failure(cudaStreamSynchronize(stream_), "waiting for a stream"); }
    Drain(const Drain &) = delete;
    Drain &operator=(const Drain &) = delete;

  private:
    cudaStream_t stream_;
};

/// Copies device memory to the host once the display stream gets there, and waits for that. Throws
/// DeviceError.
void copy_to_host(Context &context, void *to, const void *from, std::size_t bytes);

} // namespace fathom::cuda
