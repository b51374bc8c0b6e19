#include "render/jobs/export_job.h"

#include "render/base/error.h"
#include "render/images/jpeg_writer.h"
#include "render/images/kept_pieces.h"
#include "render/places/location_toml.h"
#include "render/places/picture_text.h"
#include "render/places/toml_document.h"

#include <charconv>
#include <fmt/format.h>

namespace fathom {
namespace {

/// Of a location, and of what purpose_of writes around it, with room.
constexpr std::size_t kMostPurpose = TomlDocument::kMaxSize + 4096;

/// The number behind `before` at the beginning of `text`, 1 to `most`; cuts both off.
int take_number(std::string_view &text, std::string_view before, int most) {
    int number = 0;
    if (text.starts_with(before)) {
        text.remove_prefix(before.size());
        const auto taken = std::from_chars(text.data(), text.data() + text.size(), number);
        text.remove_prefix(static_cast<std::size_t>(taken.ptr - text.data()));
    }
    if (number < 1 || number > most)
        throw InputError("it names no size");
    return number;
}

/// What purpose_of has written, but for what only some types of files have.
ExportJob parse_purpose(std::string_view text, const std::string &source) {
    constexpr std::string_view kBegin = "\nFathom\n";
    constexpr std::string_view kEnd = "\nSoftware\n";
    ExportJob job;
    job.size.width = take_number(text, "", kMaxSide);
    job.size.height = take_number(text, " x ", kMaxSide);
    job.samples = take_number(text, ", ", kMaxSamples);
    const std::size_t begin = text.find(kBegin);
    const std::size_t end = text.rfind(kEnd);
    if (begin == text.npos || end == text.npos || end < begin + kBegin.size())
        throw InputError("it names no location");
    job.adaptive = text.substr(0, begin + 1).find("\nadaptive\n") != text.npos;
    text = text.substr(begin + kBegin.size(), end - begin - kBegin.size());
    job.location = parse_location(text, source).location;
    return job;
}

} // namespace

std::string file_type(const std::filesystem::path &path) {
    std::string type = path.extension().string();
    for (char &letter : type)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return type;
}

bool is_jpeg_type(std::string_view type) {
    return type == ".jpg" || type == ".jpeg";
}

void check_recolour_job(const ExportJob &job, const std::filesystem::path &data) {
    if (type_of(job) != ".png" && !is_exr(job) && !is_jpeg(job))
        throw InputError(fmt::format("{}: recolouring writes pictures; choose a name that ends in "
                                     ".png, .jpg or .exr",
                                     job.path.string()));
    std::error_code none; // there is no such file yet
    if (job.stream.descriptor < 0 && std::filesystem::equivalent(job.path, data, none))
        throw InputError(fmt::format("{} holds the samples that the picture is made of: choose "
                                     "another name",
                                     job.path.string()));
}

std::string type_of(const ExportJob &job) {
    return job.stream.descriptor < 0 ? file_type(job.path) : job.stream.type;
}

bool is_npy(const ExportJob &job) {
    return type_of(job) == ".npy";
}

bool is_exr(const ExportJob &job) {
    return type_of(job) == ".exr";
}

bool is_jpeg(const ExportJob &job) {
    return is_jpeg_type(type_of(job));
}

bool has_sixteen_bits(const ExportJob &job) {
    return job.depth == ColourDepth::bits16;
}

std::string purpose_of(const ExportJob &job) {
    std::string purpose = fmt::format(
        "{} x {}, {} samples, {}, {}, {}\n", job.size.width, job.size.height, job.samples,
        type_of(job), to_string(job.method.precision), to_string(job.method.approximation));
    if (job.first)
        purpose += fmt::format("after {}\n", to_string(job.first->precision));
    if (job.adaptive)
        purpose += "adaptive\n";
    if (has_sixteen_bits(job))
        purpose += "16 bits\n";
    if (job.quality != 0)
        purpose += fmt::format("quality {}\n", job.quality);
    if (job.depth == ColourDepth::floating)
        purpose += "float\n";
    if (job.raw)
        purpose += "raw data\n";
    if (job.dots_per_inch != 0)
        purpose += fmt::format("{} dpi\n", job.dots_per_inch);
    if (!job.source.empty())
        purpose += fmt::format("of {}\n", job.source);
    if (job.part) {
        purpose += fmt::format("{} rows from {} on\n", job.part->rows.count, job.part->rows.first);
        for (const PngText &text : job.part->text)
            purpose += text.key + '\n' + text.value + '\n';
    }
    for (const PngText &text : picture_text(job.location))
        purpose += text.key + '\n' + text.value + '\n';
    return purpose;
}

std::string unfinished_purpose(const std::filesystem::path &path, std::size_t most) {
    const std::filesystem::path file = KeptFolder::purpose_of(path);
    std::error_code failed;
    if (!std::filesystem::is_regular_file(file, failed))
        throw InputError(
            fmt::format("nothing is kept of {} any more; export it anew", path.string()));
    return TomlDocument::read_file(file, most);
}

ExportJob unfinished_picture(const std::filesystem::path &path) {
    const std::string purpose = unfinished_purpose(path, kMostPurpose);
    try {
        ExportJob job = parse_purpose(purpose, KeptFolder::purpose_of(path).filename().string());
        job.path = path;
        return job;
    } catch (const InputError &error) {
        throw InputError(fmt::format("{}: what is kept there is no picture's; remove that folder "
                                     "and export the picture anew ({})",
                                     KeptFolder::of(path).string(), error.what()));
    }
}

void remove_unfinished_picture(const std::filesystem::path &path) {
    KeptPieces::remove(OutputName(path), unfinished_purpose(path, kMostPurpose));
}

Method export_method(const ExportJob &job, MethodChoice choice, const EngineTraits &engine,
                     std::shared_ptr<ReferenceCache> reference_cache) {
    choice.for_numbers = is_npy(job) || job.raw;
    return decide_method(job.location, job.size, choice, engine, std::move(reference_cache));
}

namespace {

void check_adaptive(const ExportJob &job) {
    if (!job.adaptive)
        return;
    if (job.samples == 1)
        throw InputError(Complaint("samples by need are more than one a pixel: choose 2 to 256"));
}

void check_jpeg(const ExportJob &job) {
    if (!is_jpeg(job)) {
        if (job.quality != 0)
            throw InputError(fmt::format("{}: only a .jpg has a quality; leave that out, or choose "
                                         "a name that ends in .jpg",
                                         job.path.string()));
        return;
    }
    if (job.size.width > kMaxJpegSide || job.size.height > kMaxJpegSide)
        throw InputError(fmt::format("{}: a JPEG is at most {} pixels wide and high, not {} x {}; "
                                     "choose a smaller size or a name that ends in .png",
                                     job.path.string(), kMaxJpegSide, job.size.width,
                                     job.size.height));
    if (job.dots_per_inch > kMaxJpegDotsPerInch)
        throw InputError(fmt::format("{}: a JPEG says at most {} pixels an inch; choose fewer",
                                     job.path.string(), kMaxJpegDotsPerInch));
}

} // namespace

void check_export_job(const ExportJob &job) {
    const std::string type = type_of(job);
    if (type.empty())
        throw InputError(fmt::format("{}: the name has no ending that tells the file type; choose "
                                     "one that ends in .png, .jpg, .exr or .npy",
                                     job.path.string()));
    if (type != ".png" && type != ".exr" && type != ".npy" && !is_jpeg(job))
        throw InputError(fmt::format("{}: unknown file type '{}'; choose a name that ends in .png, "
                                     ".jpg, .exr or .npy",
                                     job.path.string(), type));
    if (job.size.width < 1 || job.size.height < 1 || job.size.width > kMaxSide ||
        job.size.height > kMaxSide)
        throw InputError(
            fmt::format("{} x {} is no size for a picture: each side has to be 1 to {}",
                        job.size.width, job.size.height, kMaxSide));
    if (job.samples < 1 || job.samples > kMaxSamples)
        throw InputError(fmt::format("{} samples a pixel are not possible: choose 1 to {}",
                                     job.samples, kMaxSamples));
    if (is_npy(job) && job.samples != 1)
        throw InputError(fmt::format("{}: .npy holds one sample a pixel", job.path.string()),
                         {Remedy::Kind::one_sample, "write a .png"});
    check_jpeg(job);
    check_adaptive(job);
    if (job.stream.descriptor >= 0 && job.continued)
        throw InputError(
            fmt::format("{}: going on with an interrupted picture needs a file; choose "
                        "a name instead of it",
                        job.path.string()));
    if (job.dots_per_inch != 0 && type != ".png" && !is_jpeg(job))
        throw InputError(
            fmt::format("{}: only a .png or .jpg says how many pixels an inch has; leave "
                        "that out, or choose a name that ends in .png",
                        job.path.string()));
    using Depth = ColourDepth;
    const bool of_png = job.depth == Depth::bits8 || job.depth == Depth::bits16;
    if (job.depth != Depth::usual && (of_png ? type != ".png" : !is_exr(job)))
        throw InputError(fmt::format("{}: colours of that depth are for a {}; leave it out, or "
                                     "choose a name that ends so",
                                     job.path.string(), of_png ? ".png" : ".exr"));
    if (job.raw && !is_exr(job) && !is_npy(job))
        throw InputError(fmt::format("{}: raw data need a file that can hold them; choose a name "
                                     "that ends in .exr or .npy",
                                     job.path.string()));
    if (job.raw && job.samples != 1)
        throw InputError(
            fmt::format("{}: raw data are those of one sample a pixel", job.path.string()),
            {Remedy::Kind::one_sample});
}

} // namespace fathom
