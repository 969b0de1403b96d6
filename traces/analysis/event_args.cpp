#include "traces/analysis/event_args.h"

#include <limits>

namespace shardscope::traces {

bool EventArgs::learn() {
    const size_t before = learned_;
    ids_.reserve(trace_.strings.size());
    for (; learned_ < trace_.strings.size(); ++learned_) {
        ids_.try_emplace(trace_.strings[learned_], static_cast<StringId>(learned_));
    }
    return learned_ > before;
}

StringId EventArgs::idOf(std::string_view text) const {
    const auto place = ids_.find(text);
    return place == ids_.end() ? std::numeric_limits<StringId>::max() : place->second;
}

std::optional<Arg> EventArgs::find(const Event& event, StringId key) const {
    for (const Arg& arg : trace_.argsOf(event)) {
        if (arg.key == key) return arg;
    }
    return std::nullopt;
}

int64_t EventArgs::integer(const Event& event, StringId key, int64_t otherwise) const {
    const auto arg = find(event, key);
    return arg && arg->kind == Arg::Kind::Integer ? arg->value : otherwise;
}

std::string_view EventArgs::text(const Event& event, StringId key) const {
    return trace_.text(textId(event, key));
}

StringId EventArgs::textId(const Event& event, StringId key) const {
    const auto arg = find(event, key);
    return arg && arg->kind == Arg::Kind::Text ? static_cast<StringId>(arg->value) : 0;
}

bool EventArgs::has(const Event& event, StringId key) const { return find(event, key).has_value(); }

}  // namespace shardscope::traces
