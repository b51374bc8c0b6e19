#pragma once
#include "render/film/film_export_job.h"

namespace fathom {

class SharedFilm;

/// Bytes that the rings of these frames take at most, about, where they are kept (see RingStore).
double kept_ring_bytes(SharedFilm &film, FrameRange frames);

} // namespace fathom
