package io.grape.core.job;

/**
 * The ready jobs that a consume takes before this one.
 *
 * @param mayBeMore true if not all of them were counted
 */
public record JobsAhead(long jobs, boolean mayBeMore) {
    boolean isNone() {
        return jobs == 0 && !mayBeMore;
    }

    String inWords() {
        if (jobs == 0) {
            return mayBeMore
                    ? "jobs of other keys or priorities may go before it"
                    : "nothing goes before it: the next consume gets it";
        }
        return (mayBeMore ? "at least " : "")
                + (jobs == 1 ? "1 ready job goes before it" : jobs + " ready jobs go before it");
    }
}
