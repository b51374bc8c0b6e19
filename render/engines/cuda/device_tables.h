#pragma once
#include "render/deep/jump_tables.h"
#include "render/engines/cuda/handles.h"
#include "render/engines/cuda/memory_pool.h"

#include <array>

namespace fathom::cuda {

/// The memory that tables take on a device.
std::size_t device_bytes(const AnyJumpTables &tables) noexcept;

/// The tables of a perturbation in the memory of one GPU.
class DeviceTables {
  public:
    using Memory = MemoryPool<DeviceMemory>::Lease;
    /// Copies them to `memory`, of device_bytes(tables), and waits for it; nothing else is queued
    /// on `stream`. Throws DeviceError.
    DeviceTables(const AnyJumpTables &tables, Memory memory, cudaStream_t stream);

    /// Lets what points to the tables in host memory point to these.
    template <class Real, int kLinear>
    void point(kernels::PerturbationTables<Real, kLinear> &view) const noexcept {
        const auto *first = memory_.as<const std::byte>();
        const auto set = [&](auto &pointer, std::size_t part) {
            pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(first +
                                                                                   offsets_[part]);
        };
        set(view.orbit, 0);
        set(view.tiny, 1);
        set(view.jumps, 2);
        set(view.wide_jumps, 3);
        set(view.notices, 4);
    }

  private:
    Memory memory_;
    std::array<std::size_t, 5> offsets_{}; ///< of orbit, tiny, jumps, wide_jumps, notices
};

} // namespace fathom::cuda
