#include "profiler/recorder_bytes.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstring>

namespace shardscope::profiler {

namespace {

constexpr uint64_t kMagic = 0x31524f4345525353;  // "SSRECOR1"
constexpr uint32_t kVersion = 2;

struct Header {
    uint64_t magic = kMagic;
    uint32_t version = kVersion;
    int32_t rank = -1;
};
static_assert(std::has_unique_object_representations_v<Header>);

struct SectionHeader {
    int64_t recordBytes = 0;
    int64_t records = 0;
    int64_t dropped = 0;
};

tl::unexpected<core::Error> damaged(const std::string& what) {
    return core::failed("records of a rank", what);
}

template <class T>
void put(std::string& out, const T& value) {
    static_assert(std::has_unique_object_representations_v<T>);
    out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class T>
void putSection(std::string& out, const RecordBuffer<T>& buffer) {
    put(out, SectionHeader{sizeof(T), buffer.size(), buffer.dropped()});
    for (int64_t at = 0; at < buffer.size(); ++at) put(out, buffer[at]);
}

/// Takes values off the front; says when there are not enough bytes.
struct Source {
    std::string_view bytes;

    template <class T>
    bool take(T& value) {
        if (bytes.size() < sizeof(T)) return false;
        std::memcpy(&value, bytes.data(), sizeof(T));
        bytes.remove_prefix(sizeof(T));
        return true;
    }
    template <class T>
    bool takeAll(std::vector<T>& values, int64_t count) {
        if (count < 0 || static_cast<uint64_t>(count) > bytes.size() / sizeof(T)) return false;
        values.resize(static_cast<size_t>(count));
        if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
        bytes.remove_prefix(values.size() * sizeof(T));
        return true;
    }
};

bool knownKinds(std::span<const HostWaitRecord> records) {
    for (const HostWaitRecord& record : records) {
        const bool known = record.what >= core::HostWaitFor::ComputeStream &&
                           record.what <= core::HostWaitFor::Device;
        if (!known) return false;
    }
    return true;
}

bool knownKinds(std::span<const StreamRecord> records) {
    for (const StreamRecord& record : records) {
        if (record.kind < StreamEvent::Operation || record.kind > StreamEvent::Mark) return false;
    }
    return true;
}

template <class T>
core::Result<void> takeSection(Source& source, RecordBuffer<T>& buffer, std::string_view name) {
    SectionHeader header;
    if (!source.take(header)) return damaged(fmt::format("no room for the {} section", name));
    if (header.recordBytes != static_cast<int64_t>(sizeof(T)) || header.dropped < 0) {
        return damaged(fmt::format("{} section has records of {} bytes; allowed: {}", name,
                                   header.recordBytes, sizeof(T)));
    }
    std::vector<T> records;
    if (!source.takeAll(records, header.records)) {
        return damaged(fmt::format("{} section claims {} records; {} bytes are left", name,
                                   header.records, source.bytes.size()));
    }
    if constexpr (std::is_same_v<T, StreamRecord> || std::is_same_v<T, HostWaitRecord>) {
        if (!knownKinds(std::span<const T>(records)))
            return damaged(fmt::format("{} section: unknown record", name));
    }
    buffer.restore(records, header.dropped);
    return {};
}

core::Result<Header> takeHeader(Source& source) {
    Header header;
    if (!source.take(header)) return damaged("shorter than a header");
    if (header.magic != kMagic) return damaged("not records of a recorder");
    if (header.version != kVersion) {
        return damaged(fmt::format("version {}; allowed: {}", header.version, kVersion));
    }
    if (header.rank < 0) return damaged(fmt::format("rank {}; allowed: 0 or more", header.rank));
    return header;
}

core::Result<Source> checkedContent(std::string_view bytes) {
    if (bytes.size() < sizeof(uint64_t)) return damaged("shorter than a checksum");
    const std::string_view content = bytes.substr(0, bytes.size() - sizeof(uint64_t));
    uint64_t checksum = 0;
    std::memcpy(&checksum, bytes.data() + content.size(), sizeof checksum);
    if (checksum != XXH3_64bits(content.data(), content.size())) {
        return damaged(fmt::format("checksum of {} bytes does not match", bytes.size()));
    }
    return Source{content};
}

}  // namespace

std::string toBytes(const RecordStore& store) {
    std::string out;
    put(out, Header{.rank = store.rank.value});
    putSection(out, store.pool);
    putSection(out, store.steps);
    for (const auto& stream : store.streams) putSection(out, stream);
    putSection(out, store.hostWaits);
    put(out, store.strays.load(std::memory_order_relaxed));
    put(out, static_cast<uint64_t>(XXH3_64bits(out.data(), out.size())));
    return out;
}

core::Result<std::unique_ptr<RecordStore>> fromBytes(std::string_view bytes) {
    auto source = checkedContent(bytes);
    if (!source) return tl::unexpected(source.error());
    const auto header = takeHeader(*source);
    if (!header) return tl::unexpected(header.error());
    auto store = std::make_unique<RecordStore>();
    store->rank = core::Rank{header->rank};
    store->place = header->rank;  // what is sent between processes is a rank each
    core::Result<void> taken = takeSection(*source, store->pool, "pool");
    if (taken) taken = takeSection(*source, store->steps, "steps");
    for (auto& stream : store->streams) {
        if (taken) taken = takeSection(*source, stream, "stream");
    }
    if (taken) taken = takeSection(*source, store->hostWaits, "host waits");
    if (!taken) return tl::unexpected(taken.error());
    int64_t strays = 0;
    if (!source->take(strays) || !source->bytes.empty()) return damaged("bytes after the records");
    store->strays.store(strays, std::memory_order_relaxed);
    return store;
}

}  // namespace shardscope::profiler
