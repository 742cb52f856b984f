package io.grape.client.worker;

/** How the jobs of a tube are worked on. */
record Settings(int concurrency, int prefetch, Retry retry, boolean interruptOnLostLease) {
    static final Settings DEFAULT = new Settings(16, 0, Retry.DEFAULT, false);

    private static final int MOST = 10_000;

    static int checkConcurrency(int value) {
        return check("concurrency", value, 1);
    }

    static int checkPrefetch(int value) {
        return check("prefetch", value, 0);
    }

    private static int check(String name, int value, int least) {
        if (value < least || value > MOST) {
            throw new IllegalArgumentException(name + ": expected " + least + " to " + MOST + ", got " + value);
        }
        return value;
    }

    /** How many jobs may be held at a time. */
    int room() {
        return concurrency + prefetch;
    }
}
