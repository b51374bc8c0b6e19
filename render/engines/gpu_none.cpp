#include "render/engines/gpu.h"

#include "render/base/error.h"

#include <fmt/format.h>

namespace fathom {
namespace {

constexpr const char *kWhy = "this build has no CUDA engine; install the CUDA toolkit (or set "
                             "FATHOM_CUDA=fetch) and build again";

} // namespace

void list_gpus(DeviceList &list) {
    list.missing.push_back({"gpu", kWhy});
}

std::unique_ptr<Engine> make_gpu_engine(int index) {
    throw DeviceError(fmt::format("gpu{}: {}", index, kWhy));
}

HeavyViewEngine::Rate gpu_rate(int index) {
    throw DeviceError(fmt::format("gpu{}: {}", index, kWhy));
}

bool has_cuda() noexcept {
    return false;
}

} // namespace fathom
