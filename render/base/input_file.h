#pragma once
#include <filesystem>
#include <fstream>

namespace fathom {

/// Opens a file to be read, byte by byte. Only a regular one, because a FIFO would block: with
/// anything else, or what may not be read, the stream is not open. Throws DiskError where that has
/// to do with the machine and not with the file: no descriptors are left, the disk fails.
std::ifstream open_input_file(const std::filesystem::path &path);

/// Throws DiskError where that error of opening or reading the file has to do with the machine and
/// not with the file.
void check_readable(const std::filesystem::path &path, int error_number);

/// Throws DiskError if reading the file failed: then what was read says nothing about it.
void check_read(const std::ifstream &file, const std::filesystem::path &path);

} // namespace fathom
