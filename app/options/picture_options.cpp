#include "app/options/picture_options.h"

#include "app/options/option_values.h"
#include "app/options/text_option.h"
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

void add_continue_option(CLI::App &command, PictureOptions &options) {
    add_flag_option(command, "--continue",
                    "go on where an interrupted run of the same command ended; what is finished "
                    "is kept in a folder beside the file up to then",
                    [&] { options.continued = true; });
}

} // namespace

void add_picture_options(CLI::App &command, const std::string &help, PictureOptions &options) {
    add_text_option(command, "-o,--output", "FILE", help,
                    [&](const std::string &text) { options.file = text; });
    add_text_option(command, "--format", "TYPE", "of what -o - writes: png, jpg, exr or npy (png)",
                    [&](const std::string &text) { options.format = parse_format(text); });
    add_depth_options(command, options);
    add_continue_option(command, options);
}

void add_depth_options(CLI::App &command, PictureOptions &options) {
    add_text_option(command, "--dpi", "N", "pixels an inch, for print, in a .png or .jpg",
                    [&](const std::string &text) {
                        options.dots_per_inch =
                            static_cast<int>(parse_whole("--dpi", text, 1, kMaxDotsPerInch));
                    });
    add_text_option(command, "--quality", "N", "of a .jpg, 1 to 100 (95)",
                    [&](const std::string &text) {
                        options.quality = static_cast<int>(parse_whole("--quality", text, 1, 100));
                    });
    add_text_option(command, "--depth", "TYPE",
                    "8 (usual) or 16 bits a channel of a .png, half (usual) or float of a .exr",
                    [&](const std::string &text) { options.depth = parse_depth(text); });
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
