// What would have to change where nothing fits.

#include <algorithm>
#include <functional>

#include "core/capacity/change_search.h"

namespace shardscope::core {

std::optional<NothingFits> whatWouldFit(Evaluator& evaluator, const PlanQuestion& question,
                                        const std::vector<PlanRow>& rows) {
    std::vector<size_t> known;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].result) known.push_back(i);
    }
    if (known.empty()) return std::nullopt;
    NothingFits nothing{
        .closest = *std::ranges::min_element(known, std::greater<>{},
                                             [&](size_t i) { return marginOf(question, rows[i]); }),
        .changes = {}};
    nothing.changes = cheapestChanges(evaluator, question, rows[nothing.closest]);
    nothing.together = !nothing.changes.empty() && nothing.changes.front().options > 1;
    return nothing;
}

}  // namespace shardscope::core
