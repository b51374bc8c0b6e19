#pragma once
#include "app/output.h"

namespace fathom::app {

/// What a process needs that a shell usually gives it: standard streams, so that no file takes
/// their numbers, a stack of 1 MiB for each thread, and errors in place of the signals that a
/// reader who is gone or a limit on files would send. Throws DeviceError where the stack is limited
/// to less.
void prepare_process();

/// Throws DiskError where standard output is closed, unless it is quiet: before a file is written
/// and not after it.
void check_standard_output(const OutputOptions &output);

} // namespace fathom::app
