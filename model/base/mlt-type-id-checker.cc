// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/mlt-type-id-checker.h"

#include <string>

namespace ns3::mlt
{

namespace
{

class DerivedTypeIdChecker : public AttributeChecker
{
  public:
    explicit DerivedTypeIdChecker(TypeId base)
        : m_base(base)
    {
    }

    bool Check(const AttributeValue& value) const override
    {
        const auto* typeId = dynamic_cast<const TypeIdValue*>(&value);
        return typeId && typeId->Get().IsChildOf(m_base) && typeId->Get().HasConstructor();
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::TypeIdValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "TypeId of a " + m_base.GetName();
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<TypeIdValue>();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto* from = dynamic_cast<const TypeIdValue*>(&source);
        auto* to = dynamic_cast<TypeIdValue*>(&destination);
        if (!from || !to)
        {
            return false;
        }
        *to = *from;
        return true;
    }

  private:
    TypeId m_base;
};

} // namespace

Ptr<const AttributeChecker>
MakeTypeIdCheckerFor(TypeId base)
{
    return Create<DerivedTypeIdChecker>(base);
}

} // namespace ns3::mlt
