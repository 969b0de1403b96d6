#include "gui/model/search.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

#include "core/base/units.h"
#include "gui/model/span_words.h"

namespace shardscope::gui {
namespace {

QRegularExpression expression(const QString& pattern) {
    return QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption);
}

core::Result<void> check(const QString& pattern) {
    const QRegularExpression regex = expression(pattern);
    if (regex.isValid()) return {};
    return core::invalidInput(pattern.toStdString(),
                              "not a regular expression: " + regex.errorString().toStdString());
}

/// "bytes>=1MiB".
core::Result<void> takeBytes(Query& query, const QString& word) {
    static const QRegularExpression form(QStringLiteral("^bytes(>=|<=|>|<)(.+)$"),
                                         QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(word);
    const std::string where = word.toStdString();
    if (!match.hasMatch()) {
        return core::invalidInput(where,
                                  "allowed: bytes>SIZE, bytes>=SIZE, bytes<SIZE, bytes<=SIZE");
    }
    const auto bytes = core::parseBytes(match.captured(2).toStdString(), where);
    if (!bytes) return tl::unexpected(bytes.error());
    const QString comparison = match.captured(1);
    const int64_t beside = comparison.size() == 1 ? 1 : 0;
    if (comparison.startsWith(u'>')) query.least = *bytes + beside;
    if (comparison.startsWith(u'<')) query.most = *bytes - beside;
    return {};
}

core::Result<void> takeWord(Query& query, const QString& word) {
    if (word.startsWith(QLatin1String("bytes"), Qt::CaseInsensitive)) return takeBytes(query, word);
    QString* field = &query.name;
    QString pattern = word;
    if (word.startsWith(QLatin1String("bucket:"), Qt::CaseInsensitive)) field = &query.bucket;
    if (word.startsWith(QLatin1String("category:"), Qt::CaseInsensitive)) field = &query.category;
    if (field != &query.name) pattern = word.mid(word.indexOf(u':') + 1);
    if (const auto valid = check(pattern); !valid) return valid;
    // Words of a name follow each other in it.
    *field = field->isEmpty() ? pattern : *field + QStringLiteral(".*") + pattern;
    return {};
}

QString categoryOf(SpanKind kind) {
    switch (kind) {
        case SpanKind::Operation:
            return QStringLiteral("operation");
        case SpanKind::Collective:
            return QStringLiteral("collective");
        case SpanKind::Stall:
            return QStringLiteral("stall");
        case SpanKind::Step:
            return QStringLiteral("step");
        case SpanKind::Phase:
            return QStringLiteral("phase");
        case SpanKind::Other:
            break;
    }
    return QStringLiteral("other");
}

/// A query with its patterns tried on every name once.
class Matcher {
  public:
    Matcher(const Timeline& timeline, const Query& query) : query_(query), timeline_(timeline) {
        const QRegularExpression name = expression(query.name);
        const QRegularExpression bucket = expression(query.bucket);
        for (const std::string& text : timeline.names) {
            // As the recording writes it, and as the window shows it.
            names_.push_back(name.match(QString::fromStdString(text)).hasMatch() ||
                             name.match(spanWords(text)).hasMatch());
        }
        for (const BucketName& text : timeline.buckets) {
            buckets_.push_back(bucket.match(QString::fromStdString(text.label)).hasMatch());
        }
        const QRegularExpression category = expression(query.category);
        for (int kind = 0; kind <= static_cast<int>(SpanKind::Other); ++kind) {
            kinds_.push_back(category.match(categoryOf(static_cast<SpanKind>(kind))).hasMatch());
        }
        gradients_ = category.match(QStringLiteral("gradient")).hasMatch();
    }

    bool matches(const Span& span) const {
        return names_[span.name] && kinds_[static_cast<size_t>(span.kind)] &&
               inBucket(span.bucket) && inBytes(span.bytes);
    }
    bool matchesGradient(size_t bucket, int64_t bytes) const {
        const QString name =
            QStringLiteral("gradient ") + QString::fromStdString(timeline_.buckets[bucket].label);
        return gradients_ && buckets_[bucket] && inBytes(bytes) &&
               expression(query_.name).match(name).hasMatch();
    }

  private:
    bool inBucket(int bucket) const {
        if (query_.bucket.isEmpty()) return true;
        return bucket >= 0 && static_cast<size_t>(bucket) < buckets_.size() &&
               buckets_[static_cast<size_t>(bucket)];
    }
    bool inBytes(int64_t bytes) const {
        return bytes >= query_.least.value_or(INT64_MIN) &&
               bytes <= query_.most.value_or(INT64_MAX);
    }

    const Query& query_;
    const Timeline& timeline_;
    std::vector<bool> names_, buckets_, kinds_;
    bool gradients_ = false;
};

void findInLanes(const RankTimeline& rank, const Matcher& matcher, std::vector<Found>& found) {
    for (size_t lane = 0; lane < rank.lanes.size(); ++lane) {
        const auto& spans = rank.lanes[lane].spans;
        for (size_t i = 0; i < spans.size(); ++i) {
            if (!matcher.matches(spans[i])) continue;
            found.push_back({static_cast<int>(lane), spans[i].bucket, static_cast<uint32_t>(i),
                             spans[i].beginNs, spans[i].endNs});
        }
    }
}

void findInBuckets(const RankTimeline& rank, const Matcher& matcher, std::vector<Found>& found) {
    for (size_t bucket = 0; bucket < rank.buckets.size(); ++bucket) {
        const auto& lives = rank.buckets[bucket].full;
        if (lives.empty() || !matcher.matchesGradient(bucket, lives.front().bytes)) continue;
        for (size_t i = 0; i < lives.size(); ++i) {
            found.push_back({-1, static_cast<int>(bucket), static_cast<uint32_t>(i),
                             lives[i].beginNs, lives[i].endNs});
        }
    }
}

}  // namespace

core::Result<Query> queryOf(const QString& text) {
    Query query;
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (qsizetype i = 0; i < words.size(); ++i) {
        QString word = words[i];
        // "bytes > 1 MiB" is one word.
        if (word.compare(QLatin1String("bytes"), Qt::CaseInsensitive) == 0 || word.endsWith(u'>') ||
            word.endsWith(u'<') || word.endsWith(u'=')) {
            while (i + 1 < words.size()) word += words[++i];
        }
        if (const auto taken = takeWord(query, word); !taken) return tl::unexpected(taken.error());
    }
    return query;
}

std::vector<Found> find(const Timeline& timeline, const RankTimeline& rank, const Query& query) {
    const Matcher matcher(timeline, query);
    std::vector<Found> found;
    findInLanes(rank, matcher, found);
    findInBuckets(rank, matcher, found);
    std::ranges::stable_sort(found, {}, &Found::beginNs);
    if (found.size() > kMostFound) found.resize(kMostFound);
    return found;
}

}  // namespace shardscope::gui
