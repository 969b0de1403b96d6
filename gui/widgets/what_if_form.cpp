#include "gui/widgets/what_if_form.h"

#include <QComboBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>

namespace shardscope::gui {
namespace {

/// What one would ask of a run of @p strategy: the other of stages 1 and 2.
QString otherStage(const QString& strategy) {
    return strategy == QLatin1String("zero-2") ? QStringLiteral("zero-1")
                                               : QStringLiteral("zero-2");
}

}  // namespace

WhatIfForm::WhatIfForm(const QString& folder, QWidget* parent)
    : CommandForm(folder, parent), recording_(new QComboBox) {
    QGridLayout* from = addGroup(tr("A recorded run"));
    auto* label = new QLabel(tr("&Recording"));
    label->setBuddy(recording_);
    recording_->setAccessibleName(tr("Recording"));
    recording_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    from->addWidget(label, 0, 0);
    from->addWidget(recording_, 0, 1, 1, 3);
    addStrategies(tr("Had it used instead"));
    QGridLayout* settings = addGroup(tr("Settings: empty as recorded"));
    addField(*settings, 0, 0, QStringLiteral("--grad-accum"), tr("&Accumulate"));
    addField(*settings, 0, 2, QStringLiteral("--in-flight"), tr("&In flight"));
    addField(*settings, 1, 0, QStringLiteral("--bucket"), tr("B&ucket"));
    addChoice(*settings, 1, 2, QStringLiteral("--overlap"), tr("O&verlap"));
    QGridLayout* more = addGroup(tr("More"));
    addMore(*more, 0);
    endGroups();
    connect(recording_, &QComboBox::currentIndexChanged, this, &WhatIfForm::chooseRecording);
}

void WhatIfForm::setRecordings(const std::vector<Recorded>& recordings) {
    const QString kept = recorded() ? recorded()->path : QString();
    {
        const QSignalBlocker quiet(recording_);
        recordings_ = recordings;
        recording_->clear();
        for (const Recorded& each : recordings_) {
            const QString kind = each.measured ? tr("measured") : tr("simulated");
            recording_->addItem(
                QStringLiteral("%1 · G %2 · %3").arg(each.name, each.gradAccum, kind));
            recording_->setItemData(recording_->count() - 1, each.path, Qt::ToolTipRole);
        }
        const auto same = std::ranges::find(recordings_, kept, &Recorded::path);
        const auto measured = std::ranges::find(recordings_, true, &Recorded::measured);
        const auto chosen = same != recordings_.end() ? same : measured;
        recording_->setCurrentIndex(
            chosen == recordings_.end() ? 0 : static_cast<int>(chosen - recordings_.begin()));
    }
    if (!recorded() || recorded()->path != kept) return chooseRecording();
    showRecorded();
}

const Recorded* WhatIfForm::recorded() const {
    const int index = recording_->currentIndex();
    if (index < 0 || index >= std::ssize(recordings_)) return nullptr;
    return &recordings_[static_cast<size_t>(index)];
}

void WhatIfForm::setOptions(const CommandOptions& options) {
    CommandForm::setOptions(options);
    chooseRecording();
}

void WhatIfForm::chooseRecording() {
    if (const Recorded* from = recorded()) {
        RunForm now = form();
        now.strategies = {otherStage(from->name)};
        setForm(now);
    }
    showRecorded();
    emit changed();
}

/// In empty fields stands what was recorded.
void WhatIfForm::showRecorded() {
    const Recorded* from = recorded();
    if (!from) return;
    recording_->setToolTip(from->path);
    setTaken(QStringLiteral("--grad-accum"), from->gradAccum);
    setTaken(QStringLiteral("--in-flight"), from->inFlight);
    setTaken(QStringLiteral("--bucket"), from->bucket);
    setTaken(QStringLiteral("--overlap"), from->overlap);
}

}  // namespace shardscope::gui
