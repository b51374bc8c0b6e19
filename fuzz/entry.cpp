// One fuzz target: the reader that the build chose.
#include "fuzz/readers.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    fathom::fuzz::FATHOM_FUZZ_READER({reinterpret_cast<const char *>(data), size});
    return 0;
}
