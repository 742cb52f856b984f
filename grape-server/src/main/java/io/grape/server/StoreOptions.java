package io.grape.server;

import io.grape.core.overload.OverloadOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the jobs are.
 *
 * @param redis a Redis URI, null = an embedded Redis
 * @param namespace what every key begins with
 * @param dataDir where the embedded Redis keeps its files
 * @param timeout the deadline of one call to Redis
 * @param patience how long a start tries again while Redis cannot be reached
 * @param unsafe whether a Redis that may lose jobs is taken all the same
 * @param overload when work is shed
 */
public record StoreOptions(
        @Nullable String redis,
        String namespace,
        Path dataDir,
        Duration timeout,
        Duration patience,
        boolean unsafe,
        OverloadOptions overload) {
    /** Of a broker that sheds nothing. */
    public StoreOptions(
            @Nullable String redis,
            String namespace,
            Path dataDir,
            Duration timeout,
            Duration patience,
            boolean unsafe) {
        this(redis, namespace, dataDir, timeout, patience, unsafe, OverloadOptions.NEVER);
    }
}
