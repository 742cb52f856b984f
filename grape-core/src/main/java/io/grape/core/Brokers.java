package io.grape.core;

import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Which brokers are alive, and in which tubes each has handed out leases: so that the leases of one that died are looked
 * after by the others.
 */
public interface Brokers {
    /** Says, before this broker hands out a job of the tube, that it will. */
    CompletionStage<Void> announce(TubeName tube);

    /** Says that this broker holds no lease of the tube any more. */
    CompletionStage<Void> withdraw(TubeName tube);

    /** Says that this broker is alive, and takes over the tubes of those that have not said so for long. Returns those tubes. */
    CompletionStage<Beat> beat();

    /** Says that this broker is gone; the others look after its tubes from now on. */
    CompletionStage<Void> leave();

    /**
     * The answer to a beat.
     *
     * @param adopted tubes taken over from dead brokers, now announced by this one
     * @param announced how many tubes this broker has announced, as Redis has it: fewer than it knows of when Redis lost some
     * @param registry grows with every tube made or removed
     */
    record Beat(Set<TubeName> adopted, long announced, String registry) {
        public Beat {
            adopted = Set.copyOf(adopted);
        }
    }
}
