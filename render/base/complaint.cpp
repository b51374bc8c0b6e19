#include "render/base/complaint.h"

namespace fathom {

std::string in_words(const Complaint &complaint,
                     const std::function<std::string(const Remedy &)> &words) {
    std::string sentence = complaint.what;
    for (std::size_t at = 0; at < complaint.remedies.size(); ++at) {
        const bool last = at + 1 == complaint.remedies.size();
        sentence += at == 0 ? "; " : last ? " or " : ", ";
        sentence += words(complaint.remedies[at]);
    }
    return sentence;
}

} // namespace fathom
