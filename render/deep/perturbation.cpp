#include "render/deep/perturbation.h"

#include "render/base/error.h"
#include "render/base/lock_unless.h"
#include "render/deep/reference_cache.h"

#include <utility>

namespace fathom {

Perturbation::Perturbation(PerturbationSpec spec, std::shared_ptr<ReferenceCache> reference_cache)
    : spec_(std::move(spec)), reference_cache_(std::move(reference_cache)) {}

std::shared_ptr<const PerturbationData> Perturbation::get(const TableNeeds &needs,
                                                          const std::atomic<bool> &stop) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (!lock_unless(lock, stop))
        return nullptr;
    if (const auto known = last(); known && known->needs == needs)
        return known;
    if (refusal_)
        std::rethrow_exception(refusal_);
    if (!reference_cache_)
        reference_cache_ = std::make_shared<ReferenceCache>();
    try {
        auto data = reference_cache_->prepare(spec_, needs, stop, &progress_);
        if (data) {
            const std::lock_guard data_lock(data_mutex_);
            data_ = data;
        }
        return data;
    } catch (const InputError &) {
        refusal_ = std::current_exception();
        throw;
    }
}

std::shared_ptr<const PerturbationData> Perturbation::last() const {
    const std::lock_guard lock(data_mutex_);
    return data_;
}

} // namespace fathom
