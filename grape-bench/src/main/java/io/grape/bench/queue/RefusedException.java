package io.grape.bench.queue;

/** The queue refused jobs because it is overloaded, and did not store them. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int jobs;

    public RefusedException(int jobs, Throwable cause) {
        super(cause);
        this.jobs = jobs;
    }

    /** How many; the other jobs of the same call were stored. */
    public int jobs() {
        return jobs;
    }
}
