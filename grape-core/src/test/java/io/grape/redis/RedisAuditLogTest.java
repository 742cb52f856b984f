package io.grape.redis;

import static io.grape.redis.TestStore.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.AuditEntry;
import io.grape.core.AuditPage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The two streams of the audit log. */
class RedisAuditLogTest {
    private final String namespace = TestRedis.newNamespace();
    private final RedisStore store = TestRedis.open(TestRedis.uri(), namespace);
    private final RawRedis redis = RawRedis.to(TestRedis.uri());

    @AfterEach
    void close() {
        redis.close();
        store.close();
    }

    private String write(String outcome) {
        AuditEntry.Subject nothing = new AuditEntry.Subject("", "", "");
        return get(store.audit()
                .write(new AuditEntry("eve", "login", nothing, outcome, new AuditEntry.Origin("r", "::1")), null));
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
            ids.add(write(AuditEntry.DENIED));
            ids.add(write(i % 10 == 0 ? AuditEntry.OK : AuditEntry.DENIED));
        }
        assertThat(added() - before).as("those that were let").isEqualTo(5);
        List<String> read = new ArrayList<>(get(store.audit().read(null, 1000)).entries().stream()
                .map(AuditPage.Kept::id)
                .toList());
        Collections.reverse(read);
        assertThat(read).containsExactlyElementsOf(ids).doesNotHaveDuplicates();
    }
}
