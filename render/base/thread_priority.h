#pragma once

namespace fathom {

/// From now on this thread, and threads that it starts, run only where nobody else of the program
/// wants the processor: for what computes beside a window. Does nothing where the system has no
/// such thing for single threads.
void lower_thread_priority() noexcept;

} // namespace fathom
