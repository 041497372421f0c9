// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_SHORT_NAME_H
#define MLT_SHORT_NAME_H

#include "ns3/type-id.h"

#include <string>
#include <vector>

namespace ns3::mlt
{

/**
 * A short name for a TypeId, by which a user may choose it (`--transport=mlt`). The type's own
 * source file registers it, so that a new type needs no list to be edited:
 *
 *     const ShortName NAME("ring", &Ring::GetTypeId, "all-reduce along a ring");
 */
class ShortName
{
  public:
    using TypeIdGetter = TypeId (*)();

    /** What is registered for a type. */
    struct Entry
    {
        std::string name;
        TypeId type;
        std::string help; //!< one line
    };

    /**
     * Registers a name; as an object with static storage duration.
     * @param name of lower-case letters, digits and hyphens; unique among the types of one base.
     * @param type gives the TypeId.
     * @param help one line for lists of choices.
     */
    ShortName(const std::string& name, TypeIdGetter type, const std::string& help);

    /** All that are registered for types derived from @p base, by name. */
    static std::vector<Entry> Of(TypeId base);

    /**
     * The type that a user names.
     * @param option whose value it is, for the message.
     * @param text a short name, or a TypeId's full name.
     * @param base that the type must derive from.
     * @return a type that has a constructor.
     * @throw InputError that lists the names, if there is no such type.
     */
    static TypeId Find(const std::string& option, const std::string& text, TypeId base);
};

} // namespace ns3::mlt

#endif // MLT_SHORT_NAME_H
