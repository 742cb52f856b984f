package io.grape.core.migration;

/**
 * The result of taking over jobs.
 *
 * @param before how many had been taken over before
 * @param live how many had a live id: the jobs here stay as they are
 */
public record AdoptionResult(long adopted, long before, long live) {
    public AdoptionResult plus(AdoptionResult more) {
        return new AdoptionResult(adopted + more.adopted, before + more.before, live + more.live);
    }
}
