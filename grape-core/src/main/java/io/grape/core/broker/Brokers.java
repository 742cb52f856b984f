package io.grape.core.broker;

import io.grape.core.TubeName;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Which brokers are alive, and in which tubes each has handed out leases: so that the leases of one that died are looked
 * after by the others.
 */
public interface Brokers {
    /** The field of what a broker says of itself that tells, in words with spaces between them, what it reads beyond the first release. */
    String READS = "reads";
    /** Ids of any text. */
    String ANY_ID = "any-id";

    /** Says, before this broker hands out a job of the tube, that it will. */
    CompletionStage<Void> announce(TubeName tube);

    /** Says that this broker holds no lease of the tube any more. */
    CompletionStage<Void> withdraw(TubeName tube);

    /** Says that this broker is alive, and takes over the tubes of those that have not said so for long. Returns those tubes. */
    CompletionStage<Beat> beat();

    /** Says that this broker is gone; the others look after its tubes from now on. */
    CompletionStage<Void> leave();

    /** Keeps what this broker says of itself, until it leaves, or has said nothing for ten minutes. */
    CompletionStage<Void> say(String about);

    /** What all brokers say of themselves, those too that have died in the last ten minutes. */
    CompletionStage<Roll> roll();

    /**
     * The brokers at one moment.
     *
     * @param now Redis's time
     */
    record Roll(Instant now, List<Said> brokers) {
        public Roll {
            brokers = List.copyOf(brokers);
        }
    }

    /**
     * What a broker says of itself.
     *
     * @param isSelf whether it is the one that asks
     * @param isAlive false when it has not said that it is for long
     * @param beat when it last said that it is alive, or if that is forgotten, when it said this
     */
    record Said(String broker, boolean isSelf, boolean isAlive, Instant beat, String about) {}

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
