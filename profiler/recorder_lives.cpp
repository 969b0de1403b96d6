#include "profiler/recorder_lives.h"

#include <algorithm>
#include <unordered_map>

namespace shardscope::profiler {

namespace {

/// Pairs frees with allocates, over all buffers.
class Pairing {
  public:
    explicit Pairing(const Joined& joined) : joined_(joined) {}

    BufferLives run() {
        for (const SeenPoolCall& call : joined_.pool) call.allocate ? begin(call) : end(call);
        for (const auto& [buffer, at] : open_) {
            // What set-up allocates is meant to outlive the steps, and so is optimizer state that the
            // first update allocates.
            const BufferLife& life = lives_.all[at];
            const bool stays = life.category == core::Category::OptimizerState;
            if (life.born.step >= 0 && !stays) joined_.countOpen(life.born.step, lives_.unpaired);
        }
        return std::move(lives_);
    }

  private:
    void begin(const SeenPoolCall& call) {
        const core::BufferSpec& spec = (*joined_.layout)[call.buffer];
        const auto [place, isNew] = open_.insert_or_assign(call.buffer, lives_.all.size());
        if (!isNew) ++lives_.unpaired.unmatched;
        lives_.all.push_back({.buffer = call.buffer,
                              .bucket = spec.bucket,
                              .category = spec.category,
                              .bytes = spec.bytes,
                              .born = call.order,
                              .freed = {},
                              .allocatedNs = call.timeNs,
                              .freedNs = joined_.lastNs});
    }
    void end(const SeenPoolCall& call) {
        const auto place = open_.find(call.buffer);
        if (place == open_.end()) {
            ++lives_.unpaired.unmatched;
            return;
        }
        BufferLife& life = lives_.all[place->second];
        life.freed = call.order;
        life.freedNs = call.timeNs;
        open_.erase(place);
    }

    const Joined& joined_;
    BufferLives lives_;
    std::unordered_map<core::BufferId, size_t> open_;
};

/// Buffers that an action's work touches, looked up once an action.
class Touches {
  public:
    explicit Touches(const core::Layout& layout) : layout_(layout) {}

    const std::vector<core::BufferId>& of(const core::Action& action) {
        const auto [place, isNew] = known_.try_emplace(&action);
        if (isNew) find(action, place->second);
        return place->second;
    }

  private:
    void find(const core::Action& action, std::vector<core::BufferId>& buffers) const {
        if (const auto* launch = std::get_if<core::Launch>(&action.what)) {
            // Micro-batch 1 reads whatever accumulates; a superset of micro-batch 0.
            const core::Operands operands = core::operandsOf(launch->operation, 1);
            for (core::TensorId tensor : operands.reads) add(tensor, buffers);
            for (core::TensorId tensor : operands.writes) add(tensor, buffers);
        } else if (const auto* collective = std::get_if<core::Collective>(&action.what)) {
            add(collective->input, buffers);
            add(collective->output, buffers);
        }
    }
    void add(core::TensorId tensor, std::vector<core::BufferId>& buffers) const {
        if (!tensor.valid()) return;
        const core::BufferId buffer = layout_[tensor].buffer;
        if (!buffer.valid()) return;
        if (std::find(buffers.begin(), buffers.end(), buffer) == buffers.end()) {
            buffers.push_back(buffer);
        }
    }

    const core::Layout& layout_;
    std::unordered_map<const core::Action*, std::vector<core::BufferId>> known_;
};

/// Lives of one buffer follow one another; finds the one that a use falls into.
class LifeFinder {
  public:
    explicit LifeFinder(std::vector<BufferLife>& lives) {
        for (BufferLife& life : lives) byBuffer_[life.buffer].push_back(&life);
    }

    BufferLife* find(core::BufferId buffer, PlanOrder order) const {
        const auto place = byBuffer_.find(buffer);
        if (place == byBuffer_.end()) return nullptr;
        const auto after =
            std::partition_point(place->second.begin(), place->second.end(),
                                 [order](const BufferLife* life) { return life->born < order; });
        if (after == place->second.begin()) return nullptr;
        BufferLife* life = *std::prev(after);
        return life->covers(order) ? life : nullptr;
    }

  private:
    std::unordered_map<core::BufferId, std::vector<BufferLife*>> byBuffer_;
};

void noteUse(BufferLife& life, const SeenOnStream& use) {
    if (life.firstUse == nullptr || use.startNs < life.firstUse->startNs) life.firstUse = &use;
    if (life.lastUse == nullptr || use.endNs > life.lastUse->endNs) life.lastUse = &use;
}

void noteUses(const Joined& joined, std::vector<BufferLife>& lives) {
    const LifeFinder finder(lives);
    Touches touches(*joined.layout);
    for (const auto& stream : joined.streams) {
        for (const SeenOnStream& seen : stream) {
            if (!isWork(seen)) continue;
            for (core::BufferId buffer : touches.of(*seen.action)) {
                BufferLife* life = finder.find(buffer, seen.order);
                if (life != nullptr) noteUse(*life, seen);
            }
        }
    }
}

/// The home stream's wait for the last use, when there is one between that use and the free.
const SeenOnStream* releasingWait(const Joined& joined, const BufferLife& life) {
    const PlanOrder lastUse = life.lastUse->order;
    const auto isWaitOrTooEarly = [&life, lastUse](const SeenOnStream& seen) {
        return seen.order <= lastUse ||
               (seen.kind == StreamEvent::Wait && seen.action->bucket == life.bucket);
    };
    const core::StreamId home = (*joined.layout)[life.buffer].home;
    const SeenOnStream* found = lastBefore(joined.on(home), *life.freed, isWaitOrTooEarly);
    return found != nullptr && lastUse < found->order ? found : nullptr;
}

int64_t releasedNs(const Joined& joined, const BufferLife& life) {
    if (!life.freed) return joined.lastNs;
    if (life.lastUse == nullptr) return life.freedNs;
    const SeenOnStream* wait = releasingWait(joined, life);
    if (wait == nullptr) return life.lastUse->endNs;
    const SeenOnStream* work = lastBefore(joined.on(wait->stream), wait->order, isWork);
    return std::max(life.lastUse->endNs, work != nullptr ? work->endNs : 0);
}

}  // namespace

BufferLives bufferLives(const Joined& joined) {
    BufferLives lives = Pairing(joined).run();
    std::erase_if(lives.all, [](const BufferLife& life) { return !life.bucket.valid(); });
    noteUses(joined, lives.all);
    for (BufferLife& life : lives.all) {
        life.bornNs = life.firstUse != nullptr ? life.firstUse->startNs : life.allocatedNs;
        life.releasedNs = std::max(life.bornNs, releasedNs(joined, life));
    }
    return lives;
}

}  // namespace shardscope::profiler
