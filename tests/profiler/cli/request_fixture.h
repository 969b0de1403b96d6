#pragma once
// A command line of `run` in one string, parsed to a request: what the option tests are written in.

#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>

#include "core/config/workload_file.h"
#include "profiler/cli/options/arguments.h"
#include "profiler/cli/options/options.h"

namespace shardscope::cli {

inline std::vector<std::string> wordsOf(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

/// What `shardscope run @p line` would run, with @p file's JSON as its workload file.
inline core::Result<profiler::RunRequest> requestOf(const std::string& line,
                                                    const std::string& file = "{}",
                                                    Commands command = kRun,
                                                    std::optional<MpiWorld> world = std::nullopt) {
    core::Settings options;
    const auto app = makeApp("run", "");
    addSettingOptions(*app, command, options);
    const auto parsed = parse(*app, wordsOf(line));
    if (!parsed) return tl::unexpected(parsed.error());
    auto settings = core::parseWorkload(file, "w.json");
    if (!settings) return tl::unexpected(settings.error());
    return makeRequest(merged(std::move(*settings), options), command, world);
}

/// "where: message" of what is wrong with @p line; "(accepted)" when nothing is.
inline std::string faultOf(const std::string& line, const std::string& file = "{}",
                           Commands command = kRun, std::optional<MpiWorld> world = std::nullopt) {
    const auto request = requestOf(line, file, command, world);
    if (request) return "(accepted)";
    EXPECT_EQ(request.error().code, core::ErrorCode::InvalidInput) << line;
    return core::toString(request.error());
}

inline void expectFault(const std::string& line, const std::string& part,
                        const std::string& file = "{}") {
    const std::string fault = faultOf(line, file);
    EXPECT_NE(fault.find(part), std::string::npos) << line << "\n  " << fault << "\n  " << part;
}

}  // namespace shardscope::cli
