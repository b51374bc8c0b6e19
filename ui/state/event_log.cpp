#include "ui/state/event_log.h"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>

namespace fathom::ui {

EventLog::EventLog() {
    if (const char *path = std::getenv("FATHOM_EVENT_LOG"))
        file_.reset(std::fopen(path, "w"));
}

void EventLog::write(std::string_view what) {
    if (!file_)
        return;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    fmt::print(file_.get(), "{} {}\n", ms, what);
    std::fflush(file_.get());
}

} // namespace fathom::ui
