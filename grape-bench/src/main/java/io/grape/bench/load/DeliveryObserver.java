package io.grape.bench.load;

/** Looks at what parked consumers get. */
public interface DeliveryObserver {
    /** So many more jobs will come. */
    void expect(int jobs);

    /**
     * Looks at a job that was delivered.
     *
     * @param nowMillis by this machine's clock
     * @return whether to finish it; else it is left until its lease runs out
     */
    boolean take(Delivery job, long nowMillis);

    /** Whether all that was to come has come. */
    boolean hasAll();
}
