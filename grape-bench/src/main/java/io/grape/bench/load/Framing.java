package io.grape.bench.load;

/** Finds where a response ends. */
public interface Framing {
    /** What {@link #length} says of a response that is not there as a whole. */
    int MORE = -1;

    /** The length of the response that begins at {@code from}, {@link #MORE} when bytes up to {@code to} are not all of it. */
    int length(byte[] bytes, int from, int to);
}
