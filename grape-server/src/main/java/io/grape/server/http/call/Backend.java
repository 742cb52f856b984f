package io.grape.server.http.call;

import io.grape.core.job.Broker;
import io.grape.core.job.Waiters;
import io.grape.core.operation.Operations;
import io.grape.core.tube.Tubes;
import io.grape.server.access.Access;

/** What the calls act on. */
public record Backend(
        Broker broker,
        Tubes tubes,
        Waiters waiters,
        Health health,
        Access access,
        Reads reads,
        Operations operations) {}
