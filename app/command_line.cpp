#include "app/command_line.h"

#include "app/options/farm_options.h"
#include "app/options/film_options.h"
#include "app/options/option_values.h"
#include "app/options/orbit_options.h"
#include "app/options/text_option.h"
#include "render/base/error.h"
#include "render/base/printable.h"
#include "render/base/version.h"
#include "render/bench/bench_table.h"
#include "render/engines/gpu_backend.h"
#include "render/import/pasted_place.h"
#include "render/jobs/verification.h"
#include "render/places/place_line.h"
#include "ui/state/motion.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fathom::app {
namespace {

constexpr const char *kDescription =
    "Fathom explores the Mandelbrot set on the CPU and the GPU.\n"
    "  fathom [FILE]   opens the window, at the place of a location file (of Fathom or another\n"
    "                  program), a picture by Fathom, a line 'fathom: ...' or '-0.7 0.1 1e4'\n"
    "  fathom COMMAND  works without a display; fathom COMMAND --help lists its options";
constexpr const char *kFooter =
    "Exit codes: 0 done, 1 compare found a difference or join that a task's result is missing or\n"
    "            wrong, 2 wrong usage or bad input file, 3 a device or the disk failed,\n"
    "            130 stopped by a signal (Ctrl+C)";
constexpr int kMostFrames = 1'000'000;
constexpr int kMostRuns = 1000;
constexpr std::int64_t kLargestSeed = 1'000'000'000'000'000;

/// All that the options fill in; which of it counts depends on the subcommand.
struct Values {
    OutputOptions output;
    std::string file; ///< to open in the window, or empty
    GuiCommand gui;
    RenderCommand render;
    FilmCommand film;
    RecolourCommand recolour;
    CompareCommand compare;
    ProbeCommand probe;
    NucleusCommand nucleus;
    OrbitCommand orbit;
    VerifyCommand verify;
    PlanCommand plan;
    TaskCommand task;
    JoinCommand join;
    FarmCommand farm;
    ConvertCommand convert;
    DevicesCommand devices;
    BenchCommand bench;
};

std::string version_text() {
    const auto [hash, date] = commit();
    const std::string built_from =
        hash.empty() ? "" : fmt::format(" (commit {} of {})", hash, date);
    return fmt::format("fathom {}{}\nCUDA engine: {}\n", version(), built_from,
                       has_cuda() ? "built in" : "not built");
}

void add_general_options(CLI::App &command, OutputOptions &output) {
    command.set_help_flag("-h,--help", "print this help");
    command.add_flag("-q,--quiet", output.quiet, "no warnings, no progress, no remarks");
    command.add_flag_callback(
        "--version", [] { throw CLI::CallForVersion(version_text(), 0); }, "print the version");
}

void add_common_options(CLI::App &command, OutputOptions &output) {
    command.add_flag("--json", output.json, "print one JSON object on standard output");
    add_general_options(command, output);
}

CLI::App &add_command(CLI::App &app, Values &values, const std::string &name,
                      const std::string &description) {
    CLI::App &command = *app.add_subcommand(name, description);
    add_common_options(command, values.output);
    return command;
}

void add_gui(CLI::App &app, Values &values) {
    CLI::App &command = add_command(app, values, "gui", "open the window");
    GuiCommand &gui = values.gui;
    add_text_option(
        command, "FILE", "",
        "a location file, a picture that Fathom wrote, or the line that Ctrl+Shift+C copies",
        [&](const std::string &text) { values.file = text; });
    add_place_options(command, gui.where);
    add_unskew_option(command, gui.where);
    add_orbit_option(command, gui.where);
    command.get_option("FILE")->excludes(command.get_option("--location"));
    command.add_flag("--fullscreen", gui.full_screen, "fill the screen");
    command.add_flag("--fresh", gui.fresh, "start without what the last session left");
    add_text_option(command, "--samples", "N",
                    "samples a pixel at edges of a picture at rest, 1 to 16 (4, or as last time)",
                    [&](const std::string &text) {
                        gui.samples = static_cast<int>(
                            parse_whole("--samples", text, 1, ui::kMostSamplesAtRest));
                    });
    add_text_option(command, "--tour", "FILE",
                    "drive the window along a tour (or builtin) and close it",
                    [&](const std::string &text) { gui.tour = text; });
    add_text_option(command, "--frames", "N", "frames of the tour", [&](const std::string &text) {
        gui.frames = static_cast<int>(parse_whole("--frames", text, 1, kMostFrames));
    });
    command.add_flag("--live", gui.live,
                     "run the tour in real time, drawn as a person would see it");
    command.add_flag("--pipelined", gui.pipelined,
                     "compute the tour's next frame while the last is displayed");
    add_text_option(command, "--stats", "FILE.json", "write the tour's times",
                    [&](const std::string &text) { gui.stats = text; });
    add_text_option(command, "--screenshot", "FILE.png", "write the tour's last frame",
                    [&](const std::string &text) { gui.screenshot = text; });
    for (const char *of_tours : {"--frames", "--live", "--pipelined", "--stats", "--screenshot"})
        command.get_option(of_tours)->needs(command.get_option("--tour"));
    command.get_option("--unskew")->excludes(command.get_option("--tour"));
    for (const char *of_others : {"--frames", "--pipelined"})
        command.get_option("--live")->excludes(command.get_option(of_others));
}

void add_render(CLI::App &app, Values &values) {
    CLI::App &command = add_command(app, values, "render", "write a picture of any size");
    add_picture_options(
        command,
        "FILE.png, FILE.jpg, FILE.exr for linear light, FILE.npy for iterations and smooth "
        "counts, FILE.toml for the location alone, or - for standard output",
        values.render.picture);
    command.add_flag("--adaptive", values.render.adaptive,
                     "samples beyond the first only where neighbouring pixels differ, as in the "
                     "window at rest");
    command.add_flag("--raw", values.render.raw,
                     "in a .exr or .npy also the samples, for fathom recolour and other programs");
    add_where_options(command, values.render.where);
    add_orbit_option(command, values.render.where);
    add_orbit_memory_option(command, values.render.where);
}

void add_recolour(CLI::App &app, Values &values) {
    CLI::App &command = add_command(app, values, "recolour",
                                    "other colours for a picture, without iterating it again");
    RecolourCommand &recolour = values.recolour;
    add_text_option(command, "DATA", "",
                    "an OpenEXR that fathom render --raw, Fraktaler-3 or Kalles Fraktaler wrote",
                    [&](const std::string &text) { recolour.where.view.location = text; });
    command.get_option("DATA")->required();
    add_picture_options(command, "FILE.png, FILE.jpg, FILE.exr, or - for standard output",
                        recolour.picture);
    add_colour_options(command, recolour.where);
}

void add_compare(CLI::App &app, Values &values) {
    CLI::App &command = add_command(app, values, "compare", "compute on two devices, bit for bit");
    CompareCommand &compare = values.compare;
    add_text_option(command, "--devices", "A,B", "the two devices (reference,auto)",
                    [&](const std::string &text) { compare.devices = text; });
    add_text_option(command, "--diff", "FILE.png", "write a picture of where they differ",
                    [&](const std::string &text) { compare.difference_picture = text; });
    add_where_options(command, compare.where);
    add_orbit_option(command, compare.where);
    add_orbit_memory_option(command, compare.where);
}

void add_nucleus(CLI::App &app, Values &values) {
    CLI::App &command =
        add_command(app, values, "nucleus", "find the minibrot about the centre of a view");
    NucleusCommand &nucleus = values.nucleus;
    command.add_flag("--misiurewicz", nucleus.misiurewicz,
                     "find the Misiurewicz point, such as a spiral's middle, instead");
    add_place_options(command, nucleus.where);
}

void add_verify(CLI::App &app, Values &values) {
    CLI::App &command =
        add_command(app, values, "verify", "check random pixels against exact arithmetic");
    VerifyCommand &verify = values.verify;
    add_text_option(command, "--points", "N", "pixels (500)", [&](const std::string &text) {
        verify.points = static_cast<int>(parse_whole("--points", text, 1, kMaxVerifiedPoints));
    });
    add_text_option(command, "--seed", "S", "of the choice: the same gives the same pixels (1)",
                    [&](const std::string &text) {
                        verify.seed = static_cast<std::uint64_t>(
                            parse_whole("--seed", text, 0, kLargestSeed));
                    });
    add_place_options(command, verify.where);
    add_unskew_option(command, verify.where);
    add_orbit_option(command, verify.where);
    add_orbit_memory_option(command, verify.where);
    add_threads_option(command, verify.where.threads);
}

void add_farm(CLI::App &app, Values &values) {
    add_plan_command(add_command(app, values, "plan", "cut a picture or film for many machines"),
                     values.plan);
    add_task_command(add_command(app, values, "task", "do one task of a planned job"), values.task);
    add_join_command(add_command(app, values, "join", "make a job's results one file"),
                     values.join);
    add_farm_command(add_command(app, values, "farm", "do a job's tasks on a Ray cluster"),
                     values.farm);
}

void add_convert(CLI::App &app, Values &values) {
    CLI::App &command = add_command(app, values, "convert", "exchange files with other programs");
    add_text_option(command, "IN", "",
                    "a place (.kfr, .f3.toml, .toml, .ini, .imt, .im, .xpf, .png, .jpg, .exr) or a "
                    "palette (.map, .gpl, .ggr, .ugr, .kfp, .kfr, .toml)",
                    [&](const std::string &text) { values.convert.in = text; });
    add_text_option(
        command, "OUT", "",
        "FILE.toml for either, .kfr or .f3.toml for a place, .gpl or .map for a palette",
        [&](const std::string &text) { values.convert.out = text; });
    for (const char *file : {"IN", "OUT"})
        command.get_option(file)->required();
    add_text_option(command, "--gradient", "NAME", "of several in a .ugr (the first)",
                    [&](const std::string &text) { values.convert.gradient = text; });
}

BenchCommand::Suite parse_suite(const std::string &text) {
    using Suite = BenchCommand::Suite;
    static const std::map<std::string, Suite> suites = {
        {"table", Suite::table}, {"engines", Suite::engines}, {"formulas", Suite::formulas},
        {"types", Suite::types}, {"interop", Suite::interop}, {"export", Suite::exports},
        {"deep", Suite::deep},   {"film", Suite::film},       {"all", Suite::all}};
    const auto found = suites.find(text);
    if (found == suites.end())
        throw InputError(fmt::format("--suite takes table, engines, formulas, types, interop, "
                                     "export, deep, film or all, not {}",
                                     in_quotes(text)));
    return found->second;
}

std::vector<int> parse_table_sizes(const std::string &text) {
    std::vector<int> sizes;
    for (const std::string &size : CLI::detail::split(text, ','))
        sizes.push_back(static_cast<int>(parse_whole("--table-sizes", size, 1, kMaxTableSide)));
    return sizes;
}

/// What is measured, and on what.
void add_bench_work(CLI::App &command, BenchCommand &bench) {
    add_text_option(command, "--suite", "NAME",
                    "table, engines, formulas, types, interop, export, deep, film or all, which is "
                    "without film (engines)",
                    [&](const std::string &text) { bench.suite = parse_suite(text); });
    add_text_option(
        command, "--device,--devices", "ID,...", "the devices (all)",
        [&](const std::string &text) { bench.devices = CLI::detail::split(text, ','); });
    add_text_option(command, "--instruction-set", "NAME", "of cpu, such as AVX2 (each)",
                    [&](const std::string &text) { bench.instruction_set = text; });
    add_text_option(command, "--size", "WxH",
                    "pixels of the engines' or formulas' pictures (3840x2160; less where a run "
                    "would take longer than about half or a tenth of a second), of the exports "
                    "and films (each its own), of the types or the deep ones (1920x1080)",
                    [&](const std::string &text) { bench.size = parse_size("--size", text); });
    add_text_option(command, "--table-sizes", "N,...",
                    "pixels a side of the table's (500,2500,5000,10000,15000)",
                    [&](const std::string &text) { bench.table_sizes = parse_table_sizes(text); });
    add_text_option(command, "--runs", "N", "runs, of which the median counts (3)",
                    [&](const std::string &text) {
                        bench.runs = static_cast<int>(parse_whole("--runs", text, 1, kMostRuns));
                    });
    add_threads_option(command, bench.threads);
}

/// What deep views are measured.
void add_deep_bench(CLI::App &command, BenchCommand &bench) {
    command
        .add_option_function<std::vector<std::string>>(
            "--location",
            [&](const std::vector<std::string> &files) {
                bench.locations.assign(files.begin(), files.end());
            },
            "a deep place, or a film; may be repeated (those in assets/deep or assets/films)")
        ->type_name("FILE")
        ->allow_extra_args(false);
    add_text_option(command, "--orbit", "FILE",
                    "the deep place's reference orbit, as fathom orbit wrote it",
                    [&](const std::string &text) { bench.orbit = text; });
    add_text_option(command, "--precision", "TYPE", "of deep pictures, as of render (auto)",
                    [&](const std::string &text) {
                        bench.method.precision = parse_precision("--precision", text);
                    });
    add_text_option(command, "--approximation", "HOW", "of deep pictures, as of render (auto)",
                    [&](const std::string &text) {
                        bench.method.approximation = parse_approximation("--approximation", text);
                    });
}

/// Here --json takes a file, so the common options are not added.
void add_bench(CLI::App &app, Values &values) {
    CLI::App &command = *app.add_subcommand("bench", "measure the engines against their hardware");
    BenchCommand &bench = values.bench;
    add_bench_work(command, bench);
    add_deep_bench(command, bench);
    command
        .add_option_function<std::string>(
            "--json",
            [&](const std::string &file) {
                bench.print_json = file.empty() || file == "-";
                if (!bench.print_json)
                    bench.json = file;
            },
            "write the results as JSON; without a FILE, to standard output instead of text")
        ->type_name("[FILE]")
        ->expected(0, 1);
    add_text_option(command, "--markdown", "FILE", "write the results as Markdown tables",
                    [&](const std::string &text) { bench.markdown = text; });
    add_text_option(command, "--plot", "FILE.png", "draw the engines against their ceilings",
                    [&](const std::string &text) { bench.plot = text; });
    add_general_options(command, values.output);
}

void define(CLI::App &app, Values &values) {
    app.footer(kFooter);
    app.require_subcommand(1);
    add_common_options(app, values.output);
    add_gui(app, values);
    add_render(app, values);
    add_film_command(add_command(app, values, "film", "make a film, by FFmpeg or as pictures"),
                     values.film);
    add_recolour(app, values);
    add_compare(app, values);
    CLI::App &probe = add_command(app, values, "probe", "iterate one point, the centre");
    add_where_options(probe, values.probe.where);
    add_orbit_option(probe, values.probe.where);
    add_orbit_memory_option(probe, values.probe.where);
    add_nucleus(app, values);
    add_orbit_command(add_command(app, values, "orbit", "write the reference orbit of a deep view"),
                      values.orbit);
    add_verify(app, values);
    add_farm(app, values);
    add_convert(app, values);
    add_command(app, values, "devices", "list what this machine offers, and what is missing");
    add_bench(app, values);
}

bool is_command(const CLI::App &app, const std::string &text) {
    const auto named = [&](const CLI::App *command) { return command->get_name() == text; };
    return !app.get_subcommands(named).empty();
}

/// Without a command the window is meant: puts "gui" before the first argument that is not common
/// to all commands, and says of coordinates that they are a location.
std::vector<std::string> with_command(const CLI::App &app, std::vector<std::string> arguments) {
    const auto is_output_flag = [](const std::string &text) {
        return text == "--json" || text == "--quiet" || text == "-q";
    };
    auto first = std::find_if_not(arguments.begin(), arguments.end(), is_output_flag);
    const std::string word = first == arguments.end() ? "" : *first;
    if (word == "--help" || word == "-h" || word == "--version" || is_command(app, word))
        return arguments;
    if (coordinates_in(word, {}))
        first = arguments.insert(first, "--location");
    arguments.insert(first, "gui");
    return arguments;
}

GuiCommand gui_command(const Values &values) {
    GuiCommand gui = values.gui;
    if (!values.file.empty()) {
        if (!is_place_line(values.file) && !std::filesystem::exists(values.file))
            throw InputError(fmt::format("there is neither a file nor a command called {}; see "
                                         "fathom --help",
                                         in_quotes(values.file)));
        gui.where.view.location = values.file;
    }
    if (values.output.json && !gui.tour)
        throw InputError("--json: the window has no answer to print; leave it out, or let it print "
                         "the times of a --tour");
    return gui;
}

Command chosen_command(const CLI::App &app, Values &values) {
    const std::string name = app.get_subcommands().front()->get_name();
    if (name == "render") {
        if (values.render.picture.file.empty())
            throw InputError("render needs a file to write: add -o FILE.png, FILE.exr, FILE.npy or "
                             "FILE.toml");
        return values.render;
    }
    if (name == "film")
        return values.film;
    if (name == "recolour") {
        if (values.recolour.picture.file.empty())
            throw InputError("recolour needs a file to write: add -o FILE.png or FILE.exr");
        return values.recolour;
    }
    if (name == "compare")
        return values.compare;
    if (name == "probe")
        return values.probe;
    if (name == "nucleus")
        return values.nucleus;
    if (name == "orbit")
        return values.orbit;
    if (name == "verify")
        return values.verify;
    if (name == "plan")
        return complete(values.plan);
    if (name == "task")
        return complete(values.task);
    if (name == "join")
        return complete(values.join);
    if (name == "farm")
        return complete(values.farm);
    if (name == "convert")
        return values.convert;
    if (name == "devices")
        return values.devices;
    if (name == "bench")
        return values.bench;
    return gui_command(values);
}

[[noreturn]] void refuse(const CLI::App &app, std::string what) {
    what.erase(what.find_last_not_of(" .\n") + 1);
    const auto chosen = app.get_subcommands();
    throw InputError(fmt::format("{}; see fathom {}--help", what,
                                 chosen.empty() ? "" : chosen.front()->get_name() + ' '));
}

} // namespace

CommandLine parse_command_line(const std::vector<std::string> &arguments) {
    Values values;
    CLI::App app(kDescription, "fathom");
    define(app, values);
    std::vector<std::string> words = with_command(app, arguments);
    std::reverse(words.begin(), words.end()); // as CLI11 takes them
    try {
        app.parse(words);
    } catch (const CLI::CallForHelp &) {
        return {TextCommand{app.help(), {}}, values.output};
    } catch (const CLI::CallForVersion &call) {
        return {TextCommand{call.what(), std::string(version())}, values.output};
    } catch (const CLI::ExtrasError &) {
        refuse(app, "there is no use for the argument " + in_quotes(app.remaining(true).front()));
    } catch (const CLI::ParseError &error) {
        const std::string what = printable(error.what(), 300);
        if (const auto option = what.find(": At Most 1 required"); option != what.npos)
            refuse(app, what.substr(0, option) + " is given more than once: give it once");
        refuse(app, what);
    }
    return {chosen_command(app, values), values.output};
}

} // namespace fathom::app
