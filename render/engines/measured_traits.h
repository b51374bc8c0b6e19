#pragma once
#include "render/engines/devices.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace fathom {

/// The folder of one small file for each kind of GPU, which keeps the speed-ups that were measured
/// of it: $XDG_STATE_HOME/fathom/gpu-speeds. It need not exist. Nothing where there is no home.
std::optional<std::filesystem::path> traits_folder();

/// `gpu` with the traits and the day of an earlier measurement, if `folder` keeps one of the same
/// GPU, driver and version of Fathom; else as it is. A file that is damaged or another's counts as
/// none. Never throws an Error.
DeviceInfo with_kept_traits(DeviceInfo gpu, const std::optional<std::filesystem::path> &folder);

/// Likewise; where there is none, with the traits that `measure` returns and the present day, which
/// are kept in `folder`, made if need be. Where nothing can be written they are measured again the
/// next time. Throws what `measure` throws.
DeviceInfo with_measured_traits(DeviceInfo gpu, const std::optional<std::filesystem::path> &folder,
                                const std::function<EngineTraits()> &measure);

} // namespace fathom
