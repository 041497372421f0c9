// SPDX-License-Identifier: GPL-2.0-only
#include "support/mlt-reference-text.h"

#include "ns3/address.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <map>
#include <sstream>

namespace ns3::mlt
{

namespace
{

constexpr const char* GROUP = "Mlt";
constexpr const char* PREFIX = "ns3::mlt::";
constexpr size_t MOST_COLUMNS = 100;

/** The module's types by name; types of tests are in no group. */
std::map<std::string, TypeId>
OwnTypes()
{
    std::map<std::string, TypeId> types;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (type.GetName().rfind(PREFIX, 0) == 0 && type.GetGroupName() == GROUP)
        {
            types[type.GetName()] = type;
        }
    }
    return types;
}

/** An initial value as a user would write it, whatever the simulator's resolution. */
std::string
InitialText(const TypeId::AttributeInformation& attribute)
{
    if (DynamicCast<const AddressValue>(attribute.initialValue))
    {
        return "none";
    }
    const auto time = DynamicCast<const TimeValue>(attribute.initialValue);
    if (!time)
    {
        const auto value = attribute.initialValue->SerializeToString(attribute.checker);
        return value.empty() ? "empty" : "``" + value + "``";
    }
    std::ostringstream text;
    text << time->Get().As(Time::US);
    return "``" + text.str().substr(1) + "``"; // without the sign
}

/** "ns3::UintegerValue" as "Uinteger". */
std::string
Kind(const TypeId::AttributeInformation& attribute)
{
    const std::string name = attribute.checker->GetValueTypeName();
    const std::string end = "Value";
    const size_t colon = name.rfind(':') + 1;
    return name.substr(colon, name.size() - colon - end.size());
}

/** A list item of lines of at most MOST_COLUMNS. */
std::string
Item(const std::string& text)
{
    std::istringstream words(text);
    std::string result;
    std::string line = "*";
    for (std::string word; words >> word;)
    {
        if (line.size() + 1 + word.size() > MOST_COLUMNS)
        {
            result += line + "\n";
            line = " ";
        }
        line += " " + word;
    }
    return result + line + "\n";
}

std::string
Head(const std::string& type)
{
    return "\n**" + type + "**\n\n";
}

} // namespace

std::string
AttributeReference()
{
    std::string text;
    for (const auto& [name, type] : OwnTypes())
    {
        text += type.GetAttributeN() > 0 ? Head(name) : "";
        for (size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const auto attribute = type.GetAttribute(i);
            text += Item("``" + attribute.name + "`` (" + Kind(attribute) + ", " +
                         InitialText(attribute) + "): " + attribute.help);
        }
    }
    return text;
}

std::string
TraceSourceReference()
{
    std::string text;
    for (const auto& [name, type] : OwnTypes())
    {
        text += type.GetTraceSourceN() > 0 ? Head(name) : "";
        for (size_t i = 0; i < type.GetTraceSourceN(); ++i)
        {
            const auto source = type.GetTraceSource(i);
            text += Item("``" + source.name + "`` (``" + source.callback + "``): " + source.help);
        }
    }
    return text;
}

std::set<std::string>
TraceCallbacks()
{
    std::set<std::string> names;
    for (const auto& entry : OwnTypes())
    {
        for (size_t i = 0; i < entry.second.GetTraceSourceN(); ++i)
        {
            names.insert(entry.second.GetTraceSource(i).callback);
        }
    }
    return names;
}

} // namespace ns3::mlt
