#pragma once
#include "render/base/thread_team.h"
#include "render/deep/jump_tables.h"
#include "render/deep/reference_orbit.h"
#include "render/places/location.h"
#include "render/places/picture_size.h"

#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace fathom {

/// What a reference orbit and its jumps are wanted for: a picture, whatever its bands, lattices and
/// pixels' type.
struct PerturbationSpec {
    FormulaChoice formula;
    View view;
    Size size; ///< of the whole picture
    std::uint64_t limit = 0;
    double bailout = 256;
    Approximation approximation = Approximation::la;
};

/// All that engines need besides a request to iterate it by perturbation. Immutable.
struct PerturbationData {
    std::shared_ptr<const ReferenceOrbit> orbit;
    std::shared_ptr<const AnyJumpTables> tables;
    TableNeeds needs; ///< what the tables were made for
    /// Where the picture's centre lies from the reference point, and the largest distance of its
    /// pixels from it in the Chebyshev norm; in the request's units, 2^map_exponent.
    double centre_re = 0, centre_im = 0;
    double c_size = 0;
    double reference_ms = 0; ///< that making the orbit took; 0 if it was there
    double tables_ms = 0;    ///< and the tables
};

/// How far a preparation is.
struct PerturbationProgress {
    OrbitProgress orbit;
    std::atomic<bool> making_tables = false;
};

/// Makes reference orbits and jumps, and keeps them for the views to come: near the reference point
/// nothing is computed again, deeper in only what is missing. Safe from several threads, which wait
/// for each other.
class ReferenceCache {
  public:
    /// With `threads` at most; 0: one for each core.
    explicit ReferenceCache(int threads = 0);
    ~ReferenceCache();
    ReferenceCache(const ReferenceCache &) = delete;
    ReferenceCache &operator=(const ReferenceCache &) = delete;

    /// Nothing if `stop` became true. Throws InputError if an orbit or its jumps do not fit into
    /// memory.
    std::shared_ptr<const PerturbationData> prepare(const PerturbationSpec &spec,
                                                    const TableNeeds &needs,
                                                    const std::atomic<bool> &stop,
                                                    PerturbationProgress *progress);

  private:
    struct Levels {
        std::shared_ptr<const ReferenceOrbit> orbit;
        Approximation approximation;
        std::shared_ptr<const AnyJumpLevels> levels;
    };
    struct Tables {
        std::shared_ptr<const AnyJumpLevels> levels;
        TableNeeds needs;
        std::shared_ptr<const AnyJumpTables> tables;
    };

    std::shared_ptr<const PerturbationData> prepare_alone(const PerturbationSpec &spec,
                                                          const TableNeeds &needs,
                                                          const std::atomic<bool> &stop,
                                                          PerturbationProgress *progress);
    void choose_reference(const PerturbationSpec &spec, const TableNeeds &needs);
    /// Both give nothing if `stop` became true.
    std::shared_ptr<const AnyJumpLevels> levels_for(const PerturbationSpec &spec,
                                                    const std::atomic<bool> &stop);
    std::shared_ptr<const AnyJumpTables> tables_for(const PerturbationSpec &spec,
                                                    std::shared_ptr<const AnyJumpLevels> levels,
                                                    const TableNeeds &needs,
                                                    const std::atomic<bool> &stop);
    void forget_jumps() noexcept;

    std::timed_mutex mutex_;
    ThreadTeam team_;
    std::unique_ptr<ReferenceMaker> maker_;
    std::optional<ReferenceSpec> reference_;      ///< of the last orbit
    std::shared_ptr<const ReferenceOrbit> orbit_; ///< null while its making was stopped
    std::optional<Levels> levels_;
    std::deque<Tables> tables_; ///< the last ones
};

/// One picture's preparation: made when an engine first asks for it, the same for all engines.
class Perturbation {
  public:
    /// Without a `reference_cache` it makes all of its own, by one that get() starts.
    Perturbation(PerturbationSpec spec, std::shared_ptr<ReferenceCache> reference_cache);

    [[nodiscard]] const PerturbationSpec &spec() const noexcept { return spec_; }
    [[nodiscard]] const PerturbationProgress &progress() const noexcept { return progress_; }
    /// What pixels with such `needs` take. As ReferenceCache::prepare.
    std::shared_ptr<const PerturbationData> get(const TableNeeds &needs,
                                                const std::atomic<bool> &stop);
    /// What the last get() gave; null before.
    [[nodiscard]] std::shared_ptr<const PerturbationData> last() const;

  private:
    const PerturbationSpec spec_;
    std::shared_ptr<ReferenceCache> reference_cache_; ///< with mutex_
    PerturbationProgress progress_;
    std::optional<std::string> refusal_; ///< why it cannot be made: other engines need not try
    mutable std::timed_mutex mutex_;     ///< while it is made: a second engine waits for the same
    mutable std::mutex data_mutex_;
    std::shared_ptr<const PerturbationData> data_;
};

} // namespace fathom
