#include "core/config/workload_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/config/workload_handler.h"

namespace shardscope::core {

namespace {

constexpr int64_t kLargestFile = 1 << 20;  // a workload is a page of text, never a data set

/// Input iterator that tells how far nlohmann's parser has read.
class ReadingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    ReadingIterator(const char* at, size_t* read) : at_(at), read_(read) {}
    reference operator*() const { return *at_; }
    ReadingIterator& operator++() {
        ++at_;
        ++*read_;
        return *this;
    }
    ReadingIterator operator++(int) {
        ReadingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const ReadingIterator& other) const { return at_ == other.at_; }

  private:
    const char* at_;
    size_t* read_;
};

}  // namespace

Result<Settings> parseWorkload(std::string_view json, std::string_view name) {
    size_t read = 0;
    WorkloadHandler handler(json, name, read);
    const ReadingIterator begin(json.data(), &read), end(json.data() + json.size(), &read);
    if (!nlohmann::json::sax_parse(begin, end, &handler)) return tl::unexpected(handler.error());
    return handler.settings();
}

Result<Settings> readWorkloadFile(const std::string& path) {
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) {
        return invalidInput(path, "is a folder; expected a workload file (JSON)");
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return invalidInput(path,
                            fmt::format("cannot read the workload file: {}", std::strerror(errno)));
    }
    std::string text(static_cast<size_t>(kLargestFile) + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.gcount() > kLargestFile) {
        return invalidInput(path,
                            "is larger than 1 MiB, so it is not a workload file; give data "
                            "with --data");
    }
    text.resize(static_cast<size_t>(file.gcount()));
    return parseWorkload(text, path);
}

}  // namespace shardscope::core
