#pragma once

namespace fathom {

/// Has GMP and MPFR throw std::bad_alloc where they would end the program, and where that leaves a
/// thread or a function that must not throw has `say_so` called (which must not throw, nor take
/// memory) and the program ended with `exit_code`, not by a signal. Call it first in main().
void end_politely_without_memory(void (*say_so)() noexcept, int exit_code) noexcept;

/// Whether the program was ever refused memory, be it that somebody managed without: what a library
/// or a stream says of a file after that may be wrong.
[[nodiscard]] bool memory_was_refused() noexcept;

} // namespace fathom
