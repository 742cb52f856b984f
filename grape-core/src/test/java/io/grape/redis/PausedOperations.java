package io.grape.redis;

import io.grape.core.operation.Operations;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** As many operations as may be open: no more than their places in Redis. */
public final class PausedOperations {
    private PausedOperations() {}

    /** Takes all places of a namespace but those that are taken, and gives them back after {@code step}. */
    public static void during(String namespace, Runnable step) {
        try (RawRedis redis = RawRedis.to(TestRedis.uri())) {
            String open = "{" + namespace + ":operations}:live";
            String[] names = IntStream.range(redis.commands().zcard(open).intValue(), Operations.MAX_OPEN)
                    .mapToObj(i -> "paused" + i)
                    .toArray(String[]::new);
            Object[] members = Stream.of(names)
                    .flatMap(name -> Stream.<Object>of(Double.POSITIVE_INFINITY, name))
                    .toArray();
            redis.commands().zadd(open, members);
            try {
                step.run();
            } finally {
                redis.commands().zrem(open, names);
            }
        }
    }
}
