package io.grape.server.presence;

import io.grape.core.broker.BrokerRegistry;
import io.grape.core.job.Leases;
import io.grape.core.job.WakeUps;
import io.grape.server.admission.RateQuotas;
import io.grape.server.lease.OutageLog;

/**
 * What the presence of workers needs of a broker.
 *
 * @param channel by which brokers tell each other of workers
 * @param outage whether Redis could be used
 */
public record PresencePorts(
        Leases leases, BrokerRegistry brokers, WakeUps channel, OutageLog outage, RateQuotas quotas) {}
