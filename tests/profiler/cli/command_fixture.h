#pragma once
// The real command, run as a child process in a folder of its own.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace shardscope::cli {

struct Outcome {
    int status = -1;
    std::string out;  ///< stdout
    std::string err;  ///< stderr
};

inline std::string contentOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class CommandTest : public testing::Test {
  protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::path(testing::TempDir()) /
                  (std::string("shardscope_") + info->test_suite_name() + "_" + info->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    /// Runs `shardscope @p args` in the test's folder; @p args are read by a shell.
    Outcome shardscope(const std::string& args, const std::string& before = "") const {
        const std::string line = "cd '" + folder_.string() + "' && " + before + " '" +
                                 SHARDSCOPE_COMMAND + "' " + args + " >.out 2>.err </dev/null";
        const int raw = std::system(line.c_str());
        return {.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw),
                .out = contentOf(folder_ / ".out"),
                .err = contentOf(folder_ / ".err")};
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }

    std::filesystem::path folder_;
};

inline void expectContains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text << "\n  lacks: " << part;
}

}  // namespace shardscope::cli
