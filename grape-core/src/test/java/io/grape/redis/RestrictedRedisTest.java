package io.grape.redis;

import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.failure;
import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.ItemResult;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.broker.MissingRights;
import io.grape.core.broker.RepairPass;
import io.grape.core.job.Job;
import io.grape.core.job.JobChange;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import io.grape.redis.script.Keys;
import io.grape.redis.script.RedisRights;
import io.grape.redis.script.StoreListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis whose user lacks rights that a broker needs, or loses them while the broker runs. */
final class RestrictedRedisTest {
    private static final String NAMESPACE = "few";
    private static final Duration WEEK = Duration.ofDays(7);

    private RedisNode redis;
    private RawRedis owner;
    private TestStore store;

    @BeforeEach
    void start(@TempDir Path directory) {
        redis = RedisNode.start(directory, FreePorts.one());
        owner = RawRedis.to(redis.uri());
        owner.setUser("worker", "on >secret " + String.join(" ", RedisRights.documented(new Keys(NAMESPACE))));
        String uri = redis.uri().replaceFirst("://(.*@)?", "://worker:secret@");
        store = TestStore.open(uri, NAMESPACE, Duration.ofSeconds(10), StoreListener.NONE);
    }

    @AfterEach
    void stop() {
        store.close();
        owner.close();
        redis.close();
    }

    private void deny(String rules) {
        owner.setUser("worker", rules);
    }

    private MissingRights rights() {
        return get(store.store().rights()).values().iterator().next();
    }

    private static void assertDenied(CompletionStage<?> call, String rule) {
        GrapeException why = failure(call).orElseThrow();
        assertThat(why.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThat(why.detail()).contains(rule).contains("ACL SETUSER");
    }

    private void produce(String id, Duration dedup) {
        NewJob job = NewJob.of(new JobId(id), Payload.binary(new byte[] {1})).dedup(dedup);
        get(store.store().broker().produce(TUBE, List.of(job))).forEach(ItemResult::get);
    }

    @Test
    void theDocumentedRightsAreAll() {
        assertThat(rights()).isEqualTo(new MissingRights(true, Set.of(), Set.of()));
        assertThat(store.isUsable()).isTrue();
    }

    @Test
    void missingCommandsKeysAndChannelsAreNamed() {
        deny("-hstrlen -spop -xinfo|stream -config|get");
        assertThat(rights())
                .isEqualTo(
                        new MissingRights(true, Set.of("+hstrlen", "+spop", "+xinfo|stream"), Set.of("+config|get")));
        deny("+hstrlen +spop +xinfo|stream +config|get -incr");
        assertThat(rights().needed()).containsExactly("+incr");
        deny("+incr resetchannels");
        assertThat(rights().needed()).containsExactly("&few:hints");
        deny("&few:hints resetkeys ~few:* ~{few:tubes}:*");
        assertThat(rights().needed()).contains("~{few:audit}:*").allMatch(rule -> rule.startsWith("~{few:"));
    }

    @Test
    void missingRightFailsItsCallByNameAndTheCheckUntilItIsGranted() {
        byte[] large = new byte[5000];
        get(store.produceAsync("large", large));
        deny("-hstrlen");
        JobChange change = new JobChange(null, null, null, null, null, Payload.binary(new byte[6000]), null);
        assertDenied(store.store().broker().change(TUBE, new JobId("large"), change), "+hstrlen");
        assertDenied(store.store().check(), "+hstrlen");
        get(store.produceAsync("other"));
        deny("+hstrlen");
        assertThat(get(store.store().broker().change(TUBE, new JobId("large"), change))
                        .job()
                        .payload()
                        .bytes())
                .hasSize(6000);
        assertThat(store.isUsable()).isTrue();
    }

    @Test
    void finishThatNeedsANewDedupSetIsNotHalfDone() {
        produce("second", WEEK);
        List<Job> jobs = store.consume(1);
        deny("-sadd");
        assertDenied(store.finishAsync(jobs), "+sadd");
        assertThat(owner.commands().zcard("few:{orders}:retain")).isEqualTo(1);
        deny("+sadd");
        store.finish(jobs);
        assertThat(store.tube().counts().values()).containsOnly(0L);
        produce("second", WEEK);
        assertThat(store.consume(1)).as("its id is remembered").isEmpty();
    }

    /** A right that is lost while a script runs leaves that job without a place; the next finish of it finds it. */
    @Test
    void onlyTheFirstCallMeetsARightThatWasJustTakenAway() {
        store.produce(3);
        List<Job> jobs = store.consume(3);
        deny("-unlink");
        assertDenied(store.finishAsync(jobs.subList(0, 1)), "+unlink");
        assertDenied(store.finishAsync(jobs.subList(1, 2)), "+unlink");
        assertDenied(store.finishAsync(jobs.subList(2, 3)), "+unlink");
        assertThat(store.tube().count(JobState.RETAINED))
                .as("those that were not begun")
                .isEqualTo(2);
        deny("+unlink");
        store.finish(jobs);
        assertThat(store.tube().counts().values()).containsOnly(0L);
        assertThat(owner.commands().exists("few:{orders}:j:job0")).isZero();
    }

    @Test
    void selfCheckRepairsAHalfDoneFinishThatNobodyRetries() {
        store.produce(1);
        List<Job> jobs = store.consume(1);
        deny("-unlink");
        assertDenied(store.finishAsync(jobs), "+unlink");
        deny("+unlink");
        RepairPass repairs = store.store().repairs();
        get(repairs.claim());
        while (!get(repairs.next()).isLast()) {}
        assertThat(store.consume(1))
                .extracting(Job::id)
                .containsExactly(jobs.get(0).id());
    }

    /** A worker may be waiting, at whichever broker. */
    @Test
    void produceIsStoredWithoutTheChannel() {
        get(store.produceAsync("before"));
        owner.commands().hset("few:{orders}:tube", "parkedUntil", Long.toString(System.currentTimeMillis() + 600_000));
        for (String without : List.of("resetchannels", "&few:hints -publish")) {
            deny(without);
            get(store.produceAsync("job-" + without.length()));
            assertDenied(store.store().check(), without.equals("resetchannels") ? "&few:hints" : "+publish");
        }
        assertThat(store.tube().count(JobState.READY)).isEqualTo(3);
        deny("+publish");
        assertThat(store.isUsable()).isTrue();
    }
}
