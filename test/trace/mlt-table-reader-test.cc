// SPDX-License-Identifier: GPL-2.0-only
#include "mlt-table-fixture.h"

#include "ns3/mlt-model-trace.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ns3::mlt
{
namespace
{

using TableReaderTest = TableFixture;

TEST_F(TableReaderTest, ReadsProvenanceAndLeavesOtherCommentsAlone)
{
    const auto trace =
        LoadText("#note: none\n# words, and: not an entry\n#\n# source: a: b, c\n\n" + HEADER +
                 ROW + "# late: yes\n");
    const std::map<std::string, std::string> expected{{"note", "none"},
                                                      {"source", "a: b, c"},
                                                      {"late", "yes"}};
    EXPECT_EQ(trace.Provenance(), expected);
}

TEST_F(TableReaderTest, AcceptsByteOrderMarkCrLfAndNoLastLineEnd)
{
    const auto trace = LoadText("\xef\xbb\xbf# model: y\r\n"
                                "layer,tensor,parameters,bytes,forward_us,backward_us\r\n"
                                "\r\n0,a.weight,6,24,1.5,3\r\n1,b,1,4,0,1e1");
    EXPECT_EQ(trace.Provenance().at("model"), "y");
    EXPECT_EQ(trace.BackwardUs(0), 3.0);
    EXPECT_EQ(trace.BackwardUs(1), 10.0);
}

TEST_F(TableReaderTest, AcceptsAByteOrderMarkBeforeTheHeader)
{
    EXPECT_EQ(LoadText("\xef\xbb\xbf" + HEADER + ROW).TotalBytes(), 24U);
}

TEST_F(TableReaderTest, RefusesPathsThatAreNoReadableFile)
{
    const std::string folder = m_folder;
    const std::string expected = ": file: expected a table that can be read, got ";
    const std::string missing = folder + "/none.csv";
    EXPECT_EQ(ErrorOf([&] { ModelTrace::Load(missing); }), missing + expected + "no such file");
    EXPECT_EQ(ErrorOf([&] { ModelTrace::Load(folder); }), folder + expected + "a directory");
    EXPECT_EQ(ErrorOf([&] { ModelTrace::Load("/dev/zero"); }),
              "/dev/zero" + expected + "a device, pipe or socket");
    // Opens, and fails at the first read.
    EXPECT_EQ(ErrorOf([&] { ModelTrace::Load("/proc/self/mem"); }),
              "/proc/self/mem" + expected + "a file whose reading fails");
}

TEST_F(TableReaderTest, RefusesAFileWithoutPermission)
{
    if (geteuid() == 0)
    {
        ASSERT_EQ(chmod(m_folder.c_str(), 0755), 0);
    }
    const std::string path = Write("x.csv", HEADER + ROW);
    ASSERT_EQ(chmod(path.c_str(), 0), 0);
    const bool root = geteuid() == 0; // who may read everything, so be nobody for a moment
    ASSERT_TRUE(!root || seteuid(65534) == 0);
    const std::string text = ErrorOf([&] { ModelTrace::Load(path); });
    ASSERT_TRUE(!root || seteuid(0) == 0);
    EXPECT_EQ(text,
              path + ": file: expected a table that can be read, got a file that cannot be opened");
}

TEST_F(TableReaderTest, RefusesTablesWithoutContent)
{
    const std::string header = "header: expected "
                               "layer,tensor,parameters,bytes,forward_us,backward_us, got ";
    EXPECT_EQ(ErrorOfText(""), "x.csv:1: " + header + "an empty file");
    EXPECT_EQ(ErrorOfText("# model: y\n\n"), "x.csv:2: " + header + "the end of the file");
    EXPECT_EQ(ErrorOfText("# model: y\n" + HEADER),
              "x.csv:2: rows: expected at least one tensor, got the end of the file");
}

TEST_F(TableReaderTest, RefusesBinaryFiles)
{
    EXPECT_EQ(ErrorOfText(HEADER + std::string("0,a\0b,6,24,1,2\n", 15)),
              "x.csv:2: line: expected text, got a NUL byte");
    EXPECT_EQ(ErrorOfText("\x7f\x1b[31mELF\xff\n"),
              "x.csv:1: header: expected layer,tensor,parameters,bytes,forward_us,backward_us, got "
              "no column layer in \"\\x7f\\x1b[31mELF\\xff\"");
}

TEST_F(TableReaderTest, RefusesOtherHeaders)
{
    const std::string expected = "x.csv:1: header: expected "
                                 "layer,tensor,parameters,bytes,forward_us,backward_us, got ";
    EXPECT_EQ(ErrorOfText("layer,tensor,parameters,forward_us,backward_us\n" + ROW),
              expected + "no column bytes in \"layer,tensor,parameters,forward_us,backward_us\"");
    EXPECT_EQ(ErrorOfText("tensor,layer,parameters,bytes,forward_us,backward_us\n" + ROW),
              expected + "\"tensor,layer,parameters,bytes,forward_us,backward_us\"");
    EXPECT_EQ(ErrorOfText("layer,tensor,parameters,bytes,forward_us,backward_us,extra\n" + ROW),
              expected + "\"layer,tensor,parameters,bytes,forward_us,backward_us,extra\"");
    EXPECT_EQ(ErrorOfText(ROW + HEADER), expected + "no column layer in \"0,a.weight,6,24,1.5,3\"");
}

TEST_F(TableReaderTest, RefusesRowsWithOtherThanSixFields)
{
    EXPECT_EQ(ErrorOfText(HEADER + ROW + "1,b,6,24,1\n"), "x.csv:3: row: expected 6 fields, got 5");
    EXPECT_EQ(ErrorOfText(HEADER + "0,b,6,24,1,2,\n"), "x.csv:2: row: expected 6 fields, got 7");
    EXPECT_EQ(ErrorOfText(HEADER + " \n"), "x.csv:2: row: expected 6 fields, got 1");
}

TEST_F(TableReaderTest, RefusesSizesThatAreNotPositiveWholeNumbers)
{
    for (const auto& [column, name] : {std::pair{2, "parameters"}, std::pair{3, "bytes"}})
    {
        for (const char* value :
             {"abc", "", "-4", "+4", "0", "00", "4x", "4 ", " 4", "4.0", "4e3", "0x10", "nan"})
        {
            EXPECT_EQ(ErrorOfField(static_cast<std::size_t>(column), value),
                      std::string{"x.csv:2: "} + name +
                          ": expected a positive whole number, got \"" + value + "\"");
        }
    }
}

TEST_F(TableReaderTest, RefusesHugeSizesAndSums)
{
    const std::string limit = "expected a column that sums to at most 1000000000000000, got ";
    EXPECT_EQ(ErrorOfField(2, "1000000000000001"),
              "x.csv:2: parameters: " + limit + "\"1000000000000001\"");
    EXPECT_EQ(ErrorOfField(3, "18446744073709551617"),
              "x.csv:2: bytes: " + limit + "\"18446744073709551617\"");
    EXPECT_EQ(ErrorOfText(HEADER + "0,a,1,999999999999999,0,0\n0,b,1,2,0,0\n"),
              "x.csv:3: bytes: " + limit + "\"2\"");
    EXPECT_EQ(LoadText(HEADER + "0,a,1,999999999999999,0,0\n0,b,1,1,0,0\n").TotalBytes(),
              ModelTrace::MAX_TOTAL);
}

TEST_F(TableReaderTest, RefusesTimesThatAreNotNumbersInRange)
{
    for (const auto& [column, name] : {std::pair{4, "forward_us"}, std::pair{5, "backward_us"}})
    {
        for (const char* value : {"abc",
                                  "",
                                  "-1",
                                  "-0.001",
                                  "+1",
                                  "1us",
                                  "1 ",
                                  " 1",
                                  "nan",
                                  "inf",
                                  "-inf",
                                  "1e999",
                                  "1000000001",
                                  "0x1p3",
                                  "1,5"})
        {
            const std::string error = ErrorOfField(static_cast<std::size_t>(column), value);
            const std::string expected = std::string{"x.csv:2: "} + name +
                                         ": expected a number from 0 to 1e9, got \"" + value + "\"";
            // A decimal comma is one more field.
            EXPECT_EQ(error,
                      std::string{value} == "1,5" ? "x.csv:2: row: expected 6 fields, got 7"
                                                  : expected);
        }
    }
    EXPECT_EQ(LoadText(HEADER + "0,a,1,4,1e9,0.0\n").ForwardUs(0), 1e9);
}

TEST_F(TableReaderTest, RefusesLayersThatDoNotCountUpFromZero)
{
    const std::string first = "x.csv:2: layer: expected 0, since layers count from 0, got ";
    for (const char* value : {"1", "-1", "abc", "", "0x", "99999999999"})
    {
        EXPECT_EQ(ErrorOfField(0, value), first + "\"" + value + "\"");
    }
    const std::string rows = HEADER + ROW + "1,b,6,24,1,2\n";
    for (const char* value : {"3", "0", "-1", "1.0", "4294967296", ""})
    {
        EXPECT_EQ(ErrorOfText(rows + value + ",c,6,24,1,2\n"),
                  std::string{"x.csv:4: layer: expected 1 or 2, got \""} + value + "\"");
    }
}

TEST_F(TableReaderTest, RefusesTensorNames)
{
    const std::string expected =
        "x.csv:2: tensor: expected a name of letters, digits and . _ - / :, got ";
    EXPECT_EQ(ErrorOfField(1, ""), expected + "\"\"");
    EXPECT_EQ(ErrorOfField(1, "a b"), expected + "\"a b\"");
    EXPECT_EQ(ErrorOfField(1, "\"a\""), expected + "\"\"a\"\"");
    EXPECT_EQ(ErrorOfField(1, std::string(70, '+')),
              expected + "\"" + std::string(60, '+') + "...\"");
    EXPECT_EQ(ErrorOfText("\n" + HEADER + ROW + "1,b,1,4,0,0\n1,a.weight,6,24,1,2\n"),
              "x.csv:5: tensor: expected a name that is not also in line 3, got \"a.weight\"");
}

TEST_F(TableReaderTest, RefusesBrokenProvenance)
{
    for (const char* value : {"abc", "35.58 TFLOPS", "0", "-1e12", "35.58", "1e19", "inf", "nan"})
    {
        EXPECT_EQ(
            ErrorOfText("# model: y\n# peak_flops: " + std::string{value} + "\n" + HEADER),
            "x.csv:2: peak_flops: expected a number of FLOP a second from 1e9 to 1e18, got \"" +
                std::string{value} + "\"");
    }
    for (const char* value : {"30%", "0", "-0.3", "1.1", "nan", ""})
    {
        EXPECT_EQ(ErrorOfText("# utilization: " + std::string{value} + "\n" + HEADER),
                  "x.csv:1: utilization: expected a number from 0.0001 to 1, got \"" +
                      std::string{value} + "\"");
    }
    EXPECT_EQ(ErrorOfText("# model: y\n# model: z\n" + HEADER + ROW),
              "x.csv:2: model: expected one line with this key, got a second");
}

} // namespace
} // namespace ns3::mlt
