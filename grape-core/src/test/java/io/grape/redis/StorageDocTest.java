package io.grape.redis;

import static io.grape.catalog.TubeFields.LATENESS_TARGET;
import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.GrapeException;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.TubeName;
import io.grape.core.access.AccountKind;
import io.grape.core.access.Accounts;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditSubject;
import io.grape.core.access.LoginAttempt;
import io.grape.core.access.LoginLimit;
import io.grape.core.access.SessionLifetime;
import io.grape.core.job.Acknowledgement;
import io.grape.core.job.Checkpoint;
import io.grape.core.job.Due;
import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.core.migration.AdoptedFailure;
import io.grape.core.migration.AdoptedJob;
import io.grape.core.quota.Quota;
import io.grape.core.quota.QuotaClient;
import io.grape.core.quota.QuotaPart;
import io.grape.core.quota.QuotaRate;
import io.grape.core.quota.QuotaUse;
import io.grape.core.tube.Lateness;
import io.grape.core.tube.RetrySettings;
import io.grape.core.tube.RunTimes;
import io.grape.core.tube.TubeCreator;
import io.grape.core.tube.TubeLimits;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import io.grape.redis.script.Args;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Script;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.StoreListener;
import io.grape.redis.script.TubeKeys;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** docs/storage.md names every key and field that there is, and none that there is not. */
final class StorageDocTest extends StorageDocSteps {
    /** The keys that end by themselves. */
    private static final Set<String> ENDING = Set.of(
            "{<ns>:access}:session:<sha256>",
            "{<ns>:access}:throttle:<what>",
            "{<ns>:access}:known:<account>",
            "{<ns>:quotas}:used:<client>",
            "{<ns>:quotas}:flight:<client>");

    private final Map<String, String> keysSeen = new HashMap<>();
    private final Map<String, Set<String>> fieldsSeen = new HashMap<>();
    private static final String SAMPLES = "<ns>:{<T>}:samples";
    private final Set<Long> lives = new TreeSet<>();
    private final Set<Long> endingLives = new TreeSet<>();

    /** Notes what is there now. */
    private void look() {
        for (String key : keys()) {
            byte[] raw = key.getBytes(UTF_8);
            String pattern = pattern(key);
            String type = get(redis.type(raw));
            assertThat(keysSeen.put(pattern, type)).as(key).isIn(null, type);
            if (pattern.equals(SAMPLES)) {
                assertThat(get(redis.ttl(raw))).isBetween(1L, 7200L);
                continue;
            }
            (ENDING.contains(pattern) ? endingLives : lives).add(get(redis.pttl(raw)));
            if (type.equals("hash")
                    && !pattern.matches("\\{<ns>:(access|quotas)}:.*")
                    && !key.matches("\\{.*(:samples}:.*|:about|:leaving)|.*}:(keys|gates|weights|resting)")) {
                get(redis.hkeys(raw))
                        .forEach(field -> fieldsSeen
                                .computeIfAbsent(pattern, name -> new TreeSet<>())
                                .add(new String(field, UTF_8)));
            }
        }
    }

    /** Does everything that can be done, and looks in between. */
    private void doEverything() {
        timeIs(T0);
        get(store.brokers().heartbeat());
        get(store.brokers()
                .publish("{\"reads\":\"layout-2 layout-3 layout-4 operation-tags operation-move schedules\"}"));
        leaveHalfMade();
        look();
        get(store.tubes().create(TUBE, TubeSettings.DEFAULT));
        get(store.numbers().next(TUBE));
        get(store.tubes().configure(TUBE, TubeSettings.ENDLESS.asChange()));
        get(store.brokers().announce(TUBE));
        shareByKeys(this::look);
        holdAtAGate(this::look);
        rememberIds(this::look);
        keepFinished(this::look);
        expire(this::look);
        follow(this::look);
        schedule(this::look);
        AdoptedFailure failure = new AdoptedFailure(T0, "buried");
        get(store.adoption()
                .adoptOnce(TUBE, List.of(new AdoptedJob(job("adopted"), T0, 2, 3, true, failure, null, null))));
        TubeLimits limits = new TubeLimits(1000, 1000.0, 1000, 1000L, 1_000_000L);
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(limits)));
        RetrySettings retry = new RetrySettings(Duration.ofMillis(1), Duration.ofMillis(1), 1, 0);
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(retry)));
        get(store.tubes().configure(TUBE, TubeSettingsChange.of(LATENESS_TARGET, HOUR)));
        produce(
                job("finished"),
                job("released"),
                job("buried"),
                job("late").ttr(Duration.ofSeconds(1)),
                job("discarded"),
                job("kept"),
                job("deleted"),
                NewJob.of(id("large"), Payload.binary(new byte[2000]))
                        .tags(new JobTags("ann", List.of("eu")))
                        .headers(new Headers(Map.of("traceparent", "00-1-2-01")))
                        .due(Due.after(HOUR)));
        get(broker.consume(TUBE, 6, Duration.ZERO));
        produce(
                job("urgent").priority(5),
                job("urgent-too").priority(5),
                job("coming").priority(7).due(Due.after(HOUR)));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        look();
        get(broker.consume(TUBE, 1000, Duration.ofSeconds(30)));
        look();
        acknowledge(new Acknowledgement.Finish(id("finished"), Lease.CURRENT));
        acknowledge(new Acknowledgement.Release(id("released"), Lease.CURRENT, HOUR, null));
        acknowledge(new Acknowledgement.Bury(id("buried"), Lease.CURRENT, "broken", null));
        acknowledge(new Acknowledgement.Bury(id("discarded"), Lease.CURRENT, "", null));
        Checkpoint checkpoint = new Checkpoint(Payload.binary(new byte[] {1}));
        acknowledge(new Acknowledgement.HandOver(id("kept"), Lease.CURRENT, checkpoint));
        get(broker.take(TUBE, id("kept")));
        acknowledge(new Acknowledgement.Touch(id("kept"), Lease.CURRENT, 50, "half"));
        get(broker.cancel(TUBE, id("kept"), "enough"));
        get(broker.discard(TUBE, id("discarded")));
        get(broker.delete(TUBE, id("deleted"), true));
        look();
        get(broker.take(TUBE, id("buried")));
        look();
        acknowledge(new Acknowledgement.HandBack(id("buried"), Lease.CURRENT, Duration.ZERO));
        get(broker.kick(TUBE, id("buried"), HOUR));
        get(store.tubes().pause(TUBE, HOUR, "maintenance"));
        timeIs(T0.plusSeconds(1));
        get(store.tubes().expireLeases(TUBE));
        produce(job("ready").priority(5));
        get(store.tubes().resume(TUBE));
        get(store.tubes().pause(TUBE, null, "more maintenance"));
        look();
        operate();
        look();
        get(store.check());
        get(store.samples().add(get(store.samples().add(TUBE, new Lateness(List.of(1L)), new RunTimes(1, 7)))));
        breakEverything();
    }

    /** What nothing in a broker does, and the self-check puts right. */
    private void breakEverything() {
        produce(
                job("homeless"),
                job("unreadable"),
                job("twice"),
                job("elsewhere").priority(9),
                job("unseen").priority(8).due(Due.after(HOUR)));
        get(redis.hset(key("unreadable"), "x".getBytes(UTF_8), "garbage".getBytes(UTF_8)));
        get(redis.zrem(set("delay"), "homeless".getBytes(UTF_8)));
        get(redis.zadd(set("failed"), 1, "twice".getBytes(UTF_8)));
        get(redis.rename(set("delay:9"), set("delay:10")));
        get(redis.zrem(set("coming"), "8".getBytes(UTF_8)));
        get(redis.zadd(set("failed"), 1, "missing".getBytes(UTF_8)));
        get(broker.kick(TUBE, 1));
        stallALane();
        look();
        get(store.repairs().claim());
        int slices = 0;
        while (!get(store.repairs().next()).isLast()) {
            slices++;
        }
        assertThat(slices).isGreaterThan(10);
        get(store.repairs().claim());
        look();
    }

    /** What has to do with who may, and who did. */
    private void letSomebodyIn() {
        Accounts accounts = store.accounts();
        List<LoginLimit> bounds = List.of(new LoginLimit("pair:a:b", 1), new LoginLimit("name:a", 1));
        get(accounts.change(AccountKind.USERS, "ann", null, "{}"));
        TubeName made = new TubeName("made");
        get(store.tubes().create(made, TubeSettings.DEFAULT, new TubeCreator("token:shop", 1)));
        get(store.tubes().delete(made));
        get(accounts.change(AccountKind.TOKENS, "1", null, "{}"));
        LoginAttempt attempt = new LoginAttempt("a", "::1", bounds, HOUR, HOUR);
        get(accounts.open("s1", "ann", new SessionLifetime(HOUR, HOUR)));
        get(accounts.succeeded(attempt));
        get(accounts.attempt(attempt));
        AuditSubject subject = new AuditSubject(TUBE.value(), "", "");
        AuditEntry act = new AuditEntry("ann", "tube.pause", subject, AuditEntry.OK, new AuditOrigin("r", "::1"));
        get(store.audit().write(act, null));
        get(store.audit().write(act.outcome(AuditEntry.DENIED), null));
        look();
    }

    /** What has to do with how much a client may do. */
    private void limitSomebody() {
        Quota quota = new Quota(new QuotaRate(1, 1), null, 1);
        get(store.quotas().put(Quota.DEFAULT, quota));
        QuotaClient client = new QuotaClient("ann", Quota.DEFAULT, quota);
        for (int at = 0; at < 2; at++) {
            QuotaUse step = new QuotaUse(QuotaPart.PRODUCE, ":a" + at, 0, 1, HOUR, List.of(), true);
            get(store.quotas().use(client, step));
        }
        look();
    }

    private byte[] set(String end) {
        return (namespace + ":{" + TUBE + "}:" + end).getBytes(UTF_8);
    }

    private void removeHalfOfIt() {
        produce(IntStream.range(0, 100).mapToObj(i -> job("many-" + i)).toArray(NewJob[]::new));
        TubeKeys ofTube = new Keys(namespace).tube(TUBE);
        Args args = new Args().add(ofTube.jobPrefix()).add("begin").add(10);
        ScriptRunner runner =
                new ScriptRunner(client.links(), TIMEOUT, StoreListener.NONE, script -> script.text(SettableClock.LUA));
        assertThat(get(runner.run(Script.ofTube("purge"), ofTube.keys(), args)).text(1))
                .isEqualTo("more");
        look();
    }

    @Test
    void everyKeyAndFieldIsOnThePageAndNoneOnThePageIsMissing() {
        doEverything();
        removeHalfOfIt();
        letSomebodyIn();
        limitSomebody();
        assertThat(keysSeen).isEqualTo(DOC.keys());
        assertThat(fieldsSeen.keySet())
                .containsExactlyInAnyOrder(
                        "<ns>:{<T>}:tube",
                        "<ns>:{<T>}:j:<id>",
                        "<ns>:{<T>}:f:<id>",
                        "<ns>:{<T>}:s:<S>",
                        "{<ns>:tubes}:check",
                        "{<ns>:tubes}:numbers",
                        "{<ns>:operations}:op:<O>");
        fieldsSeen.forEach(
                (key, fields) -> assertThat(fields).as(key).containsExactlyInAnyOrderElementsOf(DOC.fieldsOf(key)));
        assertThat(lives).as("TTLs, -1 = none").containsExactly(-1L);
        assertThat(endingLives).isNotEmpty().allSatisfy(life -> assertThat(life).isPositive());
    }

    @Test
    void aRemovedTubeLeavesTheRegistryAlone() {
        doEverything();
        get(store.tubes().delete(TUBE));
        assertThat(keys().stream().map(this::pattern))
                .containsExactlyInAnyOrder(
                        "{<ns>:tubes}:version",
                        "{<ns>:tubes}:brokers",
                        "{<ns>:tubes}:broker:<broker>",
                        "{<ns>:tubes}:check",
                        "{<ns>:tubes}:ranges",
                        "{<ns>:tubes}:numbers",
                        "{<ns>:tubes}:about",
                        "{<ns>:samples}:10s",
                        "{<ns>:samples}:1m",
                        "{<ns>:samples}:1h",
                        "{<ns>:operations}:all",
                        "{<ns>:operations}:live",
                        "{<ns>:operations}:ended",
                        "{<ns>:operations}:op:<O>",
                        "{<ns>:operations}:op:<O>",
                        "{<ns>:operations}:op:<O>");
    }

    @Test
    void aHeaderOfALaterReleaseIsNotGuessedAt() {
        timeIs(T0);
        produce(job("retained"));
        get(broker.consume(TUBE, 1, Duration.ZERO));
        produce(job("ready"));
        for (String job : List.of("retained", "ready")) {
            byte[] header = field(job, "d");
            header[0] = 2;
            get(redis.hset(key(job), "d".getBytes(UTF_8), header));
        }
        Map<String, byte[]> before = dump();
        Lease any = Lease.CURRENT;
        assertFails(broker.peek(TUBE, id("ready")), ErrorCode.WRONG_STATE);
        assertFails(
                broker.produce(TUBE, List.of(job("ready")))
                        .thenApply(outcomes -> outcomes.get(0).get()),
                ErrorCode.WRONG_STATE);
        assertFails(broker.kick(TUBE, id("ready"), HOUR), ErrorCode.WRONG_STATE);
        assertFails(broker.take(TUBE, id("ready")), ErrorCode.WRONG_STATE);
        for (Acknowledgement one : List.of(
                new Acknowledgement.Release(id("retained"), any, HOUR, null),
                new Acknowledgement.Bury(id("retained"), any, "", null),
                new Acknowledgement.Touch(id("retained"), any))) {
            assertThat(get(broker.acknowledge(TUBE, List.of(one))).get(0).failure())
                    .extracting(GrapeException::code)
                    .isEqualTo(ErrorCode.WRONG_STATE);
        }
        assertThat(dump()).containsExactlyInAnyOrderEntriesOf(before);
        timeIs(T0.plus(HOUR));
        get(store.tubes().expireLeases(TUBE));
        assertThat(get(broker.consume(TUBE, 1, Duration.ZERO)).jobs()).isEmpty();
        assertThat(get(store.tubes().describe(TUBE)).count(JobState.FAILED)).isEqualTo(2);
        assertThat(field("retained", "d")[0]).isEqualTo((byte) 2);
    }

    private Map<String, byte[]> dump() {
        Map<String, byte[]> dump = new HashMap<>();
        keys().stream()
                .filter(key -> key.startsWith(namespace + ":{"))
                .forEach(key -> dump.put(key, get(redis.dump(key.getBytes(UTF_8)))));
        return dump;
    }

    @Test
    void aTubeIsInOneSlotAndTheRegistryInAnother() {
        doEverything();
        Map<Boolean, Set<Integer>> slots = new HashMap<>();
        keys().forEach(key -> slots.computeIfAbsent(key.startsWith(namespace + ":{"), ofTube -> new TreeSet<>())
                .add(SlotHash.getSlot(key)));
        assertThat(slots.get(true)).containsExactly(SlotHash.getSlot(TUBE.value()));
        assertThat(slots.get(false))
                .containsExactlyInAnyOrder(
                        SlotHash.getSlot(namespace + ":tubes"),
                        SlotHash.getSlot(namespace + ":samples"),
                        SlotHash.getSlot(namespace + ":operations"));
    }
}
