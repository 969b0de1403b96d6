#include "profiler/recorder.h"
