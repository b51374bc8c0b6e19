#pragma once

namespace fathom {
class Engine;
class Turns;
} // namespace fathom

namespace fathom::film {

/// An engine that several threads make a film with, as many at a time as it has turns
/// (Engine::frames_at_once).
struct SharedEngine {
    Engine &engine;
    Turns &turns;
};

} // namespace fathom::film
