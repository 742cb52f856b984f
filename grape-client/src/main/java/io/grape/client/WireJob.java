package io.grape.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job as it stands in a response. The bytes of the payload are as they were produced. */
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
