package io.grape.server.beanstalkd;

import org.jspecify.annotations.Nullable;

/** A job that both servers have, and in what it may differ between them. */
final class FuzzJob {
    final int index;
    final long theirs;
    final long ours;
    final long ttr;
    /** Who reserved it; it may have lost it since. */
    @Nullable
    FuzzPair holder;
    /** It was reserved by its number while it was delayed or buried. */
    boolean wasElsewhere;

    boolean isDeleted;
    int reserves;
    /** So many more of both the original counts, since it was given back to it there. */
    int moreReleases;
    /** What its last release asked for is another one there. */
    boolean hasOtherDelay;

    FuzzJob(int index, long theirs, long ours, long ttr) {
        this.index = index;
        this.theirs = theirs;
        this.ours = ours;
        this.ttr = ttr;
    }

    void ended() {
        holder = null;
        wasElsewhere = false;
    }
}
