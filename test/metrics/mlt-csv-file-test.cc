// SPDX-License-Identifier: GPL-2.0-only
#include "program/mlt-temporary-folder.h"

#include "ns3/mlt-csv-file.h"

#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>

namespace ns3::mlt
{
namespace
{

class CsvFileTest : public TemporaryFolderTest
{
  protected:
    /** Writes a header and many lines, more than are buffered at once. */
    void WriteMany(const std::string& name, bool gzip) const
    {
        CsvFile file(PathOf(name), "number,square,word", gzip);
        for (int i = 0; i < LINES; ++i)
        {
            file.Add(i, i * i, "x");
        }
        file.Close();
    }

    static std::string Many()
    {
        std::string text = "number,square,word\n";
        for (int i = 0; i < LINES; ++i)
        {
            text += std::to_string(i) + "," + std::to_string(i * i) + ",x\n";
        }
        return text;
    }

    std::string ReadCompressed(const std::string& name) const
    {
        std::ifstream file(PathOf(name), std::ios::binary);
        boost::iostreams::filtering_istream stream;
        stream.push(boost::iostreams::gzip_decompressor());
        stream.push(file);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    }

    static constexpr int LINES = 20000;
};

TEST_F(CsvFileTest, WritesFieldsJoinedByCommas)
{
    CsvFile file(PathOf("x.csv"), "a,b,c");
    file.Add(1, std::string("two"), 2.5);
    file.Add(uint64_t{18446744073709551615U}, -1, "");
    file.Close();
    EXPECT_EQ(Read("x.csv"), "a,b,c\n1,two,2.5\n18446744073709551615,-1,\n");
}

TEST_F(CsvFileTest, WritesTheHeaderAlone)
{
    CsvFile file(PathOf("x.csv"), "a");
    file.Close();
    EXPECT_EQ(Read("x.csv"), "a\n");
}

TEST_F(CsvFileTest, WritesMoreThanItBuffers)
{
    WriteMany("x.csv", false);
    EXPECT_EQ(Read("x.csv"), Many());
}

TEST_F(CsvFileTest, CompressesTheSameText)
{
    WriteMany("x.csv.gz", true);
    EXPECT_LT(Read("x.csv.gz").size(), Many().size() / 2);
    EXPECT_EQ(ReadCompressed("x.csv.gz"), Many());
}

TEST_F(CsvFileTest, CompressesToTheSameBytesAtAnyTimeUnderAnyName)
{
    WriteMany("x.csv.gz", true);
    std::this_thread::sleep_for(std::chrono::milliseconds(1100)); // gzip's clock has seconds
    WriteMany("another.csv.gz", true);
    EXPECT_EQ(Read("x.csv.gz"), Read("another.csv.gz"));
}

TEST_F(CsvFileTest, RefusesAPathThatCannotBeWritten)
{
    const std::string below = Write("file", "") + "/x.csv";
    for (bool gzip : {false, true})
    {
        EXPECT_EQ(InputErrorOf([&] { CsvFile(below, "a", gzip); }),
                  "--out: " + below + " cannot be written");
        EXPECT_EQ(InputErrorOf([&] { CsvFile(m_folder.string(), "a", gzip); }),
                  "--out: " + m_folder.string() + " cannot be written");
    }
}

TEST_F(CsvFileTest, TellsOfAFullDisk)
{
    for (bool gzip : {false, true})
    {
        EXPECT_EQ(InputErrorOf([&] {
                      CsvFile file("/dev/full", "a", gzip);
                      file.Close();
                  }),
                  "--out: /dev/full cannot be written (is the disk full?)")
            << "gzip: " << gzip;
    }
}

TEST_F(CsvFileTest, TellsOfADiskThatGetsFullInTheMidstOfIt)
{
    for (bool gzip : {false, true})
    {
        // in a process of its own, which an alarm ends if it hangs
        const auto writeMany = [gzip] {
            constexpr unsigned PATIENCE_S = 10;
            alarm(PATIENCE_S);
            const std::string text = InputErrorOf([gzip] {
                CsvFile file("/dev/full", "a", gzip);
                for (int i = 0; i < LINES; ++i)
                {
                    file.Add(i, i * i, i * i / 7);
                }
                file.Close();
            });
            std::fprintf(stderr, "%s", text.c_str());
            std::exit(0);
        };
        EXPECT_EXIT(writeMany(),
                    testing::ExitedWithCode(0),
                    "^--out: /dev/full cannot be written .is the disk full..$")
            << "gzip: " << gzip;
    }
}

} // namespace
} // namespace ns3::mlt
