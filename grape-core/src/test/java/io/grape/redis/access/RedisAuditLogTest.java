package io.grape.redis.access;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.access.AuditEntry;
import io.grape.core.access.AuditLog;
import io.grape.core.access.AuditOrigin;
import io.grape.core.access.AuditRetention;
import io.grape.core.access.AuditSubject;
import io.grape.redis.RawRedis;
import io.grape.redis.RedisStore;
import io.grape.redis.SettableClock;
import io.grape.redis.TestRedis;
import io.grape.redis.connection.RedisClientHandle;
import io.grape.redis.script.Keys;
import io.grape.redis.script.ScriptRunner;
import io.grape.redis.script.StoreListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two streams of the audit log. */
class RedisAuditLogTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String namespace = TestRedis.newNamespace();
    private final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    private final RedisClientHandle client = RedisClientHandle.connect(TestRedis.uri(), TIMEOUT);
    private final RawRedis redis = RawRedis.to(TestRedis.uri());

    @AfterEach
    void close() {
        client.close();
        redis.close();
        store.close();
    }

    private String write(String outcome) {
        return write(outcome, "");
    }

    private String write(String outcome, String target) {
        return get(store.audit().write(entry("eve", outcome, target), null));
    }

    private static AuditEntry entry(String actor, String outcome, String target) {
        AuditSubject subject = new AuditSubject("", target, "");
        return new AuditEntry(actor, "login", subject, outcome, new AuditOrigin("r", "::1"));
    }

    /** The log with little room. */
    private AuditLog small(int done, int refused) {
        ScriptRunner runner =
                new ScriptRunner(client.links(), TIMEOUT, StoreListener.NONE, script -> script.text(SettableClock.LUA));
        return new RedisAuditLog(runner, new Keys(namespace), new RedisAuditLog.Room(done, refused));
    }

    private static List<String> kept(AuditLog log) {
        return get(log.read(null, 1000)).entries().stream()
                .map(kept -> kept.entry().actor() + " " + kept.entry().outcome() + " "
                        + kept.entry().subject().target() + " " + kept.times())
                .toList();
    }

    private long added() {
        List<Object> about = redis.commands().xinfoStream(namespace + ":audit");
        return (Long) about.get(about.indexOf("entries-added") + 1);
    }

    @Test
    void whatIsRefusedTakesAnIdOfTheOtherStreamAndNoRoomInIt() {
        List<String> ids = new ArrayList<>();
        ids.add(write(AuditEntry.DENIED));
        long before = added();
        for (int i = 0; i < 50; i++) {
            ids.add(write(AuditEntry.DENIED, "a" + i));
            ids.add(write(i % 10 == 0 ? AuditEntry.OK : AuditEntry.DENIED, "b" + i));
        }
        assertThat(added() - before).as("those that were let").isEqualTo(5);
        List<String> read = new ArrayList<>(get(store.audit().read(null, 1000)).entries().stream()
                .map(AuditRetention::id)
                .toList());
        Collections.reverse(read);
        assertThat(read).containsExactlyElementsOf(ids).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {AuditEntry.OK, AuditEntry.DENIED})
    void aFloodOfOneDropsNothingOfOthers(String outcome) {
        AuditLog log = small(50, 50);
        for (int i = 0; i < 10; i++) {
            get(log.write(entry("ann", outcome, "a" + i), null));
            get(log.write(entry("bob", outcome, "b" + i), null));
        }
        for (int i = 0; i < 200; i++) {
            get(log.write(entry("eve", outcome, "e" + i), null));
        }
        List<String> kept = kept(log);
        assertThat(kept).hasSize(50);
        assertThat(kept.subList(0, 30)).allMatch(one -> one.startsWith("eve "));
        assertThat(kept.get(0)).isEqualTo("eve " + outcome + " e199 1");
        assertThat(kept.subList(30, 50)).noneMatch(one -> one.startsWith("eve "));
        for (int i = 0; i < 20; i++) {
            get(log.write(entry("cid", outcome, "c" + i), null));
        }
        assertThat(kept(log).stream().filter(one -> one.startsWith("eve ")))
                .as("as many as the other who has the most")
                .hasSize(15);
    }

    @Test
    void anActThatIsBegunAndRefusedDropsNothingOfOthersEither() {
        AuditLog log = small(50, 50);
        for (int i = 0; i < 20; i++) {
            get(log.write(entry("ann", AuditEntry.OK, "a" + i), null));
        }
        for (int i = 0; i < 100; i++) {
            String begun = get(log.write(entry("eve", AuditEntry.BEGUN, "e" + i), null));
            get(log.write(entry("eve", AuditEntry.failed(ErrorCode.TUBE_NOT_FOUND), "e" + i), begun));
        }
        assertThat(kept(log).stream().filter(one -> one.startsWith("ann "))).hasSize(20);
        assertThat(redis.commands().zcard("{" + namespace + ":audit}:order")).isEqualTo(20);
        assertThat(redis.commands().zscore("{" + namespace + ":audit}:shares", "eve"))
                .isNull();
    }

    @Test
    void failedLoginsUnderAnyNameAreOnesAndDropNobodyElse() {
        AuditLog log = small(50, 20);
        get(log.write(entry("ann", AuditEntry.DENIED, "a"), null));
        for (int i = 0; i < 100; i++) {
            AuditEntry tried = entry("eve" + i, AuditEntry.failed(ErrorCode.UNAUTHENTICATED), "");
            get(log.write(
                    new AuditEntry(tried.actor(), "login.failed", tried.subject(), tried.outcome(), tried.origin()),
                    null));
        }
        assertThat(kept(log)).hasSize(20).contains("ann denied a 1");
    }

    @Test
    void aRefusalThatIsRepeatedIsOneEntryThatCounts() {
        get(store.audit().write(entry("eve", AuditEntry.DENIED, "a"), null));
        for (int i = 0; i < 9; i++) {
            get(store.audit().write(entry("eve", AuditEntry.DENIED, "b"), null));
            get(store.audit().write(entry("eve", AuditEntry.DENIED, "a"), null));
        }
        get(store.audit().write(entry("ann", AuditEntry.DENIED, "a"), null));
        get(store.audit().write(entry("eve", AuditEntry.OK, "a"), null));
        get(store.audit().write(entry("eve", AuditEntry.OK, "a"), null));
        assertThat(kept(store.audit()))
                .containsExactly("eve ok a 1", "eve ok a 1", "ann denied a 1", "eve denied a 10", "eve denied b 9");
        AuditRetention repeated = get(store.audit().read(null, 10)).entries().get(3);
        assertThat(repeated.since()).isBeforeOrEqualTo(repeated.at());
    }

    @Test
    void whatAnEarlierReleaseWroteIsDroppedFirst() {
        for (int i = 0; i < 20; i++) {
            redis.commands().xadd(namespace + ":audit", Map.of("actor", "old", "action", "login", "outcome", "ok"));
        }
        AuditLog log = small(15, 15);
        for (int i = 0; i < 10; i++) {
            get(log.write(entry("ann", AuditEntry.OK, "a" + i), null));
        }
        List<String> kept = kept(log);
        assertThat(kept).hasSize(15);
        assertThat(kept.subList(0, 10)).allMatch(one -> one.startsWith("ann "));
    }
}
