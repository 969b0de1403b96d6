#pragma once
// The line for searching spans, with how many were found. Knows nothing of recordings.

#include <QWidget>

class QLabel;
class QLineEdit;

namespace shardscope::gui {

class SearchBar : public QWidget {
    Q_OBJECT

  public:
    explicit SearchBar(QWidget* parent = nullptr);
    QLineEdit& field() { return *field_; }
    /// "3 of 28", or what is wrong with the query.
    void setResult(const QString& text, bool wrong);
    QString result() const;
    void retranslate();

  signals:
    void queryChanged(const QString& text);
    void stepped(int by);
    void closed();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QLineEdit* field_;
    QLabel* result_;
};

}  // namespace shardscope::gui
