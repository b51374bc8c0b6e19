#pragma once
#include "render/film/film_export_job.h"
#include "render/film/shared_engine.h"

#include <atomic>

namespace fathom::film {

class SharedFilm;

/// Bytes that the rings of these frames take at most, about, where they are kept (see RingStore).
double kept_ring_bytes(SharedFilm &film, FrameRange frames);
/// Finds what that hangs on, as ZoomLeg::prepare. False if stopped. Throws as the engine.
bool find_ring_bytes(SharedFilm &film, FrameRange frames, const SharedEngine &engine,
                     const std::atomic<bool> &stop);

} // namespace fathom::film
