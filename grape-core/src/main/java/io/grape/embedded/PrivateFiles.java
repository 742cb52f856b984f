package io.grape.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files that nobody but their owner can read, where the system knows owners. */
final class PrivateFiles {
    private static final Set<PosixFilePermission> OF_A_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OF_A_FILE = PosixFilePermissions.fromString("rw-------");

    private PrivateFiles() {}

    /** Makes a directory, and those above it, if need be. */
    static void makeDirectory(Path path) throws IOException {
        Files.createDirectories(path, attributes(path, OF_A_DIRECTORY));
    }

    /** Writes a new file, in place of one that is there. */
    static void write(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Set<StandardOpenOption> anew = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (SeekableByteChannel channel = Files.newByteChannel(file, anew, attributes(file, OF_A_FILE))) {
            channel.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
        }
    }

    /** Makes a file that is empty, unless there is one. */
    static void makeFile(Path file) throws IOException {
        if (Files.notExists(file)) {
            write(file, "");
        }
    }

    /** Takes a file, or a directory with what is in it, from everybody else. */
    static void close(Path path) throws IOException {
        if (!isPosix(path) || Files.isSymbolicLink(path)) {
            return;
        }
        boolean isDirectory = Files.isDirectory(path);
        Files.setPosixFilePermissions(path, isDirectory ? OF_A_DIRECTORY : OF_A_FILE);
        if (isDirectory) {
            for (Path one : in(path)) {
                close(one);
            }
        }
    }

    private static List<Path> in(Path directory) throws IOException {
        try (Stream<Path> found = Files.list(directory)) {
            return found.toList();
        }
    }

    /** Takes from everybody else what a directory holds whose name fits, and the directory if all in it does. */
    static void closeOwn(Path directory, Pattern own) throws IOException {
        List<Path> all = in(directory);
        List<Path> ours = all.stream()
                .filter(path -> own.matcher(path.getFileName().toString()).matches())
                .toList();
        for (Path path : ours) {
            close(path);
        }
        if (isPosix(directory) && ours.size() == all.size()) {
            Files.setPosixFilePermissions(directory, OF_A_DIRECTORY);
        }
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                && Files.getFileAttributeView(path, PosixFileAttributeView.class) != null;
    }
}
