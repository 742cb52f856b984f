package io.grape.client.buffer;

/**
 * A place in the files of a journal.
 *
 * @param segment the number of the file
 * @param offset in the file, in bytes
 */
public record Position(long segment, long offset) {
    static final Position START = new Position(0, 0);
}
