#include "app/command_definitions.h"

#include "app/options/bench_options.h"
#include "app/options/farm_options.h"
#include "app/options/film_options.h"
#include "app/options/option_values.h"
#include "app/options/orbit_options.h"
#include "render/base/version.h"
#include "render/engines/gpu_backend.h"
#include "render/jobs/verification.h"
#include "ui/state/motion.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fathom::app {
namespace {

constexpr int kMostFrames = 1'000'000;
constexpr std::int64_t kLargestSeed = 1'000'000'000'000'000;

/// Where commands are defined; the parts outlive the parsing.
struct Definition {
    CLI::App &app;
    Values &values;
    std::deque<CommandEntry> &table; ///< whose entries stay where they are
};

std::string version_text() {
    const auto [hash, date] = commit();
    const std::string built_from =
        hash.empty() ? "" : fmt::format(" (commit {} of {})", hash, date);
    return fmt::format("fathom {}{}\nCUDA engine: {}\n", version(), built_from,
                       has_cuda() ? "built in" : "not built");
}

void add_general_options(CommandOptions &command, OutputOptions &output) {
    command.begin_group("General");
    command.add_flag("-q,--quiet", {"no warnings, no progress, no remarks"}, output.quiet);
    command.add_help("-h,--help", {"print this help"});
    command.add_flag("--version", {"print the version"},
                     [] { throw CLI::CallForVersion(version_text(), 0); });
}

void add_common_options(CommandOptions &command, OutputOptions &output) {
    command.begin_group("General");
    command.add_flag("--json", {"print one JSON object on standard output"}, output.json);
    add_general_options(command, output);
}

/// Begins a command; the caller adds its options, and then the common ones.
CommandOptions add_command(const Definition &all, CommandEntry entry) {
    CLI::App &app = *all.app.add_subcommand(entry.name, entry.summary);
    all.table.push_back(std::move(entry));
    return {app, all.table.back()};
}

constexpr const char *kWindow = "Explore";
constexpr const char *kPictures = "Pictures and films";
constexpr const char *kPoints = "Points, minibrots and orbits";
constexpr const char *kExactness = "Check that pictures are right";
constexpr const char *kMachines = "Share work among many machines";
constexpr const char *kRest = "Files, devices and speed";

void add_tour_options(CommandOptions &command, GuiCommand &gui) {
    command.begin_group("Tour (for measurements and demonstrations)");
    command.add_text("--tour", "FILE",
                     {"drive the window along a tour file, or builtin, and close it",
                      "",
                      {"builtin"},
                      "docs/reference/tours.md describes the file."},
                     [&](const std::string &text) { gui.tour = text; });
    command.add_text(
        "--frames", "N", {"number of frames of the tour"},
        [&](const std::string &text) { gui.frames = parse_int("--frames", text, 1, kMostFrames); });
    command.add_flag("--live", {"run the tour in real time, as a person would see it"}, gui.live);
    command.add_flag("--pipelined", {"compute the next frame while the last one is shown"},
                     gui.pipelined);
    command.add_text("--stats", "FILE.json", {"write the times of the tour"},
                     [&](const std::string &text) { gui.stats = text; });
    command.add_text("--screenshot", "FILE.png", {"write the last frame of the tour"},
                     [&](const std::string &text) { gui.screenshot = text; });
    for (const char *of_tours : {"--frames", "--live", "--pipelined", "--stats", "--screenshot"})
        command.only_with(of_tours, "--tour");
    command.never_with("--unskew", "--tour");
    for (const char *of_others : {"--frames", "--pipelined"})
        command.never_with("--live", of_others);
}

void add_gui(const Definition &all) {
    CommandOptions command =
        add_command(all, {"gui",
                          kWindow,
                          "open the window",
                          "[FILE]",
                          "fathom gui --fullscreen",
                          "Without a command fathom opens the window, too: fathom FILE is short "
                          "for fathom gui FILE. docs/reference/keys.md lists the keys.",
                          {}});
    GuiCommand &gui = all.values.gui;
    command.begin_group("Window");
    command.add_text("FILE", "",
                     {"a place to open: a file as for --location, or a place in quotes"},
                     [&file = all.values.file](const std::string &text) { file = text; });
    command.add_flag("--fullscreen", {"fill the screen"}, gui.full_screen);
    command.add_flag("--fresh", {"start without what the last session left"}, gui.fresh);
    command.begin_group("Picture");
    command.add_text(
        "--samples", "N",
        {"samples per pixel at edges once the picture rests, 1 to 16", "4, or as last time"},
        [&](const std::string &text) {
            gui.samples = parse_int("--samples", text, 1, ui::kMostSamplesAtRest);
        });
    add_place_options(command, gui.where, "as last time");
    add_unskew_option(command, gui.where);
    add_orbit_option(command, gui.where);
    command.never_with("FILE", "--location");
    add_tour_options(command, gui);
    add_common_options(command, all.values.output);
}

void add_render(const Definition &all) {
    CommandOptions command = add_command(
        all, {"render",
              kPictures,
              "write a picture of any size",
              "-o FILE [OPTIONS]",
              "fathom render --location \"-0.7436 0.1318 1e4\" --size 3840x2160 -o picture.png",
              "A file appears whole or not at all: a run that stops leaves no broken file, and an "
              "older file of that name stays as it was. A .png, .jpg or .exr carries its place, "
              "so Fathom can open it at exactly that view.\n"
              "With -o - standard output takes the picture and nothing else. Remarks are left "
              "out; warnings and progress go to standard error. --json and a terminal are "
              "refused.\n"
              "With --depth 16 the mean of the samples in linear light is not rounded to bytes "
              "and not dithered.",
              {}});
    RenderCommand &render = all.values.render;
    add_picture_options(
        command,
        {"FILE.png, .jpg, .exr, .npy, .toml, or - for standard output",
         "",
         {},
         ".exr is OpenEXR in linear light. .npy holds iterations and smooth counts "
         "for NumPy. .toml is the location alone: nothing is computed. A .jpg has at "
         "most 65500 pixels on a side."},
        render.picture);
    command.add_flag("--raw", raw_help(), render.raw);
    command.begin_group("Picture");
    command.add_flag("--adaptive", adaptive_help(), render.adaptive);
    add_where_options(command, render.where);
    add_orbit_option(command, render.where);
    add_orbit_memory_option(command, render.where);
    add_common_options(command, all.values.output);
}

void add_film(const Definition &all) {
    CommandOptions command = add_command(
        all,
        {"film",
         kPictures,
         "make a film, as a video or as pictures",
         "[FILE] -o FILE [OPTIONS]",
         "fathom film --to \"-0.7436438870 0.1318259042 1e8\" -o seahorse.mp4",
         "A film is a film file (docs/reference/film-format.md), a tour, or the way to a place "
         "(--to). The same film is the same file, byte for byte, on every machine with the "
         "same FFmpeg.\n"
         "To see how a film will look, make it small first: --size 320x180 --fps 15 "
         "--samples 2.",
         {}});
    add_film_command(command, all.values.film);
    add_common_options(command, all.values.output);
}

void add_recolour(const Definition &all) {
    CommandOptions command =
        add_command(all, {"recolour",
                          kPictures,
                          "give a picture other colours, without iterating it again",
                          "DATA -o FILE [OPTIONS]",
                          "fathom recolour raw.exr --palette ember -o picture.png",
                          "",
                          {}});
    RecolourCommand &recolour = all.values.recolour;
    command.begin_group("File");
    command.add_text("DATA", "",
                     {"an OpenEXR by fathom render --raw, Fraktaler-3 or Kalles Fraktaler"},
                     [&](const std::string &text) { recolour.where.view.location = text; });
    command.require("DATA");
    add_picture_options(command, {"FILE.png, .jpg, .exr, or - for standard output"},
                        recolour.picture);
    add_colour_options(command, recolour.where);
    add_common_options(command, all.values.output);
}

void add_compare(const Definition &all) {
    CommandOptions command = add_command(
        all, {"compare",
              kExactness,
              "compute a view on two devices and compare every bit",
              "[OPTIONS]",
              "fathom compare --size 640x360 --devices reference,cpu",
              "The exit code is 1 if the devices differ. With --samples every sample is compared.",
              {}});
    CompareCommand &compare = all.values.compare;
    command.begin_group("Comparison");
    command.add_text("--devices", "A,B", {"the two devices", "reference,auto"},
                     [&](const std::string &text) { compare.devices = text; });
    command.add_text("--diff", "FILE.png",
                     {"write a picture of where they differ",
                      "",
                      {},
                      "Black: all bits agree. White: the escape index differs. Red: only z or the "
                      "colour differs."},
                     [&](const std::string &text) { compare.difference_picture = text; });
    add_where_options(command, compare.where);
    add_orbit_option(command, compare.where);
    add_orbit_memory_option(command, compare.where);
    add_common_options(command, all.values.output);
}

void add_verify(const Definition &all) {
    CommandOptions command = add_command(
        all, {"verify",
              kExactness,
              "check random pixels against exact arithmetic",
              "[OPTIONS]",
              "fathom verify --size 640x360 --points 100",
              "Each pixel is iterated again with all digits and without perturbation. The answer "
              "tells how many samples are exact, the largest difference of the escape index, and "
              "the median difference of the smooth counts. A sample is exact if its escape index "
              "is, its smooth count differs by at most 1/4, and its gradient did not overflow.",
              {}});
    VerifyCommand &verify = all.values.verify;
    command.begin_group("Check");
    command.add_text("--points", "N", {"number of pixels", "500"}, [&](const std::string &text) {
        verify.points = parse_int("--points", text, 1, kMaxVerifiedPoints);
    });
    command.add_text("--seed", "S", {"of the random choice: the same seed, the same pixels", "1"},
                     [&](const std::string &text) {
                         verify.seed = static_cast<std::uint64_t>(
                             parse_whole("--seed", text, 0, kLargestSeed));
                     });
    add_place_options(command, verify.where);
    add_unskew_option(command, verify.where);
    add_orbit_option(command, verify.where);
    add_orbit_memory_option(command, verify.where);
    add_threads_option(command, verify.where.threads);
    add_common_options(command, all.values.output);
}

void add_probe(const Definition &all) {
    CommandOptions command =
        add_command(all, {"probe",
                          kPoints,
                          "iterate one point: the centre of the view",
                          "[OPTIONS]",
                          "fathom probe --re -0.75 --im 1e-3 --bailout 2 --iterations 1e4",
                          "",
                          {}});
    ProbeCommand &probe = all.values.probe;
    add_where_options(command, probe.where);
    add_orbit_option(command, probe.where);
    add_orbit_memory_option(command, probe.where);
    add_common_options(command, all.values.output);
}

void add_nucleus(const Definition &all) {
    CommandOptions command = add_command(
        all,
        {"nucleus",
         kPoints,
         "find the minibrot at the centre of a view",
         "[OPTIONS]",
         "fathom nucleus --re -1.75 --zoom 100",
         "The coordinates have 50 digits more than the view needs. The period is sought within "
         "half the height of the view around its centre. zoom shows the minibrot, and the "
         "Julia set's zoom shows the embedded Julia set around it. At the three half-way zooms "
         "what the view shows comes back twice, four times and eight times.",
         {}});
    NucleusCommand &nucleus = all.values.nucleus;
    command.begin_group("Search");
    command.add_flag("--misiurewicz",
                     {"find a Misiurewicz point instead, such as the middle of a spiral"},
                     nucleus.misiurewicz);
    add_place_options(command, nucleus.where);
    add_common_options(command, all.values.output);
}

void add_orbit(const Definition &all) {
    CommandOptions command = add_command(
        all, {"orbit",
              kPoints,
              "write the reference orbit of a deep view, to use it again",
              "-o FILE [OPTIONS]",
              "fathom orbit --location place.toml -o place.orbit",
              "fathom render computes this orbit first and forgets it. With --orbit a picture is "
              "the same, byte for byte. The file takes 16 bytes per iteration, mostly below 0.1 "
              "where it is packed. docs/reference/orbit-format.md describes it.",
              {}});
    add_orbit_command(command, all.values.orbit);
    add_common_options(command, all.values.output);
}

void add_farm(const Definition &all) {
    Values &values = all.values;
    CommandOptions plan = add_command(
        all, {"plan",
              kMachines,
              "cut a picture or film into tasks for many machines",
              "[FILE] --tasks N -o JOB [OPTIONS]",
              "fathom plan --size 16384x16384 --tasks 64 -o job",
              "Without FILE and --to it plans a picture, with the options of fathom render. "
              "docs/guide/many-machines.md shows the whole way.",
              {}});
    add_plan_command(plan, values.plan);
    add_common_options(plan, values.output);
    CommandOptions task = add_command(all, {"task",
                                            kMachines,
                                            "do one task of a planned job",
                                            "JOB K [OPTIONS]",
                                            "fathom task job 1",
                                            "",
                                            {}});
    add_task_command(task, values.task);
    add_common_options(task, values.output);
    CommandOptions join = add_command(
        all, {"join",
              kMachines,
              "make one file of the results of all tasks",
              "JOB -o FILE",
              "fathom join job -o picture.png",
              "The exit code is 1 if a result is missing or wrong. The answer then says which "
              "tasks to do again.",
              {}});
    add_join_command(join, values.join);
    add_common_options(join, values.output);
    CommandOptions farm = add_command(all, {"farm",
                                            kMachines,
                                            "do all tasks of a job on a Ray cluster",
                                            "JOB --ray ADDRESS [OPTIONS]",
                                            "fathom farm job --ray auto",
                                            "",
                                            {}});
    add_farm_command(farm, values.farm);
    add_common_options(farm, values.output);
}

void add_convert(const Definition &all) {
    CommandOptions command =
        add_command(all, {"convert",
                          kRest,
                          "convert places and palettes from and to other programs",
                          "IN OUT",
                          "fathom convert place.kfr place.toml",
                          "",
                          {}});
    ConvertCommand &convert = all.values.convert;
    command.begin_group("Files");
    command.add_text("IN", "",
                     {"a place or a palette",
                      "",
                      {},
                      "Places: .toml, .kfr, .f3.toml, .ini, .imt, .im, .xpf, .png, .jpg, .exr. "
                      "Palettes: .toml, .map, .gpl, .ggr, .ugr, .kfp, .kfr."},
                     [&](const std::string &text) { convert.in = text; });
    command.add_text("OUT", "",
                     {"a place as .toml, .kfr, .f3.toml, or a palette as .toml, .gpl, .map"},
                     [&](const std::string &text) { convert.out = text; });
    for (const char *file : {"IN", "OUT"})
        command.require(file);
    command.add_text("--gradient", "NAME",
                     {"which palette of a .ugr that has several", "the first"},
                     [&](const std::string &text) { convert.gradient = text; });
    add_common_options(command, all.values.output);
}

void add_devices(const Definition &all) {
    CommandOptions command =
        add_command(all, {"devices",
                          kRest,
                          "list the devices of this machine, and what is missing",
                          "[OPTIONS]",
                          "fathom devices",
                          "",
                          {}});
    add_common_options(command, all.values.output);
}

void add_bench(const Definition &all) {
    CommandOptions command =
        add_command(all, {"bench",
                          kRest,
                          "measure the speed of the devices",
                          "[OPTIONS]",
                          "fathom bench --suite table --devices cpu",
                          "docs/reference/benchmarks.md describes what is measured and how.",
                          {}});
    add_bench_options(command, all.values.bench);
    add_general_options(command, all.values.output); // --json takes a file here
}

} // namespace

void define_commands(CLI::App &app, Values &values, std::deque<CommandEntry> &table) {
    const Definition all{app, values, table};
    app.require_subcommand(1);
    CommandEntry &program = table.emplace_back();
    program.summary = "explore the Mandelbrot set and other fractals, on the CPU and the GPU";
    program.usage = "[FILE]";
    CommandOptions options(app, program);
    add_common_options(options, values.output);
    add_gui(all);
    add_render(all);
    add_film(all);
    add_recolour(all);
    add_compare(all);
    add_verify(all);
    add_probe(all);
    add_nucleus(all);
    add_orbit(all);
    add_farm(all);
    add_convert(all);
    add_devices(all);
    add_bench(all);
    // For those who build Fathom, so no table has it.
    CommandEntry hidden;
    CommandOptions documentation(*app.add_subcommand(kPrintDocumentation), hidden);
    documentation.add_text("FOLDER", "", {}, [&values](const std::string &text) {
        values.documentation.folder = text;
    });
    documentation.require("FOLDER");
    add_common_options(documentation, values.output);
}

} // namespace fathom::app
