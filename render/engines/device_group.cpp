#include "render/engines/device_group.h"

#include "render/base/error.h"

#include <algorithm>
#include <atomic>

namespace fathom {

DeviceGroup::DeviceGroup(std::vector<std::shared_ptr<Engine>> members)
    : members_(std::move(members)), team_(size()) {}

void DeviceGroup::run(Failures &failures, const std::function<void(int)> &work,
                      const std::function<void(int)> &lost) {
    std::atomic<int> next = 0;
    std::atomic<bool> refused = false;
    std::exception_ptr refusal;
    team_.run([&] {
        const int index = next++;
        std::exception_ptr &failure = failures[static_cast<std::size_t>(index)];
        if (failure)
            return;
        try {
            work(index);
        } catch (const InputError &) {
            if (!refused.exchange(true))
                refusal = std::current_exception();
            lost(index);
        } catch (...) {
            failure = std::current_exception();
            lost(index);
        }
    });
    if (refusal)
        std::rethrow_exception(refusal);
    if (std::all_of(failures.begin(), failures.end(), [](const auto &each) { return each; }))
        std::rethrow_exception(failures.front());
}

} // namespace fathom
