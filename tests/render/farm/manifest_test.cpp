// Manifests of jobs, honest and hostile ones.
#include "render/farm/manifest.h"

#include "render/base/error.h"
#include "render/engines/rank_table.h"
#include "render/farm/job_files.h"
#include "tests/support/temp_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

namespace fathom::farm::manifest_test {

FarmJob some_job() {
    FarmJob job;
    job.program = "1.2.3";
    job.cut = {12, 5};
    job.picture.size = {1920, 1080};
    job.picture.samples = 4;
    job.picture.adaptive = true;
    job.picture.type = ".exr";
    job.picture.depth = ColourDepth::floating;
    job.picture.raw = true;
    job.picture.precision = Precision::perturb_two_f64;
    job.picture.approximation = Approximation::bla;
    job.picture.shortcuts = false;
    job.picture.first = Precision::perturb_f64x;
    job.picture.rows = {7680, 1, 8};
    job.files = {{"place.toml", 123, 0xfedcba98}, {"first.orbit", 1ULL << 33, 0}};
    return job;
}

/// With the id that belongs to the text.
FarmJob parsed(const std::string &text) {
    const auto *bytes = reinterpret_cast<const Bytef *>(text.data());
    return parse_manifest(fmt::format("id = \"{:08x}{:08x}\"\n{}", crc32_z(0, bytes, text.size()),
                                      adler32_z(1, bytes, text.size()), text),
                          "job.toml");
}

std::string without_id(const FarmJob &job) {
    const std::string text = to_text(job);
    return text.substr(text.find('\n') + 1);
}

TEST(Manifest, ComesBack) {
    const FarmJob job = some_job();
    const FarmJob read = parse_manifest(to_text(job), "job.toml");
    EXPECT_EQ(to_text(read), to_text(job));
    EXPECT_EQ(read.id.size(), 16u);
    EXPECT_EQ(read.program, "1.2.3");
    EXPECT_EQ(read.tasks(), 14);
    EXPECT_EQ(read.picture.first, Precision::perturb_f64x);
    EXPECT_EQ(read.files.at(1).bytes, 1ULL << 33);
    FarmJob other = job;
    other.picture.samples = 5;
    EXPECT_NE(parse_manifest(to_text(other), "job.toml").id, read.id);
}

TEST(Manifest, IsRefusedWhereAByteIsAnother) {
    const std::string whole = to_text(some_job());
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string text = whole;
        text[at] = text[at] == '1' ? '2' : '1';
        EXPECT_THROW(parse_manifest(text, "job.toml"), InputError) << at;
        EXPECT_THROW(parse_manifest(text.substr(0, at), "job.toml"), InputError) << at;
    }
}

TEST(Manifest, RefusesWhatNoJobCanBe) {
    const std::string whole = without_id(some_job());
    EXPECT_EQ(parsed(whole).cut.parts, 12);
    const std::pair<const char *, const char *> changes[] = {
        {"fathom_job = 1", "fathom_job = 2"},
        {"fathom_job = 1", "fathom_job = 0"},
        {"parts = 12", "parts = 0"},
        {"parts = 12", "parts = 100001"},
        {"parts = 12", "parts = 99999999999999999999"},
        {"parts = 12", "parts = -1"},
        {"parts = 12", "parts = \"12\""},
        {"check_every = 5", "check_every = -5"},
        {"check_every = 5\n", ""},
        {"width = 1920", "width = 1048577"},
        {"height = 1080", "height = 0"},
        {"height = 1080", "height = nan"},
        {"samples = 4", "samples = 257"},
        {"adaptive = true", "adaptive = 1"},
        {"type = \".exr\"", "type = \".gif\""},
        {"type = \".exr\"", "type = \"/../../a.png\""},
        {"depth = \"float\"", "depth = \"\""},
        {"quality = 0", "quality = 101"},
        {"precision = \"perturb-2f64\"", "precision = \"f64\""}, // first cannot come before it
        {"approximation = \"bla\"", "approximation = \"blah\""},
        {"row_width = 7680", "row_width = 99999999999"},
        {"bytes = 123", "bytes = -123"},
        {"sum = 4275878552", "sum = 4294967296"},
    };
    for (const auto &[what, by] : changes) {
        std::string text = whole;
        const std::size_t at = text.find(what);
        ASSERT_NE(at, text.npos) << what;
        text.replace(at, std::string(what).size(), by);
        const std::string message = message_of<InputError>([&] { parsed(text); });
        EXPECT_TRUE(message.starts_with("job.toml")) << message;
        EXPECT_EQ(message.find('\n'), message.npos);
    }
}

TEST(Manifest, OfAFilmComesBack) {
    FarmJob job = some_job();
    job.film = JobFilm{".mov", {VideoCodec::prores, 10, 60}, {{5, 1004}, 120}, "5.1", "prores_ks"};
    job.cut = {9, 3};
    const std::string text = without_id(job);
    const FarmJob read = parsed(text);
    EXPECT_EQ(without_id(read), text);
    EXPECT_EQ(read.film->plan.segments(), 9);
    EXPECT_EQ(read.segments_of(1), (film::FrameRange{0, 0}));
    EXPECT_EQ(read.result_file(12).filename(), "000012.film");
    for (const auto &[what, by] : {std::pair("codec = \"prores\"", "codec = \"none\""),
                                   {"type = \".mov\"", "type = \".gif\""},
                                   {"last_frame = 1004", "last_frame = 4"},
                                   {"frames_a_segment = 120", "frames_a_segment = 0"},
                                   {"frames_a_segment = 120", "frames_a_segment = 300"},
                                   {"first_frame = 5", "first_frame = -5"}}) {
        std::string changed = text;
        changed.replace(changed.find(what), std::string(what).size(), by);
        EXPECT_THROW(parsed(changed), InputError) << by;
    }
}

TEST(Manifest, TakesFilesOfItsOwnNamesAlone) {
    const FarmJob job =
        parsed(without_id(some_job()) + "\n[files.\"../../etc/passwd\"]\nbytes = 1\nsum = 1\n");
    for (const JobFile &file : job.files)
        EXPECT_NE(std::find(kJobFileNames.begin(), kJobFileNames.end(), file.name),
                  kJobFileNames.end());
}

TEST(Ranks, ComeBackBitForBit) {
    const auto usual = usual_ranks();
    RankTable ranks = *usual;
    ranks.low = -1.0 / 3;
    ranks.scale = 1e-300;
    for (std::size_t i = 0; i < ranks.shares.size(); ++i)
        ranks.shares[i] = static_cast<float>(i) / 16411;
    EXPECT_EQ(parse_ranks(to_text(ranks), "ranks.toml"), ranks);
    EXPECT_EQ(parse_ranks(to_text(*usual), "ranks.toml"), *usual);
    std::string text = to_text(ranks);
    for (const auto &[what, by] : {std::pair("low = -", "low = inf #"),
                                   {"scale = ", "scale = -"},
                                   {"shares = [\n0", "shares = [\n2"},
                                   {"shares = [\n0,", "shares = ["}}) {
        std::string changed = text;
        const std::size_t at = changed.find(what);
        ASSERT_NE(at, changed.npos) << what;
        changed.replace(at, std::string(what).size(), by);
        EXPECT_TRUE(contains(message_of<InputError>([&] { parse_ranks(changed, "ranks.toml"); }),
                             "ranks.toml:"));
    }
}

} // namespace fathom::farm::manifest_test
