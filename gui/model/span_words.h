#pragma once
// Names of spans in the reader's language: a recording names them in English, a kind and what it is
// done to ("matmul h.3.attn.c_attn", "wait reduced B3"). The application's thread only because of
// translation.

#include <QString>
#include <string_view>

namespace shardscope::gui {

/// @p name with the words of its kind translated; a name that is not one of ours stays as it is.
QString spanWords(std::string_view name);

}  // namespace shardscope::gui
