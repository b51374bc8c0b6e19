// Limits and surveys of a film's zooms as a file, honest and hostile ones.
#include "render/farm/looks_file.h"

#include "render/base/error.h"
#include "render/engines/rank_table.h"
#include "render/jobs/survey.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>
#include <random>

namespace fathom::farm::looks_file_test {

class LooksFile : public testing::Test {
  protected:
    LooksFile() {
        RankTable uneven = *usual_ranks();
        for (std::size_t i = 0; i < uneven.shares.size(); ++i)
            uneven.shares[i] = i < 9000 ? 0.0F : static_cast<float>(i) / 16384;
        uneven.low = -1.0 / 3;
        found_[0].limits = {{-2, 1000}, {6, 1ULL << 40}};
        found_[0].densities = {{-2, 1}, {6, 4}};
        for (int number = -2; number < 8; ++number)
            found_[0].surveys[number] = std::make_shared<const Survey>(
                Survey{number % 2 == 0 ? usual_ranks() : std::make_shared<const RankTable>(uneven),
                       {0.1 / 3, 0.7, -1e-9, number != 0}});
        found_[7].surveys[100] =
            std::make_shared<const Survey>(Survey{nullptr, {1e-13, 0.5, 1e17, true}});
        write_looks(file_, found_);
    }
    static void expect_same(const Survey &a, const Survey &b) {
        EXPECT_EQ(a.fit, b.fit);
        ASSERT_EQ(a.ranks == nullptr, b.ranks == nullptr);
        if (a.ranks) {
            EXPECT_EQ(*a.ranks, *b.ranks);
        }
    }

    const TempFolder folder_;
    const std::filesystem::path file_ = folder_ / "looks";
    film::FilmFindings found_;
    const film::FilmLevels all_{{0, {-100, 100}}, {7, {-100, 100}}};
};

TEST_F(LooksFile, ComesBackBitForBit) {
    const film::FilmFindings read = read_looks(file_, all_);
    ASSERT_EQ(read.size(), 2u);
    for (const auto &[leg, findings] : found_) {
        EXPECT_EQ(read.at(leg).limits, findings.limits);
        EXPECT_EQ(read.at(leg).densities, findings.densities);
        ASSERT_EQ(read.at(leg).surveys.size(), findings.surveys.size());
        for (const auto &[level, survey] : findings.surveys)
            expect_same(*read.at(leg).surveys.at(level), *survey);
    }
}

TEST_F(LooksFile, GivesWhatSomeLevelsNeed) {
    const film::FilmFindings read = read_looks(file_, {{0, {1, 2}}});
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read.at(0).limits, found_.at(0).limits);
    EXPECT_EQ(read.at(0).densities, found_.at(0).densities);
    // A frame lies between its own level and the next.
    EXPECT_EQ(read.at(0).surveys.size(), 3u);
    EXPECT_FALSE(read.at(0).surveys.contains(0));
    expect_same(*read.at(0).surveys.at(3), *found_.at(0).surveys.at(3));
    EXPECT_TRUE(read_looks(file_, {}).empty());
}

TEST_F(LooksFile, FindsEveryWrongByte) {
    const std::string whole = read_all(file_);
    std::mt19937 random(3);
    for (int tried = 0; tried < 200; ++tried) {
        std::string bytes = whole;
        const std::size_t at = random() % bytes.size();
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        write_all(file_, bytes);
        const std::string message = message_of<InputError>([&] { read_looks(file_, all_); });
        EXPECT_TRUE(contains(message, "looks")) << at;
        write_all(file_, whole.substr(0, at));
        EXPECT_THROW(read_looks(file_, all_), InputError) << at;
    }
}

TEST_F(LooksFile, RefusesWhatNoFilmHas) {
    const auto refuses = [&](const film::FilmFindings &wrong) {
        write_looks(file_, wrong);
        EXPECT_TRUE(contains(message_of<InputError>([&] { read_looks(file_, all_); }),
                             "the file is damaged behind byte"));
    };
    const auto survey = [](const PaletteFit &fit) {
        film::FilmFindings wrong;
        wrong[0].surveys[0] = std::make_shared<const Survey>(Survey{nullptr, fit});
        return wrong;
    };
    refuses(survey({0, 0, 0, true}));
    refuses(survey({NAN, 0, 0, true}));
    refuses(survey({1, INFINITY, 0, true}));
    refuses({{1000, {}}});
    refuses({{0, {{{0, 0}}, {}, {}, nullptr}}});
    refuses({{0, {{{1 << 30, 5}}, {}, {}, nullptr}}});
    refuses({{0, {{}, {{0, 0}}, {}, nullptr}}});
    refuses({{0, {{}, {{0, 5}}, {}, nullptr}}});
    refuses({{0, {{}, {{1 << 30, 2}}, {}, nullptr}}});
    RankTable ranks = *usual_ranks();
    for (const auto &change : std::initializer_list<std::pair<std::size_t, float>>{
             {16384, 1.5F}, {100, 0.9F}, {5, -1.0F}, {7, NAN}}) {
        RankTable wrong = ranks;
        wrong.shares[change.first] = change.second;
        film::FilmFindings looks;
        looks[0].surveys[0] = std::make_shared<const Survey>(
            Survey{std::make_shared<const RankTable>(wrong), {1, 0, 0, true}});
        refuses(looks);
    }
    ranks.shares.pop_back();
    film::FilmFindings looks;
    looks[0].surveys[0] = std::make_shared<const Survey>(
        Survey{std::make_shared<const RankTable>(ranks), {1, 0, 0, true}});
    refuses(looks);
}

} // namespace fathom::farm::looks_file_test
