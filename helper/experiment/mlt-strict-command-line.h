// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_STRICT_COMMAND_LINE_H
#define MLT_STRICT_COMMAND_LINE_H

#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/mlt-command-argument.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

namespace ns3::mlt
{

/**
 * ns-3's CommandLine for small programs, with values that are checked: ns-3 itself reads -1 as
 * 4294967295 and 15x as 15, ignores arguments without --, and does not say what is wrong with an
 * attribute. What may be given: the values added here, ns-3's global values, any attribute as
 * --ns3::<type>::<attribute>=<value>, and --help.
 *
 *     uint64_t bytes = 1000000;
 *     StrictCommandLine command(__FILE__);
 *     command.AddWhole("bytes", "bytes of the message", bytes, 1, 1000000000);
 *     command.Parse(argc, argv);
 */
class StrictCommandLine
{
  public:
    /** @param file __FILE__ of the program, from which its name is taken. */
    explicit StrictCommandLine(const std::string& file);
    StrictCommandLine(const StrictCommandLine&) = delete;
    StrictCommandLine& operator=(const StrictCommandLine&) = delete;

    /** A whole number in [least, most]. @param value the default, and where the result goes. */
    void AddWhole(const std::string& name,
                  const std::string& help,
                  uint64_t& value,
                  uint64_t least,
                  uint64_t most);

    /** A number in [0, 1). @param value as above. */
    void AddShare(const std::string& name, const std::string& help, double& value);

    /** A rate such as 10Gbps, positive. @param value as above. */
    void AddRate(const std::string& name, const std::string& help, DataRate& value);

    /** A time such as 10us, at most @p most. @param value as above. */
    void AddTime(const std::string& name, const std::string& help, Time& value, const Time& most);

    /** Any text but an empty one. @param value as above; may be empty as the default. */
    void AddText(const std::string& name, const std::string& help, std::string& value);

    /**
     * Reads the arguments. After bad input the program ends: status 1, and on standard error a line
     * that says what was expected and what came. --help ends it as ns-3's does.
     */
    void Parse(int argc, char* argv[]);

    /** As Parse, but bad input is for the caller to report. @throw InputError. */
    void ParseOrThrow(int argc, char* argv[]);

  private:
    /** An added value. */
    struct Knob
    {
        std::string name;
        std::string text; //!< as given, or the default
        std::function<void(const std::string&)> read;
    };

    void Add(const std::string& name,
             const std::string& help,
             const std::string& text,
             std::function<void(const std::string&)> read);
    void Check(const std::string& argument) const;
    void Take(const CommandArgument& argument);

    CommandLine m_command;
    std::string m_program;
    std::deque<Knob> m_knobs; //!< ns-3 keeps references to the texts
};

} // namespace ns3::mlt

#endif // MLT_STRICT_COMMAND_LINE_H
