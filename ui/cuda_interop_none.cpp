// For builds without CUDA.
#include "ui/cuda_interop.h"

namespace fathom {

InteropAttempt register_buffer(unsigned, int) {
    return {nullptr, "built without CUDA"};
}

} // namespace fathom
