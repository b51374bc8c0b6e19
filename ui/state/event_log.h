#pragma once
#include <cstdio>
#include <memory>
#include <string_view>

namespace fathom::ui {

/// A diary of the window for tests and for puzzling reports: if $FATHOM_EVENT_LOG names a file, a
/// line 'MS WHAT' for each command, each finished frame and so on, MS being milliseconds since
/// 1970. docs/reference/diagnostics.md lists the lines.
class EventLog {
  public:
    EventLog();
    void write(std::string_view what);
    [[nodiscard]] bool enabled() const { return file_ != nullptr; }

  private:
    struct Close {
        void operator()(std::FILE *file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
};

} // namespace fathom::ui
