#pragma once
#include "app/options/place_options.h"
#include "app/output.h"

#include <atomic>
#include <functional>
#include <memory>

namespace fathom::app {

/// What a command does with an engine; returns the exit code. May be called a second time, with
/// another engine, and has to begin anew then.
using EngineWork = std::function<int(Engine &)>;

/// Does `work` with the engine that was asked for. The GPU that "auto" stands for may be full or
/// busy: then the CPU does it, and a warning says why. Throws as make_engine and `work` do.
int with_engine(const WhereOptions &where, const OutputOptions &output, const EngineWork &work);

/// Likewise for work that writes a picture: "auto" is all GPUs where there are several.
int with_export_engine(const WhereOptions &where, const OutputOptions &output,
                       const EngineWork &work);

/// settle() with a progress bar, for the limit may take long where hardly anything escapes.
bool settle_with_progress(Place &place, Engine &engine,
                          const std::shared_ptr<ReferenceCache> &reference_cache,
                          const std::atomic<bool> &stop, const OutputOptions &output);

/// Likewise for who has no engine. False if stopped.
bool settle(const WhereOptions &where, const OutputOptions &output, Place &place);

} // namespace fathom::app
