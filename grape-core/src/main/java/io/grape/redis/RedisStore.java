package io.grape.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.grape.address.RedisAddress;
import io.grape.core.access.Accounts;
import io.grape.core.access.AuditLog;
import io.grape.core.broker.BrokerRegistry;
import io.grape.core.broker.MissingRights;
import io.grape.core.broker.RepairPass;
import io.grape.core.gate.Gates;
import io.grape.core.job.Broker;
import io.grape.core.job.FirstJobs;
import io.grape.core.job.JobHistories;
import io.grape.core.job.JobLookup;
import io.grape.core.job.JobNumbers;
import io.grape.core.job.JobResults;
import io.grape.core.job.Leases;
import io.grape.core.job.WakeUps;
import io.grape.core.key.JobKeys;
import io.grape.core.key.LargestKeys;
import io.grape.core.migration.Adoption;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.Operations;
import io.grape.core.overload.WorkClass;
import io.grape.core.quota.Quotas;
import io.grape.core.schedule.ScheduleTicks;
import io.grape.core.schedule.Schedules;
import io.grape.core.schedule.TickQuota;
import io.grape.core.tube.Samples;
import io.grape.core.tube.Schedule;
import io.grape.core.tube.Tubes;
import io.grape.redis.access.RedisAccounts;
import io.grape.redis.access.RedisAuditLog;
import io.grape.redis.access.RedisQuotas;
import io.grape.redis.broker.BrakeWatch;
import io.grape.redis.broker.BrokerCapabilities;
import io.grape.redis.broker.NodeInfo;
import io.grape.redis.broker.RedisBrokerRegistry;
import io.grape.redis.broker.RedisWakeUps;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.connection.SharedEventLoops;
import io.grape.redis.job.RedisBroker;
import io.grape.redis.job.RedisFirstJobs;
import io.grape.redis.job.RedisJobHistories;
import io.grape.redis.job.RedisJobNumbers;
import io.grape.redis.job.RedisJobResults;
import io.grape.redis.job.RedisLeases;
import io.grape.redis.migration.RedisAdoption;
import io.grape.redis.operation.OperationPreview;
import io.grape.redis.operation.RedisOperationQueue;
import io.grape.redis.operation.RedisOperations;
import io.grape.redis.overload.NodeQueues;
import io.grape.redis.repair.RedisRepair;
import io.grape.redis.schedule.RedisSchedules;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.RightsCheck;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.ScriptText;
import io.grape.redis.script.StoreListener;
import io.grape.redis.script.TubeScripts;
import io.grape.redis.tube.LateTubes;
import io.grape.redis.tube.RedisGates;
import io.grape.redis.tube.RedisJobKeys;
import io.grape.redis.tube.RedisLargestKeys;
import io.grape.redis.tube.RedisSamples;
import io.grape.redis.tube.RedisSchedule;
import io.grape.redis.tube.RedisTubes;
import io.lettuce.core.resource.ClientResources;
import io.netty.channel.EventLoopGroup;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** All data of Grape in one Redis, standalone, under Sentinel or as a Cluster. Thread-safe. */
public final class RedisStore implements AutoCloseable {
    private static final Script WRITE_PROBE = Script.ofRegistry("write_probe");

    private final RedisClientHandle client;
    private final ScriptRunner runner;
    private final RightsCheck rights;
    private final Keys keys;
    private final NodeQueues nodeQueues;
    private final TubeScripts scripts;
    private final RedisTubes tubes;
    private final JobKeys jobKeys;
    private final Gates gates;
    private final RedisSchedules schedules;
    private final Broker broker;
    private final BrokerRegistry brokers;
    private final JobNumbers numbers;
    private final FirstJobs firstJobs;
    private final JobHistories histories;
    private final JobResults results;
    private final Operations operations;
    private final OperationQueue operationWork;
    private final WakeUps wakeUps;
    private final RepairPass repairs;
    private final NodeInfo nodes;
    private final BrakeWatch brake;
    private final LateTubes lateTubes;

    RedisStore(
            RedisClientHandle client,
            RedisStoreOptions options,
            StoreListener listener,
            Function<Script, ScriptText> assembly) {
        this(client, options, listener, assembly, Runnable::run);
    }

    private RedisStore(
            RedisClientHandle client,
            RedisStoreOptions options,
            StoreListener listener,
            Function<Script, ScriptText> assembly,
            Executor endOfTurn) {
        this.client = client;
        this.keys = new Keys(options.namespace());
        this.runner = new ScriptRunner(client.links(), options.timeout(), listener, assembly);
        this.rights =
                new RightsCheck(client.links(), runner, keys, client.links().isCluster());
        runner.guardedBy(rights);
        this.nodeQueues = new NodeQueues(
                options.overload(),
                listener,
                tube -> runner.isMoving(keys.tube(tube).keys()[0]));
        this.scripts = new TubeScripts(runner, keys, endOfTurn, nodeQueues);
        BrokerCapabilities capabilities = new BrokerCapabilities(runner, keys, options.deadAfter());
        this.tubes = new RedisTubes(scripts, runner, keys, capabilities);
        this.jobKeys = new RedisJobKeys(scripts);
        this.gates = new RedisGates(scripts, tubes, capabilities);
        this.schedules = new RedisSchedules(scripts, runner, keys, capabilities, this::time);
        RedisBroker jobs = new RedisBroker(scripts, tubes, capabilities);
        this.broker = jobs;
        this.brokers = new RedisBrokerRegistry(runner, keys, options.broker(), options.deadAfter());
        this.numbers = new RedisJobNumbers(scripts, runner, keys);
        this.firstJobs = new RedisFirstJobs(scripts);
        this.histories = new RedisJobHistories(scripts);
        this.results = new RedisJobResults(scripts);
        OperationPreview matching = new OperationPreview(scripts, tubes, jobs);
        this.operations = new RedisOperations(runner, keys, matching, capabilities);
        this.operationWork = new RedisOperationQueue(runner, scripts, keys, options.broker(), options.deadAfter());
        this.wakeUps = new RedisWakeUps(client.links().pubSub(), keys.hints(), runner, options.timeout());
        this.repairs = new RedisRepair(client.links(), runner, tubes, keys, options.broker(), options.deadAfter());
        this.nodes = new NodeInfo(client.links(), options.timeout());
        this.lateTubes = new LateTubes(scripts, nodeQueues);
        this.brake = new BrakeWatch(client.links(), nodeQueues, options.timeout());
    }

    /** Fails with BAD_REQUEST if this is no URI of a Redis. The message hides its password. */
    public static void checkUri(String uri) {
        RedisAddress.parse(uri);
    }

    /**
     * Connects; blocks. Throws STORE_UNAVAILABLE if Redis cannot be reached, BAD_REQUEST if the options are invalid.
     *
     * @param loops the event loops for the calls; they outlive the store. Calls of one loop turn share a script run
     */
    public static RedisStore open(RedisStoreOptions options, StoreListener listener, EventLoopGroup loops) {
        return open(options, listener, loops, Script.CLOCK);
    }

    /** The same for tests with jobs that are due in days. The clock runs ahead of Redis's by a settable offset. */
    public static RedisStore open(
            RedisStoreOptions options, StoreListener listener, EventLoopGroup loops, OffsetClock clock) {
        return open(options, listener, loops, clock.lua());
    }

    static RedisStore open(RedisStoreOptions options, StoreListener listener, EventLoopGroup loops, String clock) {
        SharedEventLoops shared = new SharedEventLoops(loops);
        RedisClientHandle client = RedisClientHandle.connect(
                options.uri(), options.timeout(), ClientResources.builder().eventLoopGroupProvider(shared));
        return new RedisStore(client, options, listener, script -> script.text(clock), shared);
    }

    /** The same, for callers without event loops. */
    public static RedisStore open(RedisStoreOptions options, StoreListener listener) {
        return open(options, listener, Script.CLOCK);
    }

    static RedisStore open(RedisStoreOptions options, StoreListener listener, String clock) {
        RedisClientHandle client = RedisClientHandle.connect(options.uri(), options.timeout());
        return new RedisStore(client, options, listener, script -> script.text(clock));
    }

    public Broker broker() {
        return broker;
    }

    public Tubes tubes() {
        return tubes;
    }

    /** Adds the bytes that the names of tubes take to an account, from now on, and subtracts them when they are gone. */
    public void accountTubeNamesTo(LongConsumer account) {
        tubes.accountNamesTo(account);
    }

    public JobKeys jobKeys() {
        return jobKeys;
    }

    public Gates gates() {
        return gates;
    }

    public Schedules schedules() {
        return schedules;
    }

    public ScheduleTicks scheduleTicks() {
        return scheduleTicks(TickQuota.NONE);
    }

    /** Ticks whose jobs count against quotas. */
    public ScheduleTicks scheduleTicks(TickQuota quota) {
        return schedules.ticks(quota);
    }

    /** The keys of tubes that have the most jobs. */
    public LargestKeys largestKeys() {
        return new RedisLargestKeys(scripts);
    }

    public BrokerRegistry brokers() {
        return brokers;
    }

    public RepairPass repairs() {
        return repairs;
    }

    public Accounts accounts() {
        return new RedisAccounts(runner, keys, this::time);
    }

    public Quotas quotas() {
        return new RedisQuotas(runner, keys);
    }

    public AuditLog audit() {
        return new RedisAuditLog(runner, keys);
    }

    public JobNumbers numbers() {
        return numbers;
    }

    public FirstJobs firstJobs() {
        return firstJobs;
    }

    public JobHistories histories() {
        return histories;
    }

    public JobResults results() {
        return results;
    }

    public Operations operations() {
        return operations;
    }

    public OperationQueue operationWork() {
        return operationWork;
    }

    public WakeUps wakeUps() {
        return wakeUps;
    }

    public Samples samples() {
        return new RedisSamples(scripts, runner, keys, this::time);
    }

    public Schedule schedule() {
        return new RedisSchedule(scripts);
    }

    public Leases leases() {
        return new RedisLeases(scripts);
    }

    public Adoption adoption() {
        return new RedisAdoption(scripts, tubes, runner, keys);
    }

    public JobLookup lookup() {
        return (tube, id) -> {
            byte[] job = keys.job(tube, id);
            byte[] kept = keys.kept(tube, id);
            return scripts.inTurn(
                    tube, () -> runner.call("exists", job, redis -> redis.exists(job, kept), found -> found > 0));
        };
    }

    /** Looks which tubes miss their lateness target, of those that wait: they are served before others. Never fails. */
    public CompletionStage<Void> lookForLateTubes() {
        return lateTubes.look();
    }

    /**
     * Looks how much memory Redis has left, and how slow its scripts are. With too little, or if they are too slow, looks are
     * shed, then produces, too. Never fails.
     */
    public CompletionStage<Void> lookAtBrakes() {
        return brake.look();
    }

    /** The work that is refused now, or shed if it waited for too long, by some node of Redis or some tube. */
    public Set<WorkClass> overloaded() {
        return scripts.overloaded();
    }

    /** Runs a real script that writes. Fails if no job could be produced or delivered now. */
    public CompletionStage<Void> checkScripts() {
        return runner.run(WRITE_PROBE, keys.registry(), new Args()).thenAccept(reply -> {});
    }

    /** The same. Fails, too, if the user of the broker lacks a right, and names it. */
    public CompletionStage<Void> check() {
        return checkScripts().thenCompose(ran -> rights.check());
    }

    /** Which rights the user of a broker lacks, by the name of each node that takes writes. Never fails. */
    public CompletionStage<Map<String, MissingRights>> rights() {
        return rights.look();
    }

    /**
     * INFO fields such as {@code redis_version}, and relevant settings, of each node that takes writes, by its name. A
     * field that the node hides is missing; never fails.
     */
    public CompletionStage<Map<String, Map<String, String>>> nodes() {
        return nodes.read();
    }

    /** The time by Redis's clock. */
    public CompletionStage<Instant> time() {
        return runner.call("time", keys.tubes(), redis -> redis.time(), RedisStore::instant);
    }

    private static Instant instant(List<byte[]> secondsAndMicros) {
        return Instant.ofEpochSecond(number(secondsAndMicros.get(0)))
                .plus(number(secondsAndMicros.get(1)), ChronoUnit.MICROS);
    }

    private static long number(byte[] digits) {
        return Long.parseLong(new String(digits, US_ASCII));
    }

    @Override
    public void close() {
        client.close();
    }
}
