# SPDX-License-Identifier: GPL-2.0-only
# Installs a build, and builds and runs the project beside this file against the installed module.
#   cmake -DBUILD=<of the module> -DWORK=<folder, emptied> -DGENERATOR=<of CMake>
#         -DCOMPILER=<C++> -P try.cmake
cmake_policy(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Fails unless a command prints what the rest of the arguments say, as a regular expression.
function(expect_output command pattern)
  execute_process(COMMAND ${command} WORKING_DIRECTORY ${WORK} OUTPUT_VARIABLE output
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "${command} printed\n${output}\nwhere '${pattern}' was expected")
  endif()
endfunction()

function(expect_real_file path)
  if(NOT EXISTS ${path} OR IS_SYMLINK ${path})
    message(FATAL_ERROR "${path} is absent or a link")
  endif()
endfunction()

set(PREFIX ${WORK}/prefix)
set(STAGE ${WORK}/stage)
file(REMOVE_RECURSE ${WORK})

# by prefix
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX})
expect_real_file(${PREFIX}/include/ns3/mlt-helper.h)
expect_real_file(${PREFIX}/include/ns3/mlt-module.h)

# as packagers do: the same files below DESTDIR
run(${CMAKE_COMMAND} -E env DESTDIR=${STAGE} ${CMAKE_COMMAND} --install ${BUILD} --prefix
    /opt/ns3-mlt)
file(GLOB_RECURSE installed RELATIVE ${PREFIX} ${PREFIX}/*)
file(GLOB_RECURSE staged RELATIVE ${STAGE}/opt/ns3-mlt ${STAGE}/*)
if(NOT installed STREQUAL staged)
  message(FATAL_ERROR "installed:\n${installed}\nbut below DESTDIR:\n${staged}")
endif()

# somebody else's project; the staged files stand elsewhere than their prefix says
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/sample
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${STAGE}/opt/ns3-mlt)
run(${CMAKE_COMMAND} --build ${WORK}/sample)
expect_output(${WORK}/sample/sample "^1000000 bytes are complete after [0-9]+\\.[0-9]+ us\n$")

# the installed program finds its library, and the tables that are installed with it
file(RENAME ${PREFIX}/share/ns3-mlt/traces/resnet50.csv ${PREFIX}/share/ns3-mlt/traces/mine.csv)
set(arguments --topology=2x2x2 --model=mine --mtu=9000 --computeScale=0 --out=${WORK}/results)
expect_output("${PREFIX}/bin/mlt-sim;${arguments}" "model +mine\n")
expect_real_file(${WORK}/results/summary.json)
