#pragma once
// One strategy at one G: its ranks, their recorders, and what the steps gave. Main thread.

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/config/dataset.h"
#include "core/engine/rank_group.h"
#include "core/host/host_device.h"
#include "profiler/recorder.h"
#include "profiler/run/fabric.h"
#include "profiler/run/run_metadata.h"
#include "profiler/run/run_request.h"
#include "profiler/spool.h"
#include "traces/analysis/report.h"

namespace shardscope::profiler {

class Session {
  public:
    /// @param problem its own. @p dataset, @p fabric and @p request are borrowed.
    /// @param communicators fabric's, one a local rank.
    Session(core::Problem problem, std::string name, const core::Dataset& dataset,
            const Fabric& fabric, const RunRequest& request, int64_t startNs,
            std::vector<std::unique_ptr<core::Communicator>> communicators);
    ~Session();

    /// Allocates and initialises. A failure marks the session and ends its part of the run.
    void setUp();
    void step(int64_t step);
    /// After the last step, where the problem has a checkpoint.
    void saveCheckpoint();
    bool alive() const { return facts_.status == "ok"; }
    /// Ends the session because the run was asked to stop. An error that came of that, since what was
    /// in flight was aborted, becomes the interruption; running out of memory stays what it was.
    void interrupt();
    /// Ends what is in flight, from another thread.
    void abort(const std::string& reason) { group_->abort(reason); }

    const std::string& name() const { return facts_.name; }
    const core::Problem& problem() const { return problem_; }
    const Numerics& numerics() const { return facts_.numerics; }
    const std::string& status() const { return facts_.status; }
    /// A complete run whose training is wrong: ranks part, or a collective was left out.
    void fail(const core::Error& error);
    int64_t lastStepNs() const { return lastStepNs_; }
    int64_t liveBytes() const;
    /// Of rank 0 (this process's first), the most live bytes since it was last asked: of a step when
    /// asked after each.
    int64_t takePeakBytes();

    /// Whether rank 0 speaks for all ranks: not after an interruption under MPI, when some may be gone.
    bool together() const { return !fabric_.mpi() || facts_.status != "interrupted"; }

    /// Gathers every rank's records, writes the recording (unless it was asked not to) and says what
    /// is in it. Rank 0 only returns a report. Collective under MPI while together().
    /// @param unwritten gets the error of a recording that could not be written.
    core::Result<std::optional<traces::RunReport>> finish(std::vector<core::Error>& unwritten);

  private:
    void note(const core::Error& error);
    void keep(const std::vector<core::StepResult>& results);
    core::Result<std::vector<core::StepResult>> gathered(
        const std::vector<core::StepResult>& local);
    void reserve(const core::StepPlan& plan);
    void openSpool();
    void spoolStep();
    void noteDeviceMemory();
    void noteTimingLosses();
    core::Result<void> writeCheckpoint();
    std::string fileStem() const;
    std::string failureText() const;
    /// @return the path, or "" when it could not be written.
    std::string write(const traces::Trace& trace, std::vector<core::Error>& unwritten);
    core::Result<traces::Trace> assemble();
    std::vector<Recorder*> recorders();

    core::Problem problem_;
    const Fabric& fabric_;
    const RunRequest& request_;
    RunFacts facts_;
    int64_t startNs_;
    int64_t startWallNs_;
    int64_t lastStepNs_ = 0;
    std::vector<core::Rank> simulated_;                 ///< the ranks; empty on a real device
    std::vector<std::unique_ptr<Recorder>> recorders_;  ///< local ranks
    std::shared_ptr<core::SimulatedWorld> world_;       ///< simulated devices only
    std::vector<const core::ActivityTags*> tags_;       ///< the devices', in group_
    std::unique_ptr<core::RankGroup> group_;
    std::optional<Spool> spool_;
};

}  // namespace shardscope::profiler
