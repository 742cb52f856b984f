package io.grape.client.buffer;

import java.nio.file.Path;

/** A buffer has no room for a job: the job was not written. */
public final class BufferFullException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BufferFullException(Path directory, long bytes, long maxBytes) {
        super("the buffer in " + directory + " is full: it holds " + bytes + " of " + maxBytes + " bytes");
    }
}
