package io.grape.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code redis-server} for this machine, taken from the class path once and kept in the user's cache. Its name there holds
 * its digest, and what is there is compared before it is run.
 */
public final class RedisBinary {
    private static final Logger LOG = LoggerFactory.getLogger(RedisBinary.class);
    private static final String VERSION = "7.0.15";

    private static @Nullable Path path;

    private RedisBinary() {}

    /** Where it is, ready to be run. Fails with {@link NoRedisException} where there is none. */
    public static synchronized Path path() throws IOException {
        if (path == null) {
            path = unpack(cache());
        }
        return path;
    }

    /** Puts it into a directory, unless it is there. */
    static Path unpack(Path directory) throws IOException {
        String name = "redis-server-" + VERSION + "-" + platform();
        try (InputStream in = RedisBinary.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new NoRedisException(platform());
            }
            byte[] binary = in.readAllBytes();
            Path file = directory.resolve(name + "-" + digest(binary));
            if (!Files.isExecutable(file) || !Arrays.equals(Files.readAllBytes(file), binary)) {
                install(binary, file);
            }
            return file;
        }
    }

    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
        return os + "-" + (System.getProperty("os.arch").matches("aarch64|arm64") ? "arm64" : "amd64");
    }

    /** The user's cache; for a user without one, a directory of this process. */
    private static Path cache() throws IOException {
        String given = System.getenv("XDG_CACHE_HOME");
        Path home =
                given != null && !given.isBlank() ? Path.of(given) : Path.of(System.getProperty("user.home"), ".cache");
        try {
            Path directory = Files.createDirectories(home.resolve("grape"));
            if (Files.isWritable(directory)) {
                return directory;
            }
        } catch (IOException e) {
            LOG.debug("cache={} unusable: {}", home, e.toString());
        }
        return Files.createTempDirectory("grape-");
    }

    /** Moves it into place as a whole: another broker may start at this moment. */
    private static void install(byte[] binary, Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Path part = Files.createTempFile(
                directory,
                "redis-server-",
                ".part",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Files.write(part, binary);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
