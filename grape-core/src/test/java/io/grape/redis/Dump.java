package io.grape.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.redis.connection.RedisClientHandle;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A namespace as Redis would write it to disk, key by key: equal dumps, equal contents. */
public final class Dump {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Pattern OF_BROKERS = Pattern.compile(
            ":tubes}:(brokers|broker:|check)|:audit(}:(refused|order|shares|refused:order|refused:shares))?$");

    private Dump() {}

    /** Reads a namespace on a standalone Redis, without what brokers say of themselves there, and of who did what. */
    public static Map<String, String> of(String uri, String namespace) {
        try (RedisClientHandle client = RedisClientHandle.connect(uri, TIMEOUT)) {
            var redis = client.links().route(new byte[0]).join();
            Map<String, String> dump = new TreeMap<>();
            for (byte[] key :
                    redis.keys("*" + namespace + ":*").toCompletableFuture().join()) {
                String name = new String(key, UTF_8);
                if (!OF_BROKERS.matcher(name).find()) {
                    dump.put(
                            name,
                            HexFormat.of()
                                    .formatHex(redis.dump(key)
                                            .toCompletableFuture()
                                            .join()));
                }
            }
            return dump;
        }
    }
}
