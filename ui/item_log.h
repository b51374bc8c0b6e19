#pragma once
#include <map>
#include <string>
#include <utility>

namespace fathom {

class EventLog;

/// Tells the event log where buttons are, as 'item NAME X Y' (the middle, in pixels), whenever one
/// has moved: so that a test can click what it names.
class ItemLog {
  public:
    explicit ItemLog(EventLog &log) : log_(log) {}
    /// Of the ImGui item that was drawn last. `pixel_ratio`: pixels to an ImGui unit.
    void note_last_item(const std::string &name, double pixel_ratio);

  private:
    EventLog &log_;
    std::map<std::string, std::pair<int, int>> places_;
};

} // namespace fathom
