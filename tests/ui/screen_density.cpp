// To be loaded before SDL (LD_PRELOAD): a screen whose density the file $FATHOM_TEST_DENSITY says,
// so that a window can come to a screen of another one where there is only one; and a desktop that
// puts a title bar of $FATHOM_TEST_TITLE_BAR pixels above each window.
#include <SDL_video.h>
#include <cstdlib>
#include <fstream>

extern "C" int SDL_GetWindowBordersSize(SDL_Window * /*window*/, int *top, int *left, int *bottom,
                                        int *right) {
    for (int *out : {top, left, bottom, right})
        if (out != nullptr)
            *out = 0;
    const char *bar = std::getenv("FATHOM_TEST_TITLE_BAR");
    if (bar == nullptr)
        return -1;
    if (top != nullptr)
        *top = std::atoi(bar);
    return 0;
}

extern "C" int SDL_GetDisplayDPI(int /*display*/, float *diagonal, float *across, float *down) {
    const char *path = std::getenv("FATHOM_TEST_DENSITY");
    float density = 0;
    if (path == nullptr || !(std::ifstream(path) >> density))
        return -1;
    for (float *out : {diagonal, across, down})
        if (out != nullptr)
            *out = density;
    return 0;
}
