package io.grape.server.access;

/** A call that goes on for long. */
public interface Stay extends AutoCloseable {
    /** It has ended by itself. */
    @Override
    void close();
}
