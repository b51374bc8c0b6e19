// Words that narrow lists down.
#include "ui/state/place_search.h"
#include "ui/state/word_search.h"

#include <chrono>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fathom::ui::place_search_test {

TEST(WordSearch, FindsPartsWhateverTheirCaseAndOrder) {
    const std::string text = "Seahorse Valley at 3000x";
    for (const char *query : {"", "  ", "sea", "VALLEY", "horse 30", "3000 sea", "\tvall\t"})
        EXPECT_TRUE(WordSearch(query).matches(text)) << query;
    for (const char *query : {"seahorses", "valley 31", "-"})
        EXPECT_FALSE(WordSearch(query).matches(text)) << query;
}

TEST(WordSearch, KnowsCapitalsOfOtherLetters) {
    EXPECT_TRUE(WordSearch("\xc3\xa4"
                           "ra")
                    .matches("\xc3\x84RA"));                 // a umlaut
    EXPECT_TRUE(WordSearch("\xce\xa3").matches("\xcf\x83")); // sigma
    EXPECT_TRUE(WordSearch("\xd0\xbc\xd0\xb8\xd1\x80").matches("\xd0\x9c\xd0\x98\xd0\xa0")); // mir
    EXPECT_FALSE(WordSearch("\xc3\x97").matches("\xc3\xb7")) << "times is no capital divided by";
    EXPECT_TRUE(WordSearch("\xc3").matches("\xc3")) << "half a character";
}

StoredPlace place(const std::string &id, const std::string &name, const std::string &zoom,
                  const std::string &formula, int age) {
    StoredPlace stored;
    stored.id = id;
    stored.place.name = name;
    stored.place.location.view.zoom = Decimal::parse(zoom);
    stored.place.location.formula.id = *kernels::find_formula(formula);
    stored.written = std::filesystem::file_time_type() - std::chrono::hours(age);
    return stored;
}

const std::vector<StoredPlace> kPlaces = {
    place("b-1", "beta 10", "1e400", "burning-ship", 3),
    place("a-7", "Alpha", "2", "mandelbrot", 1),
    place("deep-one", "beta 9", "1e401", "tricorn", 2),
    place("a-8", "alpha", "2", "mandelbrot", 9),
};

std::string found(const char *query, PlaceOrder order) {
    std::string ids;
    for (const std::size_t at : found_places(kPlaces, query, order))
        ids += kPlaces[at].id + " ";
    return ids;
}

TEST(PlaceSearch, FindsByNameFormulaAndFile) {
    EXPECT_EQ(found("BETA", PlaceOrder::name), "deep-one b-1 ");
    EXPECT_EQ(found("ship", PlaceOrder::name), "b-1 ");
    EXPECT_EQ(found("deep-one.toml", PlaceOrder::name), "deep-one ");
    EXPECT_EQ(found("a-8 alpha", PlaceOrder::name), "a-8 ");
    EXPECT_EQ(found("alpha ship", PlaceOrder::name), "");
}

TEST(PlaceSearch, Sorts) {
    EXPECT_EQ(found("", PlaceOrder::name), "a-7 a-8 deep-one b-1 ") << "numbers by value";
    EXPECT_EQ(found("", PlaceOrder::depth), "deep-one b-1 a-7 a-8 ") << "beyond doubles";
    EXPECT_EQ(found("", PlaceOrder::newest), "a-7 deep-one b-1 a-8 ");
    EXPECT_EQ(found("", PlaceOrder::formula), "b-1 a-7 a-8 deep-one ");
}

TEST(FileSearch, SortsFilesAsItSays) {
    const std::vector<std::string> files = {"/b/10.png", "", "/a/9.toml", "/c/Zoo.png", "/b/"};
    EXPECT_EQ(found_files(files, "", PlaceOrder::newest),
              (std::vector<std::string>{"/b/10.png", "/a/9.toml", "/c/Zoo.png"}))
        << "what has no name is no row";
    EXPECT_EQ(found_files(files, "", PlaceOrder::name),
              (std::vector<std::string>{"/a/9.toml", "/b/10.png", "/c/Zoo.png"}));
    EXPECT_EQ(found_files(files, "PNG zo", PlaceOrder::newest),
              (std::vector<std::string>{"/c/Zoo.png"}));
}

} // namespace fathom::ui::place_search_test
