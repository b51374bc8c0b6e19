#pragma once
#include <string>
#include <vector>

namespace fathom {
struct PerturbationProgress;
} // namespace fathom

namespace fathom::ui {

/// How far an engine is with the present picture.
struct Progress {
    enum class State {
        starting,  ///< there is no engine yet
        waiting,   ///< for another engine, so that their times do not disturb each other
        computing, ///< under way
        stopped,   ///< somebody cancelled it
        complete,
    };
    State state = State::starting;
    double share = 0;    ///< of the samples that are finished, 0 to 1
    std::string doing{}; ///< what comes before the samples, in words; empty: they are computed

    [[nodiscard]] bool complete() const { return state == State::complete; }
};

/// "computing 42 %", "stopped at 3 %, Space goes on" and so on; empty for a complete picture.
std::string describe(const Progress &progress);

/// "reference orbit 42 %", "reference orbit, 120 k steps", "tables".
std::string describe(const PerturbationProgress &progress);

/// Of a search for how many iterations the view needs, `share` of what it takes at most.
Progress limit_progress(double share);

/// Of several engines together: the mean share, and what the first of them does; computing as long
/// as one will go on, and complete when all are. `engines` has at least one.
Progress together(const std::vector<Progress> &engines);

} // namespace fathom::ui
