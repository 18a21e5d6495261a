# decodescope_unite(decodescope_core): up to twelve files of a folder are compiled as one, so that what
# all of them include and instantiate is compiled once. Files that define the same name for themselves,
# say a width in their anonymous namespaces, go into different groups.
#
# The groups are made when CMake is configured. Where a file then gets a name that another of its group
# has, the compiler calls it a redefinition: configure again. The presets fast, threads and tidy compile
# each file alone; tidy also notices when a file uses an include of its neighbours.

# The names that a file gives at the left margin: types, aliases, constants, and functions, each with the
# first line of its parameters, since overloads may share a name.
function(decodescope_own_names result source)
    file(READ ${source} text)
    string(REGEX REPLACE "[][]" " " text "${text}")  # CMake would take them for parts of a list
    set(type "\n(using|struct|class|enum class) [A-Za-z]+")
    set(function "\n[a-zA-Z][^\n;(={]*[ &*>][A-Z][A-Za-z]*\\([^\n]*")
    set(constants "\n *(inline |static )?const[^;]*")
    string(REGEX MATCHALL "${type}|${function}" names "${text}")
    string(REGEX MATCHALL "${constants}" constants "${text}")
    string(REGEX MATCHALL " k[A-Z][A-Za-z]* *[={]" constants "${constants}")
    list(APPEND names ${constants})
    list(TRANSFORM names REPLACE "^[^(]*[ &*>]([A-Za-z]+) *[={]?(\\(.*|)$" "\\1\\2")
    list(REMOVE_DUPLICATES names)
    set(${result} ${names} PARENT_SCOPE)
endfunction()

function(decodescope_unite target)
    if(NOT DECODESCOPE_UNITE)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # GCC would warn of types that other files could see; in a file that is compiled as part of one, none can.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(ABSOLUTE_PATH source NORMALIZE)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE group)
        cmake_path(GET group PARENT_PATH group)
        string(MAKE_C_IDENTIFIER ${group} group)
        decodescope_own_names(names ${source})
        # The first group of the folder that has room, and none of the names.
        set(number 0)
        while(TRUE)
            set(candidate ${group}_${number})
            set(together ${names_of_${candidate}} ${names})
            list(LENGTH together length)
            list(REMOVE_DUPLICATES together)
            list(LENGTH together distinct)
            if(length EQUAL distinct AND NOT size_of_${candidate} EQUAL 12)
                break()
            endif()
            math(EXPR number "${number} + 1")
        endwhile()
        set(names_of_${candidate} ${together})
        math(EXPR size_of_${candidate} "0${size_of_${candidate}} + 1")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${candidate})
    endforeach()
endfunction()
