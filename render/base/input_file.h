#pragma once
#include <filesystem>
#include <fstream>

namespace fathom {

/// Opens a file to be read, byte by byte. Only a regular one, because a FIFO would block: with
/// anything else, or what may not be read, the stream is not open.
std::ifstream open_input_file(const std::filesystem::path &path);

} // namespace fathom
