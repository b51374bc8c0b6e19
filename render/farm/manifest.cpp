#include "render/farm/manifest.h"

#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/farm/job_files.h"
#include "render/farm/job_limits.h"
#include "render/images/checksum.h"
#include "render/places/toml_document.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace fathom::farm {
namespace {

constexpr std::int64_t kManifestFormat = 1;
/// Of a result's row, as a PNG's pixels: the widest picture with a hundred fields of raw data.
constexpr std::int64_t kMostRowWidth = std::int64_t{kMaxSide} * 140;
constexpr std::int64_t kMostFileBytes = std::int64_t{1} << 40;

template <class Value> struct Word {
    const char *word;
    Value value;
};
constexpr std::array<Word<ColourDepth>, 5> kDepths = {{{"usual", ColourDepth::usual},
                                                       {"8", ColourDepth::bits8},
                                                       {"16", ColourDepth::bits16},
                                                       {"half", ColourDepth::half},
                                                       {"float", ColourDepth::floating}}};
constexpr std::array<const char *, 5> kTypes = {".png", ".jpg", ".jpeg", ".exr", ".npy"};

const char *word_of(ColourDepth depth) {
    return std::find_if(kDepths.begin(), kDepths.end(),
                        [&](const Word<ColourDepth> &known) { return known.value == depth; })
        ->word;
}

/// Of the bytes, so that a damaged or changed manifest does not pass for the one that was planned.
std::string id_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return fmt::format("{:08x}{:08x}", crc32_of(bytes), adler32_of(bytes));
}

constexpr std::string_view kIdBegin = "id = \"", kIdEnd = "\"\n";
constexpr std::size_t kIdDigits = 16;

std::string id_line(const std::string &id) {
    return fmt::format("{}{}{}", kIdBegin, id, kIdEnd);
}

/// "place_toml": a file's table.
std::string key_of(std::string name) {
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

std::string text_of(const JobPicture &picture) {
    std::string text = fmt::format("\n[picture]\n"
                                   "width = {}\nheight = {}\n"
                                   "samples = {}\nadaptive = {}\n"
                                   "type = \"{}\"\ndepth = \"{}\"\nraw = {}\n"
                                   "dots_per_inch = {}\nquality = {}\n",
                                   picture.size.width, picture.size.height, picture.samples,
                                   picture.adaptive, picture.type, word_of(picture.depth),
                                   picture.raw, picture.dots_per_inch, picture.quality);
    text += fmt::format("precision = \"{}\"\napproximation = \"{}\"\nshortcuts = {}\n",
                        to_string(picture.precision), to_string(picture.approximation),
                        picture.shortcuts);
    if (picture.first)
        text += fmt::format("first = \"{}\"\n", to_string(*picture.first));
    return text +
           fmt::format("row_width = {}\nrow_bits = {}\n", picture.rows.width, picture.rows.bits);
}

std::string text_of(const JobFilm &film) {
    std::string text =
        fmt::format("\n[film]\ntype = \"{}\"\n"
                    "codec = \"{}\"\nbits = {}\nquality = {}\n"
                    "first_frame = {}\nlast_frame = {}\nframes_a_segment = {}\n",
                    film.type, to_string(film.video.codec), film.video.bits, film.video.quality,
                    film.plan.frames.first, film.plan.frames.last, film.plan.frames_a_segment);
    if (!film.writes_pictures())
        text += fmt::format("ffmpeg = \"{}\"\nencoder = \"{}\"\n", film.ffmpeg, film.encoder);
    return text;
}

std::string text_without_id(const FarmJob &job) {
    std::string text = fmt::format("fathom_job = {}\nprogram = \"{}\"\n"
                                   "parts = {}\ncheck_every = {}\nring_tasks = {}\n",
                                   kManifestFormat, job.program, job.cut.parts, job.cut.check_every,
                                   job.cut.ring_tasks);
    text += job.film ? text_of(*job.film) : text_of(job.picture);
    for (const JobFile &file : job.files)
        text += fmt::format("\n[files.{}]\nbytes = {}\nsum = {}\n", key_of(file.name), file.bytes,
                            file.sum);
    return text;
}

class Reader {
  public:
    Reader(std::string_view text, std::string_view source)
        : document_(TomlDocument::parse(text, source)) {}

    FarmJob read() {
        FarmJob job;
        check_format();
        job.program = printable(text("program"));
        job.cut.parts = whole("parts", 1, kMostParts);
        job.cut.check_every = whole("check_every", 0, kMostParts);
        job.cut.ring_tasks = whole("ring_tasks", 0, document_.has("film") ? kMostParts : 0);
        if (document_.has("film")) {
            job.film = read_film();
        } else {
            read_picture(job.picture);
            read_method(job.picture);
        }
        if (job.cut.parts > most_parts(job))
            document_.refuse("parts", document_.need("parts"),
                             fmt::format("1 to {} for what it makes", most_parts(job)));
        for (const std::string &name : all_file_names())
            read_file(name, job.files);
        return job;
    }
    [[noreturn]] void refuse(std::string_view why) const { document_.refuse(1, why); }

  private:
    void check_format() {
        const std::int64_t format = number("fathom_job", 1, std::int64_t{1} << 40);
        if (format > kManifestFormat)
            document_.refuse(
                document_.need("fathom_job").line,
                fmt::format("this job is of format {}, planned by a newer Fathom; this "
                            "one reads formats to {}, so update Fathom",
                            format, kManifestFormat));
    }

    void read_picture(JobPicture &picture) {
        picture.size = {whole("picture.width", 1, kMaxSide), whole("picture.height", 1, kMaxSide)};
        picture.samples = whole("picture.samples", 1, kMaxSamples);
        picture.adaptive = flag("picture.adaptive");
        picture.type = text("picture.type");
        if (std::find(kTypes.begin(), kTypes.end(), picture.type) == kTypes.end())
            document_.refuse("picture.type", document_.need("picture.type"),
                             "one of \".png\", \".jpg\", \".jpeg\", \".exr\", \".npy\"");
        picture.depth = choice<ColourDepth>("picture.depth", kDepths);
        picture.raw = flag("picture.raw");
        picture.dots_per_inch = whole("picture.dots_per_inch", 0, kMaxDotsPerInch);
        picture.quality = whole("picture.quality", 0, 100);
        picture.rows.width =
            static_cast<std::uint32_t>(number("picture.row_width", 1, kMostRowWidth));
        picture.rows.bits = number("picture.row_bits", 8, 16) > 8 ? 16 : 8;
    }

    JobFilm read_film() {
        constexpr int kMostFrames =
            static_cast<int>(film::FilmLimits::kMaxSeconds * film::FilmLimits::kMaxRate);
        JobFilm film;
        film.type = text("film.type");
        if (!is_video_type(film.type) && film.type != ".png" && film.type != ".exr")
            document_.refuse("film.type", document_.need("film.type"),
                             "one of \".mp4\", \".mkv\", \".mov\", \".webm\", \".png\", "
                             "\".exr\"");
        film.video.codec = video_codec(text("film.codec"));
        film.video.bits = whole("film.bits", 0, 16);
        film.video.quality = whole("film.quality", 0, 100);
        film.plan.frames.first = whole("film.first_frame", 0, kMostFrames);
        film.plan.frames.last = whole("film.last_frame", film.plan.frames.first, kMostFrames);
        film.plan.frames_a_segment = whole("film.frames_a_segment", 1, kMostFrames);
        if (film.writes_pictures())
            return film;
        film.ffmpeg = printable(text("film.ffmpeg"));
        film.encoder = printable(text("film.encoder"));
        return film;
    }

    void read_method(JobPicture &picture) {
        std::vector<Word<Precision>> types;
        for (const Precision type : kPrecisions)
            types.push_back({to_string(type), type});
        picture.precision = choice<Precision>("picture.precision", types);
        if (document_.has("picture.first")) {
            picture.first = choice<Precision>("picture.first", types);
            if (!can_be_first(*picture.first, picture.precision))
                document_.refuse("picture.first", document_.need("picture.first"),
                                 "a type that can come before the precision");
        }
        std::vector<Word<Approximation>> ways;
        for (const Approximation way : {Approximation::none, Approximation::bla, Approximation::la})
            ways.push_back({to_string(way), way});
        picture.approximation = choice<Approximation>("picture.approximation", ways);
        picture.shortcuts = flag("picture.shortcuts");
    }

    void read_file(const std::string &name, std::vector<JobFile> &files) {
        const std::string path = "files." + key_of(name);
        if (!document_.has(path))
            return;
        files.push_back({name,
                         static_cast<std::uint64_t>(number(path + ".bytes", 0, kMostFileBytes)),
                         static_cast<std::uint32_t>(number(path + ".sum", 0, 0xffffffff))});
    }

    std::int64_t number(const std::string &path, std::int64_t low, std::int64_t high) {
        document_.need(path);
        return document_.integer(path, low, high, low);
    }
    int whole(const char *path, int low, int high) {
        return static_cast<int>(number(path, low, high));
    }
    bool flag(const char *path) {
        const TomlValue &value = document_.need(path);
        const auto *given = std::get_if<bool>(&value.data);
        if (given == nullptr)
            document_.refuse(path, value, "true or false");
        return *given;
    }
    const std::string &text(const char *path) {
        const TomlValue &value = document_.need(path);
        const auto *given = std::get_if<std::string>(&value.data);
        if (given == nullptr)
            document_.refuse(path, value, "text in quotes");
        return *given;
    }
    template <class Value, class Words> Value choice(const char *path, const Words &words) {
        std::string expected;
        const std::string &given = text(path);
        for (const Word<Value> &known : words) {
            if (given == known.word)
                return known.value;
            expected += fmt::format("{}\"{}\"", expected.empty() ? "one of " : ", ", known.word);
        }
        document_.refuse(path, document_.need(path), expected);
    }

    TomlDocument document_;
};

} // namespace

std::string to_text(const FarmJob &job) {
    const std::string text = text_without_id(job);
    return id_line(id_of(text)) + text;
}

FarmJob parse_manifest(std::string_view text, std::string_view source) {
    Reader reader(text, source);
    const std::size_t line = kIdBegin.size() + kIdDigits + kIdEnd.size();
    if (text.size() < line)
        reader.refuse("the job's id is missing");
    const std::string id = id_of(text.substr(line));
    if (text.substr(0, line) != id_line(id))
        reader.refuse(
            "the manifest is not as it was planned: copy it again, or plan the job again");
    FarmJob job = reader.read();
    job.id = id;
    return job;
}

} // namespace fathom::farm
