#pragma once
#include "render/base/complaint.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace fathom::ui {

class ComparedPair;
class EngineFeed;
class EnginesInUse;
class FramePacing;
class Messages;
class Session;

/// An engine that is not in use any more.
struct LostEngine {
    std::string id;
    Complaint why;
    bool has_worked = false; ///< it had started
};

/// What happens when an engine fails: the CPU takes over, and people are told.
class EngineFailover {
  public:
    EngineFailover(FramePacing &pacing, Messages &messages, const Session &session,
                   EnginesInUse &in_use, ComparedPair &compared);

    /// Replaces what has failed of the engines in use, and tells what one of them has refused. A
    /// file that cannot be read is shown no more: its place is iterated.
    void check();
    /// A picture was completed: the next refusal is news.
    void recovered() { refusal_.reset(); }
    /// The engine that was lost last, if one was since the last call.
    [[nodiscard]] std::optional<LostEngine> take_lost_engine() {
        return std::exchange(lost_engine_, std::nullopt);
    }

  private:
    void replace(const std::string &id, const Complaint &why);
    void check_file();
    void tell_refusal(const EngineFeed *feed);

    FramePacing &pacing_;
    Messages &messages_;
    const Session &session_;
    EnginesInUse &in_use_;
    ComparedPair &compared_;
    std::optional<LostEngine> lost_engine_;
    std::uint64_t failed_generation_ = 0; ///< at which even the CPU failed
    std::optional<std::string> refusal_;  ///< that was told, until a picture is complete
};

} // namespace fathom::ui
