#include "traces/read/lane_reader.h"

#include <algorithm>
#include <limits>

#include "traces/canonical.h"
#include "traces/text/numbers.h"

namespace shardscope::traces {

namespace {

constexpr uint32_t kFirstAlias = 0x80000000;

const Token* findArg(const RawEvent& event, std::string_view key) {
    const auto found =
        std::ranges::find_if(event.args, [&](const RawArg& arg) { return arg.key.text == key; });
    return found == event.args.end() ? nullptr : &found->value;
}

int32_t clampedIndex(int64_t value) {
    using Limits = std::numeric_limits<int32_t>;
    return static_cast<int32_t>(std::clamp<int64_t>(value, Limits::min(), Limits::max()));
}

}  // namespace

std::string nameText(const Token& token) {
    if (token.kind == Token::Kind::Text && token.escaped) return unescape(token.text);
    const bool isNull = token.kind == Token::Kind::Bare && token.text == "null";
    return isNull ? std::string() : std::string(token.text);
}

uint32_t LaneReader::number(const Token& token, int64_t pid) {
    if (token.kind == Token::Kind::None) return 0;
    const auto value = parseInteger(token.text);
    const bool fits = value && *value >= -int64_t{kFirstAlias} && *value <= 0xFFFFFFFF;
    return fits ? static_cast<uint32_t>(*value) : alias(token, pid);
}

uint32_t LaneReader::alias(const Token& token, int64_t pid) {
    auto known = aliases_.find(token.text);
    if (known == aliases_.end()) {
        const auto id = kFirstAlias + static_cast<uint32_t>(aliases_.size());
        known = aliases_.emplace(std::string(token.text), id).first;
    }
    const uint32_t id = known->second;
    const bool isProcess = pid < 0;
    const auto place =
        isProcess ? std::tuple(id, false, 0u) : std::tuple(static_cast<uint32_t>(pid), true, id);
    const auto [found, isNew] = lanes_.try_emplace(place);
    if (isNew) {
        found->second = {std::get<0>(place), std::get<2>(place), isProcess, nameText(token), 0};
    }
    return id;
}

Lane& LaneReader::lane(uint32_t pid, uint32_t tid, bool isProcess) {
    const auto [found, isNew] = lanes_.try_emplace(std::tuple(pid, !isProcess, tid));
    if (isNew) found->second = {pid, tid, isProcess, {}, 0};
    return found->second;
}

void LaneReader::metadata(const RawEvent& event) {
    const std::string kind = nameText(event.fields.name);
    const bool isProcess = kind.starts_with("process_");
    const bool isName = kind == "process_name" || kind == "thread_name";
    const bool isIndex = kind == "process_sort_index" || kind == "thread_sort_index";
    const Token* value = findArg(event, isName ? "name" : "sort_index");
    if (!value || (!isName && !isIndex)) return;
    const uint32_t pid = pidOf(event.fields.pid);
    Lane& named = lane(pid, isProcess ? 0 : tidOf(pid, event.fields.tid), isProcess);
    if (isName) {
        named.name = nameText(*value);
    } else if (const auto index = parseInteger(value->text)) {
        named.sortIndex = clampedIndex(*index);
    }
}

std::vector<Lane> LaneReader::lanes() const {
    std::vector<Lane> out;
    out.reserve(lanes_.size());
    for (const auto& [place, lane] : lanes_) out.push_back(lane);
    sortLanes(out);
    return out;
}

}  // namespace shardscope::traces
