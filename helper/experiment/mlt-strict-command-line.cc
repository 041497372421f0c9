// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-strict-command-line.h"

#include "ns3/mlt-clock.h"
#include "ns3/mlt-command-argument.h"
#include "ns3/mlt-input-error.h"
#include "ns3/mlt-option-values.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <utility>

namespace ns3::mlt
{

namespace
{

template <typename T>
std::string
ToText(const T& value)
{
    std::ostringstream text;
    text << value;
    return text.str();
}

} // namespace

StrictCommandLine::StrictCommandLine(const std::string& file)
    : m_command(file)
{
    m_program = file.substr(file.rfind('/') + 1); // the whole where there is none
    m_program = m_program.substr(0, m_program.rfind('.'));
}

void
StrictCommandLine::AddWhole(const std::string& name,
                            const std::string& help,
                            uint64_t& value,
                            uint64_t least,
                            uint64_t most)
{
    Add(name, help, ToText(value), [&value, name, least, most](const std::string& text) {
        value = ReadWhole(name, text, least, most);
    });
}

void
StrictCommandLine::AddShare(const std::string& name, const std::string& help, double& value)
{
    Add(name, help, ToText(value), [&value, name](const std::string& text) {
        value = ReadShare(name, text);
    });
}

void
StrictCommandLine::AddRate(const std::string& name, const std::string& help, DataRate& value)
{
    Add(name, help, ToText(value), [&value, name](const std::string& text) {
        value = DataRate(ReadRate(name, text));
    });
}

void
StrictCommandLine::AddTime(const std::string& name,
                           const std::string& help,
                           Time& value,
                           const Time& most)
{
    const std::string signedText = ToText(value.As(Time::US)); // +10us
    Add(name, help, signedText.substr(1), [&value, name, most](const std::string& text) {
        value = FromPs(ReadTime(name, text, ToPs(most)));
    });
}

void
StrictCommandLine::AddText(const std::string& name, const std::string& help, std::string& value)
{
    Add(name, help, value, [&value](const std::string& text) { value = text; });
}

void
StrictCommandLine::Add(const std::string& name,
                       const std::string& help,
                       const std::string& text,
                       std::function<void(const std::string&)> read)
{
    m_knobs.push_back({name, text, std::move(read)});
    m_command.AddValue(name, help, m_knobs.back().text);
}

void
StrictCommandLine::Check(const std::string& argument) const
{
    const CommandArgument parts = SplitArgument(argument);
    const std::string& name = parts.name;
    if (IsHelpOption(name))
    {
        CheckHelpOption(parts);
        return;
    }
    const bool isKnob = std::any_of(m_knobs.begin(), m_knobs.end(), [&name](const Knob& knob) {
        return knob.name == name;
    });
    const bool isAttribute = name.find("::") != std::string::npos;
    if (!isKnob && !isAttribute && !IsGlobal(name))
    {
        throw InputError("unknown option " + QuoteInput("--" + name) + "; --help lists them");
    }
    RequireValue(parts);
    if (isAttribute)
    {
        CheckAttribute(name, parts.value);
    }
    else if (!isKnob)
    {
        CheckGlobal(name, parts.value);
    }
}

void
StrictCommandLine::Take(const CommandArgument& argument)
{
    for (auto& knob : m_knobs)
    {
        if (knob.name == argument.name)
        {
            knob.text = argument.value;
        }
    }
}

void
StrictCommandLine::ParseOrThrow(int argc, char* argv[])
{
    for (int i = 1; i < argc; ++i)
    {
        Check(argv[i]);
    }
    m_command.Parse(argc, argv); // reads texts up to the first blank, so they are taken again here
    for (int i = 1; i < argc; ++i)
    {
        Take(SplitArgument(argv[i]));
    }
    for (const auto& knob : m_knobs)
    {
        knob.read(knob.text);
    }
}

void
StrictCommandLine::Parse(int argc, char* argv[])
{
    try
    {
        ParseOrThrow(argc, argv);
    }
    catch (const InputError& error)
    {
        std::cerr << m_program << ": error: " << error.what() << "\n";
        std::exit(EXIT_FAILURE);
    }
}

} // namespace ns3::mlt
