package io.grape.server.beanstalkd;

import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Broker;
import io.grape.core.job.FirstJobs;
import io.grape.core.job.JobHistories;
import io.grape.core.job.JobNumbers;
import io.grape.core.tube.Tubes;
import io.grape.server.admission.RateQuotas;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What the commands of all connections work on.
 *
 * @param time by Redis's clock
 */
public record Ports(
        Broker broker,
        BlockingConsume waiters,
        Tubes tubes,
        JobNumbers numbers,
        FirstJobs firstJobs,
        JobHistories histories,
        RateQuotas quotas,
        Supplier<CompletionStage<Instant>> time) {}
