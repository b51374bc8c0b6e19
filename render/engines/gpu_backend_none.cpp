#include "render/engines/gpu_backend.h"

#include "render/base/error.h"

#include <fmt/format.h>

namespace fathom {
namespace {

Complaint no_engine(const std::string &before = {}) {
    return {before + "this build has no CUDA engine", {Remedy::Kind::cuda_build}};
}

std::string named(int index) {
    return fmt::format("gpu{}: ", index);
}

} // namespace

void list_gpus(DeviceList &list) {
    list.missing.push_back({"gpu", no_engine()});
}

DeviceInfo describe_gpu(int index) {
    throw DeviceError(no_engine(named(index)));
}

std::unique_ptr<Engine> make_gpu_engine(const DeviceInfo &gpu) {
    throw DeviceError(no_engine(gpu.id + ": "));
}

HeavyViewEngine::Rate gpu_rate(int index) {
    throw DeviceError(no_engine(named(index)));
}

bool has_cuda() noexcept {
    return false;
}

} // namespace fathom
