#pragma once
// A tiny language for pool cases: "a=3MiB b=512/1 -a ! c~1MiB" allocates a (home stream 0) and b (home
// stream 1), frees a, releases what is free, and allocates c, releasing and retrying when refused.

#include <map>
#include <sstream>
#include <string>

#include "core/base/units.h"
#include "core/engine/memory_pool.h"

namespace shardscope::core {

/// "512", "3K", "20M", "16G": the largest unit that divides.
inline std::string sizeText(int64_t bytes) {
    if (bytes != 0 && bytes % kGiB == 0) return std::to_string(bytes / kGiB) + "G";
    if (bytes != 0 && bytes % kMiB == 0) return std::to_string(bytes / kMiB) + "M";
    if (bytes != 0 && bytes % kKiB == 0) return std::to_string(bytes / kKiB) + "K";
    return std::to_string(bytes);
}

class PoolScript {
  public:
    PoolScript(PoolPolicy policy, int64_t limit, SegmentSource& source)
        : pool_(policy, limit, source) {}

    /// @return each allocation as name:segment+offset*bytes, or name:refused.
    std::string play(const std::string& script) {
        std::istringstream words(script);
        std::string out;
        for (std::string word; words >> word;) {
            if (word == "!") {
                pool_.releaseFree();
            } else if (word[0] == '-') {
                pool_.free(blocks_.at(word.substr(1)));
            } else {
                out += (out.empty() ? "" : " ") + allocate(word);
            }
        }
        return out;
    }

    MemoryPool& pool() { return pool_; }
    const Block& block(const std::string& name) const { return blocks_.at(name); }

  private:
    std::string allocate(const std::string& word) {
        const size_t sign = word.find_first_of("=~");
        const size_t slash = word.find('/');
        const std::string name = word.substr(0, sign);
        const int64_t bytes = *parseBytes(word.substr(sign + 1, slash - sign - 1), word);
        const StreamId home{slash == std::string::npos ? 0 : std::stoi(word.substr(slash + 1))};
        const auto block =
            word[sign] == '~' ? allocateOrRelease(pool_, bytes, home) : pool_.allocate(bytes, home);
        if (!block) return name + ":refused";
        blocks_[name] = *block;
        return name + ":" + std::to_string(block->segment) + "+" + sizeText(block->offset) + "*" +
               sizeText(block->bytes);
    }

    MemoryPool pool_;
    std::map<std::string, Block> blocks_;
};

}  // namespace shardscope::core
