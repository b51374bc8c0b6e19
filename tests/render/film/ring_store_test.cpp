// What a folder of rings keeps beside them, for exports in other colours.
#include "render/film/ring_store.h"

#include "render/base/error.h"
#include "render/deep/orbit_file.h"
#include "render/engines/devices.h"
#include "render/engines/engine.h"
#include "render/film/ring_room.h"
#include "render/film/zoom_leg.h"
#include "tests/support/fake_engine.h"
#include "tests/support/frames_of_films.h"
#include "tests/support/same_orbits.h"
#include "tests/support/temp_folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace fathom::film::ring_store_test {

namespace fs = std::filesystem;

const std::atomic<bool> kGoOn = false;
/// Frames, and more of them: what is made ahead for the first ones these have, too.
const std::vector<int> kNumbers = {0, 2}, kMore = {0, 2, 4, 6};

/// A perturbed film whose limits and colours are found.
Film found_film() {
    Film film = deep();
    for (FilmKey &key : film.keys) {
        key.location.automatic_iterations = true;
        key.location.colour.mapping = kernels::ColourMapping::rank;
        key.location.colour.density = 1;
    }
    return film;
}

/// That film in colours that hang on other numbers.
Film in_other_colours(Film film) {
    for (FilmKey &key : film.keys) {
        key.location.palette = "ember";
        key.location.automatic_colours = true;
        key.location.colour.mapping = kernels::ColourMapping::logarithm;
    }
    return film;
}

/// Which file each name is: one that is written again is another.
std::map<std::string, ino_t> files_in(const fs::path &folder, const std::string &extension = "") {
    std::map<std::string, ino_t> files;
    for (const auto &entry : fs::directory_iterator(folder)) {
        struct stat about {};
        if (extension.empty() || entry.path().extension() == extension)
            if (::stat(entry.path().c_str(), &about) == 0)
                files[entry.path().filename()] = about.st_ino;
    }
    return files;
}

/// Makes films by an engine that counts what it has to iterate.
struct RingStoreFilms : ::testing::Test {
    RingStoreFilms() {
        device->engine = make_engine("cpu");
        static thread_local bool knows = false; // all samples of the frame that comes
        device->begun_with = [](const KnownSamples &) { knows = true; };
        device->iterating = [this](const RenderRequest &, const std::atomic<bool> &stop) {
            if (!std::exchange(knows, false) && !stop)
                ++iterated;
        };
        options.rings_folder = rings;
    }
    std::vector<Bytes> make(const Film &film, const std::vector<int> &numbers = kNumbers) {
        iterated = 0;
        return frames_of(film, options, engine, numbers);
    }
    [[nodiscard]] std::vector<Bytes> alone(const Film &film,
                                           const std::vector<int> &numbers = kNumbers) const {
        FilmFramesOptions plain = options;
        plain.rings_folder.clear();
        return frames_of(film, plain, *device->engine, numbers);
    }

    const TempFolder folder;
    const fs::path rings = folder / "rings";
    const std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
    std::atomic<int> iterated = 0; ///< frames whose samples were not there
    FakeEngine engine{device};
    FilmFramesOptions options = options_of(2);
};

TEST_F(RingStoreFilms, FindNothingAgainInOtherColours) {
    const Film film = found_film(), other = in_other_colours(film);
    EXPECT_TRUE(make(film, kMore) == alone(film, kMore));
    EXPECT_GT(iterated, 20);
    const auto kept = files_in(rings);
    EXPECT_FALSE(files_in(rings, ".found").empty());
    ASSERT_EQ(files_in(rings, ".orbit").size(), 1U);

    const auto again = make(other);
    EXPECT_EQ(iterated, 0);
    EXPECT_EQ(files_in(rings), kept); // whatever is made is kept: no limit, orbit or ring was
    EXPECT_TRUE(again == alone(other));
    EXPECT_FALSE(again == make(film));
}

TEST_F(RingStoreFilms, AreOnlyOfWhatIsTheirs) {
    const Film film = found_film();
    make(film, kMore);
    const auto limits = files_in(rings, ".found"), orbits = files_in(rings, ".orbit");
    // Of another size all is another.
    options.size = {kFrame.width, kFrame.height - 2};
    make(film, {0});
    EXPECT_EQ(files_in(rings, ".found").size(), 2 * limits.size());
    EXPECT_EQ(files_in(rings, ".orbit").size(), 2 * orbits.size());
    options.size = kFrame;
    // Another depth, another formula's number, another way to it.
    Film deeper = film, wider = film, turning = film;
    deeper.keys[1].location.view.zoom = Decimal::parse("3e16");
    for (FilmKey &key : wider.keys)
        key.location.bailout = 1000;
    turning.keys[1].location.view.rotation_degrees = 50;
    for (const Film &changed : {deeper, wider, turning}) {
        const auto before = files_in(rings, ".orbit");
        EXPECT_TRUE(make(changed, {0}) == alone(changed, {0}));
        EXPECT_EQ(files_in(rings, ".orbit").size(), before.size() + 1);
    }
    make(film);
    EXPECT_EQ(iterated, 0);
}

TEST_F(RingStoreFilms, FindAgainWhatIsDamaged) {
    const Film film = found_film();
    const auto first = make(film, kMore);
    const auto expect_same = [&](bool made) {
        const auto frames = make(film, made ? kMore : kNumbers);
        EXPECT_TRUE(std::equal(frames.begin(), frames.end(), first.begin()));
        EXPECT_EQ(iterated > 0, made);
    };
    for (const std::string extension : {".found", ".orbit", ".orbit-sum", ".ring"}) {
        const auto kept = files_in(rings, extension);
        for (const auto &[name, file] : kept) {
            const auto size = fs::file_size(rings / name);
            std::fstream bytes(rings / name, std::ios::in | std::ios::out | std::ios::binary);
            bytes.seekp(static_cast<std::streamoff>(size) - 6);
            bytes.put('\x5a').put('\xa5');
        }
        // Limits and rings take samples, and an orbit is made again without.
        expect_same(extension == ".found" || extension == ".ring");
        for (const auto &[name, file] : files_in(rings, extension)) {
            // Of rings not all are of the first frames, and one made ahead may be new.
            EXPECT_TRUE(extension == ".ring" || file != kept.at(name)) << name;
        }
        expect_same(false);
    }
    // Cut short, empty, no file at all.
    for (const auto &[name, file] : files_in(rings)) {
        const fs::path path = rings / name;
        if (path.extension() == ".found")
            fs::resize_file(path, fs::file_size(path) / 2);
        else if (path.extension() == ".orbit")
            fs::resize_file(path, 0);
        else if (path.extension() == ".orbit-sum")
            fs::remove(path);
    }
    expect_same(true);
    expect_same(false);
}

// An orbit that is sound, but no longer the one that its name had.
TEST_F(RingStoreFilms, TakeNoOtherOrbit) {
    const Film film = found_film();
    const auto first = make(film);
    const fs::path path = rings / files_in(rings, ".orbit").begin()->first;
    const auto right = read_orbit_file(path);
    ReferenceOrbit other = *right;
    other.spec.re = right->spec.re + Decimal::parse("1e-5");
    write_orbit_file(path, other);
    EXPECT_TRUE(make(film) == first);
    EXPECT_TRUE(read_orbit_file(path)->spec.re == right->spec.re);
}

TEST(RingStore, KeepsLimitsAndOrbits) {
    const TempFolder folder;
    const RingStore store(folder / "rings");
    const auto limit = [&](const std::string &name) {
        return store.found_number(name, 1, LocationLimits::kMaxIterations);
    };
    EXPECT_FALSE(limit("a"));
    store.keep_found_number("a", 263010);
    store.keep_found_number("b", std::uint64_t{1} << 40);
    EXPECT_EQ(limit("a"), 263010);
    EXPECT_EQ(limit("b"), std::uint64_t{1} << 40);
    EXPECT_FALSE(limit("c"));
    // What can be none is none.
    store.keep_found_number("a", 0);
    EXPECT_FALSE(limit("a"));
    store.keep_found_number("a", LocationLimits::kMaxIterations + 1);
    EXPECT_FALSE(limit("a"));

    const auto engine = make_engine("cpu");
    SharedFilm film(deep(), options_of(1));
    Turns turns(1);
    ASSERT_TRUE(film.zoom_of(0)->prepare({*engine, turns}, kGoOn));
    const auto orbit = film.zoom_of(0)->findings().orbit;
    ASSERT_TRUE(orbit);
    EXPECT_FALSE(store.orbit("orbit"));
    store.keep_orbit("orbit", *orbit);
    const auto read = store.orbit("orbit");
    ASSERT_TRUE(read);
    expect_same_points(*read, *orbit);
    EXPECT_FALSE(store.orbit("another"));
    // Sums of two have more digits than a file.
    ReferenceOrbit two = *orbit;
    two.rest = two.z;
    store.keep_orbit("two", two);
    EXPECT_FALSE(store.orbit("two"));
}

/// Bytes of all files of a folder.
double bytes_in(const fs::path &folder) {
    double bytes = 0;
    for (const auto &file : fs::directory_iterator(folder))
        bytes += static_cast<double>(file.file_size());
    return bytes;
}

TEST(RingStore, KnowsBeforehandWhatRoomRingsTake) {
    const TempFolder folder;
    const auto engine = make_engine("cpu");
    FilmFramesOptions options = options_of(4);
    options.size = {480, 270};
    options.rings_folder = folder / "rings";
    Film film = seahorse();
    for (const bool whole : {false, true}) {
        if (whole) // which goes by the direction of z, too
            for (FilmKey &key : film.keys)
                key.location.colour.base = kernels::ColourBase::angle;
        const double before = whole ? bytes_in(folder / "rings") : 0;
        std::vector<int> numbers;
        for (int frame = 0; frame < 12; ++frame)
            numbers.push_back(frame);
        SharedFilm shared(film, options);
        const double room = kept_ring_bytes(shared, {0, 11});
        Turns turns(engine->frames_at_once());
        {
            FilmFrames frames(shared, {*engine, turns});
            for (const int number : numbers)
                frames.make(number, kGoOn);
        }
        const double kept = bytes_in(folder / "rings") - before;
        EXPECT_LT(kept, 1.1 * room) << whole;
        // The inside takes next to nothing where norms are kept.
        EXPECT_GT(kept, (whole ? 0.7 : 0.4) * room) << whole;
    }
}

TEST(RingStore, SaysWhatRoomIsMissing) {
    const TempFolder folder;
    const RingStore store(folder / "rings");
    EXPECT_NO_THROW(store.require_room(0));
    const std::string words = message_of<DiskError>([&] { store.require_room(1e21); });
    EXPECT_TRUE(contains(words, (folder / "rings").string())) << words;
    EXPECT_TRUE(contains(words, "some 1000000000000.0 GB more")) << words;
    EXPECT_TRUE(contains(words, "B free")) << words;
}

} // namespace fathom::film::ring_store_test
