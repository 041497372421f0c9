// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_INPUT_ERROR_H
#define MLT_INPUT_ERROR_H

#include <stdexcept>
#include <string>

namespace ns3::mlt
{

/**
 * What a user gave (a file, an option) is not what it has to be. The text names the place, the
 * field, what was expected and what came, and is shown to the user as it stands.
 */
class InputError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * A user's text as messages show it: in quotes, at most 60 characters of it, and every byte that is
 * no printable ASCII as \\xNN, so that a binary file cannot garble a terminal.
 *
 * @param text what the user gave
 * @return the text to put into a message
 */
inline std::string
QuoteInput(const std::string& text)
{
    constexpr std::size_t limit = 60;
    constexpr char digits[] = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text.substr(0, limit))
    {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f)
        {
            quoted += c;
        }
        else
        {
            quoted += {'\\', 'x', digits[byte >> 4], digits[byte & 0xf]};
        }
    }
    return quoted + (text.size() > limit ? "...\"" : "\"");
}

} // namespace ns3::mlt

#endif // MLT_INPUT_ERROR_H
