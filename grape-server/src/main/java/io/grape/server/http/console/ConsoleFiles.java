package io.grape.server.http.console;

import io.grape.console.Assets;

/**
 * The console's files, and where they are.
 *
 * @param basePath what the path of its URLs begins with; begins and ends with a slash
 */
public record ConsoleFiles(Assets assets, String basePath) {}
