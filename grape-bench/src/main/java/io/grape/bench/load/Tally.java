package io.grape.bench.load;

/** What the connections of one run did, together. Belongs to the loop's thread. */
public final class Tally {
    private final Latencies cycles = new Latencies();
    private long lives;
    private long empty;

    /** One produce, consume and finish, of one or more jobs. */
    void cycle(int jobs, long nanos) {
        lives += jobs;
        cycles.add(nanos);
    }

    void foundNothing() {
        empty++;
    }

    /** Jobs that were produced, consumed and finished. */
    public long lives() {
        return lives;
    }

    /** Consumes that were answered with no job. */
    public long empty() {
        return empty;
    }

    /** How long a produce, consume and finish took, in nanoseconds. */
    public Latencies cycles() {
        return cycles;
    }
}
