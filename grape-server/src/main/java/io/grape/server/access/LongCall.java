package io.grape.server.access;

/** A call that goes on for long. */
public interface LongCall extends AutoCloseable {
    /** It has ended by itself. */
    @Override
    void close();
}
