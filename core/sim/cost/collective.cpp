#include "core/sim/cost/collective.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace shardscope::core {

namespace {

/// Who takes part, and what lies between them.
struct Shape {
    int ranks = 2, nodes = 1, perNode = 2;

    double doublings() const { return std::log2(static_cast<double>(nodes)); }
};

Shape shapeOf(const Hardware& hardware, Participants who) {
    const int neighbours = std::max(1, hardware.gpusPerNode() / who.stride);
    const int perNode = std::min(neighbours, who.ranks);
    return {.ranks = who.ranks, .nodes = (who.ranks + perNode - 1) / perNode, .perNode = perNode};
}

/// One way to do it: time = latency + bytes / bandwidth.
struct Estimate {
    double latencyUs = 0;
    double gbps = 0;  ///< of the array ("algorithm bandwidth"); 0 = not possible
};

class Tuner {
  public:
    Tuner(const Hardware& hardware, CollectiveKind kind, double bytes, Participants who)
        : hardware_(hardware),
          nccl_(hardware.nccl),
          shape_(shapeOf(hardware, who)),
          kind_(kind),
          bytes_(bytes) {}

    CollectiveTime best() const;

  private:
    Estimate estimate(NcclAlgorithm algorithm, NcclProtocol protocol) const;
    Estimate ring(size_t protocol) const;
    Estimate tree(size_t protocol) const;
    Estimate nvls() const;
    Estimate nvlsTree() const;

    bool reducesAll() const { return kind_ == CollectiveKind::AllReduce; }
    /// Of a node, all its adapters that these ranks use.
    double networkGBps() const {
        const double share = static_cast<double>(shape_.perNode) / hardware_.node.gpus;
        return hardware_.network.nics * hardware_.network.nicGBps * share;
    }
    double ringBusGBps() const;
    double filled(double ranks) const;
    /// LL and LL128 pass on line by line, but the network takes what a buffer's step holds.
    bool slices(size_t protocol) const {
        return protocol == static_cast<size_t>(NcclProtocol::Simple) ||
               (shape_.nodes > 1 && protocol == static_cast<size_t>(NcclProtocol::Ll128));
    }
    double llMaximumGBps() const {
        if (shape_.nodes == 1) return nccl_.llMaximumGBps;
        return nccl_.llNetworkMaximumGBps[shape_.nodes == 2 ? 0 : 1];
    }
    /// Of the hops within a node.
    double hopFactor(size_t protocol) const {
        const bool slower = shape_.nodes > 1 && protocol == static_cast<size_t>(NcclProtocol::Ll);
        return slower ? nccl_.llNetworkHop : 1.0;
    }
    double byProtocol(double busGBps, size_t protocol) const;
    double ringLatencyUs(size_t protocol, double steps, double networkSteps) const;

    const Hardware& hardware_;
    const NcclRates& nccl_;
    Shape shape_;
    CollectiveKind kind_;
    double bytes_;
};

/// What the links and the network between nodes let through, and what rings reach of it.
double Tuner::ringBusGBps() const {
    const double links = hardware_.node.linkGBps * nccl_.ringReached;
    return shape_.nodes == 1 ? links : std::min(links, networkGBps());
}

/// What pipelining leaves of a bandwidth: a connection's buffer is passed on slice by slice, so links are
/// busy all the time only where each rank's part of the array is much larger than that.
double Tuner::filled(double ranks) const {
    return bytes_ / (bytes_ + nccl_.halfPartMiB * 1048576.0 * ranks);
}

/// LL sends a flag with every word, LL128 one with every 120 bytes.
double Tuner::byProtocol(double bus, size_t protocol) const {
    if (protocol == static_cast<size_t>(NcclProtocol::Ll)) {
        return std::min(llMaximumGBps(), 0.5 * bus);
    }
    if (protocol == static_cast<size_t>(NcclProtocol::Ll128)) {
        return std::min(0.92 * bus, nccl_.channels * nccl_.ll128ChannelGBps);
    }
    return bus;
}

double Tuner::ringLatencyUs(size_t protocol, double steps, double networkSteps) const {
    const auto& hop = hardware_.node.nvlink > 0 ? nccl_.ringNvlinkUs : nccl_.ringPcieUs;
    const double us = nccl_.ringBaseUs[protocol] +
                      (steps - networkSteps) * hop[protocol] * hopFactor(protocol) +
                      networkSteps * nccl_.ringNetworkUs[protocol];
    const bool plateau =
        shape_.nodes > 1 && reducesAll() && protocol == static_cast<size_t>(NcclProtocol::Simple);
    return plateau ? us * nccl_.ringPlateau : us;
}

Estimate Tuner::ring(size_t protocol) const {
    const double ranks = shape_.ranks, nodes = shape_.nodes;
    double bus = byProtocol(ringBusGBps(), protocol);
    if (slices(protocol)) bus *= filled(ranks);
    switch (kind_) {
        case CollectiveKind::AllReduce:
            return {.latencyUs = ringLatencyUs(protocol, 2 * (ranks - 1), 2 * (nodes - 1)),
                    .gbps = bus * ranks / (2 * (ranks - 1))};
        case CollectiveKind::ReduceScatter:
        case CollectiveKind::AllGather:
            return {.latencyUs = ringLatencyUs(protocol, ranks - 1, nodes - 1),
                    .gbps = bus * ranks / (ranks - 1)};
        default:  // to or from one rank: a pipeline along the ring
            return {.latencyUs = ringLatencyUs(protocol, ranks - 1, nodes - 1), .gbps = bus};
    }
}

/// Up a tree over nodes and down again; within a node a chain.
Estimate Tuner::tree(size_t protocol) const {
    const auto& hop = hardware_.node.nvlink > 0 ? nccl_.treeNvlinkUs : nccl_.treePcieUs;
    const auto& corrections = protocol == 0   ? nccl_.treeLl
                              : protocol == 1 ? nccl_.treeLl128
                                              : nccl_.treeSimple;
    double bus = hardware_.node.linkGBps * nccl_.ringReached;
    if (shape_.nodes > 1) bus = std::min(bus, networkGBps());
    bus *= nccl_.treeRate;
    if (protocol == static_cast<size_t>(NcclProtocol::Ll))
        bus = std::min(bus / 3.8, llMaximumGBps());
    if (protocol == static_cast<size_t>(NcclProtocol::Ll128)) {
        bus = std::min(bus * (shape_.nodes == 1 ? 7.0 / 9.0 : 120.0 / 128.0),
                       nccl_.channels * nccl_.ll128ChannelGBps);
    }
    const double size = std::floor(std::log2(std::max(bytes_, 64.0) / 64.0));
    if (size < static_cast<double>(kTreeCorrections)) {
        bus *= corrections[static_cast<size_t>(size)];
    }
    return {.latencyUs = nccl_.treeBaseUs[protocol] +
                         2 * ((shape_.perNode - 1) * hop[protocol] * hopFactor(protocol) +
                              shape_.doublings() * nccl_.treeNetworkUs[protocol]),
            .gbps = 0.5 * bus};
}

/// The switch adds up: each byte leaves a GPU once and comes back once.
Estimate Tuner::nvls() const {
    if (hardware_.node.nvls <= 0 || shape_.perNode < 3) return {};
    const double bus = hardware_.node.linkGBps * nccl_.nvlsRate * nccl_.nvlsReached *
                       (nccl_.channels - 1) / nccl_.channels;
    const double ramp = filled(shape_.perNode);
    const double others = static_cast<double>(shape_.perNode - 1) / shape_.perNode;
    return {.latencyUs = nccl_.nvlsUs, .gbps = ramp * (reducesAll() ? bus : bus * others)};
}

/// NVLS within each node, and one tree over nodes for each GPU's part.
Estimate Tuner::nvlsTree() const {
    Estimate estimate = nvls();
    const double passes =
        shape_.nodes > 2 ? 2.0 : 1.0;  // inner nodes of a tree pass parts up and down
    estimate.gbps = std::min(estimate.gbps, networkGBps() * nccl_.treeRate / passes);
    estimate.latencyUs += nccl_.nvlsNetworkUs * shape_.doublings();
    return estimate;
}

/// All-gather and reduce-scatter have no tree; NVLS needs Simple.
Estimate Tuner::estimate(NcclAlgorithm algorithm, NcclProtocol protocol) const {
    const auto p = static_cast<size_t>(protocol);
    const bool simple = protocol == NcclProtocol::Simple;
    const bool rooted = kind_ == CollectiveKind::Reduce || kind_ == CollectiveKind::Broadcast;
    switch (algorithm) {
        case NcclAlgorithm::Ring:
            return ring(p);
        case NcclAlgorithm::Tree:
            return reducesAll() ? tree(p) : Estimate{};
        case NcclAlgorithm::Nvls:
            return simple && !rooted && shape_.nodes == 1 ? nvls() : Estimate{};
        case NcclAlgorithm::NvlsTree:
            return simple && reducesAll() && shape_.nodes > 1 ? nvlsTree() : Estimate{};
    }
    return {};
}

CollectiveTime Tuner::best() const {
    CollectiveTime best{.us = std::numeric_limits<double>::infinity()};
    using enum NcclAlgorithm;
    for (NcclAlgorithm algorithm : std::array{Ring, Tree, Nvls, NvlsTree}) {
        using enum NcclProtocol;
        for (NcclProtocol protocol : std::array{Ll, Ll128, Simple}) {
            const Estimate e = estimate(algorithm, protocol);
            if (e.gbps <= 0) continue;
            const double us = e.latencyUs + bytes_ / (e.gbps * 1e3);
            if (us < best.us) best = {.us = us, .algorithm = algorithm, .protocol = protocol};
        }
    }
    return best;
}

}  // namespace

std::string_view nameOf(NcclAlgorithm algorithm) {
    constexpr std::array<std::string_view, 4> kNames{"ring", "tree", "nvls", "nvls tree"};
    return kNames[static_cast<size_t>(algorithm)];
}

std::string_view nameOf(NcclProtocol protocol) {
    constexpr std::array<std::string_view, 3> kNames{"LL", "LL128", "Simple"};
    return kNames[static_cast<size_t>(protocol)];
}

CollectiveTime collectiveTime(const Hardware& hardware, CollectiveKind kind, double bytes,
                              Participants who) {
    return Tuner(hardware, kind, bytes, who).best();
}

double channelsOf(const Hardware& hardware, Participants who) {
    const NcclRates& nccl = hardware.nccl;
    const Shape shape = shapeOf(hardware, who);
    if (shape.nodes == 1) return nccl.channels;
    const double adapters =
        std::max(1.0, hardware.network.nics * shape.perNode / hardware.node.gpus);
    double channels = adapters * nccl.adapterChannels;
    const bool fast = nccl.fastAdapterGBps > 0 && hardware.network.nicGBps > nccl.fastAdapterGBps;
    if (fast && channels < nccl.fastChannels) channels *= 2;
    return std::min(nccl.channels, channels);
}

double busGBps(CollectiveKind kind, double bytes, double us, int ranks) {
    const double others = static_cast<double>(ranks - 1) / ranks;
    const double algorithm = bytes / (us * 1e3);
    switch (kind) {
        case CollectiveKind::AllReduce:
            return algorithm * 2.0 * others;
        case CollectiveKind::ReduceScatter:
        case CollectiveKind::AllGather:
            return algorithm * others;
        default:
            return algorithm;
    }
}

}  // namespace shardscope::core
