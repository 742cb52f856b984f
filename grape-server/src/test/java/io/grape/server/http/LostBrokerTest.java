package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grape.redis.RedisStore;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the overview says of a broker that is no more. */
class LostBrokerTest {
    private static final long FORGOTTEN_AFTER_MILLIS = 600_000;

    @RegisterExtension
    final ServerExtension servers = new ServerExtension();

    private Optional<JsonObject> lost() {
        return Wire.to(servers).get("/v1/overview").is(200).list("attention").stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.getString("code").equals("BROKER_LOST"))
                .map(one -> one.getJsonObject("detail"))
                .findFirst();
    }

    @Test
    void itsLastWordTellsSinceWhen() {
        try (RedisStore store = TestRedis.open(TestRedis.uri(), servers.namespace())) {
            store.brokers().publish("{}").toCompletableFuture().join();
        }
        await().until(() -> lost().isPresent());
        JsonObject first = lost().orElseThrow();
        assertThat(first.getInteger("brokers")).isEqualTo(1);
        assertThat(first.getLong("sinceMs")).isBetween(0L, FORGOTTEN_AFTER_MILLIS);
        await().until(() -> lost().orElseThrow().getLong("sinceMs") > first.getLong("sinceMs"));
    }
}
