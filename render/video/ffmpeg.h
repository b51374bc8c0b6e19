#pragma once
#include "render/base/child_process.h"

#include <atomic>
#include <filesystem>
#include <set>
#include <string>

namespace fathom {

/// The FFmpeg of this machine: the program `ffmpeg` that $PATH leads to. It runs as a child: no
/// library of its six versions that are in use is linked, and what goes wrong in a codec ends that
/// child alone.
struct Ffmpeg {
    std::string version;            ///< as it says, such as "5.1.9-0+deb12u1"
    std::set<std::string> encoders; ///< their names there, such as "libx264"
};

/// Throws DiskError that says how to get one where there is none; `file` is what it is needed for.
/// Of what `stop` interrupts the result is empty.
Ffmpeg find_ffmpeg(const std::filesystem::path &file, const std::atomic<bool> &stop);

/// Throws DiskError with what FFmpeg said last, unless it ended well or was stopped. `task`:
/// "encode a.mp4".
void check_ffmpeg_end(const ChildEnd &end, const std::string &task);

/// Decodes the beginning of a file's sound to nowhere, so that a film that is to have it is not
/// encoded in vain. Throws InputError where FFmpeg finds none; without FFmpeg nothing is tried.
void check_sound(const std::filesystem::path &sound, const std::atomic<bool> &stop);

/// A file as FFmpeg takes it on its command line, whatever its name is.
std::string ffmpeg_name(const std::filesystem::path &file);

} // namespace fathom
