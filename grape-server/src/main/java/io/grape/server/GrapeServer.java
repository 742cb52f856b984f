package io.grape.server;

import io.grape.core.Broker;
import io.grape.core.TubeName;
import io.grape.core.Tubes;
import io.grape.redis.RedisStore;
import io.grape.redis.StoreListener;
import io.grape.server.http.Health;
import io.grape.server.http.HttpDoor;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** A running broker: the wiring, and the order in which it comes up and goes down. */
public final class GrapeServer {
    private static final Duration BEAT = Duration.ofSeconds(2);
    private static final Duration DEAD_AFTER = Duration.ofSeconds(6);

    private final Vertx vertx;
    private final RedisStore store;
    private final ParkedConsumers parked;
    private final Discovery discovery;
    private final HttpDoor http;
    private int httpPort = -1;

    private GrapeServer(ServerConfig config, RedisStore store) {
        this.vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        this.store = store;
        Broker broker = store.broker();
        Watches watches = new Watches(vertx, store.tubes());
        Leases leases = new Leases(broker, store.brokers(), watches);
        this.discovery = new Discovery(vertx, store.tubes(), store.brokers(), leases, watches, BEAT);
        this.parked = new ParkedConsumers(vertx, broker, leases);
        this.http = new HttpDoor(
                vertx,
                new HttpDoor.Options(config.doors().host(), config.doors().httpPort()),
                new HttpDoor.Behind(broker, store.tubes(), parked, health(store.tubes())));
    }

    /** Starts a broker on the Redis at {@code redisUri}; done once it can serve. */
    public static Future<GrapeServer> start(ServerConfig config, String redisUri) {
        ServerConfig.Store given = config.store();
        RedisStore store = RedisStore.open(
                new RedisStore.Options(
                        redisUri, given.namespace(), UUID.randomUUID().toString(), given.timeout(), DEAD_AFTER),
                StoreListener.NONE);
        GrapeServer server = new GrapeServer(config, store);
        return server.open().map(server);
    }

    private Future<Void> open() {
        return discovery
                .start()
                .compose(known -> Future.fromCompletionStage(parked.listen(store.hints())))
                .compose(listening -> http.open())
                .onSuccess(port -> httpPort = port)
                .mapEmpty();
    }

    public int httpPort() {
        return httpPort;
    }

    /** Lets nobody in any more, answers those who wait and those who are being served, then goes. */
    public Future<Void> close() {
        http.drain();
        return parked.drain()
                .eventually(http::close)
                .eventually(() -> Future.fromCompletionStage(store.brokers().leave()))
                .eventually(vertx::close)
                .eventually(() -> {
                    store.close();
                    return Future.succeededFuture();
                });
    }

    private static Health health(Tubes tubes) {
        TubeName probe = new TubeName("grape.probe");
        return new Health() {
            @Override
            public Future<Readiness> readiness() {
                return Future.fromCompletionStage(tubes.migrate(probe))
                        .map(Readiness.READY)
                        .otherwise(failure -> new Readiness(List.of(String.valueOf(failure.getMessage()))));
            }

            @Override
            public Future<String> metrics() {
                return Future.succeededFuture("");
            }
        };
    }
}
