#pragma once
#include "render/base/thread_team.h"
#include "render/deep/perturbation_data.h"

#include <array>
#include <atomic>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace fathom {

class GivenOrbit;

/// Which views have an orbit that was made before.
enum class GivenOrbitUse {
    always,         ///< all: what it does not serve is an error
    where_it_serves ///< the others have their own
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

    /// From now on an orbit and its jumps may take so many bytes, instead of default_orbit_bytes().
    void limit_memory(std::uint64_t bytes);

    /// From now on views have this orbit instead of one of their own. `name` is where it is from;
    /// the InputError of a view that it does not serve begins with it.
    void use(std::shared_ptr<const ReferenceOrbit> orbit, std::string name,
             GivenOrbitUse use = GivenOrbitUse::always);

    /// The orbit alone that prepare() would take. Nothing if `stop` became true; throws as it does.
    std::shared_ptr<const ReferenceOrbit> orbit(const PerturbationSpec &spec,
                                                const TableNeeds &needs,
                                                const std::atomic<bool> &stop,
                                                OrbitProgress *progress);

    /// How many references it has made: an orbit that was given, or goes on, is none.
    [[nodiscard]] int references_made() const noexcept { return made_; }
    /// What all calls of prepare() took that came to their end, waits for others left out, in ms.
    [[nodiscard]] double preparing_ms() const noexcept { return preparing_ms_; }

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
    /// Sets orbit_ and reference_. The milliseconds that it took, 0 if the orbit was there; nothing
    /// if `stop` became true.
    std::optional<double> find_orbit(const PerturbationSpec &spec, const TableNeeds &needs,
                                     const std::atomic<bool> &stop, OrbitProgress *progress);
    /// Nothing if there is none for this view.
    std::shared_ptr<const ReferenceOrbit> given_orbit(const PerturbationSpec &spec,
                                                      const TableNeeds &needs);
    void choose_reference(const PerturbationSpec &spec, const TableNeeds &needs);
    void follow(const View &view);
    /// Both give nothing if `stop` became true.
    std::shared_ptr<const AnyJumpLevels> levels_for(const PerturbationSpec &spec,
                                                    const TableNeeds &needs,
                                                    const std::atomic<bool> &stop);
    std::shared_ptr<const AnyJumpTables> tables_for(const PerturbationSpec &spec,
                                                    std::shared_ptr<const AnyJumpLevels> levels,
                                                    const TableNeeds &needs,
                                                    const std::atomic<bool> &stop);
    [[nodiscard]] OrbitSpan orbit_span() const noexcept;
    void forget_jumps() noexcept;

    std::mutex mutex_;
    ThreadTeam team_;
    std::unique_ptr<ReferenceMaker> maker_;
    std::unique_ptr<GivenOrbit> given_; ///< null: views have orbits of their own
    GivenOrbitUse given_use_ = GivenOrbitUse::always;
    std::atomic<int> made_ = 0;
    std::atomic<double> preparing_ms_ = 0;
    std::uint64_t orbit_bytes_ = default_orbit_bytes();
    std::optional<View> view_;                    ///< that was asked for last
    std::optional<View> view_before_;             ///< another one, before it
    std::optional<ReferenceSpec> reference_;      ///< of the last orbit
    std::shared_ptr<const ReferenceOrbit> orbit_; ///< null while its making was stopped
    std::array<std::optional<Levels>, 2> levels_; ///< in doubles, and in sums of two
    std::deque<Tables> tables_;                   ///< the last ones
};

} // namespace fathom
