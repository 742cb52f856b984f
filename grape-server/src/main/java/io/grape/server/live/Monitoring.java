package io.grape.server.live;

import io.grape.core.broker.BrokerInfo;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What there is to see of a broker, of all brokers and of their Redis. Reading it changes nothing. Stages may end on any thread. */
public interface Monitoring {
    /** The state of things; the same for all who ask within a second. */
    CompletionStage<Overview> overview();

    /** What the brokers say of themselves, by name. */
    CompletionStage<List<BrokerInfo>> brokers();

    CompletionStage<RedisReport> redis();
}
