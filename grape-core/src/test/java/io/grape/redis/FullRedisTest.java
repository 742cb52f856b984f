package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.code;
import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.TubeName;
import io.grape.core.access.AccountKind;
import io.grape.core.access.Accounts;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditSubject;
import io.grape.core.access.LoginAttempt;
import io.grape.core.access.LoginLimit;
import io.grape.core.access.SessionLifetime;
import io.grape.core.broker.RepairPass;
import io.grape.core.job.Acknowledged;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Broker;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.DueWindow;
import io.grape.core.job.Job;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.job.Produced;
import io.grape.core.job.TagFilter;
import io.grape.core.migration.AdoptedJob;
import io.grape.core.operation.OperationKind;
import io.grape.core.operation.OperationQueue;
import io.grape.core.operation.OperationRequest;
import io.grape.core.operation.OperationState;
import io.grape.core.operation.OperationTask;
import io.grape.core.operation.Operations;
import io.grape.core.schedule.MissedPolicy;
import io.grape.core.schedule.ScheduleRequest;
import io.grape.core.schedule.ScheduleState;
import io.grape.core.schedule.ScheduleStatus;
import io.grape.core.schedule.Schedules;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.Tubes;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.Keys;
import io.grape.redis.script.StoreListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis that has no memory left refuses new jobs, and everything that makes room goes on. */
final class FullRedisTest {
    private static final byte[] PAYLOAD = new byte[20_000];

    @TempDir
    private Path directory;

    private RedisNode redis;
    private TestStore store;
    private Broker broker;
    private Tubes tubes;
    private long produced;

    @BeforeEach
    void fill() {
        redis = RedisNode.start(directory, FreePorts.one(), "--maxmemory", "8mb", "--maxmemory-policy", "noeviction");
        store = TestStore.open(redis.uri(), "full", Duration.ofSeconds(10), StoreListener.NONE);
        broker = store.store().broker();
        tubes = store.store().tubes();
        while (produce()) {
            produced++;
        }
        assertThat(produced).isGreaterThan(100);
        // Redis counts the buffers of its connections too, and frees them at times of its own. So it may have memory
        // for one more job
        // some time after it refused one. With a lower limit it is full until jobs are gone.
        setMemory(Long.toString(usedMemory() / 4 * 3));
        assertIsFull();
    }

    /** Less than what is there means that nothing fits, however small. */
    private void setMemory(String most) {
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            raw.commands().configSet("maxmemory", most);
        }
    }

    private long usedMemory() {
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            return raw.commands()
                    .info("memory")
                    .lines()
                    .filter(line -> line.startsWith("used_memory:"))
                    .mapToLong(line -> Long.parseLong(line.substring("used_memory:".length())))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private boolean produce() {
        return code(store.produceAsync("job" + produced, PAYLOAD)).isEmpty();
    }

    private void assertIsFull() {
        assertThat(code(store.produceAsync("one-more", PAYLOAD))).contains(ErrorCode.OVERLOADED);
    }

    @AfterEach
    void stop() {
        store.close();
        redis.close();
    }

    @Test
    void itHandsOutAndFinishesDownToTheLastJobAndThenTakesNewOnes() {
        for (List<Job> jobs = store.consume(50); !jobs.isEmpty(); jobs = store.consume(50)) {
            store.finish(jobs);
            produced -= jobs.size();
        }
        assertThat(produced).isZero();
        assertThat(store.tube().counts().values()).containsOnly(0L);
        assertThat(produce()).isTrue();
    }

    /** Scripts that have begun end, and no further one begins. */
    @Test
    void anImportTellsWhichJobsItTook() {
        setMemory(Long.toString(usedMemory() + 1_000_000));
        List<AdoptedJob> jobs = IntStream.range(0, 1000)
                .mapToObj(i -> new AdoptedJob(
                        NewJob.of(new JobId("old-" + i), Payload.binary(new byte[2000])),
                        null,
                        0,
                        0,
                        false,
                        null,
                        null))
                .toList();
        List<ItemResult<Produced>> results = get(store.store().adoption().adopt(TUBE, jobs));
        assertThat(results).hasSize(1000);
        assertThat(results.get(0).get().created()).isTrue();
        assertThat(results.get(999).failure())
                .isNotNull()
                .extracting(GrapeException::code)
                .isEqualTo(ErrorCode.OVERLOADED);
    }

    @Test
    void everyVerbThatAddsNoJobWorks() {
        List<Job> jobs = store.consume(6);
        setMemory("1mb");
        assertIsFull();
        assertThat(store.isUsable()).as("a full Redis is no broken one").isTrue();
        acknowledge(new Acknowledgement.Touch(jobs.get(0).id(), jobs.get(0).requireLease()));
        acknowledge(new Acknowledgement.Release(jobs.get(0).id(), jobs.get(0).requireLease(), Duration.ofHours(1), 7L));
        acknowledge(new Acknowledgement.Release(jobs.get(1).id(), jobs.get(1).requireLease(), Duration.ZERO, null));
        acknowledge(new Acknowledgement.Bury(jobs.get(2).id(), jobs.get(2).requireLease(), "broken", 3L));
        acknowledge(new Acknowledgement.Bury(jobs.get(3).id(), jobs.get(3).requireLease(), "broken", null));
        get(broker.handBack(TUBE, jobs.subList(4, 5)));
        assertThat(get(broker.kick(TUBE, jobs.get(0).id(), Duration.ofMinutes(5))))
                .isTrue();
        assertThat(get(broker.kick(TUBE, jobs.get(2).id(), Duration.ZERO))).isTrue();
        get(broker.handBack(TUBE, List.of(get(broker.take(TUBE, jobs.get(3).id())))));
        assertThat(get(broker.kick(TUBE, 1))).isEqualTo(1);
        get(broker.delete(TUBE, jobs.get(5).id(), true));
        get(tubes.pause(TUBE, Duration.ofHours(1), "full"));
        get(tubes.resume(TUBE));
        assertThat(get(tubes.expireLeases(TUBE)).expired()).isZero();
        get(store.store().brokers().announce(TUBE));
        get(store.store().brokers().heartbeat());
        get(store.store().brokers().leave());
        assertThat(store.tube().count(JobState.READY)).isEqualTo(produced - 2);
        assertThat(store.tube().count(JobState.DELAYED)).isEqualTo(1);
        assertThat(get(broker.peek(TUBE, new JobId("job0"))).id())
                .isEqualTo(jobs.get(0).id());
    }

    private void acknowledge(Acknowledgement acknowledgement) {
        List<ItemResult<Acknowledged>> outcomes = get(broker.acknowledge(TUBE, List.of(acknowledgement)));
        assertThat(outcomes.get(0).get()).isNotNull();
    }

    @Test
    void removingATubeMakesRoom() {
        get(tubes.delete(TUBE));
        assertThat(get(tubes.names())).isEmpty();
        assertThat(produce()).isTrue();
    }

    /** Each makes room, or stops what makes none. */
    @Test
    void operationsAreBegunSteeredAndDone() {
        Operations operations = store.store().operations();
        OperationQueue work = store.store().operationWork();
        store.consume(2)
                .forEach(job -> acknowledge(new Acknowledgement.Bury(job.id(), job.requireLease(), "broken", null)));
        setMemory("1mb");
        assertIsFull();
        assertThat(run(operations, work, OperationKind.KICK, JobState.FAILED)).isEqualTo(2);
        String cancelled = get(operations.begin(request(OperationKind.KICK, JobState.FAILED)))
                .id();
        get(operations.setState(cancelled, OperationState.CANCELLED));
        assertThat(run(operations, work, OperationKind.DELETE, JobState.READY)).isEqualTo(produced);
        setMemory("8mb");
        assertThat(produce()).isTrue();
    }

    private static OperationRequest request(OperationKind kind, JobState from) {
        return new OperationRequest(
                kind, TUBE, from, null, DueWindow.ANY, TagFilter.ANY, null, null, Duration.ZERO, null, null, "ann");
    }

    private static long run(Operations operations, OperationQueue queue, OperationKind kind, JobState from) {
        String id = get(operations.begin(request(kind, from))).id();
        get(operations.setState(id, OperationState.PAUSED));
        get(operations.setState(id, OperationState.RUNNING));
        OperationTask work = get(queue.take()).orElseThrow();
        while (work.end() == null) {
            work = get(queue.slice(work, 100));
            get(queue.save(work));
        }
        return get(operations.get(id)).done();
    }

    /** A discard, a delete without force, and what is written down of them. */
    @Test
    void whatMakesRoomIsAudited() {
        Job failed = store.consume(1).get(0);
        acknowledge(new Acknowledgement.Bury(failed.id(), failed.requireLease(), "broken", null));
        setMemory("1mb");
        assertIsFull();
        get(broker.discard(TUBE, failed.id()));
        get(broker.delete(TUBE, new JobId("job1"), false));
        AuditEntry entry = new AuditEntry(
                "ann",
                "job.delete",
                new AuditSubject(TUBE.value(), "job1", ""),
                AuditEntry.OK,
                new AuditOrigin("", ""));
        get(store.store().audit().write(entry, null));
        get(store.store().audit().write(entry.outcome(AuditEntry.DENIED), null));
        assertThat(get(tubes.deleteIfEmpty(TUBE))).isFalse();
        get(tubes.delete(TUBE));
        assertThat(get(tubes.names())).isEmpty();
    }

    @Test
    void aTubeThatIsInNoListIsListedAgain() {
        setMemory("0");
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            raw.commands().srem("full:tubes", TUBE.value());
        }
        setMemory("1mb");
        assertIsFull();
        RepairPass repairs = store.store().repairs();
        get(repairs.claim());
        while (!get(repairs.next()).isLast()) {}
        assertThat(get(tubes.names())).containsExactly(TUBE);
    }

    @Test
    void itMakesNoNewTube() {
        setMemory("1mb");
        TubeName other = new TubeName("other");
        assertThat(code(tubes.create(other, TubeSettings.DEFAULT))).contains(ErrorCode.OVERLOADED);
        assertThat(get(tubes.exists(other))).isFalse();
    }

    /** An acknowledgement must not fail because Redis is full, even if it brings a checkpoint. */
    @Test
    void fullRedisTakesHandOversWithTheirCheckpoints() {
        Job job = store.consume(1).get(0);
        setMemory("1mb");
        assertIsFull();
        Checkpoint checkpoint = new Checkpoint(Payload.binary("page 7".getBytes(UTF_8)));
        acknowledge(new Acknowledgement.HandOver(job.id(), job.requireLease(), checkpoint));
        Job next = store.consume(1).get(0);
        assertThat(next.id()).isEqualTo(job.id());
        Checkpoint kept = Objects.requireNonNull(next.work().checkpoint());
        assertThat(kept.payload().bytes()).isEqualTo("page 7".getBytes(UTF_8));
    }

    @Test
    void fullRedisPausesAndDeletesSchedulesButMakesNoOccurrences() {
        setMemory("0");
        Schedules schedules = store.store().schedules();
        ScheduleRequest request = ScheduleSteps.request(ScheduleSteps.everyMinute(null, MissedPolicy.ONE));
        get(schedules.put(TUBE, "paused", request, null));
        get(schedules.put(TUBE, "deleted", request, null));
        setMemory("1mb");
        assertIsFull();
        get(schedules.pause(TUBE, "paused", null));
        get(schedules.delete(TUBE, "deleted", null));
        assertThat(get(schedules.list(TUBE)))
                .extracting(ScheduleStatus::name, ScheduleStatus::state)
                .containsExactly(tuple("paused", ScheduleState.PAUSED));
        assertThat(code(schedules.resume(TUBE, "paused", null))).contains(ErrorCode.OVERLOADED);
        assertThat(code(schedules.put(TUBE, "new", request, null))).contains(ErrorCode.OVERLOADED);
        get(schedules.delete(TUBE, "paused", null));
    }

    /** An operator has to sign in before anything can be deleted. */
    @Test
    void fullRedisLetsOperatorsSignInAndRevokesTokens() {
        Accounts accounts = store.store().accounts();
        setMemory("0");
        get(accounts.change(AccountKind.TOKENS, "token", null, "{}"));
        setMemory("1mb");
        assertIsFull();
        LoginAttempt attempt = new LoginAttempt(
                "ann", "127.0.0.1", List.of(new LoginLimit("name:ann", 1)), Duration.ofHours(1), Duration.ofHours(1));
        assertThat(get(accounts.attempt(attempt))).isZero();
        get(accounts.succeeded(attempt));
        SessionLifetime life = new SessionLifetime(Duration.ofHours(1), Duration.ofHours(1));
        get(accounts.open("session", "ann", life));
        assertThat(get(accounts.session("session", life))).contains("ann");
        assertThat(get(accounts.change(AccountKind.TOKENS, "token", "{}", null)))
                .isTrue();
        get(accounts.end("session"));
    }

    @Test
    void leasesThatRunOutAreEnded() {
        List<Job> jobs = store.consume(3);
        String retain = new String(new Keys("full").tube(TUBE).keys()[2], UTF_8);
        setMemory("0");
        try (RawRedis raw = RawRedis.to(redis.uri())) {
            jobs.forEach(job -> raw.commands().zadd(retain, 1, job.id().value()));
        }
        setMemory("1mb");
        assertIsFull();
        assertThat(get(tubes.expireLeases(TUBE)).expired()).isEqualTo(3);
        assertThat(store.tube().count(JobState.READY)).isEqualTo(produced);
    }
}
