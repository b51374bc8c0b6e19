#pragma once
#include "kernels/simd/simd_loop.h"
#include "render/engines/host_engine.h"

#include <memory>
#include <vector>

namespace fathom {

/// One engine of two threads for each instruction set of this machine.
inline std::vector<std::unique_ptr<Engine>> vector_engines() {
    std::vector<std::unique_ptr<Engine>> engines;
    for (const kernels::TileLoops &loops : kernels::simd_loops())
        engines.push_back(std::make_unique<HostEngine>(
            EngineInfo{loops.instruction_set, "", loops.instruction_set}, loops, 2, true));
    return engines;
}

} // namespace fathom
