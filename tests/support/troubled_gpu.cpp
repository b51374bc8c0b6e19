// A GPU in place of CUDA's, for the program that the tests of troubled devices run.
// $FATHOM_TEST_GPU says what it suffers from: "full" (no engine starts), "small" (no frame has
// room), "none", or a file that it waits for before it starts; then it works, on the CPU.
// $FATHOM_TEST_GPUS says how many of them there are (1).
#include "render/base/error.h"
#include "render/engines/gpu_backend.h"
#include "tests/support/fake_engine.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

namespace fathom {
namespace {

std::string trouble() {
    const char *const value = std::getenv("FATHOM_TEST_GPU");
    return value == nullptr ? "full" : value;
}

[[noreturn]] void refuse() {
    throw DeviceError("the GPU's memory is full",
                      {"close other programs that use it", Remedy::Kind::cpu});
}

void wait_for_file(const std::string &path) {
    while (!std::filesystem::exists(path))
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

} // namespace

void list_gpus(DeviceList &list) {
    const char *const value = std::getenv("FATHOM_TEST_GPUS");
    const int count = value == nullptr ? 1 : std::atoi(value);
    for (int gpu = 0; gpu < count; ++gpu)
        list.devices.push_back(describe_gpu(gpu));
}

DeviceInfo describe_gpu(int index) {
    DeviceInfo gpu{"gpu" + std::to_string(index), "Troubled GPU", "gpu", "made up by the tests", 1};
    gpu.driver = "1.2.3";
    return gpu;
}

std::unique_ptr<Engine> make_gpu_engine(const DeviceInfo &) {
    const std::string what = trouble();
    if (what == "full")
        refuse();
    const auto device = std::make_shared<FakeDevice>();
    device->engine = make_engine("cpu");
    if (what == "small")
        device->making = [](RenderRequest &request) {
            if (request.shortcuts) // unlike those that measure it
                refuse();
        };
    else if (what != "none")
        wait_for_file(what);
    return std::make_unique<FakeEngine>(device);
}

HeavyViewEngine::Rate gpu_rate(int) {
    return {};
}

bool has_cuda() noexcept {
    return true;
}

} // namespace fathom
