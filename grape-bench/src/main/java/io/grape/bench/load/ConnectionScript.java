package io.grape.bench.load;

/** What one connection says: a request, then its response, then the next request. */
public interface ConnectionScript {
    Framing framing();

    /**
     * Writes the next request.
     *
     * @param now of {@link System#nanoTime}
     * @return false when there is nothing to say now; it is asked again soon
     */
    boolean ask(Bytes out, long now);

    /** Takes the response to the last request. */
    void answered(Response response, long now);

    /** From here on nothing new is begun; what was begun is ended. */
    void stop();

    /** Whether all that was begun before {@link #stop} is ended. */
    boolean ended();
}
