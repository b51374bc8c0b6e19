# Makes the change that docs/architecture.md tells to add a formula with: a copy of the formulas' header with the
# document's struct in it, for recipe_test.cpp to be compiled with.
# Usage: cmake -DSOURCE=ROOT -DHEADER=COPY -P recipe.cmake
file(READ ${SOURCE}/docs/architecture.md document)
file(READ ${SOURCE}/kernels/formulas/formulas-inl.h header)

# The text behind `start` and before `end`, behind which the document goes on.
macro(cut result start end)
    string(FIND "${document}" "${start}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "docs/architecture.md: no \"${start}\" where the recipe for a formula is due")
    endif()
    string(LENGTH "${start}" length)
    math(EXPR at "${at} + ${length}")
    string(SUBSTRING "${document}" ${at} -1 document)
    string(FIND "${document}" "${end}" at)
    string(SUBSTRING "${document}" 0 ${at} ${result})
    string(SUBSTRING "${document}" ${at} -1 document)
endmacro()
cut(unused "## Adding a formula" "\n")
cut(formula "```cpp\n" "using Formulas")
cut(list "/* ... */ " "\n```")
string(REGEX MATCH "^[A-Za-z0-9]+" last "${list}") # of "Phoenix, Heart>;"

foreach(part IN ITEMS "/// All formulas. Their order" " ${last}>")
    string(FIND "${header}" "${part}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "kernels/formulas/formulas-inl.h has no \"${part}\", which docs/architecture.md builds on")
    endif()
endforeach()
string(REPLACE "/// All formulas. Their order" "${formula}/// All formulas. Their order" header "${header}")
string(REPLACE " ${last}>;" " ${list}" header "${header}")
file(WRITE ${HEADER} "${header}")
