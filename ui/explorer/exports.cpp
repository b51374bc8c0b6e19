#include "ui/explorer/exports.h"

#include "ui/explorer/engines_in_use.h"
#include "ui/explorer/messages.h"
#include "ui/state/session.h"

namespace fathom {

Exports::Exports(Messages &messages, const Session &session, const EnginesInUse &in_use,
                 NewFileNames &names, std::function<void()> notify)
    : messages_(messages), session_(session), in_use_(in_use), panel_(names, std::move(notify)) {}

bool Exports::tell_outcome() {
    const auto outcome = panel_.take_outcome();
    if (!outcome)
        return false;
    messages_.note("export " + outcome->words);
    if (outcome->good)
        messages_.say(outcome->words);
    else
        messages_.complain(outcome->words);
    return true;
}

bool Exports::draw_section(Controls &controls) {
    ExportContext context;
    context.location = &session_.location();
    context.window = session_.size();
    context.method = session_.method_choice();
    context.device = in_use_.ids().front();
    context.lut = session_.colour().lut;
    return panel_.draw(controls, context);
}

} // namespace fathom
