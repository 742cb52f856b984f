package io.grape.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.grape.core.GrapeException;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files in PEM. */
public record TlsOptions(Path certificate, Path key) {
    static @Nullable TlsOptions of(OptionValues options) {
        Path certificate = options.find(Options.TLS_CERT).orElse(null);
        Path key = options.find(Options.TLS_KEY).orElse(null);
        if (certificate == null && key == null) {
            return null;
        }
        return new TlsOptions(
                readable("tls-cert", certificate, "CERTIFICATE"), readable("tls-key", key, "PRIVATE KEY"));
    }

    private static Path readable(String option, @Nullable Path file, String content) {
        if (file == null || !isPem(file, content)) {
            throw GrapeException.badValue(
                    option, "a file in PEM that can be read, with a " + content, file == null ? "none" : file);
        }
        return file;
    }

    private static boolean isPem(Path file, String content) {
        try {
            // To open a pipe would block the start.
            return Files.isRegularFile(file)
                    && Files.readString(file, ISO_8859_1).contains(content + "-----");
        } catch (IOException e) {
            return false;
        }
    }
}
