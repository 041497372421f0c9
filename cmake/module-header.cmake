# SPDX-License-Identifier: GPL-2.0-only
# Writes a header that includes others, as ns-3 generates one for each module in its tree.
#  output: the file
#  ARGN:   the headers, by whatever path; they are included as "ns3/<name>"
function(mlt_write_module_header output)
  set(includes)
  foreach(header ${ARGN})
    get_filename_component(name ${header} NAME)
    list(APPEND includes "#include \"ns3/${name}\"")
  endforeach()
  list(SORT includes)
  list(JOIN includes "\n" includes)
  file(
    WRITE ${output}
    "// SPDX-License-Identifier: GPL-2.0-only\n"
    "// All headers of the module mlt. Generated.\n"
    "#ifndef NS3_MODULE_MLT\n"
    "#define NS3_MODULE_MLT\n\n"
    "${includes}\n\n"
    "#endif // NS3_MODULE_MLT\n")
endfunction()
