// The dashboard's program: shardscope-gui [FILES…].

#include "gui/shell/program.h"

int main(int argc, char** argv) { return shardscope::gui::runProgram(argc, argv); }
