package io.grape.server.tcp;

/** The threads that serve connections. */
public final class EventLoops {
    /** Few: the more calls one of them reads in a turn, the more of them share a run of a script. */
    public static final int COUNT = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private EventLoops() {}
}
