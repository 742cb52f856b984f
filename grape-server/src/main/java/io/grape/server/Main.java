package io.grape.server;

import io.grape.redis.EmbeddedRedis;
import io.grape.server.config.OptionValues;
import java.util.List;

/** Starts a broker. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        ServerConfig config = ServerConfig.of(OptionValues.read(List.of(args), System.getenv()));
        String redis = config.store().redis();
        String uri = redis != null
                ? redis
                : EmbeddedRedis.durable(config.store().dataDir()).uri();
        GrapeServer server = GrapeServer.start(config, uri).await();
        System.out.println("grape is ready http=" + server.httpPort());
    }
}
