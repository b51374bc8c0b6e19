#pragma once
#include <string>
#include <vector>

namespace fathom {

/// How far an engine is with the present picture.
struct Headway {
    enum class State {
        starting,  ///< there is no engine yet
        waiting,   ///< for another engine, so that their times do not disturb each other
        computing, ///< under way
        stopped,   ///< somebody cancelled it
        complete,
    };
    State state = State::starting;
    double share = 0; ///< of the samples that are finished, 0 to 1

    [[nodiscard]] bool complete() const { return state == State::complete; }
};

/// "computing 42 %", "stopped at 3 %, incomplete" and so on; empty for a complete picture.
std::string describe(const Headway &headway);

/// Of several engines together: the mean share; computing as long as one will go on, and complete
/// when all are. `engines` has at least one.
Headway together(const std::vector<Headway> &engines);

} // namespace fathom
