// SPDX-License-Identifier: GPL-2.0-only
#ifndef MLT_MODEL_TRACE_H
#define MLT_MODEL_TRACE_H

#include "ns3/mlt-device.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::mlt
{

/// One row of a table: a parameter tensor, and so a gradient of the same size.
struct TensorTrace
{
    uint32_t layer;      ///< from 0, in forward order
    std::string tensor;  ///< its name, unique in the model
    uint64_t parameters; ///< number of elements, positive
    uint64_t bytes;      ///< size on the wire, positive
    double forwardUs;    ///< microseconds; a layer's time is the sum over its rows
    double backwardUs;   ///< microseconds; likewise
};

/**
 * A model as the network sees it: which tensors there are, how large, and how long each layer
 * computes. Plain data, read from a table (its format: doc/traces.md).
 *
 * Invariants: at least one tensor; layers count from 0, never fall, and leave no hole.
 */
class ModelTrace
{
  public:
    /// The largest sum of a table's `parameters` and of its `bytes`.
    static constexpr uint64_t MAX_TOTAL = 1'000'000'000'000'000;
    /// The longest time in a row: about 17 minutes.
    static constexpr double MAX_US = 1e9;

    /**
     * Reads a table.
     *
     * @param path of the file
     * @return the trace, named as the file without folder and ending
     * @throws InputError `file:line: field: what was expected`, or without the line where there is
     * none
     */
    static ModelTrace Load(const std::string& path);

    /**
     * A trace that is in no file.
     *
     * @param name of the model
     * @param tensors in forward order
     * @param provenance `peak_flops` and `utilization` are needed only by ScaleForDevice()
     * @throws InputError if the layers break the invariants
     */
    ModelTrace(std::string name,
               std::vector<TensorTrace> tensors,
               std::map<std::string, std::string> provenance = {});

    /**
     * @return the model's name
     */
    const std::string& Name() const;

    /**
     * @return what the comment lines `# key: value` say
     */
    const std::map<std::string, std::string>& Provenance() const;

    /**
     * @return the tensors in forward order
     */
    const std::vector<TensorTrace>& Tensors() const;

    /**
     * @return the number of layers, at least 1
     */
    uint32_t LayerCount() const;

    /**
     * @param layer below LayerCount()
     * @return microseconds of its forward pass on the table's device
     * @throws std::out_of_range for another layer
     */
    double ForwardUs(uint32_t layer) const;

    /**
     * @param layer below LayerCount()
     * @return microseconds of its backward pass on the table's device
     * @throws std::out_of_range for another layer
     */
    double BackwardUs(uint32_t layer) const;

    /**
     * @return the bytes of all tensors
     */
    uint64_t TotalBytes() const;

    /**
     * @return the elements of all tensors
     */
    uint64_t TotalParameters() const;

    /**
     * The factor from the table's times to another device's: the table's peak x utilization over
     * the device's.
     *
     * @param device the other one
     * @return a positive factor, exactly 1 for the table's own device
     * @throws InputError if the table does not say its peak or utilization
     */
    double ScaleForDevice(const Device& device) const;

  private:
    double ProvenanceNumber(const std::string& key, const Device& device) const;

    std::string m_name;
    std::string m_origin; ///< what errors name: the file, or the model where there is none
    std::vector<TensorTrace> m_tensors;
    std::map<std::string, std::string> m_provenance;
    std::vector<double> m_forwardUs;  ///< by layer
    std::vector<double> m_backwardUs; ///< by layer
};

/**
 * Finds the table a user means: a name (`resnet50`) in the folder of tables, or else a path.
 *
 * @param nameOrPath what the user wrote; `./resnet50` is never a name
 * @param tracesDirectory the folder of tables
 * @return a path that exists
 * @throws InputError that lists the names there are
 */
std::string FindModel(const std::string& nameOrPath, const std::string& tracesDirectory);

} // namespace ns3::mlt

#endif // MLT_MODEL_TRACE_H
