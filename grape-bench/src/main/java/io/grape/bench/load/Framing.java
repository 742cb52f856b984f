package io.grape.bench.load;

/** Finds where an answer ends. */
public interface Framing {
    /** What {@link #length} says of an answer that is not there as a whole. */
    int MORE = -1;

    /** The length of the answer that begins at {@code from}, {@link #MORE} when bytes up to {@code to} are not all of it. */
    int length(byte[] bytes, int from, int to);
}
