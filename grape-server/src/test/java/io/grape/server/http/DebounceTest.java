package io.grape.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.InvariantsExtension;
import io.grape.redis.TestRedis;
import io.grape.server.ServerExtension;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Debounced jobs and what follows them, as calls say and show it. */
class DebounceTest {
    private static final String TUBE = "/v1/tubes/t";
    private static final String JOB = TUBE + "/jobs/a";
    private static final String DEBOUNCED = JOB + "?onDuplicate=debounce&delayMs=60000&debounceMaxMs=3600000";

    @RegisterExtension
    final ServerExtension server = new ServerExtension();

    @RegisterExtension
    final InvariantsExtension invariants = new InvariantsExtension(TestRedis::uri, server::namespace);

    private final Wire wire = Wire.to(server);

    private String taken() {
        return wire.post(JOB + "/consume").is(200).json().getString("lease");
    }

    private void follow() {
        assertThat(wire.put(DEBOUNCED, "next").is(200).text())
                .isEqualTo("{\"id\":\"a\",\"tube\":\"t\",\"state\":\"retained\",\"created\":false,\"dueAt\":null,"
                        + "\"successor\":true}");
    }

    private void assertNext() {
        JsonObject next = wire.get(JOB).is(200).json();
        assertThat(next.getString("state")).isEqualTo("delayed");
        assertThat(next.containsKey("successor")).isFalse();
        assertThat(wire.get(JOB + "/payload").is(200).text()).isEqualTo("next");
    }

    @Test
    void aProducePutsTheJobOff() {
        assertThat(wire.put(DEBOUNCED, "1").is(201).json().containsKey("successor"))
                .isFalse();
        JsonObject again = wire.put(DEBOUNCED, "2").is(200).json();
        assertThat(again.getBoolean("created")).isFalse();
        assertThat(again.getString("state")).isEqualTo("delayed");
        assertThat(wire.get(JOB + "/payload").is(200).text()).isEqualTo("2");
    }

    @Test
    void whatFollowsIsSaidByTheFinish() {
        wire.put(JOB, "1").is(201);
        String lease = taken();
        assertThat(wire.get(JOB).is(200).json().containsKey("successor")).isFalse();
        follow();
        assertThat(wire.get(JOB).is(200).json().getBoolean("successor")).isTrue();
        assertThat(wire.post(JOB + "/finish?lease=" + lease).is(200).text())
                .isEqualTo("{\"id\":\"a\",\"state\":\"finished\",\"successor\":true}");
        assertNext();
    }

    @Test
    void whatFollowsIsSaidByABuryAndARelease() {
        for (String verb : new String[] {"bury", "release", "handback"}) {
            wire.put(JOB + "?onDuplicate=replace", "1");
            String lease = taken();
            follow();
            JsonObject done =
                    wire.post(JOB + "/" + verb + "?lease=" + lease).is(200).json();
            assertThat(done.fieldNames()).containsExactly("id", "state", "dueAt", "successor");
            assertThat(done.getString("state")).isEqualTo("delayed");
            assertNext();
        }
    }

    @Test
    void aBatchSaysItOfEach() {
        wire.put(JOB, "1").is(201);
        String lease = taken();
        String batch = "[{\"id\":\"a\",\"payload\":1,\"onDuplicate\":\"debounce\",\"debounceMaxMs\":5000},"
                + "{\"id\":\"b\",\"payload\":1,\"onDuplicate\":\"debounce\"}]";
        assertThat(wire.post(TUBE + "/jobs", batch).is(200).text().replaceFirst(",\"dueAt\":\"[^\"]+\"", ""))
                .isEqualTo("{\"results\":[{\"id\":\"a\",\"created\":false,\"state\":\"retained\",\"successor\":true},"
                        + "{\"id\":\"b\",\"created\":true,\"state\":\"ready\"}]}");
        String ack = "[{\"id\":\"a\",\"lease\":\"" + lease + "\",\"op\":\"finish\"}]";
        assertThat(wire.post(TUBE + "/acks", ack).is(200).text())
                .isEqualTo("{\"results\":[{\"id\":\"a\",\"state\":\"finished\",\"successor\":true}]}");
    }

    @Test
    void aLongestTimeNeedsADebounce() {
        wire.put(JOB + "?debounceMaxMs=5000", "x")
                .isBadRequest("debounceMaxMs: expected it with onDuplicate=debounce, got it with keep");
        wire.put(JOB + "?debounceMaxMs=5000&onDuplicate=replace", "x").isBadRequest("got it with replace");
        wire.put(JOB + "?debounceMaxMs=0&onDuplicate=debounce", "x").isBadRequest("debounceMaxMs: expected 1 or more");
        wire.put(JOB + "?onDuplicate=later", "x")
                .isBadRequest("onDuplicate: expected keep, replace, reject or debounce");
    }
}
