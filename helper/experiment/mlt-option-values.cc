// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-option-values.h"

#include "ns3/data-rate.h"
#include "ns3/global-value.h"
#include "ns3/mlt-clock.h"
#include "ns3/mlt-input-error.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <regex>

namespace ns3::mlt
{

namespace
{

[[noreturn]] void
Refuse(const std::string& option, const std::string& expected, const std::string& text)
{
    throw InputError(fmt::format("--{}: expected {}, got {}", option, expected, QuoteInput(text)));
}

/** Reads all of the text as a finite number; false if it is not one. */
bool
ToNumber(const std::string& text, double& number)
{
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end && std::isfinite(number);
}

const std::regex&
TimePattern()
{
    static const std::regex PATTERN(R"([0-9]+(\.[0-9]+)?(fs|ps|ns|us|ms|s|min|h))");
    return PATTERN;
}

/** Whether a value is a QueueSize, which ns-3 3.37 names without its namespace. */
bool
IsQueueSize(const std::string& valueType)
{
    return valueType == "ns3::QueueSizeValue" || valueType == "QueueSizeValue";
}

/** What ns-3's own parsers would accept in part, or abort on. */
bool
LooksLike(const std::string& valueType, const std::string& text)
{
    static const std::regex WHOLE("[+-]?[0-9]+");
    static const std::regex UNSIGNED("[0-9]+");
    double number = 0;
    if (valueType == "ns3::UintegerValue")
    {
        return std::regex_match(text, UNSIGNED);
    }
    if (valueType == "ns3::IntegerValue")
    {
        return std::regex_match(text, WHOLE);
    }
    if (valueType == "ns3::DoubleValue")
    {
        return ToNumber(text, number);
    }
    if (valueType == "ns3::TimeValue")
    {
        return std::regex_match(text, TimePattern());
    }
    if (IsQueueSize(valueType))
    {
        static const std::regex SIZE("[0-9]+(B|KB|KiB|MB|MiB)");
        return std::regex_match(text, SIZE);
    }
    return true;
}

/** Pointers and callbacks have no text form: ns-3 ends the program at the attempt to read one. */
void
RequireText(const std::string& option, const AttributeChecker& checker)
{
    const std::string type = checker.GetValueTypeName();
    for (const char* textless : {"Pointer", "Callback", "ObjectPtrContainer"})
    {
        if (type.find(textless) != std::string::npos)
        {
            throw InputError(fmt::format("--{}: a command line cannot set this attribute, since a "
                                         "{} has no text form; set it in a program",
                                         option,
                                         type));
        }
    }
}

/** A time as a person writes it, such as 1 ns. */
std::string
ToText(const Time& time)
{
    constexpr std::pair<Time::Unit, const char*> UNITS[] = {{Time::S, "s"},
                                                            {Time::MS, "ms"},
                                                            {Time::US, "us"}};
    for (const auto& [unit, name] : UNITS)
    {
        if (time.ToDouble(unit) >= 1)
        {
            return fmt::format("{:g}{}", time.ToDouble(unit), name);
        }
    }
    return fmt::format("{:g}ns", time.ToDouble(Time::NS));
}

/** What is wrong with a time that is well written: ns-3's checker tells its range as text only. */
std::string
ExpectedTime(const AttributeChecker& checker, const std::string& value)
{
    static const std::regex RANGE("Time ([^:]+):([^:]+)");
    const std::string range = checker.GetUnderlyingTypeInformation();
    std::smatch bounds;
    if (!LooksLike("ns3::TimeValue", value) || !std::regex_match(range, bounds, RANGE))
    {
        return "a time with its unit, such as 10ms";
    }
    const Time least(bounds[1].str());
    const bool isTooShort = Time(value) < least;
    const Time bound = isTooShort ? least : Time(bounds[2].str());
    return fmt::format("a time of at {} {}", isTooShort ? "least" : "most", ToText(bound));
}

std::string
Expectation(const AttributeChecker& checker, const std::string& value)
{
    const std::string type = checker.GetValueTypeName();
    if (type == "ns3::TimeValue")
    {
        return ExpectedTime(checker, value);
    }
    if (IsQueueSize(type))
    {
        return "a size in B, KB, KiB, MB or MiB, such as 500KB";
    }
    std::string text = "a value of " + type;
    if (checker.HasUnderlyingTypeInformation())
    {
        text += " (" + checker.GetUnderlyingTypeInformation() + ")";
    }
    return text;
}

/** Whether the type itself, not a base, defines an attribute. */
bool
Defines(TypeId type, const std::string& attribute)
{
    for (size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        if (type.GetAttribute(i).name == attribute)
        {
            return true;
        }
    }
    return false;
}

/** ns-3 sets defaults only by the name of the type that defines the attribute. */
void
RequireOwnAttribute(const std::string& name, TypeId type, const std::string& attribute)
{
    if (Defines(type, attribute))
    {
        return;
    }
    TypeId base = type.GetParent();
    while (!Defines(base, attribute))
    {
        base = base.GetParent();
    }
    throw InputError(fmt::format("--{}: the attribute is defined by a base type; set --{}::{}",
                                 name,
                                 base.GetName(),
                                 attribute));
}

void
CheckValue(const std::string& name, const AttributeChecker& checker, const std::string& value)
{
    if (!LooksLike(checker.GetValueTypeName(), value) ||
        !checker.CreateValidValue(StringValue(value)))
    {
        Refuse(name, Expectation(checker, value), value);
    }
}

/** If @p name is @p global, the value must be a type that derives from @p base. */
void
RequireTypeOf(const std::string& name,
              const std::string& value,
              const std::string& global,
              const std::string& base)
{
    TypeId type;
    if (name == global && !(TypeId::LookupByNameFailSafe(value, &type) && type.HasConstructor() &&
                            type.IsChildOf(TypeId::LookupByName(base))))
    {
        Refuse(name, "the TypeId of a " + base, value);
    }
}

} // namespace

uint64_t
ReadWhole(const std::string& option, const std::string& text, uint64_t least, uint64_t most)
{
    uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end || number < least || number > most)
    {
        Refuse(option, fmt::format("a whole number from {} to {}", least, most), text);
    }
    return number;
}

double
ReadShare(const std::string& option, const std::string& text)
{
    double number = 0;
    if (!ToNumber(text, number) || number < 0 || number >= 1)
    {
        Refuse(option, "a number from 0 to below 1, such as 0.1", text);
    }
    return number;
}

double
ReadNumber(const std::string& option, const std::string& text, double most)
{
    double number = 0;
    if (!ToNumber(text, number) || number < 0 || number > most)
    {
        Refuse(option, fmt::format("a number from 0 to {}", most), text);
    }
    return number;
}

uint64_t
ReadRate(const std::string& option, const std::string& text)
{
    static const std::regex RATE(R"([0-9]+(\.[0-9]+)?[A-Za-z/]+)");
    const std::string expected = "a positive rate with its unit, such as 100Gbps";
    DataRateValue value;
    if (!std::regex_match(text, RATE) || !value.DeserializeFromString(text, MakeDataRateChecker()))
    {
        Refuse(option, expected, text);
    }
    const uint64_t rate = value.Get().GetBitRate();
    if (rate == 0)
    {
        Refuse(option, expected, text);
    }
    return rate;
}

int64_t
ReadTime(const std::string& option, const std::string& text, int64_t mostPs)
{
    const double mostSeconds = static_cast<double>(mostPs) / static_cast<double>(PS_PER_SECOND);
    if (std::regex_match(text, TimePattern()) && text.size() < 20)
    {
        const Time time(text);
        if (time.GetSeconds() <= mostSeconds)
        {
            return ToPs(time);
        }
    }
    Refuse(option, fmt::format("a time with its unit, such as 1us, up to {} s", mostSeconds), text);
}

void
CheckAttribute(const std::string& name, const std::string& value)
{
    const size_t split = name.rfind("::");
    const std::string typeName = name.substr(0, split);
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(typeName, &type))
    {
        throw InputError(fmt::format("--{}: there is no type {}; --PrintTypeIds lists all",
                                     name,
                                     QuoteInput(typeName)));
    }
    const std::string attribute = name.substr(split + 2);
    TypeId::AttributeInformation info;
    if (!type.LookupAttributeByName(attribute, &info))
    {
        throw InputError(fmt::format("--{}: {} has no attribute {}; --PrintAttributes={} lists all",
                                     name,
                                     typeName,
                                     QuoteInput(attribute),
                                     typeName));
    }
    RequireOwnAttribute(name, type, attribute);
    RequireText(name, *info.checker);
    CheckValue(name, *info.checker, value);
}

void
CheckAttributeValue(const std::string& option,
                    TypeId type,
                    const std::string& attribute,
                    const std::string& value)
{
    TypeId::AttributeInformation info;
    type.LookupAttributeByName(attribute, &info);
    CheckValue(option, *info.checker, value);
}

bool
IsGlobal(const std::string& name)
{
    for (auto i = GlobalValue::Begin(); i != GlobalValue::End(); ++i)
    {
        if ((*i)->GetName() == name)
        {
            return true;
        }
    }
    return false;
}

void
CheckGlobal(const std::string& name, const std::string& value)
{
    if (name == "RngSeed")
    {
        constexpr uint64_t MOST_SEED = 4294944442; // of ns-3's MRG32k3a
        ReadWhole(name, value, 1, MOST_SEED);
    }
    RequireTypeOf(name, value, "SimulatorImplementationType", "ns3::SimulatorImpl");
    RequireTypeOf(name, value, "SchedulerType", "ns3::Scheduler");
    for (auto i = GlobalValue::Begin(); i != GlobalValue::End(); ++i)
    {
        if ((*i)->GetName() == name)
        {
            CheckValue(name, *(*i)->GetChecker(), value);
        }
    }
}

bool
IsEngine(const std::string& name)
{
    return name == "SchedulerType" || name == "SimulatorImplementationType";
}

} // namespace ns3::mlt
