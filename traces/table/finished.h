#pragma once
// Rows of which something is said together. Any thread.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "traces/table/model.h"

namespace shardscope::table {

/// Rows that ran to the end.
inline std::vector<const TableRow*> finished(const TableGroup& group) {
    std::vector<const TableRow*> rows;
    for (const TableRow& row : group.rows) {
        if (row.report->status == "ok") rows.push_back(&row);
    }
    return rows;
}

/// Labels of the rows about which the same is said, in the order of the table.
template <class T>
struct Labelled {
    T what;
    std::vector<std::string> labels;
};

template <class T>
void addLabel(std::vector<Labelled<T>>& said, const T& what, const std::string& label) {
    auto place = std::ranges::find(said, what, &Labelled<T>::what);
    if (place == said.end()) place = said.insert(place, {what, {}});
    place->labels.push_back(label);
}

}  // namespace shardscope::table
