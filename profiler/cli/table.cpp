#include "profiler/cli/table.h"

#include "profiler/cli/table_parts.h"
#include "traces/table/sentences.h"
#include "traces/table/text.h"

namespace shardscope::cli {

namespace {

void add(std::string& text, const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences) {
        text += table::wrapped(table::asciiOf(sentence), kTableColumns);
    }
}

}  // namespace

std::string comparisonTable(const std::vector<traces::RunReport>& reports,
                            const TableOptions& options) {
    if (reports.empty()) return {};
    const table::TableModel model = table::tableModelOf(reports);
    std::string text = tableHeader(model, options) + "\n" + tableRows(model) + "\n";
    text += simulatedRows(model);
    if (options.curve) text += tableCurves(model);
    add(text, table::memorySentences(model));
    add(text, table::stepSentences(model));
    add(text, table::checkSentences(model));
    if (options.next) text += nextLine(model);
    return text;
}

}  // namespace shardscope::cli
