// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_COMMAND_ARGUMENT_H
#define MLT_COMMAND_ARGUMENT_H

#include <string>

namespace ns3::mlt
{

/** An argument of a command line, --<name> or --<name>=<value>. */
struct CommandArgument
{
    std::string name;
    std::string value; //!< empty without =
    bool hasValue;
};

/** @throw InputError if the text does not begin with -- and a name. */
CommandArgument SplitArgument(const std::string& text);

/** @throw InputError if the argument has no value, or an empty one. */
void RequireValue(const CommandArgument& argument);

/** Whether ns-3's CommandLine answers the option itself and ends the program, as with --help. */
bool IsHelpOption(const std::string& name);

/**
 * Answers what ns-3 would answer wrongly for a help option: prints the versions and ends the
 * program for --version, which ns-3 answers with the state of its own sources.
 * @throw InputError if --PrintAttributes names no TypeId, on which ns-3 aborts.
 */
void CheckHelpOption(const CommandArgument& argument);

} // namespace ns3::mlt

#endif // MLT_COMMAND_ARGUMENT_H
