package io.grape.server.http;

import io.grape.core.Broker;
import io.grape.core.Operations;
import io.grape.core.Tubes;
import io.grape.core.Waiters;
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
