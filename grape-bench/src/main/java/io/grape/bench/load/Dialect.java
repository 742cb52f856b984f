package io.grape.bench.load;

/** How one connection says produce, consume and finish. Each {@code …ed} checks the response and throws {@link LoadFailure}. */
public interface Dialect {
    Framing framing();

    /** Writes a request that produces one or more jobs. */
    void produce(Bytes out);

    /** How many jobs were made. */
    int produced(Response response);

    /** Writes a request that takes jobs. */
    void consume(Bytes out);

    /** How many jobs were delivered; 0 when there was none. */
    int consumed(Response response);

    /** Writes a request that finishes all that were delivered last. */
    void finish(Bytes out);

    /** Whether a finish takes the next jobs. */
    default boolean takesNext() {
        return false;
    }

    /** Writes a request that finishes all that were delivered last, and takes no others. */
    default void finishLast(Bytes out) {
        finish(out);
    }

    /** How many jobs came with the response to a finish. */
    default int consumedBeside(Response response) {
        return 0;
    }

    /** How many jobs were finished: all that were held, or fewer where the server lost some. */
    int finished(Response response);
}
