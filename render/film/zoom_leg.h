#pragma once
#include "render/base/made_once.h"
#include "render/film/film_findings.h"
#include "render/film/film_looks.h"
#include "render/film/ring_maker.h"
#include "render/film/zoom_rings.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace fathom {
class GivenOrbit;
struct Method;
} // namespace fathom

namespace fathom::film {

class RingStore;

/// How many samples rings have.
struct RingSamples {
    int least = 1;                 ///< a pixel of a frame, 1 to 64
    bool more_where_dense = false; ///< see FilmFramesOptions
};

/// A leg of a film that zooms: its rings, what they take, and the one reference orbit of all of
/// them, of the deepest. Everything is the same whatever frames are asked for, in whatever order.
/// Safe from several threads.
class ZoomLeg {
  public:
    /// `path` has to outlive it; `leg` zooms. For frames of `size` pixels.
    ZoomLeg(const FilmPath &path, const FilmLeg &leg, Size size, RingSamples samples);
    ~ZoomLeg();
    ZoomLeg(const ZoomLeg &) = delete;
    ZoomLeg &operator=(const ZoomLeg &) = delete;

    [[nodiscard]] const ZoomRings &rings() const noexcept { return rings_; }
    [[nodiscard]] const FilmLooks &looks() const noexcept { return looks_; }

    /// Whether what was found before could be this leg's.
    [[nodiscard]] bool takes(const LegFindings &found) const;
    /// Has what was found before; it takes it. Before anything else.
    void use(const LegFindings &found);
    /// Keeps what it finds there, which has to outlive it, and takes it from there. Likewise.
    void keep_in(const RingStore &store);
    /// What is found by now.
    [[nodiscard]] LegFindings findings();
    /// Finds one of what colours are blended from, if anything, by its number in LegFindings. False
    /// if stopped. After prepare().
    bool find_survey(int number, const SharedEngine &engine, const std::atomic<bool> &stop);

    /// Finds limits, orbit and densities, unless they are found. False if stopped. Throws as the
    /// engine.
    bool prepare(const SharedEngine &engine, const std::atomic<bool> &stop);
    /// What to iterate for a region of a ring's picture, in those colours. After prepare().
    [[nodiscard]] RingRequest request(const Ring &ring, const Region &region,
                                      const ColourSettings &colour);
    /// Sets what of the colours of a frame that shows `location` is found; see FilmLooks. After
    /// prepare().
    bool find_colours(const Location &location, const SharedEngine &engine, ColourSettings &colour,
                      const std::atomic<bool> &stop);

  private:
    [[nodiscard]] Location location_of(const Ring &ring) const;
    std::shared_ptr<ReferenceCache> cache_for(const Ring &ring, const RenderRequest &request);
    bool find_orbit(const std::atomic<bool> &stop);
    /// Sets the rings' densities. False if stopped.
    bool find_densities(const SharedEngine &engine, const std::atomic<bool> &stop);
    /// Levels whose densities are found.
    [[nodiscard]] std::vector<int> surveyed_levels() const;
    /// The sample_noise of a level's ring; nothing if stopped.
    std::optional<int> noise_of(int level, const SharedEngine &engine,
                                const std::atomic<bool> &stop);
    /// The orbit that the request is iterated along: the kept one, or a new one, which is kept.
    /// Null if stopped.
    std::shared_ptr<const ReferenceOrbit> kept_orbit(const RenderRequest &request,
                                                     const Method &method, Size size,
                                                     const std::atomic<bool> &stop) const;
    [[nodiscard]] std::string name_of(const Location &ring, Size size,
                                      const RenderRequest &request) const;

    ZoomRings rings_;
    FilmLooks looks_;
    kernels::Tracking<double> tracking_; ///< what all of the leg's colours need
    const bool norms_;                   ///< they all go by norms, see pack_samples
    const RingStore *store_ = nullptr;   ///< where what is found is kept; null: nowhere
    MadeOnce<int, int> noise_;           ///< by level
    std::mutex mutex_;                   ///< while it is prepared
    bool has_orbit_ = false, prepared_ = false;
    bool finds_densities_;
    const RingSamples samples_;
    std::shared_ptr<const ReferenceOrbit> orbit_; ///< the leg's, once it is found or given
    std::shared_ptr<ReferenceCache> cache_;       ///< has the orbit; null where none is needed
    std::unique_ptr<GivenOrbit> given_;           ///< tells which views it serves; null likewise
    std::map<Ring, std::shared_ptr<ReferenceCache>> own_; ///< of rings that it does not serve
    Location orbit_of_;                                   ///< what the orbit was made for
};

} // namespace fathom::film
