// Work that is handed to other threads, and what comes back.

#include "gui/files/background.h"

#include <QCoreApplication>
#include <atomic>
#include <memory>

#include "tests/gui/shell/shell_fixture.h"

namespace shardscope::gui {
namespace {

TEST(Background, OneThreadKeepsTheOrderAndAnswersOnTheCallersThread) {
    std::vector<int> answers;  // no lock: one thread
    bool elsewhere = false, here = true;
    const auto caller = std::this_thread::get_id();
    Background background(1);
    for (int i = 0; i < 100; ++i) {
        background.start([&, i, given = std::make_shared<int>(i)] {
            elsewhere = std::this_thread::get_id() != caller;
            return [&, i, given] {
                here = here && std::this_thread::get_id() == caller;
                EXPECT_EQ(*given, i);
                answers.push_back(i);
            };
        });
    }
    ASSERT_TRUE(waitFor([&] { return answers.size() == 100; }));
    EXPECT_TRUE(std::ranges::is_sorted(answers));
    EXPECT_TRUE(elsewhere);
    EXPECT_TRUE(here);
}

TEST(Background, ThreadsWorkAtTheSameTime) {
    std::atomic<int> begun{0};
    int ended = 0;
    Background background(3);
    for (int i = 0; i < 3; ++i) {
        background.start([&] {
            ++begun;
            while (begun < 3) std::this_thread::yield();  // for ever, were there fewer threads
            return [&] { ++ended; };
        });
    }
    EXPECT_TRUE(waitFor([&] { return ended == 3; }));
}

TEST(Background, ItsEndDropsWhatHasNotBegunAndEveryAnswer) {
    std::atomic<bool> begun{false}, goOn{false}, ended{false};
    bool answered = false;
    std::jthread later;
    {
        Background background(1);
        background.start([&] {
            begun = true;
            while (!goOn) std::this_thread::yield();
            ended = true;
            return [&] { answered = true; };
        });
        background.start([]() -> Background::Then {
            ADD_FAILURE() << "it had not begun";
            return {};
        });
        while (!begun) std::this_thread::yield();
        later = std::jthread([&] {
            QTest::qSleep(50);
            goOn = true;
        });
    }
    EXPECT_TRUE(ended);
    QCoreApplication::processEvents();
    EXPECT_FALSE(answered);
}

TEST(Background, AnAnswerMayEndIt) {
    int answered = 0;
    auto background = std::make_unique<Background>(2);
    for (int i = 0; i < 4; ++i) {
        background->start([&] {
            return [&] {
                ++answered;
                background.reset();
            };
        });
    }
    ASSERT_TRUE(waitFor([&] { return background == nullptr; }));
    QCoreApplication::processEvents();
    EXPECT_EQ(answered, 1);
}

}  // namespace
}  // namespace shardscope::gui
