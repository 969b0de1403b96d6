#include "gui/files/loader.h"

#include <algorithm>
#include <atomic>
#include <exception>

namespace shardscope::gui {

namespace {

constexpr int kPulseMs = 60;

/// Memory can run out on a file far larger than the machine: that is the file's error.
core::Result<LoadedPtr> loadSafely(const std::string& path, const traces::ReadOptions& options,
                                   bool grew) {
    try {
        return load(path, options, grew);
    } catch (const std::exception& error) {
        return core::failed(path, std::string("could not be read: ") + error.what());
    }
}

}  // namespace

/// Shared by the application's thread and the one that reads.
struct Loader::Job {
    QString path;
    bool grew = false;
    std::atomic<bool> unwanted{false};
    std::atomic<int64_t> doneBytes{0}, totalBytes{0};
};

Loader::Loader(QObject* parent)
    : QObject(parent), background_(std::thread::hardware_concurrency()) {
    pulse_.setInterval(kPulseMs);
    connect(&pulse_, &QTimer::timeout, this, &Loader::reportProgress);
}

Loader::~Loader() {
    for (const auto& [path, job] : current_) job->unwanted = true;
}

void Loader::start(const QString& path, bool grew) {
    drop(path);
    auto job = std::make_shared<Job>();
    job->path = path;
    job->grew = grew;
    current_[path] = job;
    pulse_.start();
    background_.start([this, job] { return read(job); });
}

void Loader::drop(const QString& path) {
    const auto found = current_.find(path);
    if (found == current_.end()) return;
    found->second->unwanted = true;
    current_.erase(found);
}

void Loader::cancel() {
    const auto jobs = std::exchange(current_, {});
    for (const auto& [path, job] : jobs) job->unwanted = true;
    for (const auto& [path, job] : jobs) emit cancelled(path);
    stopIfIdle();
}

Background::Then Loader::read(const JobPtr& job) {
    if (job->unwanted) return {};
    const auto progress = [job](int64_t done, int64_t total) {
        job->doneBytes = done;
        job->totalBytes = total;
        return !job->unwanted;
    };
    auto result = loadSafely(job->path.toStdString(), {.progress = progress}, job->grew);
    return [this, job, result = std::move(result)] { end(job, result); };
}

void Loader::end(const JobPtr& job, const core::Result<LoadedPtr>& result) {
    const auto found = current_.find(job->path);
    if (found == current_.end() || found->second != job) return;
    current_.erase(found);
    if (result) {
        emit loaded(job->path, *result);
    } else {
        emit failed(job->path, result.error());
    }
    stopIfIdle();
}

void Loader::reportProgress() {
    qint64 done = 0, total = 0;
    for (const auto& [path, job] : current_) {
        done += job->doneBytes;
        total += job->totalBytes;
    }
    emit progressed(done, total);
}

void Loader::stopIfIdle() {
    if (isBusy() || !pulse_.isActive()) return;
    pulse_.stop();
    emit finished();
}

}  // namespace shardscope::gui
