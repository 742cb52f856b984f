package io.grape.core.broker;

import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;

/**
 * Which brokers are alive, and in which tubes each has delivered leases: so that the leases of one that died are looked
 * after by the others.
 */
public interface BrokerRegistry {
    /** The field of what a broker says of itself that tells, in words with spaces between them, what it reads beyond the first release. */
    String READS = "reads";
    /** Ids of any text. */
    String ANY_ID = "any-id";

    /** Says, before this broker delivers a job of the tube, that it will. */
    CompletionStage<Void> announce(TubeName tube);

    /** Says that this broker holds no lease of the tube any more. */
    CompletionStage<Void> withdraw(TubeName tube);

    /** Says that this broker is alive, and takes over the tubes of those that have not said so for long. Returns those tubes. */
    CompletionStage<RegistryState> heartbeat();

    /** Says that this broker is gone; the others look after its tubes from now on. */
    CompletionStage<Void> leave();

    /** Keeps what this broker says of itself, until it leaves, or has said nothing for ten minutes. */
    CompletionStage<Void> publish(String about);

    /** What all brokers say of themselves, those too that have died in the last ten minutes. */
    CompletionStage<BrokerSnapshot> list();
}
