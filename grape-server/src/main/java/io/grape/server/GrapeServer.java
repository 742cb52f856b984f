package io.grape.server;

import io.grape.core.Broker;
import io.grape.core.GrapeException;
import io.grape.redis.RedisStore;
import io.grape.redis.StoreListener;
import io.grape.server.http.Health;
import io.grape.server.http.HttpDoor;
import io.grape.server.metrics.Meters;
import io.grape.server.operations.OperationRunner;
import io.netty.channel.EventLoopGroup;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A running broker: the wiring, and the order in which it comes up and goes down. */
public final class GrapeServer {
    private static final Duration BEAT = Duration.ofSeconds(2);
    private static final Duration DEAD_AFTER = Duration.ofSeconds(6);
    /** Settings that lose jobs are changed by hand, and rarely. */
    private static final Duration CHECKED_AGAIN = Duration.ofHours(1);

    private static final Duration CHECK_HOLDS = Duration.ofSeconds(1);
    /** Of the ten seconds that a stop may take. */
    private static final Duration ANSWERED_WITHIN = Duration.ofMillis(8_250);

    private static final Duration MOST_FOR_ANSWERS = Duration.ofSeconds(6);
    private static final int LEAVE_SECONDS = 1;
    private static final int OFF = -1;

    private final ServerConfig.Doors doors;
    private final Vertx vertx;
    private final RedisStore store;
    private final Meters meters;
    private final SelfCheck selfCheck;
    private final ParkedConsumers parked;
    private final Watches watches;
    private final Discovery discovery;
    private final OperationRunner operations;
    private final HttpDoor http;
    private int httpPort = OFF;

    /** What a broker runs on. */
    private record Ground(Vertx vertx, RedisStore store, Meters meters) {}

    private GrapeServer(ServerConfig config, HttpDoor.Most most, Ground ground) {
        this.doors = config.doors();
        this.vertx = ground.vertx;
        this.store = ground.store;
        this.meters = ground.meters;
        Broker broker = meters.measured(store.broker());
        Outage outage = new Outage();
        this.watches = new Watches(vertx, store.tubes(), outage);
        Leases leases = new Leases(broker, store.tubes(), store.brokers(), watches);
        this.discovery = new Discovery(
                vertx, new Discovery.Behind(store.tubes(), store.brokers(), leases, watches, outage), BEAT);
        this.selfCheck = new SelfCheck(
                vertx,
                store.inspection(),
                outage,
                SelfCheck.Pace.of(config.selfCheck().jobsPerSecond()),
                meters::looked);
        meters.selfCheck(selfCheck::sinceRound, selfCheck::strays);
        this.parked = new ParkedConsumers(vertx, broker, leases, outage);
        this.operations =
                new OperationRunner(vertx, store.operationWork(), failure -> outage.covers(Outage.BEAT, failure));
        this.http = new HttpDoor(
                vertx,
                new HttpDoor.Options(doors.host(), doors.httpPort(), most),
                new HttpDoor.Behind(
                        broker,
                        store.tubes(),
                        parked,
                        health(),
                        store.hindsight(),
                        operations.hurried(store.operations())));
        meters.connections(http::connections);
    }

    /**
     * Starts a broker on the Redis at {@code redisUri}; done once it can serve. Blocks while Redis cannot be reached, and gives
     * up after the patience that is configured.
     */
    public static Future<GrapeServer> start(ServerConfig config, String redisUri) {
        return start(
                config, redisUri, HttpDoor.Most.ofConnections(config.doors().maxConnections()));
    }

    /** With bounds of its own, in place of those that follow from the options. */
    static Future<GrapeServer> start(ServerConfig config, String redisUri, HttpDoor.Most most) {
        return start(config, redisUri, most, RedisStore::open);
    }

    /** How a broker connects to its Redis. */
    interface Opening {
        RedisStore open(RedisStore.Options options, StoreListener listener, EventLoopGroup loops);
    }

    static Future<GrapeServer> start(ServerConfig config, String redisUri, HttpDoor.Most most, Opening opening) {
        ServerConfig.Store given = config.store();
        RedisStore.Options options = storeOptions(given, redisUri);
        Meters meters = new Meters(config.metrics().tubeLabels(), Version.TEXT);
        Vertx vertx = Vertx.vertx(
                new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(HttpDoor.EVENT_LOOPS));
        EventLoopGroup loops = ((VertxInternal) vertx).nettyEventLoopGroup();
        RedisStore store;
        try {
            store = PatientStart.of(() -> opening.open(options, meters::redisCalled, loops), given.patience());
        } catch (RuntimeException e) {
            return vertx.close().transform(closed -> Future.failedFuture(e));
        }
        GrapeServer server = new GrapeServer(config, most, new Ground(vertx, store, meters));
        Recheck recheck = new Recheck(vertx, new Checkup(store, redisUri));
        meters.redisUnsafe(recheck::unfit);
        return server.open(recheck, given.unsafe())
                .map(server)
                .recover(failure -> server.close().transform(closed -> Future.failedFuture(failure)));
    }

    /** How a process of ours uses a Redis. */
    static RedisStore.Options storeOptions(ServerConfig.Store given, String redisUri) {
        return new RedisStore.Options(
                redisUri, given.namespace(), UUID.randomUUID().toString(), given.timeout(), DEAD_AFTER);
    }

    private Future<Void> open(Recheck recheck, boolean unsafe) {
        return recheck.first()
                .compose(findings -> {
                    StartRule.apply(findings, unsafe);
                    recheck.each(CHECKED_AGAIN);
                    return discovery.start();
                })
                .compose(known -> Future.fromCompletionStage(parked.listen(store.hints())))
                .compose(listening -> openHttp())
                .onSuccess(port -> {
                    httpPort = port;
                    selfCheck.start();
                    operations.start();
                })
                .mapEmpty();
    }

    private Future<Integer> openHttp() {
        if (doors.httpPort() == OFF) {
            return Future.succeededFuture(OFF);
        }
        return http.open()
                .recover(failure -> Future.failedFuture(GrapeException.badValue(
                        "host, http-port",
                        "an address that is free (" + failure.getMessage() + ")",
                        doors.host() + " " + doors.httpPort())));
    }

    /** The port that the HTTP API listens on, -1 = none. */
    public int httpPort() {
        return httpPort;
    }

    /** Who waits for a time looks whether it has come. */
    Future<Void> clockChanged() {
        parked.lookAgain();
        return Future.fromCompletionStage(store.tubes().names())
                .onSuccess(names -> names.forEach(watches::look))
                .mapEmpty();
    }

    /**
     * Tells everybody for a while that it goes, answers those who wait and those who are being served, then goes. Bounded: who
     * is not answered in time is cut off.
     */
    public Future<Void> close() {
        selfCheck.stop();
        operations.stop();
        Future<Void> told = http.drain(doors.drain());
        Future<Void> nobodyWaits = parked.drain();
        return told.compose(done ->
                        http.close().eventually(() -> nobodyWaits).timeout(millisForAnswers(), TimeUnit.MILLISECONDS))
                .eventually(() -> leave().timeout(LEAVE_SECONDS, TimeUnit.SECONDS))
                .eventually(() -> vertx.executeBlocking(Executors.callable(store::close)))
                .eventually(vertx::close)
                .onComplete(closed -> meters.close());
    }

    private Future<Void> leave() {
        return discovery
                .stop()
                .compose(quiet -> Future.fromCompletionStage(store.brokers().leave()));
    }

    /** On a thread that may take its time: not an event loop, nor one that Redis's answers come in on. */
    private void runBlocking(Runnable task) {
        vertx.executeBlocking(Executors.callable(task), false);
    }

    private long millisForAnswers() {
        Duration left = ANSWERED_WITHIN.minus(doors.drain());
        return Math.min(left.toMillis(), MOST_FOR_ANSWERS.toMillis());
    }

    private Health health() {
        io.grape.server.Readiness readiness =
                new io.grape.server.Readiness(store::check, discovery::sinceSuccess, CHECK_HOLDS);
        Supplier<CompletionStage<String>> scrape = meters.scrape(
                new Meters.Sources(store.tubes(), discovery::known, parked::count, discovery::sinceSuccess),
                this::runBlocking);
        return new Health() {
            @Override
            public String version() {
                return Version.TEXT;
            }

            @Override
            public CompletionStage<Readiness> readiness() {
                return readiness.now().thenApply(Readiness::new);
            }

            @Override
            public CompletionStage<String> metrics() {
                return scrape.get();
            }
        };
    }
}
