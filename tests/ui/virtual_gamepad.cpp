// To be loaded before SDL (LD_PRELOAD): a game controller that does what is written into the FIFO
// $FATHOM_TEST_GAMEPAD, a line each: `attach`, `detach`, `axis NUMBER VALUE` with -1 to 1,
// `button NUMBER 0|1`, numbers being SDL_GameControllerAxis and SDL_GameControllerButton.
#include <SDL.h>
#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <sstream>
#include <string>
#include <unistd.h>

namespace {

class VirtualGamepad {
  public:
    /// Follows the lines that have come.
    void follow() {
        if (fifo_ < 0 || SDL_WasInit(SDL_INIT_GAMECONTROLLER) == 0)
            return;
        std::array<char, 256> part{};
        for (ssize_t count = 0; (count = ::read(fifo_, part.data(), part.size())) > 0;)
            read_.append(part.data(), static_cast<std::size_t>(count));
        for (std::size_t end = 0; (end = read_.find('\n')) != std::string::npos;) {
            std::istringstream words(read_.substr(0, end));
            read_.erase(0, end + 1);
            std::string what;
            int number = 0;
            double value = 0;
            words >> what >> number >> value;
            perform(what, number, value);
        }
    }

  private:
    void perform(const std::string &what, int number, double value) {
        if (what == "attach") {
            index_ =
                SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                          SDL_CONTROLLER_BUTTON_MAX, 0);
            joystick_ = SDL_JoystickOpen(index_);
            for (const int trigger :
                 {SDL_CONTROLLER_AXIS_TRIGGERLEFT, SDL_CONTROLLER_AXIS_TRIGGERRIGHT})
                SDL_JoystickSetVirtualAxis(joystick_, trigger, SDL_JOYSTICK_AXIS_MIN);
        } else if (what == "detach") {
            SDL_JoystickDetachVirtual(index_);
            SDL_JoystickClose(joystick_);
            joystick_ = nullptr;
        } else if (what == "axis") {
            SDL_JoystickSetVirtualAxis(joystick_, number,
                                       static_cast<Sint16>(value * SDL_JOYSTICK_AXIS_MAX));
        } else if (what == "button") {
            SDL_JoystickSetVirtualButton(joystick_, number, value != 0 ? 1 : 0);
        }
    }

    const char *path_ = std::getenv("FATHOM_TEST_GAMEPAD");
    int fifo_ = path_ == nullptr ? -1 : ::open(path_, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    std::string read_; ///< from it, not yet followed
    int index_ = -1;
    SDL_Joystick *joystick_ = nullptr;
};

} // namespace

// Before the window looks at what has happened.
extern "C" int SDL_PollEvent(SDL_Event *event) {
    static VirtualGamepad gamepad;
    static const auto real =
        reinterpret_cast<int (*)(SDL_Event *)>(::dlsym(RTLD_NEXT, "SDL_PollEvent"));
    gamepad.follow();
    return real(event);
}
