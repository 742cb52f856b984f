package io.grape.bench.load;

/** What several talks have to do together. Belongs to the loop's thread. */
public final class Countdown {
    private long left;

    public Countdown(long count) {
        left = count;
    }

    /** Takes one piece of it; false when there is none left. */
    boolean take() {
        if (left <= 0) {
            return false;
        }
        left--;
        return true;
    }

    /** Says that so much is done. */
    public void done(long count) {
        left -= count;
    }

    public long left() {
        return Math.max(0, left);
    }

    public boolean isOver() {
        return left <= 0;
    }
}
