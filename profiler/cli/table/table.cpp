#include "profiler/cli/table/table.h"

#include "profiler/cli/table/parts.h"
#include "traces/table/sentences.h"
#include "traces/table/text.h"

namespace shardscope::cli {

std::string comparisonTable(const std::vector<traces::RunReport>& reports,
                            const TableOptions& options) {
    if (reports.empty()) return {};
    const table::TableModel model = table::tableModelOf(reports);
    std::string text = tableHeader(model, options) + "\n" + tableRows(model) + "\n";
    text += simulatedRows(model);
    if (options.curve) text += tableCurves(model);
    for (const table::Phrase& sentence : table::sentencesOf(model)) {
        text += table::wrapped(table::asciiOf(sentence.english()), kTableColumns);
    }
    if (options.next) text += nextLine(model);
    return text;
}

}  // namespace shardscope::cli
