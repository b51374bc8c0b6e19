# A room is a folder of sources that is one static library. It sees its own headers, those of the rooms that it USES
# and of the rooms that they use, and no others: an #include of a room that it may not use does not compile. For
# that, each room's headers are reached through a link of its own, build/rooms/ROOM/ROOM -> the room's folder.

# fathom_room(FOLDER [USES ROOM...] [PRIVATE_USES ROOM...] [LIBRARIES TARGET...] [PRIVATE_LIBRARIES TARGET...]
#             [SOURCES FILE...])
# makes the target fathom_FOLDER, its slashes written as underscores. FOLDER and ROOM are paths from the root, such as
# render/places; what it USES and LIBRARIES appear in the room's headers, what is PRIVATE in its sources alone; without
# SOURCES it is a room of headers.
function(fathom_room folder)
    cmake_parse_arguments(room "" "" "USES;PRIVATE_USES;LIBRARIES;PRIVATE_LIBRARIES;SOURCES" ${ARGN})
    string(REPLACE "/" "_" name ${folder})
    set(target fathom_${name})
    set(view ${CMAKE_BINARY_DIR}/rooms/${name})
    get_filename_component(parent ${view}/${folder} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    if(NOT EXISTS ${view}/${folder})
        file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${view}/${folder} SYMBOLIC)
    endif()
    set(used fathom_flags ${room_LIBRARIES})
    foreach(other IN LISTS room_USES)
        string(REPLACE "/" "_" other ${other})
        list(APPEND used fathom_${other})
    endforeach()
    set(used_privately ${room_PRIVATE_LIBRARIES})
    foreach(other IN LISTS room_PRIVATE_USES)
        string(REPLACE "/" "_" other ${other})
        list(APPEND used_privately fathom_${other})
    endforeach()
    if(room_SOURCES)
        list(TRANSFORM room_SOURCES PREPEND ${CMAKE_SOURCE_DIR}/${folder}/)
        add_library(${target} STATIC ${room_SOURCES})
        target_include_directories(${target} PUBLIC ${view})
        set(seen INCLUDE_DIRECTORIES)
        target_link_libraries(${target} PUBLIC ${used} PRIVATE ${used_privately})
        if(folder MATCHES "^kernels/") # whose sources are large
            set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
        elseif(folder MATCHES "^render/(deep|engines|film|images|jobs|numbers|video)$") # with -O2 up to twice as slow
            target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O3>)
        else() # nothing that a person waits for
            target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
        endif()
    else()
        add_library(${target} INTERFACE)
        target_include_directories(${target} INTERFACE ${view})
        set(seen INTERFACE_INCLUDE_DIRECTORIES)
        target_link_libraries(${target} INTERFACE ${used})
    endif()
    # What the test of the rooms' direction reads: the rooms, and where each one's compiler looks for headers.
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/rooms/${name}.includes
        CONTENT "$<JOIN:$<TARGET_PROPERTY:${target},${seen}>,\n>\n")
    list(JOIN room_USES " " uses)
    foreach(other IN LISTS room_PRIVATE_USES)
        string(APPEND uses " !${other}")
    endforeach()
    set_property(GLOBAL APPEND PROPERTY FATHOM_ROOMS "${folder}: ${uses}")
endfunction()

# Writes what all rooms may use, a line each; ! is before what their sources alone may.
function(fathom_write_rooms file)
    get_property(rooms GLOBAL PROPERTY FATHOM_ROOMS)
    string(REPLACE ";" "\n" lines "${rooms}")
    file(CONFIGURE OUTPUT ${file} CONTENT "${lines}\n")
endfunction()
