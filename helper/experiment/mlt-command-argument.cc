// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-command-argument.h"

#include "ns3/mlt-input-error.h"
#include "ns3/mlt-version.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>

namespace ns3::mlt
{

CommandArgument
SplitArgument(const std::string& text)
{
    if (text.size() < 3 || text.compare(0, 2, "--") != 0)
    {
        throw InputError("unexpected argument " + QuoteInput(text) +
                         "; options are written --<name>=<value>, --help lists them");
    }
    const size_t equals = text.find('=');
    const bool hasValue = equals != std::string::npos;
    return {text.substr(2, hasValue ? equals - 2 : equals),
            hasValue ? text.substr(equals + 1) : "",
            hasValue};
}

void
RequireValue(const CommandArgument& argument)
{
    if (argument.value.empty())
    {
        throw InputError("--" + argument.name + ": expected --" + argument.name + "=<value>");
    }
}

bool
IsHelpOption(const std::string& name)
{
    constexpr std::array<const char*, 9> HELP{"help",
                                              "PrintHelp",
                                              "PrintVersion",
                                              "version",
                                              "PrintGlobals",
                                              "PrintGroups",
                                              "PrintGroup",
                                              "PrintTypeIds",
                                              "PrintAttributes"};
    return std::find(HELP.begin(), HELP.end(), name) != HELP.end();
}

void
CheckHelpOption(const CommandArgument& argument)
{
    if (argument.name == "version" || argument.name == "PrintVersion")
    {
        std::cout << "ns3-mlt " << ModuleVersion() << ", ns-3 " << Ns3Version() << "\n";
        std::exit(EXIT_SUCCESS);
    }
    TypeId found;
    if (argument.name == "PrintAttributes" && !TypeId::LookupByNameFailSafe(argument.value, &found))
    {
        throw InputError("--PrintAttributes: expected the name of a TypeId (--PrintTypeIds lists "
                         "them), got " +
                         QuoteInput(argument.value));
    }
}

} // namespace ns3::mlt
