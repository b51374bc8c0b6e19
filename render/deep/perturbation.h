#pragma once
#include "render/base/complaint.h"
#include "render/deep/perturbation_data.h"

#include <exception>
#include <mutex>
#include <optional>
#include <string>

namespace fathom {

class ReferenceCache;

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
    std::exception_ptr refusal_; ///< why it cannot be made: other engines need not try
    mutable std::mutex mutex_;   ///< while it is made: a second engine waits for the same
    mutable std::mutex data_mutex_;
    std::shared_ptr<const PerturbationData> data_;
};

} // namespace fathom
