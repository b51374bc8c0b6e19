#include "render/video/ffmpeg.h"

#include "render/base/error.h"
#include "render/base/printable.h"

#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <sstream>
#include <system_error>
#include <vector>

namespace fathom {
namespace {

constexpr std::size_t kMostSaid = 300; // of its words in a sentence of ours

[[noreturn]] void throw_missing(const std::filesystem::path &file) {
    throw DiskError(fmt::format("{}: a film in one file is encoded by FFmpeg, which is not "
                                "installed: install it (apt install ffmpeg), or write pictures to "
                                "a name such as folder/%06d.png",
                                file.string()));
}

/// The second word of "ffmpeg version 5.1.9-0+deb12u1 Copyright ...".
std::string read_version(const std::string &text) {
    std::istringstream words(text);
    std::string program, version, number;
    words >> program >> version >> number;
    return program == "ffmpeg" && version == "version" ? number : std::string();
}

/// Lines such as " V....D libx264              libx264 H.264 ...", behind a legend that ends with a
/// line of dashes.
std::set<std::string> read_encoders(const std::string &text) {
    std::set<std::string> encoders;
    std::istringstream lines(text);
    bool listed = false;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string kind, name;
        words >> kind >> name;
        if (listed && kind.starts_with('V'))
            encoders.insert(name);
        listed = listed || kind.starts_with("---");
    }
    return encoders;
}

/// The last line that is one of FFmpeg's own. SVT-AV1 tells of itself on the same stream.
std::string last_words(const std::string &errors) {
    std::istringstream lines(errors);
    std::string last;
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && !line.starts_with("Svt[") && !line.starts_with("    Last message") &&
            !line.starts_with("Conversion failed"))
            last = line;
    return printable(last, kMostSaid);
}

} // namespace

Ffmpeg find_ffmpeg(const std::filesystem::path &file, const std::atomic<bool> &stop) {
    const ChildEnd about = run_child({"ffmpeg", "-version"}, stop);
    if (about.how == ChildEnd::How::stopped)
        return {};
    if (about.how == ChildEnd::How::not_started && about.code != ENOENT && about.code != EACCES)
        throw DiskError(fmt::format("{}: FFmpeg could not be started: {}; close other programs or "
                                    "raise the limits on open files and processes (ulimit)",
                                    file.string(), std::generic_category().message(about.code)));
    Ffmpeg found;
    found.version = read_version(about.output);
    if (about.how != ChildEnd::How::exited || about.code != 0 || found.version.empty())
        throw_missing(file);
    found.encoders = read_encoders(run_child({"ffmpeg", "-hide_banner", "-encoders"}, stop).output);
    return found;
}

void check_ffmpeg_end(const ChildEnd &end, const std::string &task) {
    using How = ChildEnd::How;
    if (end.how == How::stopped || (end.how == How::exited && end.code == 0))
        return;
    if (end.how == How::killed && end.code == SIGXFSZ)
        throw DiskError(fmt::format("FFmpeg could not {}: the file became too large; raise the "
                                    "limit on file sizes or choose another folder",
                                    task));
    std::string reason = last_words(end.errors);
    if (reason.empty())
        reason = end.how == How::not_started
                     ? fmt::format("it could not be started ({})",
                                   std::generic_category().message(end.code))
                 : end.how == How::killed ? fmt::format("signal {} ended it", end.code)
                                          : fmt::format("it ended with code {}", end.code);
    throw DiskError(fmt::format("FFmpeg could not {}: {}", task, reason));
}

void check_sound(const std::filesystem::path &sound, const std::atomic<bool> &stop) {
    using How = ChildEnd::How;
    const ChildEnd end = run_child({"ffmpeg", "-nostdin", "-loglevel", "error", "-t", "1", "-i",
                                    ffmpeg_name(sound), "-map", "0:a:0", "-f", "null", "-"},
                                   stop);
    if (end.how == How::killed || (end.how == How::exited && end.code != 0))
        throw InputError(fmt::format("{}: FFmpeg finds no sound in this file; choose another one "
                                     "for the film's sound",
                                     sound.string()));
}

std::string ffmpeg_name(const std::filesystem::path &file) {
    // Else a colon would make its beginning a protocol.
    return "file:" + std::filesystem::absolute(file).string();
}

} // namespace fathom
