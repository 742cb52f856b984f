package io.grape.client;

import org.jspecify.annotations.Nullable;

/** A count for each limit of a quota; null = there is no such limit. */
public record QuotaCounts(
        @Nullable Long produce,
        @Nullable Long consume,
        @Nullable Long inFlight) {}
