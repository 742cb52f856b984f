package io.grape.junit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The program of the brokers: one file on the class path, which is kept in the user's cache, in a folder that is named
 * after its digest.
 */
final class BrokerJar {
    private static final String RESOURCE = "/io/grape/junit/broker/grape-broker.jar";
    private static final String PREFIX = "junit-";
    /** Beside the one that is in use. */
    private static final int KEPT = 3;

    private BrokerJar() {}

    /**
     * What is in the file.
     *
     * @param checksum quick to compute: it finds damage, not intent
     */
    private record Content(String digest, long size, long checksum) {
        static Content ofResource() throws IOException {
            CRC32 checksum = new CRC32();
            try (DigestInputStream in = new DigestInputStream(
                    new CheckedInputStream(open(), checksum), MessageDigest.getInstance("SHA-256"))) {
                long size = in.transferTo(OutputStream.nullOutputStream());
                String digest = HexFormat.of().formatHex(in.getMessageDigest().digest(), 0, 8);
                return new Content(digest, size, checksum.getValue());
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Whether all of it is in a file. */
        boolean isIn(Path file) throws IOException {
            if (!Files.exists(file) || Files.size(file) != size) {
                return false;
            }
            CRC32 found = new CRC32();
            try (InputStream in = new CheckedInputStream(Files.newInputStream(file), found)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return found.getValue() == checksum;
        }
    }

    /** Puts it into the cache, unless it is there. */
    static Path unpack() throws IOException {
        return unpack(cache(System.getenv("XDG_CACHE_HOME"), System.getProperty("user.home")));
    }

    static Path unpack(Path cache) throws IOException {
        Content content = Content.ofResource();
        Path folder = cache.resolve(PREFIX + content.digest());
        Path file = folder.resolve("grape-broker.jar");
        if (!content.isIn(file)) {
            deleteOld(cache);
            Files.createDirectories(folder);
            install(file);
        }
        Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
        return file;
    }

    private static InputStream open() {
        InputStream in = BrokerJar.class.getResourceAsStream(RESOURCE);
        if (in == null) {
            throw new IllegalStateException("no grape-junit-broker on the class path: expected the jar of that name,"
                    + " which grape-junit depends on");
        }
        return in;
    }

    /**
     * The user's cache; for a user without one, a directory of this process among the temporary ones, which is deleted at its
     * end.
     *
     * @param given where caches are to be; null or not absolute: nowhere
     * @param home of the user. A container may have none: then Java says {@code ?}
     */
    static Path cache(@Nullable String given, @Nullable String home) throws IOException {
        try {
            Path parent = absolute(given)
                    .or(() -> absolute(home).map(path -> path.resolve(".cache")))
                    .orElse(null);
            if (parent != null) {
                Path directory = Files.createDirectories(parent.resolve("grape"));
                if (Files.isWritable(directory)) {
                    return directory;
                }
            }
        } catch (IOException e) {
            // As for a user without one.
        }
        Path temporary = Files.createTempDirectory("grape-");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteLast(temporary), "grape-cache"));
        return temporary;
    }

    private static void deleteLast(Path temporary) {
        try {
            delete(temporary);
        } catch (IOException | UncheckedIOException e) {
            // It is a temporary one.
            return;
        }
    }

    private static Optional<Path> absolute(@Nullable String path) {
        return Optional.ofNullable(path).map(Path::of).filter(Path::isAbsolute);
    }

    /** Moves it into place as a whole: another JVM may start at this moment. */
    private static void install(Path file) throws IOException {
        Path part = Files.createTempFile(file.getParent(), "grape-broker-", ".part");
        try (InputStream in = open()) {
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Each version leaves a folder behind: those that were used last stay. What another JVM deletes at this moment is left to it. */
    private static void deleteOld(Path cache) {
        try (Stream<Path> all = Files.list(cache)) {
            List<Path> old = all.filter(path -> path.getFileName().toString().startsWith(PREFIX))
                    .sorted(Comparator.comparing((Path path) -> path.toFile().lastModified())
                            .reversed())
                    .skip(KEPT)
                    .toList();
            for (Path folder : old) {
                delete(folder);
            }
        } catch (IOException | UncheckedIOException e) {
            // The next version tries again.
            return;
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            List<Path> files = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }
}
