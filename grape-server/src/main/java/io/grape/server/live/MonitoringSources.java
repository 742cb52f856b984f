package io.grape.server.live;

import io.grape.core.TubeName;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Tubes;
import io.grape.server.doctor.Finding;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What is looked at.
 *
 * @param known the tubes there are
 * @param time Redis's
 * @param nodes the fields of the INFO of each node
 * @param checkup looks for findings
 * @param sinceTrouble how long ago a call failed or was shed because Redis could not be used, or was too slow
 * @param findings those of the last look
 * @param mode the shape of Redis
 */
public record MonitoringSources(
        Tubes tubes,
        Samples samples,
        BrokerRegistry brokers,
        Supplier<Set<TubeName>> known,
        Supplier<CompletionStage<Instant>> time,
        Supplier<CompletionStage<Map<String, Map<String, String>>>> nodes,
        Supplier<Future<List<Finding>>> checkup,
        Supplier<Optional<Duration>> sinceTrouble,
        Supplier<List<Finding>> findings,
        String mode) {}
