package io.grape.server.app;

import io.grape.core.job.Broker;
import io.grape.redis.RedisStore;
import io.grape.redis.RedisStoreOptions;
import io.grape.redis.script.StoreListener;
import io.grape.server.AccessOptions;
import io.grape.server.ServerConfig;
import io.grape.server.StoreOptions;
import io.grape.server.TlsOptions;
import io.grape.server.access.Access;
import io.grape.server.access.AccessPolicy;
import io.grape.server.admission.CallerLimits;
import io.grape.server.admission.MemoryBudget;
import io.grape.server.admission.RateQuotas;
import io.grape.server.admission.ReadShedding;
import io.grape.server.admission.ScheduleQuota;
import io.grape.server.beanstalkd.Ports;
import io.grape.server.check.PeriodicDiagnosis;
import io.grape.server.check.RedisDiagnosis;
import io.grape.server.check.RepairRate;
import io.grape.server.failure.Failures;
import io.grape.server.http.call.Backend;
import io.grape.server.http.connection.HttpLimits;
import io.grape.server.lease.HeartbeatContext;
import io.grape.server.lease.LeaseExpiryTimers;
import io.grape.server.lease.OutageLog;
import io.grape.server.lease.RegistryHeartbeat;
import io.grape.server.lease.TubeOwnership;
import io.grape.server.live.SampleWriter;
import io.grape.server.live.StatusPublisher;
import io.grape.server.metrics.KeySnapshots;
import io.grape.server.metrics.MeteredBroker;
import io.grape.server.metrics.Meters;
import io.grape.server.parking.ParkedConsumers;
import io.grape.server.parking.ParkedResults;
import io.grape.server.presence.PresenceOptions;
import io.grape.server.presence.PresencePorts;
import io.grape.server.presence.Workers;
import io.grape.server.tcp.EventLoops;
import io.grape.server.tcp.OpenFiles;
import io.grape.server.tcp.ServedCertificate;
import io.netty.channel.EventLoopGroup;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A running broker: the wiring, and the order in which it comes up and goes down. */
public final class GrapeServer {
    private static final Duration BEAT = Duration.ofSeconds(2);
    /** Nothing is served from the class path by Vert.x: it needs no directory for temporary files, which a kill -9 would leave behind. */
    private static final VertxOptions VERTX = new VertxOptions()
            .setPreferNativeTransport(true)
            .setEventLoopPoolSize(EventLoops.COUNT)
            .setFileSystemOptions(
                    new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false));

    /** Settings that lose jobs are changed by hand, and rarely. */
    private static final Duration CHECKED_AGAIN = Duration.ofHours(1);

    /** Of the ten seconds that a stop may take. */
    private static final Duration ANSWERED_WITHIN = Duration.ofMillis(8_250);

    private static final Duration MAX_FOR_ANSWERS = Duration.ofSeconds(6);
    private static final int LEAVE_SECONDS = 1;
    private static final long POLL_MILLIS = 1000;
    /** A renewed certificate is served after this time, also where nobody sends a signal. */
    private static final long CERTIFICATE_LOOK_MILLIS = 5000;

    private final Duration drain;
    private final Vertx vertx;
    private final RedisStore store;
    private final Meters meters;
    private final @Nullable ServedCertificate certificate;
    private final Background background;
    private final ParkedConsumers parked;
    private final ParkedResults results;
    private final Workers workers;
    private final LeaseExpiryTimers watches;
    private final RegistryHeartbeat discovery;
    private final Access access;
    private final RateQuotas quotas;
    private final SampleWriter sampling;
    private final BrokerStatus about;
    private final StatusPublisher statusPublisher;
    private final Listeners listeners;
    private final BeanstalkdListener beanstalkd;

    /** What a broker runs on. */
    private record Ground(
            Vertx vertx,
            RedisStore store,
            Meters meters,
            PeriodicDiagnosis recheck,
            String mode,
            String broker,
            @Nullable ServedCertificate certificate) {}

    private GrapeServer(ServerConfig config, HttpLimits most, Ground ground) {
        this.drain = config.listeners().drain();
        this.vertx = ground.vertx;
        this.store = ground.store;
        this.meters = ground.meters;
        this.certificate = ground.certificate;
        MemoryBudget.Share names = most.memory().answers().share();
        store.accountTubeNamesTo(bytes -> {
            if (bytes < 0) {
                names.give(-bytes);
            } else {
                names.hold(bytes);
            }
        });
        this.sampling = new SampleWriter(vertx, store.samples());
        KeySnapshots keys = new KeySnapshots(store.largestKeys());
        Broker broker = new MeteredBroker(store.broker(), meters, sampling.traffic(), keys);
        OutageLog outage = new OutageLog();
        this.watches = new LeaseExpiryTimers(vertx, store.tubes(), outage, sampling.traffic());
        TubeOwnership leases = new TubeOwnership(broker, store.tubes(), store.brokers(), watches);
        this.discovery = new RegistryHeartbeat(
                vertx, new HeartbeatContext(store.tubes(), store.brokers(), leases, watches, outage), BEAT);
        this.quotas = new RateQuotas(store.quotas());
        this.background = new Background(
                vertx,
                store,
                new ScheduleQuota(quotas),
                meters,
                outage,
                RepairRate.of(config.selfCheck().jobsPerSecond()),
                discovery::known);
        this.parked = new ParkedConsumers(vertx, broker, leases, outage, most.memory());
        this.results = new ParkedResults(vertx, store.results());
        this.workers = new Workers(
                vertx.getOrCreateContext(),
                new PresenceOptions(ground.broker, config.listeners().workerGrace()),
                new PresencePorts(store.leases(), store.brokers(), store.wakeUps(), outage, quotas));
        this.access = access(config.access(), store);
        meters.logins(access.sessions().counts());
        StatusServices status = new StatusServices(vertx, store, discovery);
        Backend behind = new Backend(
                broker,
                store.tubes(),
                store.jobKeys(),
                store.gates(),
                store.schedules(),
                parked,
                status.health(most.memory().scrapes(), meters, keys, parked),
                access,
                status.reads(ground.recheck, () -> sinceTrouble(outage, meters), results, ground.mode),
                background.hurried(store.operations()),
                store.adoption(),
                quotas,
                workers);
        this.listeners = new Listeners(vertx, config, most, behind, certificate);
        Ports ports = new Ports(
                broker,
                parked,
                store.tubes(),
                store.numbers(),
                store.firstJobs(),
                store.histories(),
                quotas,
                store::time);
        this.beanstalkd = new BeanstalkdListener(vertx, config, most, ports, access, certificate);
        this.about = new BrokerStatus(listeners, beanstalkd, parked, discovery, meters.overload()::shed);
        this.statusPublisher = new StatusPublisher(vertx, store.brokers(), about::json);
        meters.overload().gauge(List.of(store::overloaded, most.shedding()::overloaded));
        meters.connections(listeners::connections);
        meters.beanstalkd(beanstalkd.usage());
        meters.certificate(() -> certificate == null ? Instant.EPOCH : certificate.expires());
        meters.memory(most.memory());
        meters.inFlightLimits(most.inFlight());
        meters.quotas(quotas.cache());
        meters.workers(workers);
    }

    private static Optional<Duration> sinceTrouble(OutageLog outage, Meters meters) {
        return Stream.of(outage.sinceLast(), meters.overload().sinceSlowNode())
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    private static Access access(AccessOptions given, RedisStore store) {
        AccessPolicy policy = new AccessPolicy(
                given.required(), given.tls() != null, given.environment(), given.cost(), given.tubes());
        return new Access(policy, store.accounts(), store.audit());
    }

    /**
     * Starts a broker on the Redis at {@code redisUri}. Blocks until it can serve. While Redis cannot be reached, or stops
     * responding on the way, the start is tried again as a whole, until the patience that is configured is over.
     */
    public static GrapeServer start(ServerConfig config, String redisUri) {
        HttpLimits usual = HttpLimits.of(
                OpenFiles.ofProcess().connections(config.listeners().maxConnections()),
                config.listeners().maxPayload());
        CallerLimits ofOne = config.listeners().ofOne();
        return start(config, redisUri, ofOne == null ? usual : usual.of(ofOne));
    }

    /** With bounds of its own, in place of those that follow from the options. */
    public static GrapeServer start(ServerConfig config, String redisUri, HttpLimits most) {
        return start(config, redisUri, most, RedisStore::open);
    }

    /** How a broker connects to its Redis. */
    public interface Opening {
        RedisStore open(RedisStoreOptions options, StoreListener listener, EventLoopGroup loops);
    }

    public static GrapeServer start(ServerConfig config, String redisUri, HttpLimits most, Opening opening) {
        return StartupRetry.of(
                () -> tryStart(config, redisUri, most, opening).await(),
                config.store().patience());
    }

    private static Future<GrapeServer> tryStart(
            ServerConfig config, String redisUri, HttpLimits most, Opening opening) {
        StoreOptions given = config.store();
        RedisStoreOptions options = StoreOpener.options(given, redisUri);
        Meters meters = new Meters(config.metrics().tubeLabels(), Version.TEXT);
        Vertx vertx = Vertx.vertx(VERTX);
        EventLoopGroup loops = ((VertxInternal) vertx).nettyEventLoopGroup();
        RedisStore store;
        ServedCertificate certificate;
        try {
            certificate = certificate(vertx, config.access().tls());
            store = opening.open(options, new StoreMeters(meters, meters.overload()), loops);
        } catch (RuntimeException e) {
            return vertx.close().transform(closed -> Future.failedFuture(e));
        }
        PeriodicDiagnosis recheck = new PeriodicDiagnosis(vertx, new RedisDiagnosis(store, redisUri));
        Ground ground =
                new Ground(vertx, store, meters, recheck, StoreOpener.mode(redisUri), options.broker(), certificate);
        ReadShedding shedding = new ReadShedding(given.overload(), meters.overload());
        GrapeServer server = new GrapeServer(config, most.shedding(shedding), ground);
        meters.redisUnsafe(recheck::unfit);
        return server.open(recheck, given.unsafe())
                .map(server)
                .recover(failure -> server.close().transform(closed -> Future.failedFuture(Failures.cause(failure))));
    }

    private static @Nullable ServedCertificate certificate(Vertx vertx, @Nullable TlsOptions files) {
        return files == null ? null : new ServedCertificate(vertx, files.certificate(), files.key());
    }

    private Future<Void> open(PeriodicDiagnosis recheck, boolean unsafe) {
        return recheck.first()
                .compose(findings -> {
                    StartupPolicy.apply(findings, unsafe);
                    recheck.each(CHECKED_AGAIN);
                    return Future.fromCompletionStage(access.start())
                            .compose(known ->
                                    Future.fromCompletionStage(quotas.cache().start()));
                })
                .compose(known -> {
                    vertx.setPeriodic(POLL_MILLIS, look -> {
                        access.look();
                        quotas.cache().refresh();
                    });
                    return statusPublisher.introduce().compose(said -> discovery.start());
                })
                .compose(known -> {
                    results.listen(store.wakeUps());
                    workers.start();
                    return Future.fromCompletionStage(parked.listen(store.wakeUps()));
                })
                .compose(listening -> listeners.open().compose(opened -> beanstalkd.open()))
                .compose(opened -> Future.fromCompletionStage(store.time()))
                .onSuccess(now -> {
                    about.startedAt(now);
                    background.start();
                    sampling.start();
                    statusPublisher.start();
                    if (certificate != null) {
                        vertx.setPeriodic(CERTIFICATE_LOOK_MILLIS, look -> reload());
                    }
                })
                .mapEmpty();
    }

    /** Reads the files of the certificate again, in the background. Without TLS there is nothing to read. */
    public void reload() {
        ServedCertificate served = certificate;
        if (served != null) {
            vertx.executeBlocking(Executors.callable(served::reload));
        }
    }

    /** The port that the HTTP API listens on, -1 = none. */
    public int httpPort() {
        return listeners.httpPort();
    }

    /** The port that the console is on, -1 = none. */
    public int consolePort() {
        return listeners.consolePort();
    }

    /** The port of the protocol of beanstalkd, -1 = none. */
    public int beanstalkdPort() {
        return beanstalkd.port();
    }

    /** Who waits for a time looks whether it has come. */
    Future<Void> clockChanged() {
        parked.lookAgain();
        return background
                .clockChanged()
                .compose(ticked -> Future.fromCompletionStage(store.tubes().names()))
                .onSuccess(names -> names.forEach(watches::look))
                .mapEmpty();
    }

    /**
     * Tells everybody for a while that it goes, answers those who wait and those who are being served, then goes. Bounded: who
     * is not answered in time is cut off.
     */
    public Future<Void> close() {
        background.stop();
        beanstalkd.drain();
        workers.drain();
        Future<Void> told = listeners.drain();
        Future<Void> nobodyWaits = parked.drain();
        results.drain();
        quotas.cache().drain();
        return told.compose(done -> Future.join(listeners.close(), beanstalkd.close())
                        .<Void>mapEmpty()
                        .eventually(() -> nobodyWaits)
                        .eventually(parked::givenBack)
                        .timeout(millisForAnswers(), TimeUnit.MILLISECONDS))
                .eventually(() -> Future.join(sampling.stop(), leave()).timeout(LEAVE_SECONDS, TimeUnit.SECONDS))
                .eventually(() -> vertx.executeBlocking(Executors.callable(store::close)))
                .eventually(vertx::close)
                .onComplete(closed -> {
                    access.close();
                    meters.close();
                });
    }

    private Future<Void> leave() {
        return discovery
                .stop()
                .compose(still -> statusPublisher.stop())
                .compose(quiet -> Future.fromCompletionStage(store.brokers().leave()));
    }

    private long millisForAnswers() {
        Duration left = ANSWERED_WITHIN.minus(drain);
        return Math.min(left.toMillis(), MAX_FOR_ANSWERS.toMillis());
    }
}
