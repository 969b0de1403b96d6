#include "core/sim/simulated_device.h"

namespace shardscope::core {

namespace {

class SimulatedCommunicator : public Communicator {
  public:
    SimulatedCommunicator(Rank rank, int ranks) : rank_(rank), ranks_(ranks) {}

    int ranks() const override { return ranks_; }
    Rank rank() const override { return rank_; }
    Result<CollectiveTimes> run(const CollectiveCall&) override {
        broken("a simulated device runs no collective");
    }
    Result<void> barrier() override { return {}; }
    Result<std::vector<double>> gather(double value) override {
        return std::vector<double>(static_cast<size_t>(ranks_), value);
    }
    Result<std::vector<uint64_t>> gather(uint64_t value) override {
        return std::vector<uint64_t>(static_cast<size_t>(ranks_), value);
    }
    void abort(const std::string&) override {}

  private:
    Rank rank_;
    int ranks_;
};

}  // namespace

std::vector<std::unique_ptr<Communicator>> makeSimulatedCommunicators(int ranks,
                                                                      std::span<const Rank> some) {
    std::vector<std::unique_ptr<Communicator>> all;
    for (Rank rank : some) all.push_back(std::make_unique<SimulatedCommunicator>(rank, ranks));
    return all;
}

std::vector<std::unique_ptr<Communicator>> makeSimulatedCommunicators(int ranks) {
    std::vector<Rank> all;
    for (int r = 0; r < ranks; ++r) all.push_back(Rank{r});
    return makeSimulatedCommunicators(ranks, all);
}

}  // namespace shardscope::core
