// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-short-name.h"

#include "ns3/mlt-input-error.h"

#include <algorithm>

namespace ns3::mlt
{

namespace
{

struct Registered
{
    std::string name;
    ShortName::TypeIdGetter type; // asked late: TypeIds are made in any order at the start
    std::string help;
};

std::vector<Registered>&
Registry()
{
    static std::vector<Registered> registry;
    return registry;
}

} // namespace

ShortName::ShortName(const std::string& name, TypeIdGetter type, const std::string& help)
{
    Registry().push_back({name, type, help});
}

std::vector<ShortName::Entry>
ShortName::Of(TypeId base)
{
    std::vector<Entry> entries;
    for (const Registered& registered : Registry())
    {
        const TypeId type = registered.type();
        if (type.IsChildOf(base))
        {
            entries.push_back({registered.name, type, registered.help});
        }
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.name < b.name;
    });
    return entries;
}

TypeId
ShortName::Find(const std::string& option, const std::string& text, TypeId base)
{
    std::string names;
    for (const Entry& entry : Of(base))
    {
        if (entry.name == text)
        {
            return entry.type;
        }
        names += entry.name + ", ";
    }
    TypeId type;
    if (TypeId::LookupByNameFailSafe(text, &type) && type.IsChildOf(base) && type.HasConstructor())
    {
        return type;
    }
    throw InputError("--" + option + ": expected " + names + "or the TypeId of a " +
                     base.GetName() + ", got " + QuoteInput(text));
}

} // namespace ns3::mlt
