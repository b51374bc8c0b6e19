// Each format that Fathom has ever written is still read: one kept file for each version. Whoever
// adds a version adds a file.
#include "render/deep/orbit_file.h"
#include "render/farm/manifest.h"
#include "render/film/film_toml.h"
#include "render/places/location_toml.h"
#include "tests/support/documents.h"
#include "ui/state/saved_session.h"

#include <fmt/format.h>

namespace fathom::formats_test {

namespace fs = std::filesystem;

class Formats : public Docs {
  protected:
    static fs::path file(const char *kind, std::int64_t version, const char *suffix = ".toml") {
        return kSource / "tests/project/formats" / fmt::format("{}-{}{}", kind, version, suffix);
    }
};

TEST_F(Formats, LocationsOfEveryVersionAreRead) {
    for (std::int64_t version = 1; version <= kLocationFormat; ++version) {
        const fs::path path = file("location", version);
        const std::string text = text_of(path);
        ASSERT_NE(("\n" + text).find(fmt::format("\nfathom = {}\n", version)), std::string::npos)
            << path;
        const ParsedLocation parsed = parse_location(text, path.string());
        EXPECT_TRUE(parsed.warnings.empty()) << path << ": " << parsed.warnings.size();
        EXPECT_NE(parsed.location.view.re.to_string(), Location().view.re.to_string()) << path;
    }
}

TEST_F(Formats, FilmsOfEveryVersionAreRead) {
    for (std::int64_t version = 1; version <= film::kFilmFormat; ++version) {
        const film::ParsedFilm parsed = film::read_film_file(file("film", version));
        EXPECT_TRUE(parsed.warnings.empty()) << parsed.warnings.size();
        EXPECT_EQ(parsed.film.keys.size(), 2u);
    }
}

TEST_F(Formats, OrbitsOfBothVersionsAreRead) {
    EXPECT_EQ(read_orbit_file(file("orbit", 1, ".orbit"))->z.size(), 301u);
    EXPECT_EQ(read_orbit_file(file("orbit", 2, ".orbit"))->z.size(), 3001u);
}

TEST_F(Formats, JobsAreRead) {
    const fs::path path = file("job", 1);
    EXPECT_EQ(farm::parse_manifest(text_of(path), path.string()).tasks(), 3);
}

TEST_F(Formats, SessionsAreRead) {
    const fs::path path = file("session", 1);
    EXPECT_EQ(ui::parse_session(text_of(path), path.string()).engine, "cpu");
}

} // namespace fathom::formats_test
