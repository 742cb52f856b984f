package io.grape.cli.transfer;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Files with payloads, which only their owner may read. They are never opened through a link: in a directory of several users
 * somebody else may have put one there.
 */
final class PrivateFile {
    private static final Set<PosixFilePermission> OF_OWNER = PosixFilePermissions.fromString("rw-------");

    private PrivateFile() {}

    /** Makes a file. Fails with a {@link java.nio.file.FileAlreadyExistsException} if something is there, also a link to nothing. */
    static FileChannel create(Path file) throws IOException {
        FileAttribute<?>[] attributes = isPosix(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OF_OWNER)}
                : new FileAttribute<?>[0];
        return FileChannel.open(file, Set.of(CREATE_NEW, READ, WRITE, NOFOLLOW_LINKS), attributes);
    }

    /** Opens a file that is there, and takes it from everybody else. Fails if it belongs to another user. */
    static FileChannel open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, Set.of(READ, WRITE, NOFOLLOW_LINKS));
        try {
            PosixFileAttributeView view =
                    Files.getFileAttributeView(file, PosixFileAttributeView.class, NOFOLLOW_LINKS);
            if (view != null) {
                view.setPermissions(OF_OWNER);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
