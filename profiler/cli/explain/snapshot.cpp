#include "profiler/cli/explain/snapshot.h"

#include <algorithm>

#include "profiler/cli/explain/liveness.h"

namespace shardscope::explain {

using core::BucketId;
using core::BufferId;
using core::Category;
using core::Rank;

namespace {

/// Live buffers of one rank and bucket, by what they are for.
struct BucketBuffers {
    std::vector<BufferId> weights, states, full, shards, incoming;
};

BucketBuffers buffersOf(const World& world, Rank rank, BucketId bucket) {
    BucketBuffers out;
    const core::Layout& layout = world.step(rank).layout;
    for (size_t i = 0; i < layout.buffers.size(); ++i) {
        const BufferId id{static_cast<int32_t>(i)};
        if (layout[id].bucket != bucket || !world.memory(rank).live(id)) continue;
        switch (layout[id].category) {
            case Category::Weights:
                out.weights.push_back(id);
                break;
            case Category::MasterWeights:
            case Category::OptimizerState:
                out.states.push_back(id);
                break;
            case Category::Gradients:
                out.full.push_back(id);
                break;
            case Category::GradientShards:
                (layout[id].name.starts_with("incoming") ? out.incoming : out.shards).push_back(id);
                break;
            default:
                break;
        }
    }
    return out;
}

/// One rank's reading of itself; the newest parameters are everyone's business and come later.
class RankReader {
  public:
    RankReader(const World& world, Rank rank)
        : world_(world),
          rank_(rank),
          readAgain_(explain::readAgain(world, rank)),
          moving_(movingOf(world, rank)) {}

    BucketCells read(BucketId bucket) const {
        const BucketBuffers buffers = buffersOf(world_, rank_, bucket);
        BucketCells cells;
        for (int owner = 0; owner < world_.ranks(); ++owner) {
            const auto atoms = world_.atoms()[bucket.index()].realOfShard(Rank{owner});
            cells.gradients.push_back(gradient(buffers, atoms));
            cells.parameters.push_back({.moving = any(moving_.written, buffers.weights, atoms)});
            cells.optimizer.push_back(optimizer(buffers.states, atoms));
        }
        return cells;
    }

  private:
    GradientCell gradient(const BucketBuffers& b, const std::vector<size_t>& atoms) const {
        return {.full = holding(b.full, atoms),
                .shard = holding(b.shards, atoms),
                .incoming = hasRoom(b.incoming, atoms),
                .moving = any(moving_.read, b.full, atoms)};
    }

    OptimizerCell optimizer(const std::vector<BufferId>& buffers,
                            const std::vector<size_t>& atoms) const {
        if (!hasRoom(buffers, atoms)) return OptimizerCell::Absent;
        const Content content = world_.memory(rank_).at(buffers.front(), atoms.front());
        return content.updates > 0 ? OptimizerCell::Updated : OptimizerCell::Kept;
    }

    bool hasRoom(const std::vector<BufferId>& buffers, const std::vector<size_t>& atoms) const {
        if (buffers.empty() || atoms.empty()) return false;
        const AtomSpan room = world_.memory(rank_).roomOf(buffers.front());
        return room.first <= atoms.front() && atoms.back() < room.last;
    }

    static bool any(const std::set<Cell>& cells, const std::vector<BufferId>& buffers,
                    const std::vector<size_t>& atoms) {
        return std::ranges::any_of(buffers, [&](BufferId buffer) {
            return std::ranges::any_of(atoms, [&](size_t atom) {
                return cells.contains({buffer, atom});
            });
        });
    }

    Holding holding(const std::vector<BufferId>& buffers, const std::vector<size_t>& atoms) const {
        if (!hasRoom(buffers, atoms)) return Holding::None;
        const Content content = world_.memory(rank_).at(buffers.front(), atoms.front());
        if (content.kind != Content::Kind::Gradient) return Holding::Empty;
        if (!any(readAgain_, {buffers.front()}, atoms)) return Holding::Dead;
        return hasEveryRank(content) ? Holding::Summed : Holding::Local;
    }

    const World& world_;
    Rank rank_;
    std::set<Cell> readAgain_;
    Moving moving_;
};

/// The rank's weights of a shard, from whichever of its buffers has them.
Content weightOf(const World& world, Rank rank, BucketId bucket, Rank owner) {
    const auto atoms = world.atoms()[bucket.index()].realOfShard(owner);
    Content best;
    for (BufferId buffer : buffersOf(world, rank, bucket).weights) {
        for (size_t atom : atoms) {
            const Content content = world.memory(rank).at(buffer, atom);
            if (content.kind != Content::Kind::State) continue;
            if (best.kind != Content::Kind::State || content.updates > best.updates) best = content;
        }
    }
    return best;
}

ParameterState stateOf(const Content& own, int newest, int gradAccum) {
    if (own.kind != Content::Kind::State) return ParameterState::Absent;
    if (own.updates < newest) return ParameterState::Stale;
    if (own.updates == 0) return ParameterState::Ready;
    return isWhole(own, gradAccum) ? ParameterState::Updated : ParameterState::Wrong;
}

void readParameters(const World& world, BucketId bucket, Rank owner, Snapshot& snapshot) {
    std::vector<Content> contents;
    int newest = 0;
    for (int r = 0; r < world.ranks(); ++r) {
        contents.push_back(weightOf(world, Rank{r}, bucket, owner));
        newest = std::max(newest, contents.back().updates);
    }
    for (size_t r = 0; r < contents.size(); ++r) {
        ParameterCell& cell = snapshot.ranks[r][bucket.index()].parameters[owner.index()];
        cell.state = stateOf(contents[r], newest, world.problem().workload.gradAccum);
        const bool wanted =
            cell.state == ParameterState::Absent || cell.state == ParameterState::Stale;
        cell.moving = cell.moving && wanted;
    }
}

}  // namespace

Snapshot snapshotOf(const World& world) {
    Snapshot snapshot;
    const int buckets = world.problem().buckets.count();
    for (int r = 0; r < world.ranks(); ++r) {
        const RankReader reader(world, Rank{r});
        snapshot.ranks.emplace_back();
        for (int b = 0; b < buckets; ++b) snapshot.ranks.back().push_back(reader.read(BucketId{b}));
    }
    for (int b = 0; b < buckets; ++b) {
        for (int owner = 0; owner < world.ranks(); ++owner) {
            readParameters(world, BucketId{b}, Rank{owner}, snapshot);
        }
    }
    return snapshot;
}

HeldShards heldBy(const RankCells& rank) {
    HeldShards sum;
    for (const BucketCells& bucket : rank) {
        for (const GradientCell& cell : bucket.gradients) {
            for (Holding holding : {cell.full, cell.shard}) {
                sum.held += holding != Holding::None ? 1 : 0;
                sum.dead += holding == Holding::Dead ? 1 : 0;
            }
            sum.held += cell.incoming ? 1 : 0;
            sum.toCome += cell.shard == Holding::Empty ? 1 : 0;
            sum.toCome += cell.incoming ? 1 : 0;
        }
    }
    return sum;
}

HeldShards mostHeld(const Snapshot& snapshot) {
    HeldShards most;
    for (const RankCells& rank : snapshot.ranks) {
        const HeldShards held = heldBy(rank);
        if (held.held > most.held) most = held;
    }
    return most;
}

int fullBuckets(const RankCells& rank) {
    return static_cast<int>(std::ranges::count_if(rank, [](const BucketCells& bucket) {
        return bucket.gradients.front().full != Holding::None;
    }));
}

}  // namespace shardscope::explain
