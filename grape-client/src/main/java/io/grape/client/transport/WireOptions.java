package io.grape.client.transport;

import java.net.http.HttpClient;
import org.jspecify.annotations.Nullable;

/**
 * What sends the requests, and how long a response may be.
 *
 * @param client null: one of the client's own
 * @param maxResponseBytes null: an eighth of the heap, at least 8 MiB and at most 64 MiB
 */
public record WireOptions(
        @Nullable HttpClient client, @Nullable Long maxResponseBytes) {
    static final WireOptions DEFAULT = new WireOptions(null, null);

    private static final int PART_OF_HEAP = 8;
    private static final long LEAST = 8L << 20;
    private static final long MOST = 64L << 20;

    long maxResponseBytesOrDefault() {
        Long given = maxResponseBytes;
        return given == null
                ? Math.max(LEAST, Math.min(MOST, Runtime.getRuntime().maxMemory() / PART_OF_HEAP))
                : given;
    }
}
