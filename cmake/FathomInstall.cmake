# Where things go: cmake --install makes a usual prefix, and the build tree gets a link to the assets beside the
# program, so that it finds them in both.
include(GNUInstallDirs)
file(MAKE_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/assets ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/assets SYMBOLIC)

install(TARGETS fathom RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY assets DESTINATION ${CMAKE_INSTALL_DATADIR}/fathom PATTERN desktop EXCLUDE)
install(FILES assets/desktop/fathom.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES assets/desktop/fathom.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES assets/desktop/fathom.mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME fathom.xml)
install(FILES assets/desktop/fathom.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
install(FILES assets/icon/fathom.png DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/256x256/apps)
install(FILES assets/icon/fathom.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The program writes its man pages and completions itself.
set(written ${CMAKE_BINARY_DIR}/documentation)
install(CODE "
    file(REMOVE_RECURSE \"${written}\")
    execute_process(COMMAND \"$<TARGET_FILE:fathom>\" print-documentation \"${written}\" COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB pages \"${written}/man/*.1\")
    execute_process(COMMAND gzip -9nf \${pages} COMMAND_ERROR_IS_FATAL ANY)
")
install(DIRECTORY ${written}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${written}/completions/fathom.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME fathom)
install(FILES ${written}/completions/fathom.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _fathom)
install(FILES ${written}/completions/fathom.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
