#include "render/bench/gpu_peak_rate.h"
#include "kernels/cuda/peak_rate.h"
#include "render/engines/cuda/handles.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace fathom {
namespace {

using cuda::DeviceMemory;

constexpr int kTries = 9;

/// Measures what is queued on one stream.
class Meter {
  public:
    [[nodiscard]] cudaStream_t stream() const noexcept { return stream_.get(); }

    /// Device time of what `queue` puts on the stream.
    double ms(const std::function<void()> &queue) const {
        FATHOM_CUDA_CHECK(cudaEventRecord(begin_.get(), stream()));
        queue();
        FATHOM_CUDA_CHECK(cudaGetLastError());
        FATHOM_CUDA_CHECK(cudaEventRecord(end_.get(), stream()));
        FATHOM_CUDA_CHECK(cudaEventSynchronize(end_.get()));
        float ms = 0;
        FATHOM_CUDA_CHECK(cudaEventElapsedTime(&ms, begin_.get(), end_.get()));
        return ms;
    }

    /// The median of several times.
    double median_ms(const std::function<void()> &queue) const {
        std::vector<double> times;
        for (int i = 0; i < kTries; ++i)
            times.push_back(ms(queue));
        std::nth_element(times.begin(), times.begin() + kTries / 2, times.end());
        return times[kTries / 2];
    }

  private:
    cuda::Stream stream_ = cuda::make_stream();
    cuda::Event begin_ = cuda::make_event();
    cuda::Event end_ = cuda::make_event();
};

int attribute(cudaDeviceAttr which, int device) {
    int value = 0;
    FATHOM_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

template <class Real> double fma_rate(const Meter &meter, int device) {
    const int blocks = attribute(cudaDevAttrMultiProcessorCount, device) *
                       attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device) /
                       kernels::cuda::kChainThreads;
    const double threads = static_cast<double>(blocks) * kernels::cuda::kChainThreads;
    const DeviceMemory sums =
        cuda::allocate_device(static_cast<std::size_t>(threads) * sizeof(Real));
    std::uint32_t rounds = 64;
    const auto queue = [&] {
        kernels::cuda::launch_fma_chains(static_cast<Real *>(sums.get()), blocks, rounds,
                                         meter.stream());
    };
    // As long as a heavy slice of the engine; short of any desktop's watchdog. Getting there and a
    // tenth of a second more bring the clocks up, and down again to what the power allows.
    constexpr double kLongEnoughMs = 8;
    while (meter.ms(queue) < kLongEnoughMs)
        rounds *= 2;
    for (double warm_ms = 0; warm_ms < 100;)
        warm_ms += meter.ms(queue);
    return threads * rounds * kernels::cuda::fma_chain_steps_a_round() /
           (meter.median_ms(queue) / 1000);
}

double copy_rate(const Meter &meter) {
    std::size_t free_bytes = 0;
    std::size_t all_bytes = 0;
    FATHOM_CUDA_CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
    const std::size_t bytes = std::min(std::size_t{1} << 30, free_bytes / 4);
    const DeviceMemory from = cuda::allocate_device(bytes);
    const DeviceMemory to = cuda::allocate_device(bytes);
    const auto queue = [&] {
        FATHOM_CUDA_CHECK(
            cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice, meter.stream()));
    };
    meter.ms(queue);
    return 2.0 * static_cast<double>(bytes) / (meter.median_ms(queue) / 1000);
}

} // namespace

PeakRate measure_gpu_peak_rate(int index) {
    FATHOM_CUDA_CHECK(cudaSetDevice(index));
    const Meter meter;
    return {fma_rate<float>(meter, index), fma_rate<double>(meter, index), copy_rate(meter)};
}

} // namespace fathom
