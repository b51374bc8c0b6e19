// What the window remembers from one start to the next.
#include "render/base/background.h"
#include "render/base/error.h"
#include "render/places/toml_document.h"
#include "tests/support/temp_folder.h"
#include "ui/live/julia_preview.h"
#include "ui/live/minimap.h"
#include "ui/state/kept_film.h"
#include "ui/state/saved_session.h"
#include "ui/state/session_autosave.h"

#include <gtest/gtest.h>
#include <thread>

namespace fathom::ui::saved_session_test {

using Clock = SessionAutosave::Clock;

Location place(const char *re, const char *zoom) {
    Location location;
    location.view.re = Decimal::parse(re);
    location.view.zoom = Decimal::parse(zoom);
    return location;
}

SavedSession session() {
    SavedSession saved;
    saved.location = place("-1.7500000000000000000000000000000001", "1e25");
    saved.location.view.rotation_degrees = 12.5;
    saved.location.iterations = LocationLimits::kMaxIterations;
    saved.location.formula.id = kernels::FormulaId(3);
    saved.location.formula.julia = true;
    saved.location.formula.seed_re = Decimal::parse("0.1234567890123456789");
    saved.location.colour.base = kernels::ColourBase::trap;
    saved.location.own_palette =
        Palette{"mine", {{0, 1, 2, 3}, {0.5, 200, 100, 50}}, Palette::Blend::linear_light};
    saved.location.palette = "mine";
    saved.visited = {place("-0.75", "1"), place("0.25", "100"), saved.location};
    saved.engine = "gpu0";
    saved.window = {false, -300, 20, 1000, 700, true};
    saved.settings.theme = UiSettings::ThemeChoice::light;
    saved.settings.font_scale = 1.3;
    saved.settings.panel_width = 30.25;
    saved.settings.panel_open = false;
    saved.settings.section = "places";
    saved.settings.hints_seen = true;
    saved.settings.overlay = OverlayMode::all;
    saved.settings.exactness = false;
    saved.settings.places_tab = 2;
    saved.settings.exports = {{1234, 567}, 16, true, "/home/some one/\"Bilder\""};
    saved.settings.film_exports = {"vp9", 40, 10, "/home/some one/films", "/tmp/its rings"};
    saved.settings.timeline = true;
    saved.settings.film_file = "/home/some one/film.toml";
    saved.settings.palette_keys[2] = "ember";
    saved.settings.files_folder = "/home/j\u00f6rg/\"a\"";
    saved.settings.recent_files = {"/tmp/1.toml", "/tmp/\u00e9 2.png"};
    saved.settings.begun_films = {{"/tmp/a \"film\".mp4", "h265", 30, 10, "/tmp/its rings", 3, 8},
                                  {"/home/j\u00f6rg/pictures/%06d.png", "png", 75, 16, "", 0, -1}};
    saved.settings.begun_pictures = {
        {"/tmp/a \"b\".png", Precision::perturb_f64x, Approximation::la, ""},
        {"/tmp/b.exr", std::nullopt, std::nullopt, "/home/j\u00f6rg/samples.exr"}};
    saved.minimap = true;
    saved.motion = {2.5, false, false};
    saved.samples = 8;
    return saved;
}

TEST(SavedSession, ComesBackFromItsText) {
    EXPECT_EQ(parse_session(to_text(session()), "test"), session());
    EXPECT_EQ(parse_session(to_text(SavedSession()), "test"), SavedSession());
}

TEST(SavedSession, ForgetsNamesThatTomlCannotHold) {
    SavedSession saved = session();
    saved.settings.files_folder = "/tmp/caf\xe9";
    saved.settings.recent_files = {"/tmp/caf\xe9.toml", "/tmp/2\n.toml", "/tmp/3.toml"};
    saved.settings.begun_films[0].path = "/tmp/caf\xe9.mp4";
    saved.settings.begun_pictures[0].path = "/tmp/caf\xe9.png";
    const UiSettings back = parse_session(to_text(saved), "session").settings;
    EXPECT_EQ(back.files_folder, "");
    ASSERT_EQ(back.begun_films.size(), 1u);
    EXPECT_EQ(back.begun_films[0], session().settings.begun_films[1]);
    ASSERT_EQ(back.begun_pictures.size(), 1u);
    EXPECT_EQ(back.begun_pictures[0], session().settings.begun_pictures[1]);
    EXPECT_EQ(back.recent_files, std::vector<std::string>{"/tmp/3.toml"});
}

TEST(UiSettings, RememberTheLastFilesOnceEach) {
    UiSettings settings;
    for (int i = 0; i < 20; ++i)
        settings.remember_file(std::to_string(i));
    settings.remember_file("15");
    ASSERT_EQ(settings.recent_files.size(), UiSettings::kMostRecentFiles);
    EXPECT_EQ(settings.recent_files[0], "15");
    EXPECT_EQ(settings.recent_files[1], "19");
    EXPECT_EQ(settings.recent_files.back(), "8");
}

TEST(UiSettings, RememberTheLastFilmsThatWereBegunOnceEach) {
    UiSettings settings;
    BegunFilm begun;
    for (int i = 0; i < 20; ++i) {
        begun.path = "/" + std::to_string(i);
        settings.remember_film(begun);
    }
    begun.path = "/15";
    begun.format = "av1";
    settings.remember_film(begun);
    ASSERT_EQ(settings.begun_films.size(), UiSettings::kMostBegun);
    EXPECT_EQ(settings.begun_films[0].path, "/15");
    EXPECT_EQ(settings.begun_films[0].format, "av1");
    EXPECT_EQ(settings.begun_films[1].path, "/19");
    settings.forget_film("/15");
    settings.forget_film("/15");
    EXPECT_EQ(settings.begun_films.size(), UiSettings::kMostBegun - 1);
    EXPECT_EQ(settings.begun_films[0].path, "/19");
}

TEST(SavedSession, LeavesOutTheOldestWhereThereIsNoRoom) {
    SavedSession saved;
    const std::string digits(20'000, '3');
    for (int i = 0; i < 200; ++i)
        saved.visited.push_back(place(("0." + std::to_string(1000 + i) + digits).c_str(), "1e9"));
    const std::string text = to_text(saved);
    EXPECT_LE(text.size(), TomlDocument::kMaxSize);
    const std::vector<Location> visited = parse_session(text, "test").visited;
    ASSERT_GT(visited.size(), 30u);
    ASSERT_LE(visited.size(), SavedSession::kMaxVisited);
    EXPECT_EQ(visited.back(), saved.visited.back());
    EXPECT_EQ(visited.front(), saved.visited[200 - visited.size()]);
}

TEST(SavedSession, RefusesWhatItCannotMean) {
    const std::string good = to_text(session());
    const auto with = [&good](const std::string &from, const std::string &to) {
        std::string text = good;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, from.size(), to);
    };
    for (const std::string &text :
         {std::string(),
          std::string("\x7f\x45LF"),
          std::string("[["),
          std::string("fathom_session = 1\n"),
          with("fathom_session = 1", "fathom_session = 2"),
          with("width = 1000", "width = 99"),
          with("width = 1000", "width = 1e9"),
          with("width = 1000", "width = \"a\""),
          with("font_scale = 1.3", "font_scale = nan"),
          with("font_scale = 1.3", "font_scale = 99"),
          with("x = -300", "x = 9999999"),
          with("engine = \"gpu0\"", "engine = \"../x\""),
          with("engine = \"gpu0\"", "engine = 1"),
          with("minimap = true", "minimap = 1"),
          with("zoom = \\\"1e25", "zoom = \\\"1e-25"),
          with("visited = [", "visited = [ 7, "),
          with("hints_seen = true", "hints_seen = \"a\""),
          with("section = \"places\"", "section = 7"),
          with("[[begun_film]]\npath = \"/", "[[begun_film]]\npath = \"../"),
          with("[[begun_film]]\npath", "[[begun_film]]\nname"),
          with("[[begun_picture]]\npath = \"/", "[[begun_picture]]\npath = \"../"),
          with("precision = \"perturb-f64x\"", "precision = \"f65\""),
          with("approximation = \"la\"", "approximation = 7"),
          with("quality = 30", "quality = 0"),
          with("bits = 10\nrings", "bits = -1\nrings"),
          with("first_frame = 3", "first_frame = -3"),
          with("last_frame = 8", "last_frame = 4000000000"),
          with("last_frame = 8", "last_frame = \"8\""),
          with("[[begun_film]]\npath = \"/tmp", "[begun_film]\npath = \"/tmp"),
          with("visited = [", "begun_film = 7\nvisited = ["),
          good + [] {
              std::string more;
              for (std::size_t at = 0; at < UiSettings::kMostBegun; ++at)
                  more += "[[begun_film]]\npath = \"/tmp/a.mp4\"\n";
              return more;
          }()})
        EXPECT_THROW((void)parse_session(text, "test"), InputError) << text.substr(0, 200);
}

TEST(SavedSession, IsRestoredFromItsFile) {
    const TempFolder folder;
    const std::filesystem::path path = folder / "state" / "session.toml";
    EXPECT_FALSE(restore_session(path, std::nullopt).session);
    EXPECT_EQ(restore_session(path, std::nullopt).complaint, "");
    save_session(path, session());
    const RestoredSession restored = restore_session(path, std::nullopt);
    EXPECT_EQ(restored.session, session());
    EXPECT_EQ(restored.complaint, "");
}

TEST(SavedSession, ABrokenFileIsSetAside) {
    const TempFolder folder;
    const std::filesystem::path path = folder / "session.toml";
    const std::vector<std::pair<const char *, const char *>> broken = {
        {"nonsense", "session.toml.set-aside"},
        {"fathom_session = 7\n", "session.toml.set-aside-2"},
        {"\xff\xff\0\xff", "session.toml.set-aside-3"}};
    for (const auto &[text, aside] : broken) {
        write_all(path, text);
        const RestoredSession restored = restore_session(path, std::nullopt);
        EXPECT_FALSE(restored.session);
        EXPECT_TRUE(contains(restored.complaint, std::string(aside) + "."));
        EXPECT_FALSE(std::filesystem::exists(path));
    }
    for (const auto &[text, aside] : broken)
        EXPECT_EQ(read_all(folder / aside), text) << "one must not replace another";
    // A folder in its place stops nothing either.
    std::filesystem::create_directory(path);
    EXPECT_FALSE(restore_session(path, std::nullopt).session);
}

TEST(SavedSession, ItsFilmLiesBesideIt) {
    const TempFolder folder;
    const std::filesystem::path path = folder / "session.toml";
    film::Film film;
    film.keys.resize(2);
    film.keys[0].location = place("-1.75000000000000000000000001", "1e25");
    film.keys[1].location = place("0.25", "1");
    film.keys[1].seconds = 7.25;
    SavedSession saved = session();
    saved.film = std::make_shared<const film::Film>(film);
    save_session(path, saved);
    const RestoredSession restored = restore_session(path, std::nullopt);
    ASSERT_TRUE(restored.film);
    EXPECT_EQ(*restored.film, film);
    EXPECT_EQ(restored.complaint, "");
    // A broken one is set aside, and the session comes back without it.
    write_all(kept_film_path(path), "fathom-film = 99\n");
    const RestoredSession without = restore_session(path, std::nullopt);
    EXPECT_TRUE(without.session);
    EXPECT_FALSE(without.film);
    EXPECT_TRUE(contains(without.complaint, "film.toml.set-aside."));
    EXPECT_EQ(read_all(folder / "film.toml.set-aside"), "fathom-film = 99\n");
    // A film that is gone does not come back.
    save_session(path, saved);
    saved.film.reset();
    save_session(path, saved);
    EXPECT_FALSE(std::filesystem::exists(kept_film_path(path)));
    EXPECT_FALSE(restore_session(path, std::nullopt).film);
}

TEST(SavedSession, AMissingPaletteIsReplaced) {
    const TempFolder folder;
    SavedSession saved;
    saved.location.palette = "no-such-palette";
    save_session(folder / "session.toml", saved);
    const RestoredSession restored = restore_session(folder / "session.toml", std::nullopt);
    ASSERT_TRUE(restored.session);
    EXPECT_EQ(restored.session->location, Location());
    EXPECT_TRUE(contains(restored.complaint, "no-such-palette"));
}

/// A keeper and what it has told.
struct Kept {
    explicit Kept(std::filesystem::path where)
        : path(std::move(where)), keeper(path, background, [this](const auto &failure) {
              outcomes.push_back(failure.value_or("saved"));
          }) {}
    void wait() {
        background.wait();
        background.poll();
    }

    std::filesystem::path path;
    std::vector<std::string> outcomes;
    Background background{[] {}};
    SessionAutosave keeper;
};

TEST(SessionAutosave, SavesWhatHasChangedAfterAWhile) {
    const TempFolder folder;
    Kept kept(folder / "state" / "session.toml");
    const auto start = Clock::now();
    int asked = 0;
    SavedSession now = session();
    const auto give = [&] {
        ++asked;
        return now;
    };
    kept.keeper.keep(start + std::chrono::hours(1), give);
    EXPECT_EQ(asked, 0); // nothing has happened
    EXPECT_FALSE(kept.keeper.next());
    kept.keeper.touch(start);
    kept.keeper.touch(start + std::chrono::seconds(1)); // does not put it off
    ASSERT_TRUE(kept.keeper.next());
    EXPECT_LE(*kept.keeper.next(), start + std::chrono::seconds(5));
    kept.keeper.keep(start, give);
    EXPECT_EQ(asked, 0); // too early
    kept.keeper.keep(*kept.keeper.next(), give);
    kept.wait();
    EXPECT_EQ(kept.outcomes, std::vector<std::string>{"saved"});
    EXPECT_EQ(restore_session(kept.path, std::nullopt).session, session());
    // The same again is not written again.
    kept.keeper.touch(start);
    kept.keeper.keep(start + std::chrono::hours(1), give);
    kept.wait();
    EXPECT_EQ(kept.outcomes.size(), 1u);
    now.minimap = false;
    kept.keeper.finish(now);
    EXPECT_EQ(restore_session(kept.path, std::nullopt).session, now);
}

TEST(SessionAutosave, TellsWhyItCannotSave) {
    const TempFolder folder;
    write_all(folder / "file", "");
    Kept kept(folder / "file" / "session.toml");
    kept.keeper.touch(Clock::now());
    kept.keeper.keep(Clock::now() + std::chrono::hours(1), [] { return session(); });
    kept.wait();
    ASSERT_EQ(kept.outcomes.size(), 1u);
    EXPECT_TRUE(contains(kept.outcomes[0], "file"));
    EXPECT_THROW(kept.keeper.finish(SavedSession()), DiskError);
}

TEST(SessionAutosave, TriesAgainWhatCouldNotBeSaved) {
    const TempFolder folder;
    write_all(folder / "file", "");
    Kept kept(folder / "file" / "session.toml");
    const auto keep = [&kept] {
        kept.keeper.touch(Clock::now());
        kept.keeper.keep(Clock::now() + std::chrono::hours(1), [] { return session(); });
        kept.wait();
    };
    keep();
    keep();
    EXPECT_EQ(kept.outcomes.size(), 1u); // the same failure is told once
    EXPECT_THROW(kept.keeper.finish(session()), DiskError);
    std::filesystem::remove(folder / "file");
    keep();
    ASSERT_EQ(kept.outcomes.size(), 2u);
    EXPECT_EQ(kept.outcomes[1], "saved");
    EXPECT_EQ(restore_session(kept.path, std::nullopt).session, session());
}

// Several windows save into one file: whoever reads finds one of the sessions, whole.
TEST(SessionAutosave, FilesAreNeverTorn) {
    const TempFolder folder;
    const std::filesystem::path path = folder / "session.toml";
    SavedSession other;
    other.engine = "cpu";
    save_session(path, other);
    const auto write = [&path](const SavedSession &saved) {
        for (int i = 0; i < 30; ++i)
            save_session(path, saved);
    };
    std::thread first([&] { write(session()); });
    std::thread second([&] { write(other); });
    for (int i = 0; i < 60; ++i) {
        const std::string text = read_all(path);
        EXPECT_TRUE(text == to_text(session()) || text == to_text(other));
    }
    first.join();
    second.join();
    EXPECT_EQ(folder.count(), 1);
}

TEST(Minimap, KnowsTheVisiblePart) {
    const Size window{1600, 800};
    const Size map{192, 120};
    const View whole = home_view({});
    const VisiblePart part = visible_part(whole, window, whole, map);
    // As high as the map, and centred: 240 of the map's pixels wide.
    EXPECT_NEAR(part.corners[0].first, 96 - 120, 1e-9);
    EXPECT_NEAR(part.corners[0].second, 0, 1e-9);
    EXPECT_NEAR(part.corners[2].first, 96 + 120, 1e-9);
    EXPECT_NEAR(part.corners[2].second, 120, 1e-9);
    EXPECT_FALSE(part.tiny);

    View deep = whole;
    deep.zoom = Decimal::parse("1e200");
    EXPECT_TRUE(visible_part(deep, window, whole, map).tiny);

    // A quarter turn counter-clockwise of the window's axes: its right is the map's upwards.
    View turned = whole;
    turned.rotation_degrees = 90;
    turned.zoom = Decimal::parse("2");
    const VisiblePart standing = visible_part(turned, window, whole, map);
    EXPECT_NEAR(standing.corners[1].first, 96 - 30, 1e-9);
    EXPECT_NEAR(standing.corners[1].second, 60 - 60, 1e-9);
}

TEST(Minimap, AClickComesToTheMiddle) {
    const Size map{192, 120};
    View deep = home_view({});
    deep.zoom = Decimal::parse("1e12");
    deep.rotation_degrees = 30;
    const View there = view_from_map(deep, home_view({}), map, 96 + 30, 60 - 30);
    EXPECT_NEAR(there.re.to_double(), -0.75 + 1, 1e-3);
    EXPECT_NEAR(there.im.to_double(), 1, 1e-3);
    EXPECT_EQ(there.rotation_degrees, 30);
    EXPECT_LT(there.zoom, Decimal::parse("1000"));
    View wide = deep;
    wide.zoom = Decimal::parse("2");
    EXPECT_EQ(view_from_map(wide, home_view({}), map, 0, 0).zoom, wide.zoom);
}

TEST(JuliaPreview, LeadsInAndBack) {
    Location plane;
    plane.palette = "ember";
    plane.view.zoom = Decimal::parse("1e40");
    const Decimal re = Decimal::parse("-0.12300000000000000000000000000000000000000001");
    const Decimal im = Decimal::parse("0.745");
    const Location set = julia_location(plane, re, im);
    EXPECT_TRUE(set.formula.julia);
    EXPECT_EQ(set.formula.seed_re, re);
    EXPECT_EQ(set.formula.seed_im, im);
    EXPECT_EQ(set.view.zoom, Decimal::parse("1"));
    EXPECT_TRUE(set.view.re.is_zero());
    EXPECT_EQ(set.palette, "ember");

    JuliaPreview preview([] {});
    preview.enter_from(plane, set);
    EXPECT_EQ(preview.return_from(set), plane);
    // A second time nobody knows: the seed's place in the plane.
    const Location found = preview.return_from(set);
    EXPECT_FALSE(found.formula.julia);
    EXPECT_EQ(found.view.re, re);
    EXPECT_EQ(found.view.im, im);
    // Another formula's plane is no way back.
    preview.enter_from(plane, set);
    Location other = set;
    other.formula.id = kernels::FormulaId(1);
    EXPECT_EQ(preview.return_from(other).formula.id, kernels::FormulaId(1));
    // Nor is the plane that another seed was taken from.
    preview.enter_from(plane, set);
    other = julia_location(plane, im, re);
    EXPECT_EQ(preview.return_from(other).view.re, im);
}

} // namespace fathom::ui::saved_session_test
