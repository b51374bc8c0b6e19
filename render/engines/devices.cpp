#include "render/engines/devices.h"

#include "kernels/plain/plain_loop.h"
#include "kernels/simd/simd_loop.h"
#include "render/base/error.h"
#include "render/base/machine_memory.h"
#include "render/engines/gpu_backend.h"
#include "render/engines/heavy_view_engine.h"
#include "render/engines/host_engine.h"
#include "render/engines/measured_traits.h"
#include "render/engines/multi_device_engine.h"
#include "render/engines/speedup_measurement.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <future>
#include <thread>

namespace fathom {
namespace {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name"))
            return line.substr(std::min(line.find(':') + 2, line.size()));
    return "CPU";
}

int thread_count(const EngineOptions &options) {
    return options.threads > 0
               ? options.threads
               : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// What "cpu" can run, the widest vectors first and the plain loop last.
const std::vector<kernels::TileLoops> &cpu_loops() {
    static const std::vector<kernels::TileLoops> loops = [] {
        std::vector<kernels::TileLoops> found = kernels::simd_loops();
        found.push_back(kernels::plain_loops());
        return found;
    }();
    return loops;
}

DeviceInfo host_device(std::string id, std::string kind, std::string detail) {
    return {std::move(id), processor_name(), std::move(kind), std::move(detail), machine_memory()};
}

std::unique_ptr<Engine> make_host_engine(std::string id, const kernels::TileLoops &loops,
                                         int threads) {
    const bool shortcuts = id != kReference; // the judge computes every step
    EngineInfo info{
        std::move(id), processor_name(),
        fmt::format("{}, {} thread{}", loops.instruction_set, threads, threads == 1 ? "" : "s")};
    return std::make_unique<HostEngine>(std::move(info), loops, threads, shortcuts);
}

const kernels::TileLoops &loops_named(const std::string &name) {
    const auto &loops = cpu_loops();
    if (name.empty())
        return loops.front();
    const auto found = std::find_if(loops.begin(), loops.end(),
                                    [&](const auto &each) { return name == each.instruction_set; });
    if (found == loops.end())
        throw InputError(fmt::format("this processor has no instruction set {}; it has: {}", name,
                                     fmt::join(cpu_instruction_sets(), ", ")));
    return *found;
}

std::vector<DeviceInfo> gpus() {
    DeviceList list;
    list_gpus(list);
    return std::move(list.devices);
}

std::vector<int> gpu_indices() {
    std::vector<int> indices;
    for (const DeviceInfo &device : gpus())
        indices.push_back(gpu_index(device.id));
    return indices;
}

/// The engine of a GPU, which is measured before if it was not yet: by an engine of its own, with
/// which the memory goes that this took.
std::unique_ptr<Engine> start_gpu(int index) {
    const DeviceInfo gpu = describe_gpu(index);
    return make_gpu_engine(with_measured_traits(
        gpu, traits_folder(), [&] { return measure_speedups(*make_gpu_engine(gpu)); }));
}

/// The engines of the GPUs that answer. They are started at the same time, because each takes a
/// good part of a second.
std::vector<std::shared_ptr<Engine>> make_gpu_engines(const std::vector<int> &indices) {
    std::vector<std::future<std::shared_ptr<Engine>>> starting;
    for (const int index : indices)
        starting.push_back(
            std::async([index]() -> std::shared_ptr<Engine> { return start_gpu(index); }));
    std::vector<std::shared_ptr<Engine>> engines;
    for (auto &engine : starting) {
        try {
            engines.push_back(engine.get());
        } catch (const DeviceError &) { // costs speed only
        }
    }
    return engines;
}

/// Shows itself with the traits of the first one, so that it iterates as that does alone.
std::unique_ptr<Engine> make_team(std::string id, std::vector<std::shared_ptr<Engine>> members) {
    std::vector<std::string> ids;
    std::vector<std::string> names;
    for (const auto &member : members) {
        ids.push_back(member->info().id);
        if (std::find(names.begin(), names.end(), member->info().name) == names.end())
            names.push_back(member->info().name);
    }
    EngineInfo info{std::move(id), fmt::format("{} x {}", members.size(), fmt::join(names, ", ")),
                    fmt::format("{}", fmt::join(ids, ", ")), members.front()->info().traits};
    return std::make_unique<MultiDeviceEngine>(std::move(info), std::move(members));
}

std::unique_ptr<Engine> make_engine_of_all_gpus() {
    const std::vector<int> indices = gpu_indices();
    if (indices.size() > 1)
        if (auto gpus = make_gpu_engines(indices); !gpus.empty())
            return make_team(kAllGpus, std::move(gpus));
    // The only one; or it says why there is none.
    return start_gpu(indices.empty() ? 0 : indices.front());
}

std::unique_ptr<Engine> make_engine_of_all_devices(const EngineOptions &options) {
    auto members = make_gpu_engines(gpu_indices());
    auto cpu = make_engine("cpu", options);
    if (members.empty())
        return cpu;
    members.push_back(std::move(cpu));
    return make_team(kAllDevices, std::move(members));
}

std::unique_ptr<Engine> make_automatic_engine(const EngineOptions &options) {
    const std::string device = automatic_device();
    if (device != "cpu") {
        try {
            return start_gpu(gpu_index(device));
        } catch (const DeviceError &) { // costs speed only
        }
    }
    return make_engine("cpu", options);
}

} // namespace

std::vector<std::string> cpu_instruction_sets() {
    std::vector<std::string> names;
    for (const kernels::TileLoops &loops : cpu_loops())
        names.emplace_back(loops.instruction_set);
    return names;
}

DeviceList list_devices() {
    DeviceList list;
    const auto names = cpu_instruction_sets();
    list.devices.push_back(host_device(kReference, kReference, names.back()));
    list.devices.push_back(host_device(
        "cpu", "cpu", fmt::format("{}; {} threads", fmt::join(names, ", "), thread_count({}))));
    list_gpus(list);
    for (DeviceInfo &device : list.devices)
        if (device.kind == "gpu")
            device = with_kept_traits(std::move(device), traits_folder());
    return list;
}

std::string automatic_device() {
    const std::vector<int> indices = gpu_indices();
    return indices.empty() ? "cpu" : fmt::format("gpu{}", indices.front());
}

std::string export_device(const std::string &id, const std::vector<DeviceInfo> &devices) {
    const auto gpus = std::count_if(devices.begin(), devices.end(), [](const DeviceInfo &device) {
        return gpu_index(device.id) >= 0;
    });
    return gpus > 1 && gpu_index(id) >= 0 ? kAllGpus : id;
}

std::string automatic_export_device() {
    return export_device(automatic_device(), gpus());
}

std::unique_ptr<Engine> make_engine(std::string_view id, const EngineOptions &options) {
    check_device_id(id);
    if (id == "auto")
        return make_automatic_engine(options);
    if (id == kReference)
        return make_host_engine(kReference, kernels::plain_loops(), thread_count(options));
    if (id == "cpu")
        return make_host_engine("cpu", loops_named(options.instruction_set), thread_count(options));
    if (id == kAllGpus)
        return make_engine_of_all_gpus();
    if (id == kAllDevices)
        return make_engine_of_all_devices(options);
    return start_gpu(gpu_index(id));
}

std::unique_ptr<Engine> make_engine_with_helpers(std::string_view id) {
    check_device_id(id);
    const int first = gpu_index(id);
    std::vector<int> others = gpu_indices();
    others.erase(std::remove(others.begin(), others.end(), first), others.end());
    if (first < 0 || others.empty())
        return make_engine(id);
    std::shared_ptr<Engine> light = start_gpu(first);
    std::vector<std::shared_ptr<Engine>> gpus = make_gpu_engines(others);
    if (gpus.empty())
        return start_gpu(first);
    gpus.insert(gpus.begin(), light);
    return std::make_unique<HeavyViewEngine>(std::move(light), make_team(kAllGpus, std::move(gpus)),
                                             gpu_rate(first));
}

} // namespace fathom
