#pragma once
// Two runs to say something of, and what their table says.

#include <sstream>
#include <string>
#include <vector>

#include "profiler/cli/table/table.h"
#include "tests/traces/table/table_reports.h"

namespace shardscope::cli {

inline std::vector<traces::RunReport> oneAndTwo(doubles::Scenario scenario) {
    std::vector<traces::RunReport> reports;
    for (const char* preset : {"zero-1", "zero-2"}) {
        scenario.does = scenario.label = preset;
        reports.push_back(table::played(scenario, "8f3c91d200000000"));
    }
    return reports;
}

/// Sentences may be wrapped: lines are joined before they are searched.
inline std::string joined(const std::string& text) {
    std::string one;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const size_t first = line.find_first_not_of(' ');
        one += (one.empty() ? "" : " ") + (first == std::string::npos ? "" : line.substr(first));
    }
    return one;
}

inline void expectSays(const std::vector<traces::RunReport>& reports, const std::string& sentence) {
    const std::string text = joined(comparisonTable(reports));
    EXPECT_NE(text.find(sentence), std::string::npos)
        << "not found: " << sentence << "\nin: " << text;
}
inline void expectSilent(const std::vector<traces::RunReport>& reports,
                         const std::string& sentence) {
    const std::string text = joined(comparisonTable(reports));
    EXPECT_EQ(text.find(sentence), std::string::npos) << text;
}

}  // namespace shardscope::cli
