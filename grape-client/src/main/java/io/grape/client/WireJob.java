package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job in a response. The payload's bytes are those of its producer. */
@SuppressWarnings("ArrayRecordComponent")
record WireJob(
        String id,
        String tube,
        String state,
        long priority,
        int noe,
        int maxAttempts,
        Duration delay,
        Duration ttr,
        Instant createdAt,
        @Nullable Instant dueAt,
        @Nullable String lease,
        @Nullable Instant leaseUntil,
        @Nullable String reason,
        String contentType,
        Map<String, String> headers,
        byte[] payload) {}
