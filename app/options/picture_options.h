#pragma once
#include "render/jobs/export_job.h"

#include <filesystem>
#include <string>

namespace fathom::app {

class CommandOptions;
struct OptionHelp;

struct OutputOptions;

/// The file that a command writes a picture to, and what it says or keeps.
struct PictureOptions {
    std::filesystem::path file; ///< or "-"
    std::string format;         ///< of what goes to standard output; empty: not said
    int dots_per_inch = 0;      ///< of a PNG or JPEG; 0: not said
    int quality = 0;            ///< of a JPEG; 0: not said
    ColourDepth depth = ColourDepth::usual;
    bool continued = false; ///< goes on with what an interrupted run has made
};

/// Offers -o with that help, and --format, --dpi, --depth, --quality and --continue. `options` has
/// to outlive the parsing.
void add_picture_options(CommandOptions &command, const OptionHelp &help, PictureOptions &options);

/// What --continue does, the same for pictures and films.
OptionHelp continue_help();
/// What --raw and --adaptive do, the same for pictures made at once and planned ones.
OptionHelp raw_help();
OptionHelp adaptive_help();

/// Offers --dpi, --depth and --quality alone. Likewise.
void add_depth_options(CommandOptions &command, PictureOptions &options);

/// Whether it goes to standard output, which then takes nothing else.
bool is_streamed(const PictureOptions &options);

/// The file as sentences call it.
std::string name_of(const PictureOptions &options);

/// Says that a signal stopped the command, and what that left.
std::string stopped_sentence(const PictureOptions &options);

/// The type of what is written, such as ".png": that of the file's name, or of what standard output
/// gets.
std::string type_of(const PictureOptions &options);

/// Throws InputError where standard output cannot take the picture (a terminal is no place for
/// it, nor is there room for an answer), or --format says what the file's name says.
void check_stream(const PictureOptions &options, const OutputOptions &output);

/// Puts the options into the job. From then on a pipe that nobody reads is a failed write with a
/// reason, not a killed process, if that is where it goes.
void apply(const PictureOptions &options, ExportJob &job);

} // namespace fathom::app
