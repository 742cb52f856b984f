package io.grape.server.tcp;

import java.nio.file.Path;

/** Files in PEM with which the broker speaks TLS. */
public record TlsFiles(Path certificate, Path key) {}
