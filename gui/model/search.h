#pragma once
// Finding spans: by name, by bucket, by what they are, by bytes.
//
// A query is words: a regular expression for names ("reduce.*B3"), bucket:REGEX, category:REGEX
// (operation, collective, stall, step, gradient) and bytes>SIZE (also <, >=, <=; "bytes>1MiB").
// All of them must hold; letters' case does not matter.

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "gui/model/timeline.h"

namespace shardscope::gui {

struct Query {
    QString name, bucket, category;      ///< regular expressions; empty: any
    std::optional<int64_t> least, most;  ///< bytes, both included
};

/// Errors: InvalidInput naming the word that cannot be understood.
core::Result<Query> queryOf(const QString& text);

struct Found {
    int lane = -1;  ///< into RankTimeline::lanes; -1: a bucket's full gradient
    int bucket = -1;
    uint32_t index = 0;  ///< into the lane's spans, or the bucket's full lives
    int64_t beginNs = 0, endNs = 0;
    bool operator==(const Found&) const = default;
};

inline constexpr size_t kMostFound = 100'000;

/// In order of time; the first kMostFound.
std::vector<Found> find(const Timeline& timeline, const RankTimeline& rank, const Query& query);

}  // namespace shardscope::gui
