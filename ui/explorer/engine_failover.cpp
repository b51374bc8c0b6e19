#include "ui/explorer/engine_failover.h"

#include "render/engines/device_failover.h"
#include "render/jobs/overview_engine.h"
#include "ui/explorer/compared_pair.h"
#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/frame_pacing.h"
#include "ui/explorer/messages.h"
#include "ui/state/control_advice.h"
#include "ui/state/session.h"
#include "ui/texts/devices.h"

#include <fmt/format.h>

namespace fathom::ui {

EngineFailover::EngineFailover(FramePacing &pacing, Messages &messages, const Session &session,
                               EnginesInUse &in_use, ComparedPair &compared)
    : pacing_(pacing), messages_(messages), session_(session), in_use_(in_use),
      compared_(compared) {}

void EngineFailover::check() {
    if (in_use_.shown_file() != nullptr)
        return check_file();
    for (const std::string &id : in_use_.ids()) {
        if (const auto why = in_use_.engines().failure(id))
            replace(id, *why);
        else
            tell_refusal(in_use_.engines().find(id));
    }
}

void EngineFailover::check_file() {
    const auto failure = with_controls(in_use_.engines().failure(OverviewEngine::kId));
    const auto why = failure ? failure : in_use_.first()->refusal();
    if (!why)
        return;
    messages_.complain(fmt::format(texts::devices::kFileFailed, *why));
    in_use_.drop_file();
    pacing_.draw_after_activity();
}

void EngineFailover::replace(const std::string &id, const Complaint &why) {
    lost_engine_ = LostEngine{id, why, in_use_.engines().find(id) != nullptr};
    if (id != "cpu") {
        messages_.complain(takeover_words(id, why.what, lost_engine_->has_worked) + ".");
        in_use_.engines().forget(id);
        compared_.end(); // its frames lie on the device that is lost
        in_use_.choice().use("cpu");
    } else if (failed_generation_ != session_.generation()) {
        // Too large a window, say: the next view may work.
        if (failed_generation_ == 0)
            messages_.complain(with_controls(why));
        failed_generation_ = session_.generation();
        in_use_.engines().forget(id);
    }
    pacing_.draw_after_activity();
}

// A moving view is refused again and again: once is enough.
void EngineFailover::tell_refusal(const EngineFeed *feed) {
    const auto why = feed == nullptr ? std::nullopt : feed->refusal();
    if (!why || why == refusal_)
        return;
    refusal_ = why;
    messages_.complain(*why);
}

} // namespace fathom::ui
