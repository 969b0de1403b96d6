#include "gui/model/span_words.h"

#include <QCoreApplication>
#include <array>

namespace shardscope::gui {

namespace {

/// Kinds in the vocabulary of the recorder (core::nameOf of operations and events); the longest that
/// a name begins with is its kind.
constexpr std::array kKinds{
    QT_TRANSLATE_NOOP("Spans", "load batch"),
    QT_TRANSLATE_NOOP("Spans", "embedding"),
    QT_TRANSLATE_NOOP("Spans", "token embedding backward"),
    QT_TRANSLATE_NOOP("Spans", "position embedding backward"),
    QT_TRANSLATE_NOOP("Spans", "layernorm"),
    QT_TRANSLATE_NOOP("Spans", "layernorm backward"),
    QT_TRANSLATE_NOOP("Spans", "rmsnorm"),
    QT_TRANSLATE_NOOP("Spans", "rmsnorm backward"),
    QT_TRANSLATE_NOOP("Spans", "matmul"),
    QT_TRANSLATE_NOOP("Spans", "bias gradient"),
    QT_TRANSLATE_NOOP("Spans", "gelu"),
    QT_TRANSLATE_NOOP("Spans", "gelu backward"),
    QT_TRANSLATE_NOOP("Spans", "swiglu"),
    QT_TRANSLATE_NOOP("Spans", "swiglu backward"),
    QT_TRANSLATE_NOOP("Spans", "residual add"),
    QT_TRANSLATE_NOOP("Spans", "rope"),
    QT_TRANSLATE_NOOP("Spans", "attention"),
    QT_TRANSLATE_NOOP("Spans", "attention backward"),
    QT_TRANSLATE_NOOP("Spans", "grouped attention"),
    QT_TRANSLATE_NOOP("Spans", "grouped attention backward"),
    QT_TRANSLATE_NOOP("Spans", "flash attention"),
    QT_TRANSLATE_NOOP("Spans", "flash attention backward"),
    QT_TRANSLATE_NOOP("Spans", "cross-entropy"),
    QT_TRANSLATE_NOOP("Spans", "cross-entropy backward"),
    QT_TRANSLATE_NOOP("Spans", "integer forward"),
    QT_TRANSLATE_NOOP("Spans", "integer backward"),
    QT_TRANSLATE_NOOP("Spans", "fill zero"),
    QT_TRANSLATE_NOOP("Spans", "poison"),
    QT_TRANSLATE_NOOP("Spans", "cast"),
    QT_TRANSLATE_NOOP("Spans", "copy rows"),
    QT_TRANSLATE_NOOP("Spans", "add into"),
    QT_TRANSLATE_NOOP("Spans", "initialise weights"),
    QT_TRANSLATE_NOOP("Spans", "squared norm"),
    QT_TRANSLATE_NOOP("Spans", "sum partials"),
    QT_TRANSLATE_NOOP("Spans", "clip factor"),
    QT_TRANSLATE_NOOP("Spans", "adamw"),
    QT_TRANSLATE_NOOP("Spans", "sgd momentum"),
    QT_TRANSLATE_NOOP("Spans", "all-reduce"),
    QT_TRANSLATE_NOOP("Spans", "reduce-scatter"),
    QT_TRANSLATE_NOOP("Spans", "all-gather"),
    QT_TRANSLATE_NOOP("Spans", "reduce"),
    QT_TRANSLATE_NOOP("Spans", "broadcast"),
    QT_TRANSLATE_NOOP("Spans", "setup"),
    QT_TRANSLATE_NOOP("Spans", "forward"),
    QT_TRANSLATE_NOOP("Spans", "backward"),
    QT_TRANSLATE_NOOP("Spans", "optimizer"),
    QT_TRANSLATE_NOOP("Spans", "gather"),
    QT_TRANSLATE_NOOP("Spans", "checkpoint"),
    QT_TRANSLATE_NOOP("Spans", "wait ready"),
    QT_TRANSLATE_NOOP("Spans", "wait reduced"),
    QT_TRANSLATE_NOOP("Spans", "wait updated"),
    QT_TRANSLATE_NOOP("Spans", "wait gathered"),
    QT_TRANSLATE_NOOP("Spans", "wait reserved"),
    QT_TRANSLATE_NOOP("Spans", "wait norm summed"),
};

bool isKindOf(std::string_view kind, std::string_view name) {
    return name.starts_with(kind) && (name.size() == kind.size() || name[kind.size()] == ' ');
}

}  // namespace

QString spanWords(std::string_view name) {
    const char* longest = nullptr;
    size_t length = 0;
    for (const char* kind : kKinds) {
        const std::string_view text = kind;
        if (text.size() <= length || !isKindOf(text, name)) continue;
        longest = kind;
        length = text.size();
    }
    const QString rest = QString::fromUtf8(name.substr(length));
    return longest ? QCoreApplication::translate("Spans", longest) + rest : rest;
}

}  // namespace shardscope::gui
