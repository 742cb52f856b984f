package io.grape.redis;

import io.grape.harness.Directories;
import io.grape.harness.RedisCluster;

/** The Redis Cluster of this test run, started when first asked for. */
public final class TestCluster {
    private TestCluster() {}

    /** A Redis URI that is good until the run ends. */
    public static String uri() {
        return shared().uri();
    }

    static RedisCluster shared() {
        return Shared.CLUSTER;
    }

    private static final class Shared {
        static final RedisCluster CLUSTER = RedisCluster.start(Directories.ofBuild());
    }
}
