// The dashboard's program: shardscope-gui [FILES…].

#include <QApplication>
#include <QLabel>

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    QLabel window(QStringLiteral("shardscope"));
    window.show();
    return QApplication::exec();
}
