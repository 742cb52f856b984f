package io.grape.core.broker;

import io.grape.core.TubeName;
import java.util.concurrent.CompletionStage;

/**
 * The living brokers, and the tubes in which each has delivered leases. If a broker dies, the others take over its
 * leases.
 */
public interface BrokerRegistry {
    /**
     * The field of a broker's information that lists what it can read beyond the first release, separated by spaces.
     */
    String READS = "reads";
    /** Reads ids of any text. */
    String ANY_ID = "any-id";
    /** The broker knows layout 2 of a tube's keys: limits. */
    String LAYOUT_2 = "layout-2";
    /** The broker knows layout 3 of a tube's keys: keys and gates. */
    String LAYOUT_3 = "layout-3";
    /** The broker knows layout 4 of a tube's keys: dedup windows, kept jobs, jobs that expire, and successors. */
    String LAYOUT_4 = "layout-4";
    /** The broker ticks schedules. */
    String SCHEDULES = "schedules";
    /** The broker knows operations that select by key or label. */
    String OPERATION_TAGS = "operation-tags";
    /** The broker knows operations that move jobs. */
    String OPERATION_MOVE = "operation-move";

    /** Announces that this broker will deliver jobs of the tube. Called before the first delivery. */
    CompletionStage<Void> announce(TubeName tube);

    /** Announces that this broker holds no lease of the tube any more. */
    CompletionStage<Void> withdraw(TubeName tube);

    /** A heartbeat. Takes over the tubes of brokers whose heartbeat is too old, and returns those tubes. */
    CompletionStage<RegistryState> heartbeat();

    /** Announces that this broker leaves; the others take over its tubes. */
    CompletionStage<Void> leave();

    /** Stores this broker's information about itself, until it leaves or ten minutes pass without an update. */
    CompletionStage<Void> publish(String about);

    /** The information of all brokers, including those that died in the last ten minutes. */
    CompletionStage<BrokerSnapshot> list();
}
