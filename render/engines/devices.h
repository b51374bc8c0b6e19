#pragma once
#include "render/base/complaint.h"
#include "render/engines/engine.h"
#include "render/places/device_id.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// A device that an engine can be made for.
struct DeviceInfo {
    std::string id;   ///< "reference", "cpu", "gpu0", ...: what --device takes
    std::string name; ///< the processor's or GPU's own name
    std::string kind; ///< "reference", "cpu" or "gpu"
    std::string
        detail; ///< instruction sets and threads, or compute capability, multiprocessors and memory
    std::size_t memory_bytes = 0; ///< of the device
    EngineTraits traits{};        ///< of its engine, as far as they are known
    std::string driver{};         ///< of a GPU: its driver's version
    std::string measured{}; ///< of a GPU: the day (UTC) on which its speed-ups were measured, as
                            ///< "2026-11-28"; empty: not yet
};

/// Something that Fathom could use and this machine does not offer.
struct MissingDevice {
    std::string what;
    Complaint why;
};

struct DeviceList {
    std::vector<DeviceInfo> devices;
    std::vector<MissingDevice> missing;
};

/// What this machine offers. Never throws for a missing or failing GPU: that is listed as missing.
/// Measures nothing: what was measured of a GPU when its engine was made is read from a file.
DeviceList list_devices();

struct EngineOptions {
    int threads = 0; ///< for CPU engines; 0: one for each core
    std::string
        instruction_set; ///< for "cpu": one of cpu_instruction_sets(), or empty for the widest
};

/// Names of the instruction sets that "cpu" can use on this machine, the widest first; the last is
/// the plain loop.
std::vector<std::string> cpu_instruction_sets();

/// The device that "auto" stands for: the first GPU that there is, or "cpu". Whether that GPU works
/// is not asked.
std::string automatic_device();

/// The device for a picture that is written to a file by who uses `id`: all GPUs where that is one
/// of several in the list, else `id`.
std::string export_device(const std::string &id, const std::vector<DeviceInfo> &devices);

/// What "auto" stands for where a picture is written to a file.
std::string automatic_export_device();

/// Makes the engine for a device id; "auto" is the first GPU, or the CPU if there is none or it
/// fails; "gpu" is all GPUs that answer together, and where there is only one, that one as if by
/// its own id; "all" is these and the CPU together, or the CPU alone. The first engine of a GPU
/// measures its speed-ups for about a tenth of a second and keeps them (measured_traits.h). Throws
/// InputError for an unknown id, DeviceError for a GPU that is not there or does not answer.
std::unique_ptr<Engine> make_engine(std::string_view id, const EngineOptions &options = {});

/// As make_engine, but a GPU gets the help of all others with its heavy views (HeavyViewEngine).
/// For the GPU that OpenGL draws with.
std::unique_ptr<Engine> make_engine_with_helpers(std::string_view id);

} // namespace fathom
