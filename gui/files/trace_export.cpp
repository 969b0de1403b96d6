#include "gui/files/trace_export.h"

#include <algorithm>
#include <atomic>
#include <exception>

#include "traces/file.h"

namespace shardscope::gui {

namespace {

constexpr int kPulseMs = 60;

/// Memory can run out on a file far larger than the machine: that is the file's error.
core::Result<traces::Trace> readSafely(const std::string& path,
                                       const traces::ReadOptions& options) {
    try {
        return traces::readTrace(path, options);
    } catch (const std::exception& error) {
        return core::failed(path, std::string("could not be read: ") + error.what());
    }
}

}  // namespace

/// Shared by the application's thread and the one that works.
struct TraceExport::Job {
    QString from, to;
    std::atomic<bool> unwanted{false};
    std::atomic<int64_t> doneBytes{0}, totalBytes{0};
};

TraceExport::TraceExport(QObject* parent) : QObject(parent) {
    pulse_.setInterval(kPulseMs);
    connect(&pulse_, &QTimer::timeout, this, &TraceExport::reportProgress);
}

TraceExport::~TraceExport() {
    for (const JobPtr& job : jobs_) job->unwanted = true;
}

void TraceExport::start(const QString& from, const QString& to) {
    auto job = std::make_shared<Job>();
    job->from = from;
    job->to = to;
    jobs_.push_back(job);
    pulse_.start();
    background_.start([this, job] { return run(job); });
}

void TraceExport::cancel() {
    for (const JobPtr& job : jobs_) job->unwanted = true;
    jobs_.clear();
    stopIfIdle();
}

Background::Then TraceExport::run(const JobPtr& job) {
    const auto goOn = [job](int64_t done, int64_t total) {
        job->doneBytes = done;
        job->totalBytes = total;
        return !job->unwanted;
    };
    if (job->unwanted) return {};
    const auto trace = readSafely(job->from.toStdString(), {.progress = goOn});
    if (job->unwanted) return {};
    const QString about = trace ? job->to : job->from;
    core::Result<void> result;
    if (trace) {
        result = traces::writeTrace(*trace, job->to.toStdString());
    } else {
        result = tl::unexpected(trace.error());
    }
    return [this, job, about, result] { end(job, about, result); };
}

void TraceExport::end(const JobPtr& job, const QString& about, const core::Result<void>& result) {
    if (std::erase(jobs_, job) == 0) return;
    if (result) {
        emit written(about);
    } else {
        emit failed(about, result.error());
    }
    stopIfIdle();
}

void TraceExport::reportProgress() {
    if (!jobs_.empty()) emit progressed(jobs_.front()->doneBytes, jobs_.front()->totalBytes);
}

void TraceExport::stopIfIdle() {
    if (isBusy() || !pulse_.isActive()) return;
    pulse_.stop();
    emit finished();
}

}  // namespace shardscope::gui
