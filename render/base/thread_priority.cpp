#include "render/base/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace fathom {

void lower_thread_priority() noexcept {
#ifdef __linux__
    constexpr int kNice = 10;
    // On Linux this is one thread alone, whatever POSIX says. A refusal changes nothing but speed.
    setpriority(PRIO_PROCESS, 0, kNice);
#endif
}

} // namespace fathom
