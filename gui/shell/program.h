#pragma once
// The program shardscope-gui: a window, or a picture. Exit statuses as the command's: 0 done, 1
// failed, 2 wrong input.

namespace shardscope::gui {

int runProgram(int argc, char** argv);

}  // namespace shardscope::gui
