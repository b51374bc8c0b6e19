#include "app/options/picture_options.h"

#include "app/options/command_options.h"
#include "app/options/option_values.h"
#include "app/output.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/images/png_chunk.h"

#include <fmt/format.h>
#include <unistd.h>

namespace fathom::app {
namespace {

constexpr const char *kStandardOutput = "-";

ColourDepth parse_depth(const std::string &text) {
    if (text == "8")
        return ColourDepth::bits8;
    if (text == "16")
        return ColourDepth::bits16;
    if (text == "half")
        return ColourDepth::half;
    if (text == "float")
        return ColourDepth::floating;
    throw InputError(fmt::format("--depth takes 8 or 16 (bits, of a .png) or half or float (of a "
                                 ".exr), not {}",
                                 in_quotes(text)));
}

std::string parse_format(const std::string &text) {
    if (text != "png" && text != "jpg" && text != "exr" && text != "npy")
        throw InputError(
            fmt::format("--format takes png, jpg, exr or npy, not {}", in_quotes(text)));
    return text;
}

void add_continue_option(CommandOptions &command, PictureOptions &options) {
    command.add_flag("--continue", continue_help(), [&] { options.continued = true; });
}

} // namespace

OptionHelp continue_help() {
    return {"continue a run of the same command that was interrupted",
            "",
            {},
            "Finished parts wait in a folder beside the file, named FILE.unfinished, until all is "
            "done. Give the option from the first run on to keep them."};
}

OptionHelp raw_help() {
    return {"write the samples, too, into a .exr or .npy",
            "",
            {},
            "fathom recolour and other programs read them. docs/reference/raw-data.md describes "
            "them."};
}

OptionHelp adaptive_help() {
    return {"take more than one sample only where neighbouring pixels differ"};
}

void add_picture_options(CommandOptions &command, const OptionHelp &help, PictureOptions &options) {
    command.begin_group("File");
    command.add_text("-o,--output", "FILE", help,
                     [&](const std::string &text) { options.file = text; });
    command.add_text("--format", "TYPE",
                     {"type of what -o - writes:", "png", {"png", "jpg", "exr", "npy"}},
                     [&](const std::string &text) { options.format = parse_format(text); });
    add_depth_options(command, options);
    add_continue_option(command, options);
}

void add_depth_options(CommandOptions &command, PictureOptions &options) {
    command.begin_group("File");
    command.add_text("--depth", "TYPE",
                     {"8 or 16 bits per channel (.png), half or float (.exr)",
                      "8, half",
                      {"8", "16", "half", "float"}},
                     [&](const std::string &text) { options.depth = parse_depth(text); });
    command.add_text(
        "--quality", "N", {"quality of a .jpg, 1 to 100", "95"},
        [&](const std::string &text) { options.quality = parse_int("--quality", text, 1, 100); });
    command.add_text("--dpi", "N",
                     {"pixels per inch for printing, in a .png or .jpg", "not stated"},
                     [&](const std::string &text) {
                         options.dots_per_inch = parse_int("--dpi", text, 1, kMaxDotsPerInch);
                     });
}

bool is_streamed(const PictureOptions &options) {
    return options.file == kStandardOutput;
}

std::string name_of(const PictureOptions &options) {
    return is_streamed(options) ? "standard output" : options.file.string();
}

std::string stopped_sentence(const PictureOptions &options) {
    const std::string file = name_of(options);
    if (is_streamed(options))
        return fmt::format("stopped; {} did not get the whole picture", file);
    return options.continued ? fmt::format("stopped; the same command goes on with {}", file)
                             : fmt::format("stopped; {} was not written", file);
}

std::string type_of(const PictureOptions &options) {
    if (!is_streamed(options))
        return file_type(options.file);
    return options.format.empty() ? ".png" : '.' + options.format;
}

void check_stream(const PictureOptions &options, const OutputOptions &output) {
    if (!is_streamed(options)) {
        if (!options.format.empty())
            throw InputError(fmt::format("{}: the name tells the type of the file; leave --format "
                                         "out, or write to standard output with -o -",
                                         options.file.string()));
        return;
    }
    if (output.json)
        throw InputError("--json: standard output takes the picture; leave it out, or choose a "
                         "file's name instead of -o -");
    if (::isatty(STDOUT_FILENO) == 1)
        throw InputError("-o -: standard output is a terminal, which shows no pictures; send it "
                         "to another program or a file");
}

void apply(const PictureOptions &options, ExportJob &job) {
    job.path = options.file;
    job.dots_per_inch = options.dots_per_inch;
    job.depth = options.depth;
    job.quality = options.quality;
    job.continued = options.continued;
    if (is_streamed(options)) {
        job.path = name_of(options);
        job.stream = {STDOUT_FILENO, type_of(options)};
    }
}

} // namespace fathom::app
