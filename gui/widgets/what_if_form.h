#pragma once
// What may differ from a recorded run: the recording, strategies, accumulation, bucket, in-flight, overlap.

#include "gui/model/what_if.h"
#include "gui/widgets/command_form.h"

class QComboBox;

namespace shardscope::gui {

class WhatIfForm : public CommandForm {
    Q_OBJECT
  public:
    /// @param folder where relative paths of files start.
    explicit WhatIfForm(const QString& folder, QWidget* parent = nullptr);

    /// The recordings to begin from; the one that was chosen stays chosen.
    void setRecordings(const std::vector<Recorded>& recordings);
    /// Null where there is none.
    const Recorded* recorded() const;
    /// As CommandForm's, but that the recording's settings are the defaults.
    void setOptions(const CommandOptions& options);

  private:
    void chooseRecording();
    void showRecorded();

    std::vector<Recorded> recordings_;
    QComboBox* recording_;
};

}  // namespace shardscope::gui
