// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_OPTION_TEXTS_H
#define MLT_OPTION_TEXTS_H

#include <string>
#include <vector>

namespace ns3::mlt
{

/** The program's options as texts, with their defaults and help. */
class OptionTexts
{
  public:
    /** One option that takes a value. */
    struct Option
    {
        std::string name;
        std::string value; //!< as given, or the default; empty: decided by other options
        std::string help;
        bool ofJob{false}; //!< whether jobs may differ in it
        bool given{false};
    };

    OptionTexts();

    /** The value of an option that there is. */
    const std::string& operator[](const std::string& name) const;

    /** Whether the user gave an option that there is. */
    bool IsGiven(const std::string& name) const;

    bool Has(const std::string& name) const;

    /** Whether there is an option of that name in which jobs may differ. */
    bool IsOfJob(const std::string& name) const;

    /** Takes a user's value of an option that there is. */
    void Set(const std::string& name, const std::string& value);

    /** Makes what the user gave the defaults of what is taken from now on. */
    void MakeDefaults();

    const std::vector<Option>& All() const
    {
        return m_options;
    }

    /** All names in a row, as messages list them; or only those in which jobs may differ. */
    std::string Names(bool onlyOfJobs = false) const;

  private:
    const Option& At(const std::string& name) const;

    std::vector<Option> m_options;
};

} // namespace ns3::mlt

#endif // MLT_OPTION_TEXTS_H
