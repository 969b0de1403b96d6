#include "core/config/huggingface/safetensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <utility>

#include "core/base/units.h"
#include "core/config/json/parse.h"
#include "core/config/json/reader.h"

namespace shardscope::core {

namespace {

constexpr int64_t kLargestHeader = 100'000'000;  // the format's own limit
constexpr int64_t kLengthBytes = 8;
constexpr int64_t kLargestTensor = int64_t{1} << 56;

constexpr JsonFile kHeader{
    .what = "safetensors header",
    .example =
        "{\"wte.weight\": {\"dtype\": \"F32\", \"shape\": [2, 3], \"data_offsets\": [0, "
        "24]}}",
    .largestBytes = kLargestHeader};

struct Type {
    std::string_view name;
    int64_t bits;
};
constexpr std::array kTypes{
    Type{"BOOL", 8},    Type{"U8", 8},   Type{"I8", 8},   Type{"F8_E5M2", 8}, Type{"F8_E4M3", 8},
    Type{"F8_E8M0", 8}, Type{"I16", 16}, Type{"U16", 16}, Type{"F16", 16},    Type{"BF16", 16},
    Type{"I32", 32},    Type{"U32", 32}, Type{"F32", 32}, Type{"I64", 64},    Type{"U64", 64},
    Type{"F64", 64},    Type{"F4", 4},   Type{"C64", 64}};

std::vector<std::string_view> typeNames() {
    std::vector<std::string_view> names;
    for (const Type& type : kTypes) names.push_back(type.name);
    return names;
}

/// A list of whole numbers from 0 on; a fault otherwise.
std::vector<int64_t> readNumbers(JsonReader& json, const char* key) {
    const JsonValue* list = json.get(key);
    const bool isList = list && list->kind == JsonValue::Kind::List;
    const auto isWhole = [](const JsonValue& v) {
        return v.kind == JsonValue::Kind::Integer && v.integer >= 0;
    };
    if (!isList || !std::ranges::all_of(list->items, isWhole)) {
        json.fail(key, fmt::format("{}; allowed: a list of whole numbers from 0 on",
                                   !list    ? "is missing"
                                   : isList ? "found a list with something else in it"
                                            : "found " + found(*list)));
        return {};
    }
    std::vector<int64_t> numbers;
    for (const JsonValue& item : list->items) numbers.push_back(item.integer);
    return numbers;
}

/// Bits of the whole tensor; -1 when they cannot be counted.
int64_t bitsOf(const TensorInfo& tensor) {
    int64_t elements = 1;
    for (const int64_t dimension : tensor.shape) {
        if (dimension > 0 && elements > kLargestTensor / dimension) return -1;
        elements *= dimension;
    }
    const auto* type = std::ranges::find(kTypes, tensor.dtype, &Type::name);
    return elements * type->bits;
}

TensorInfo readTensor(JsonReader& json, const std::string& name, int64_t dataBytes) {
    TensorInfo tensor{.name = name, .dtype = {}, .shape = {}};
    if (!json.has("dtype")) json.fail("dtype", "is missing");
    tensor.dtype = json.choiceOr("dtype", "F32", typeNames());
    tensor.shape = readNumbers(json, "shape");
    const auto offsets = readNumbers(json, "data_offsets");
    if (json.failed()) return tensor;
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > dataBytes) {
        json.fail("data_offsets",
                  fmt::format("found [{}]; allowed: first and last byte, up to the {} bytes behind "
                              "the header",
                              fmt::join(offsets, ", "), dataBytes));
        return tensor;
    }
    tensor.beginByte = offsets[0];
    tensor.endByte = offsets[1];
    const int64_t bits = bitsOf(tensor), bytes = tensor.endByte - tensor.beginByte;
    if (bits >= 0 && bits % 8 == 0 && bits / 8 == bytes) return tensor;
    json.fail("shape", fmt::format("found [{}] of {}, {}; the offsets hold {} bytes",
                                   fmt::join(tensor.shape, ", "), tensor.dtype,
                                   bits < 0 ? "too many to count"
                                            : fmt::format("which is {} bytes", (bits + 7) / 8),
                                   bytes));
    return tensor;
}

/// Tensors follow each other from byte 0 to the end of the data.
Result<void> checkCover(const std::vector<TensorInfo>& tensors, std::string_view name,
                        int64_t dataBytes) {
    int64_t end = 0;
    for (const TensorInfo& tensor : tensors) {
        if (tensor.beginByte != end) {
            return invalidInput(
                fmt::format("{}: {}", name, tensor.name),
                fmt::format("starts at byte {}, {} of the tensor before it, which ends at {}",
                            tensor.beginByte, tensor.beginByte < end ? "inside" : "behind the end",
                            end));
        }
        end = tensor.endByte;
    }
    if (end == dataBytes) return {};
    return invalidInput(std::string(name),
                        fmt::format("holds {} bytes of data, and its tensors {}", dataBytes, end));
}

struct Opened {
    std::string header;
    int64_t dataBytes = 0;
};

Result<int64_t> headerLength(std::ifstream& file, const std::string& path, int64_t size) {
    std::array<unsigned char, kLengthBytes> bytes{};
    file.read(reinterpret_cast<char*>(bytes.data()), kLengthBytes);
    uint64_t length = 0;
    for (size_t i = 0; i < bytes.size(); ++i) length |= uint64_t{bytes[i]} << (8 * i);
    const int64_t most = std::min(kLargestHeader, size - kLengthBytes);
    if (file && length >= 2 && length <= static_cast<uint64_t>(most)) {
        return static_cast<int64_t>(length);
    }
    return invalidInput(path, fmt::format("is no safetensors file: its first 8 bytes say a header "
                                          "of {} bytes; allowed: 2 to {}",
                                          length, most));
}

Result<Opened> openHeader(const std::string& path) {
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) {
        return invalidInput(path, "is a folder; expected a .safetensors file");
    }
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) {
        return invalidInput(path, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    const auto size = static_cast<int64_t>(file.tellg());
    file.seekg(0);
    if (size < kLengthBytes) {
        return invalidInput(path, fmt::format("is no safetensors file: it has {} bytes; allowed: 8 "
                                              "bytes of length, a header, and the data",
                                              size));
    }
    const auto length = headerLength(file, path, size);
    if (!length) return tl::unexpected(length.error());
    Opened opened{.header = std::string(static_cast<size_t>(*length), '\0'),
                  .dataBytes = size - kLengthBytes - *length};
    file.read(opened.header.data(), *length);
    if (!file) return invalidInput(path, "cannot be read to the end of its header");
    return opened;
}

}  // namespace

int64_t TensorInfo::elements() const {
    return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

Result<std::vector<TensorInfo>> parseSafetensors(std::string_view json, std::string_view name,
                                                 int64_t dataBytes) {
    const auto document = parseJson(json, name, kHeader);
    if (!document) return tl::unexpected(document.error());
    std::optional<Error> error;
    std::vector<TensorInfo> tensors;
    for (const JsonMember& member : document->root.members) {
        if (member.name == "__metadata__") continue;
        if (member.value.kind != JsonValue::Kind::Object) {
            return invalidInput(document->place(member.at, member.name),
                                fmt::format("found {}; allowed: an object with dtype, shape and "
                                            "data_offsets",
                                            found(member.value)));
        }
        JsonReader reader(*document, member.value, member.name, error);
        tensors.push_back(readTensor(reader, member.name, dataBytes));
        if (error) return tl::unexpected(*error);
    }
    std::ranges::sort(tensors, {},
                      [](const TensorInfo& t) { return std::pair(t.beginByte, t.endByte); });
    if (auto covered = checkCover(tensors, name, dataBytes); !covered) {
        return tl::unexpected(covered.error());
    }
    return tensors;
}

Result<std::vector<TensorInfo>> readSafetensors(const std::string& path) {
    const auto opened = openHeader(path);
    if (!opened) return tl::unexpected(opened.error());
    return parseSafetensors(opened->header, path, opened->dataBytes);
}

}  // namespace shardscope::core
