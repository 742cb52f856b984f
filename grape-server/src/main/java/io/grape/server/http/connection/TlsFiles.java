package io.grape.server.http.connection;

import java.nio.file.Path;

/** Files in PEM with which the broker speaks TLS. */
public record TlsFiles(Path certificate, Path key) {}
