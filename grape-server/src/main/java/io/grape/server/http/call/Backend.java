package io.grape.server.http.call;

import io.grape.core.gate.Gates;
import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Broker;
import io.grape.core.key.JobKeys;
import io.grape.core.migration.Adoption;
import io.grape.core.operation.Operations;
import io.grape.core.schedule.Schedules;
import io.grape.core.tube.Tubes;
import io.grape.server.access.Access;
import io.grape.server.admission.RateQuotas;
import io.grape.server.presence.Workers;

/** What the calls act on. */
public record Backend(
        Broker broker,
        Tubes tubes,
        JobKeys keys,
        Gates gates,
        Schedules schedules,
        BlockingConsume waiters,
        Health health,
        Access access,
        ReadServices reads,
        Operations operations,
        Adoption adoption,
        RateQuotas quotas,
        Workers workers) {}
