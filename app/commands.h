#pragma once
#include "app/options/picture_options.h"
#include "app/options/place_options.h"
#include "app/output.h"
#include "render/film/film_export_job.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fathom::app {

// The subcommands. Each answers on standard output and returns the exit code; what goes wrong is
// thrown as an Error.

struct GuiCommand {
    WhereOptions where; ///< FILE is its location
    bool full_screen = false;
    bool fresh = false;
    std::optional<int> samples;
    std::optional<std::string> tour;
    int frames = 0;
    bool live = false;
    bool pipelined = false;
    std::optional<std::filesystem::path> stats;
    std::optional<std::filesystem::path> screenshot;
};
/// fathom [gui] [FILE]: the window.
int run(const GuiCommand &command, const OutputOptions &output);

struct RenderCommand {
    WhereOptions where;
    PictureOptions picture;
    bool raw = false;      ///< data in an OpenEXR, too
    bool adaptive = false; ///< samples beyond the first where neighbours differ
};
/// fathom render: writes a PNG, OpenEXR or NumPy file of any size, or the location alone (.toml).
int run(const RenderCommand &command, const OutputOptions &output);

struct FilmCommand {
    std::filesystem::path file; ///< of a film or tour; empty: from place to place
    std::optional<std::string> from, to;
    std::optional<double> seconds;
    WhereOptions where; ///< device and threads alone
    std::optional<Size> size;
    std::optional<double> frames_per_second;
    std::optional<int> samples, blur_frames;
    std::optional<double> shutter;
    std::optional<film::FrameRange> range;
    std::filesystem::path output;
    std::optional<VideoCodec> codec;
    int bits = 0;    ///< a channel; 0: not said
    int quality = 0; ///< likewise
    std::optional<std::filesystem::path> audio;
    std::filesystem::path rings; ///< a folder; empty: none
    bool continued = false;
};
/// fathom film: makes a film, as one file or as pictures.
int run(const FilmCommand &command, const OutputOptions &output);

struct RecolourCommand {
    WhereOptions
        where; ///< the file of raw data is its location; only colours and threads are given
    PictureOptions picture;
};
/// fathom recolour: another picture of an OpenEXR's raw data, without iterating.
int run(const RecolourCommand &command, const OutputOptions &output);

struct CompareCommand {
    WhereOptions where;
    std::string devices = "reference,auto"; ///< two ids
    std::optional<std::filesystem::path> difference_picture;
};
/// fathom compare: the same request on two engines; 1 if a bit differs.
int run(const CompareCommand &command, const OutputOptions &output);

struct ProbeCommand {
    WhereOptions where;
};
/// fathom probe: what the centre does.
int run(const ProbeCommand &command, const OutputOptions &output);

struct VerifyCommand {
    WhereOptions where;
    int points = 500;
    std::uint64_t seed = 1;
};
/// fathom verify: random pixels of an engine against exact arithmetic.
int run(const VerifyCommand &command, const OutputOptions &output);

struct NucleusCommand {
    WhereOptions where;
    bool misiurewicz = false;
};
/// fathom nucleus: the minibrot or the Misiurewicz point about the centre.
int run(const NucleusCommand &command, const OutputOptions &output);

struct OrbitCommand {
    WhereOptions where;
    std::filesystem::path file;
};
/// fathom orbit: the reference orbit of a view, as a file.
int run(const OrbitCommand &command, const OutputOptions &output);

struct PlanCommand {
    RenderCommand render; ///< the picture, in a file called "picture"
    FilmCommand film;     ///< or the film, in one called "film"
    bool is_film = false;
    std::string format; ///< of the file; empty: not said
    std::optional<int> samples;
    std::filesystem::path folder;
    int tasks = 0;
    int check_every = 0;
    std::optional<int> ring_tasks = 0; ///< of a film; none: as many as pay
};
/// fathom plan: a picture or a film as a job of many tasks.
int run(const PlanCommand &command, const OutputOptions &output);

struct TaskCommand {
    std::filesystem::path folder;
    int task = 0;
    bool list = false;  ///< says what is left instead
    bool needs = false; ///< says what it takes of other tasks' results instead
    WhereOptions where; ///< device and threads
};
/// fathom task: does one task of a job.
int run(const TaskCommand &command, const OutputOptions &output);

struct JoinCommand {
    std::filesystem::path folder;
    std::filesystem::path file;
    bool missing = false; ///< says what is left instead
};
/// fathom join: a job's results as one file; 1 if some are missing, damaged or differ.
int run(const JoinCommand &command, const OutputOptions &output);

struct FarmCommand {
    std::filesystem::path job;
    std::string ray;                ///< a cluster's address, auto or local
    std::string device = "auto";    ///< on every node; auto: all GPUs and CPUs
    std::string program = "fathom"; ///< as the nodes have it
    int threads = 0;                ///< cores of a task on a CPU; 0: up to four
};
/// fathom farm: a job's open tasks on a Ray cluster. Does not return, but becomes the program that
/// does it.
int run(const FarmCommand &command, const OutputOptions &output);

struct ConvertCommand {
    std::filesystem::path in, out;
    std::optional<std::string> gradient; ///< of several in a file
};
/// fathom convert: another program's place or palette as Fathom's own file, or either as others
/// read it.
int run(const ConvertCommand &command, const OutputOptions &output);

struct DevicesCommand {};
/// fathom devices: what this machine offers, and why something is missing.
int run(const DevicesCommand &command, const OutputOptions &output);

struct BenchCommand {
    enum class Suite { table, engines, formulas, types, interop, exports, deep, film, all };
    Suite suite = Suite::engines;
    std::vector<std::string> devices;             ///< ids; empty: all that there are
    std::string instruction_set;                  ///< of cpu; empty: each that there is
    std::optional<Size> size;                     ///< of the engines', formulas' or deep pictures
    std::vector<std::filesystem::path> locations; ///< deep places or films; empty: the assets'
    MethodChoice method;                          ///< of the deep pictures
    std::optional<std::filesystem::path> orbit;   ///< a file of the one deep place's
    std::vector<int> table_sizes;                 ///< n; empty: those of the published table
    int runs = 3;
    int threads = 0;
    bool print_json = false; ///< on standard output, instead of text
    std::optional<std::filesystem::path> json, markdown, plot;
};
/// fathom bench: what the engines do, against their hardware's ceiling and what others need.
int run(const BenchCommand &command, const OutputOptions &output);

struct PrintDocumentationCommand {
    std::filesystem::path folder;
};
/// fathom print-documentation, which no help lists: writes what the build makes of the table of
/// commands and keys, which are reference pages, man pages and completions.
int run(const PrintDocumentationCommand &command, const OutputOptions &output);

} // namespace fathom::app
