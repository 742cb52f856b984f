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
import java.util.stream.Stream;

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

    /** Puts it into the cache, unless it is there. */
    static Path unpack() throws IOException {
        return unpack(cache());
    }

    static Path unpack(Path cache) throws IOException {
        Path folder = cache.resolve(PREFIX + digest());
        Path file = folder.resolve("grape-broker.jar");
        if (!Files.exists(file)) {
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

    private static String digest() throws IOException {
        try (DigestInputStream in = new DigestInputStream(open(), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
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
            // As for a user without one.
        }
        return Files.createTempDirectory("grape-");
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
