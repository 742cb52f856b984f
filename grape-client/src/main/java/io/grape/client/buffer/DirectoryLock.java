package io.grape.client.buffer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps a directory for one journal of one process. The system gives it back when the process ends, however that ends. */
final class DirectoryLock implements Closeable {
    /**
     * A system property for each of this process, which all class loaders share. A second look at the file would end the lock of
     * the first.
     */
    private static final String HELD = "io.grape.client.buffer.held:";

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /** Throws an IllegalStateException if another one has it. */
    static DirectoryLock of(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (System.getProperties().putIfAbsent(HELD + real, "") != null) {
            throw taken(real, "this process");
        }
        try {
            return new DirectoryLock(real, locked(real));
        } catch (IOException | RuntimeException e) {
            System.clearProperty(HELD + real);
            throw e;
        }
    }

    private static FileChannel locked(Path directory) throws IOException {
        Path file = directory.resolve("lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw taken(directory, "process " + Files.readString(file, US_ASCII));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(US_ASCII)));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static IllegalStateException taken(Path directory, String owner) {
        return new IllegalStateException(
                "the buffer in " + directory + " is in use by " + owner + ": give each process a directory of its own");
    }

    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            channel.close();
            System.clearProperty(HELD + directory);
        }
    }
}
