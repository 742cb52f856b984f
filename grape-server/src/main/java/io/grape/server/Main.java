package io.grape.server;

import io.grape.redis.EmbeddedRedis;

/** Starts a broker. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        ServerConfig config = ServerConfig.DEFAULT;
        String redis = config.store().redis();
        String uri = redis != null
                ? redis
                : EmbeddedRedis.durable(config.store().dataDir()).uri();
        GrapeServer server = GrapeServer.start(config, uri).await();
        System.out.println("grape is ready http=" + server.httpPort());
    }
}
