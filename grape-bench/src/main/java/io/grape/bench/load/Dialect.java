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

    /** How many jobs were finished: all that were held, or fewer where the server lost some. */
    int finished(Response response);
}
