// Films as files.
#include "render/base/error.h"
#include "render/film/film_path.h"
#include "render/film/film_toml.h"
#include "render/places/location_toml.h"
#include "tests/support/location_at.h"
#include "tests/support/mutated_text.h"
#include "tests/support/temp_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace fathom::film::film_toml_test {

namespace fs = std::filesystem;

constexpr const char *kHead = "fathom-film = 1\n[film]\nfps = 30\n";
constexpr const char *kFirst = "[[key]]\nseconds = 0\n[key.view]\nre = '0'\nim = '0'\nzoom = '1'\n";
constexpr const char *kLast = "[[key]]\nseconds = 4\n[key.view]\nre = '0'\nim = '0'\nzoom = '8'\n";

Film parsed(const std::string &text) {
    const ParsedFilm film = parse_film(text, "x.toml");
    EXPECT_TRUE(film.warnings.empty()) << film.warnings.front().what;
    return film.film;
}

std::string refusal(const std::string &text) {
    return message_of<InputError>([&] { parse_film(text, "x.toml"); });
}

/// Of all ways and everything that may be said of a key.
Film unusual() {
    Film film;
    film.size = {1234, 77};
    film.frames_per_second = 24000 / 1001.0;
    film.samples = 9;
    film.blur_frames = 7;
    film.shutter = 0.3;
    film.audio = "sounds/m\xc3\xbcsik \"1\".flac";
    FilmKey key;
    key.location = location_at("-0.75", "1e-30", "2", 700);
    film.keys.push_back(key);
    key.seconds = 1.0 / 3;
    key.way = FilmWay::zoom;
    key.ease_out = 0.1;
    key.palette_cycles = -12.75;
    key.location.automatic_iterations = true;
    key.location.view.re = Decimal::parse("-1." + std::string(2000, '7'));
    key.location.view.zoom = Decimal::parse("2.5e1990");
    key.location.view.rotation_degrees = -720.5;
    film.keys.push_back(key);
    key.seconds = 2;
    key.way = FilmWay::cut;
    key.location.colour.shade = kernels::ColourShade::slope;
    key.location.own_palette = Palette{"", {{0, 1, 2, 3}, {0.1, 255, 0, 17}}};
    key.location.automatic_colours = true;
    film.keys.push_back(key);
    key.seconds = 1e4;
    key.way = FilmWay::flight;
    key.ease_in = 17;
    key.location = Location();
    key.location.formula = {
        *kernels::find_formula("phoenix"), true, Decimal::parse("0.3"), {}, 0.1, 1e-300};
    film.keys.push_back(key);
    return film;
}

// Whoever copies it makes a film.
TEST(FilmFile, TheFormatBeginsWithAFilmToCopy) {
    const fs::path page = fs::path(FATHOM_SOURCE_DIR) / "docs/reference/film-format.md";
    if (!fs::exists(page))
        GTEST_SKIP() << "the sources are not on this machine";
    const std::string text = read_all(page);
    const std::string begin = "```toml\n";
    const std::size_t at = text.find(begin) + begin.size();
    const Film film = parsed(text.substr(at, text.find("```", at) - at));
    EXPECT_NO_THROW(FilmPath(film, film.size));
    EXPECT_EQ(film.keys.size(), 2U);
    EXPECT_EQ(film.keys[1].palette_cycles, 3);
}

TEST(FilmFile, ComesBackExactly) {
    const Film film = unusual();
    const std::string text = to_text(film);
    EXPECT_EQ(parsed(text), film);
    EXPECT_TRUE(is_film(text));
    EXPECT_FALSE(is_film(to_text(film.keys[0].location)));
    for (const char c : text)
        EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~'));
    const TempFolder folder;
    write_film_file(folder / "a.toml", film);
    EXPECT_EQ(read_film_file(folder / "a.toml").film.keys, film.keys);
}

TEST(FilmFile, SaysSamplesOnlyWhereSomebodyChoseThem) {
    const std::string keys = std::string(kFirst) + kLast;
    const Film silent = parsed(kHead + keys);
    EXPECT_FALSE(silent.samples);
    EXPECT_FALSE(contains(to_text(silent), "samples"));
    EXPECT_EQ(parsed(to_text(silent)), silent);
    const Film chosen = parsed(std::string(kHead) + "samples = 2\n" + keys);
    EXPECT_EQ(chosen.samples, 2);
    EXPECT_TRUE(contains(to_text(chosen), "samples = 2\n"));
}

TEST(FilmSamples, GoByTheSizeWhereNothingIsSaid) {
    Film film;
    const auto of = [&](int width, int height) {
        film.size = {width, height};
        return film_samples(film);
    };
    EXPECT_EQ(of(16, 16), 16);
    EXPECT_EQ(of(320, 180), 16);
    EXPECT_EQ(of(180, 320), 16);
    EXPECT_EQ(of(321, 180), 8);
    EXPECT_EQ(of(640, 360), 8);
    EXPECT_EQ(of(641, 360), 4);
    EXPECT_EQ(of(1280, 720), 4);
    EXPECT_EQ(of(1280, 721), 2);
    EXPECT_EQ(of(FilmLimits::kMaxSide, FilmLimits::kMaxSide), 2);
    film.samples = 1;
    EXPECT_EQ(of(16, 16), 1);
    film.samples = 64;
    EXPECT_EQ(of(1920, 1080), 64);
}

TEST(FilmFile, TakesWhatItDoesNotSayFromTheKeyBefore) {
    const std::string colours = "[key.colour]\npalette = 'fjord'\ndensity = 0.5\n";
    const Film film =
        parsed(std::string(kHead) + kFirst + "[key.iteration]\nlimit = 777\n" + colours + kLast);
    EXPECT_EQ(film.size, (Size{1920, 1080}));
    EXPECT_EQ(film.frames_per_second, 30);
    ASSERT_EQ(film.keys.size(), 2U);
    EXPECT_EQ(film.keys[1].seconds, 4);
    EXPECT_EQ(film.keys[1].way, FilmWay::automatic);
    EXPECT_EQ(film.keys[1].location.iterations, 777U);
    EXPECT_EQ(film.keys[1].location.palette, "fjord");
    EXPECT_EQ(film.keys[1].location.colour.density, 0.5);
    EXPECT_EQ(film.keys[1].location.view.zoom, Decimal::parse("8"));
    // A table that is there begins anew.
    const Film other = parsed(std::string(kHead) + kFirst + "[key.iteration]\nlimit = 777\n" +
                              colours + kLast + "[key.colour]\noffset = 0.25\n");
    EXPECT_EQ(other.keys[1].location.palette, "dusk");
    EXPECT_EQ(other.keys[1].location.iterations, 777U);
}

TEST(FilmFile, FindsIterationsAndColoursWhereNoKeySaysAny) {
    const Film film = parsed(std::string(kHead) + kFirst + kLast);
    for (const FilmKey &key : film.keys) {
        EXPECT_TRUE(key.location.automatic_iterations);
        EXPECT_TRUE(key.location.automatic_colours);
        EXPECT_EQ(key.location.colour.mapping, kernels::ColourMapping::rank);
    }
}

TEST(FilmFile, ReadsLocationsAndSoundFromWhereItIs) {
    const TempFolder folder;
    fs::create_directory(folder / "places");
    const Location place = location_at("0.25", "0.5", "300", 900);
    write_location_file(folder / "places/a.toml", place);
    write_all(folder / "places/b.kfr", "Re: -0.5\nIm: 0.1\nZoom: 10\nIterations: 200\n");
    write_all(folder / "film.toml", "fathom-film = 1\n[film]\naudio = 'sound.ogg'\n"
                                    "[[key]]\nseconds = 0\nlocation = 'places/a.toml'\n"
                                    "[[key]]\nseconds = 2\nlocation = 'places/b.kfr'\n");
    const Film film = read_film_file(folder / "film.toml").film;
    EXPECT_EQ(film.keys.at(0).location, place);
    EXPECT_EQ(film.keys.at(1).location.iterations, 200U);
    EXPECT_TRUE(film.keys.at(1).location.view.mirrored);
    EXPECT_EQ(film.audio, folder / "sound.ogg");
    // Elsewhere it still has the same sound, and all places inside.
    fs::create_directory(folder / "other");
    write_film_file(folder / "other/film.toml", film);
    const Film moved = read_film_file(folder / "other/film.toml").film;
    EXPECT_EQ(moved.keys, film.keys);
    EXPECT_TRUE(contains(read_all(folder / "other/film.toml"), "audio = \"../sound.ogg\""));
    EXPECT_EQ(moved.audio, film.audio);
    EXPECT_TRUE(contains(text_to_hand_on(film), "audio = \"sound.ogg\""));
    Film here = film;
    here.audio = "sound.ogg";
    EXPECT_TRUE(contains(text_to_hand_on(here), "audio = \"sound.ogg\""));
    here.audio.reset();
    EXPECT_EQ(text_to_hand_on(here), to_text(here));
    // A broken one is named with the line that asks for it.
    write_all(folder / "places/a.toml", "fathom = 1\n[view]\nre = 3\n");
    const std::string message =
        message_of<InputError>([&] { read_film_file(folder / "film.toml"); });
    EXPECT_TRUE(contains(message, "film.toml:6: ")) << message;
    EXPECT_TRUE(contains(message, "a.toml")) << message;
    fs::remove(folder / "places/a.toml");
    EXPECT_TRUE(contains(message_of<InputError>([&] { read_film_file(folder / "film.toml"); }),
                         "there is no such file"));
}

TEST(FilmFile, ReadsLettersBeyondAsciiBetweenDoubleQuotes) {
    const std::string text =
        std::string(kHead) + "audio = \"m\xc3\xbcsik.flac\" # caf\xe9\n" + kFirst + kLast;
    EXPECT_EQ(parsed(text).audio, "m\xc3\xbcsik.flac");
    EXPECT_TRUE(
        contains(refusal(std::string(kHead) + "\xc3\xbc = 1\n" + kFirst + kLast), "x.toml:4: "));
}

TEST(FilmFile, ReadsATourAsAFilm) {
    const TempFolder folder;
    write_all(folder / "tour.toml", "re = ['0', '1']\nim = ['0', '0']\nzoom = ['1', '9']\n"
                                    "iterations = [5, 7]\nseconds = [3]\nspeed = 1\n");
    const ParsedFilm film = read_film_file(folder / "tour.toml");
    EXPECT_EQ(film.film.keys.at(1).seconds, 3);
    EXPECT_EQ(film.film.keys.at(0).way, FilmWay::zoom);
    ASSERT_EQ(film.warnings.size(), 1U);
    EXPECT_TRUE(contains(film.warnings[0].what, "tour.toml:6: speed is not known"));
    EXPECT_EQ(parsed(to_text(film.film)), film.film);
    write_location_file(folder / "place.toml", Location());
    EXPECT_TRUE(contains(message_of<InputError>([&] { read_film_file(folder / "place.toml"); }),
                         "place.toml is neither a film nor a tour"));
}

TEST(FilmFile, RefusesWithLineAndReason) {
    const std::string film = std::string(kHead) + kFirst + kLast;
    const auto with = [&](const std::string &from, const std::string &to) {
        std::string text = film;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, text.npos) << from;
        return refusal(text.replace(at, from.size(), to));
    };
    EXPECT_TRUE(contains(with("film = 1", "film = 2"),
                         "x.toml:1: this film is of format 2, written "
                         "by a newer Fathom"));
    EXPECT_TRUE(
        contains(with("film = 1", "film = 'a'"), "x.toml:1: fathom-film must be the number"));
    EXPECT_TRUE(contains(with("fps = 30", "fps = 241"), "x.toml:3: fps must be a number from 1 to "
                                                        "240, got 241"));
    EXPECT_TRUE(contains(with("fps = 30", "size = [15, 99]"), "x.toml:3: size must be two whole"));
    EXPECT_TRUE(contains(with("fps = 30", "size = [1920]"), "x.toml:3: size must be two whole"));
    EXPECT_TRUE(contains(with("fps = 30", "size = '1920x1080'"), "x.toml:3: size must be"));
    EXPECT_TRUE(contains(with("fps = 30", "samples = 65"), "x.toml:3: samples must be"));
    EXPECT_TRUE(contains(with("fps = 30", "blur = 0"), "x.toml:3: blur must be"));
    EXPECT_TRUE(contains(with("fps = 30", "shutter = 0"), "x.toml:3: shutter must be"));
    EXPECT_TRUE(contains(with("fps = 30", "shutter = nan"), "x.toml:3: shutter must be"));
    EXPECT_TRUE(contains(with("fps = 30", "audio = 3"), "x.toml:3: audio must be a file's name"));
    EXPECT_TRUE(contains(with("fps = 30", "audio = \"a\\nb\""), "x.toml:3: audio must be"));
    EXPECT_TRUE(
        contains(with("seconds = 0", "seconds = 1"), "x.toml:5: seconds must be 0 in the "));
    EXPECT_TRUE(contains(with("seconds = 4", "seconds = 0"), "x.toml:11: seconds must be larger"));
    EXPECT_TRUE(contains(with("seconds = 4", "seconds = 86401"), "x.toml:11: seconds must be"));
    EXPECT_TRUE(contains(with("seconds = 4", ""), "x.toml:10: the key seconds is missing"));
    EXPECT_TRUE(contains(with("seconds = 0", "seconds = 0\nease_in = 2.5"),
                         "x.toml:6: ease_in must be a number from 0 to 2, got 2.5"));
    EXPECT_TRUE(contains(with("seconds = 0", "seconds = 0\nway = 'walk'"),
                         "x.toml:6: way must be one of \"automatic\", \"zoom\""));
    EXPECT_TRUE(contains(with("seconds = 0", "seconds = 0\npalette_cycles = inf"), "x.toml:6: "));
    EXPECT_TRUE(contains(with("seconds = 4", "seconds = 4\nlocation = 'a.toml'"),
                         "x.toml:12: a key has a location's file or a view, not both"));
    EXPECT_TRUE(contains(with("zoom = '8'", "zoom = '0'"), "x.toml:15: zoom must be a decimal"));
    EXPECT_TRUE(contains(with("zoom = '8'", ""), "x.toml:10: the key view.zoom is missing"));
    EXPECT_TRUE(contains(refusal(kHead), "x.toml: a film has 2 to 1000 keys, each under [[key]]"));
    EXPECT_TRUE(contains(refusal(std::string(kHead) + kFirst), "x.toml:4: a film has 2 to 1000"));
    EXPECT_TRUE(contains(refusal("fathom-film = 1\nkey = 3\n"), "x.toml:2: a film has 2 to 1000"));
    EXPECT_TRUE(contains(refusal("fathom-film = 1\n[[key]]\nseconds = 0\n[[key]]\nseconds = 1\n"),
                         "x.toml:2: a key needs a view or a location's file"));
    EXPECT_TRUE(contains(refusal("fathom-film = 1\n[[key]]\nseconds = 0\nlocation = '/etc/passwd'\n"
                                 "[[key]]\nseconds = 1\nlocation = 'b'\n"),
                         "x.toml:4: a film that is no file has no locations in files"));
    std::string many = kHead;
    for (int key = 0; key < 1001; ++key)
        many += fmt::format("[[key]]\nseconds = {}\n", key);
    EXPECT_TRUE(contains(refusal(many), "a film has 2 to 1000 keys"));
    EXPECT_TRUE(contains(refusal(film + std::string(kMaxFilmText, '#')), "larger than 16 MiB"));
}

TEST(FilmFile, WarnsOfWhatItDoesNotKnow) {
    const ParsedFilm film = parse_film(std::string(kHead) + "speed = 1\n" + kFirst +
                                           "[key.iteration]\nlimits = 2\n" + kLast,
                                       "x.toml");
    ASSERT_EQ(film.warnings.size(), 2U);
    EXPECT_EQ(film.warnings[0].what, "x.toml:4: film.speed is not known and was ignored");
    EXPECT_EQ(film.warnings[1].what,
              "x.toml:12: key[0].iteration.limits is not known and was ignored");
}

TEST(FilmFile, RefusesToWriteWhatItCouldNotRead) {
    const auto message = [](auto &&change) {
        Film film = unusual();
        change(film);
        return message_of<InputError>([&] { to_text(film); });
    };
    EXPECT_TRUE(contains(message([](Film &film) { film.keys.resize(1); }), "2 to 1000 keys"));
    EXPECT_TRUE(contains(message([](Film &film) { film.keys[2].seconds = 0.1; }), "key 2: "));
    EXPECT_TRUE(
        contains(message([](Film &film) { film.keys[0].seconds = 0.1; }), "key 1: the first"));
    EXPECT_TRUE(contains(message([](Film &film) { film.keys[1].ease_in = 1; }), "key 2: "));
    EXPECT_TRUE(contains(message([](Film &film) { film.keys[1].location.bailout = 1; }),
                         "key 2: bailout must be"));
    EXPECT_TRUE(contains(message([](Film &film) { film.size.width = 0; }), "width"));
    EXPECT_TRUE(contains(message([](Film &film) { film.audio = "a\nb"; }), "sound"));
}

// Whatever a stranger's file holds, it is refused or it is a film that comes back.
TEST(FilmFile, RandomBytesDoNoHarm) {
    const std::string whole = to_text(unusual());
    std::mt19937_64 random(15);
    int read = 0;
    for (int round = 0; round < 600; ++round) {
        const std::string text = mutated(whole, round, random);
        try {
            const Film film = parse_film(text, "x.toml").film;
            EXPECT_EQ(parse_film(to_text(film), "again").film, film);
            ++read;
        } catch (const InputError &error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        }
    }
    EXPECT_GT(read, 10);
}

TEST(FilmFile, TheFilmsThatComeWithTheProgramHaveAWay) {
    const fs::path folder = fs::path(FATHOM_SOURCE_DIR) / "assets/films";
    if (!fs::exists(folder))
        GTEST_SKIP() << "the sources are not on this machine";
    int count = 0;
    for (const auto &entry : fs::directory_iterator(folder)) {
        const ParsedFilm film = read_film_file(entry.path());
        EXPECT_TRUE(film.warnings.empty()) << entry.path();
        const FilmPath path(film.film, film.film.size);
        for (int step = 0; step <= 20; ++step)
            EXPECT_NO_THROW(check_location(path.at(path.seconds() * step / 20)));
        ++count;
    }
    EXPECT_EQ(count, 2);
    const FilmPath e50(read_film_file(folder / "e50.toml").film, {1920, 1080});
    EXPECT_EQ(e50.frames(60), 3600);
    ASSERT_EQ(e50.legs().size(), 1U);
    EXPECT_TRUE(e50.legs()[0].zooms);
}

} // namespace fathom::film::film_toml_test
