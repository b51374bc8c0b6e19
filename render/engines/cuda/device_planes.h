#pragma once
#include "kernels/base/sample.h"
#include "render/engines/cuda/context.h"
#include "render/engines/render_request.h"

#include <cstddef>
#include <span>

namespace fathom::cuda {

/// The memory of a frame's samples on its device: a counter, then the planes zx, zy, gx, gy, trap,
/// n, n_high, atom, as far as they are kept. A lean frame has one plane alone, its counts or its
/// colours: samples cannot wait there for another slice.
class DevicePlanes {
  public:
    /// For request.size.width * request.size.height samples; nothing is written. Both have to
    /// outlive it. Throws DeviceError if they do not fit.
    DevicePlanes(Context &context, const RenderRequest &request);

    /// Samples.
    [[nodiscard]] std::size_t count() const noexcept;
    /// As the kernels take them, `Real` being the type of the request's precision; null where they
    /// are not kept.
    template <class Real> [[nodiscard]] kernels::SamplePlanes<Real> planes() const noexcept;
    /// The colours of a lean frame that keeps them, else null.
    [[nodiscard]] std::uint32_t *colours() const noexcept;
    /// Room for one number of at most 64 bits.
    template <class Number> [[nodiscard]] Number *counter() const noexcept {
        return memory_.as<Number>();
    }
    /// All of them, behind each other.
    [[nodiscard]] std::span<std::byte> all() const noexcept {
        return {first_plane(), plane_bytes()};
    }
    /// Whether those of `other` mean the same, byte for byte.
    [[nodiscard]] bool are_like(const DevicePlanes &other) const noexcept;
    /// Queues that all samples are declared pending. Throws DeviceError.
    void mark_pending(cudaStream_t stream);

  private:
    [[nodiscard]] std::size_t real_bytes() const noexcept;
    /// Words of an escape index.
    [[nodiscard]] std::size_t index_words() const noexcept;
    /// Planes of numbers in the type that is iterated in, where it is not lean.
    [[nodiscard]] std::size_t reals() const noexcept;
    [[nodiscard]] std::size_t plane_bytes() const noexcept;
    [[nodiscard]] std::byte *first_plane() const noexcept;

    const RenderRequest &request_;
    const bool lean_;
    MemoryPool<DeviceMemory>::Lease memory_;
};

} // namespace fathom::cuda
