package io.grape.redis;

import static io.grape.redis.RepairFixture.bytes;
import static io.grape.redis.RepairTest.job;
import static io.grape.redis.RepairTest.produce;
import static io.grape.redis.TestStore.TUBE;
import static io.grape.redis.TestStore.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Inconsistency;
import io.grape.core.JobId;
import io.grape.core.JobState;
import io.grape.core.Lease;
import io.grape.core.Limits;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.job.Acknowledgement.Bury;
import io.grape.core.job.Broker;
import io.grape.core.job.Due;
import io.grape.core.job.Job;
import io.grape.core.job.JobQuery;
import io.grape.core.job.JobTags;
import io.grape.core.tube.Tube;
import io.grape.redis.script.JobPlace;
import io.grape.redis.script.Keys;
import io.grape.redis.script.Script;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The places of a job are the same in Lua, in Java and in docs/storage.md, and all that looks at jobs knows each of them. */
final class JobPlaceTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final long URGENT = 7;
    private static final String GATE = "wall";
    private static final String ROWS = """
            local reply = { 'OK' }
            for _, some in ipairs({ places(), places('apart') }) do
              for _, place in ipairs(some) do
                reply[#reply + 1] = table.concat({ place.set:sub(#TUBE - 3), place.due or '', place.later or '',
                  place.by_priority and 'yes' or '', place.field or '' }, ' | ')
              end
            end
            return reply
            """;

    private final RepairFixture there = new RepairFixture(TestRedis.uri());

    @AfterEach
    void close() {
        there.close();
    }

    static Stream<Arguments> places() {
        return Stream.of(JobPlace.values())
                .flatMap(place -> (place.isByPriority()
                                ? Stream.of(Limits.DEFAULT_PRIORITY, URGENT)
                                : Stream.of(Limits.DEFAULT_PRIORITY))
                        .map(priority -> Arguments.of(place, priority)));
    }

    private List<String> rowsInLua() {
        byte[][] keys = new Keys(there.namespace()).tube(TUBE).keys();
        byte[][] withGap = Arrays.copyOf(keys, keys.length + 1);
        withGap[keys.length] = there.key("gap");
        Script script = new Script(
                "places", "#!lua flags=no-writes\n", Script.ofTube("peek").prelude(), ROWS);
        List<byte[]> reply = get(there.redis()
                .eval(
                        script.text(Script.CLOCK).bytes(),
                        ScriptOutputType.MULTI,
                        withGap,
                        there.key("j:"),
                        bytes("call")));
        return reply.subList(1, reply.size() - 1).stream()
                .map(row -> new String(row, UTF_8))
                .toList();
    }

    @Test
    void thePlacesAreTheSameInLuaInTheDocsAndInJava() {
        List<String> lua = rowsInLua();
        assertThat(StorageDoc.read().places()).isEqualTo(lua);
        assertThat(Stream.of(JobPlace.values()).map(JobPlaceTest::row))
                .isEqualTo(lua.stream()
                        .map(row -> row.substring(0, row.lastIndexOf(" | ")))
                        .toList());
    }

    private static String row(JobPlace place) {
        return String.join(
                " | ",
                place.set(),
                place.isApart() ? "" : place.state(true).wireName(),
                place.isApart() ? "" : place.state(false).wireName(),
                place.isByPriority() ? "yes" : "");
    }

    @Test
    void everyStateIsThatOfAPlace() {
        assertThat(JobPlace.live().stream()
                        .flatMap(place -> Stream.of(place.state(true), place.state(false)))
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(JobState.live());
    }

    /** Two jobs get where they are as they do in life. */
    private void fill(JobPlace place, long priority) {
        Due due = place == JobPlace.WAITING ? Due.after(HOUR) : Due.NOW;
        JobTags tags = new JobTags(null, List.of("held"));
        produce(
                there,
                job("a").priority(priority).due(due).tags(tags),
                job("b").priority(priority).due(due).tags(tags));
        switch (place) {
            case WAITING -> {}
            case RETAINED -> there.here.consume(2);
            case FAILED ->
                there.here
                        .consume(2)
                        .forEach(job ->
                                get(broker().acknowledge(TUBE, new Bury(job.id(), Lease.CURRENT, "broken", null))));
            case GATED -> {
                get(there.here
                        .store()
                        .gates()
                        .put(TUBE, GATE, new GateRequest(GateMatch.label("held"), GateMode.HOLD, null, "", "")));
                assertThat(there.here.consume(2)).isEmpty();
            }
            case MISSING -> {
                there.hide("a", "b");
                assertThat(there.here.consume(2)).isEmpty();
                there.show("a", "b");
            }
        }
        assertThat(get(there.redis().zcard(there.key(set(place, priority))))).isEqualTo(2);
    }

    private static String set(JobPlace place, long priority) {
        return place.isByGate() ? "gated:" + GATE : StoredTube.set(place, priority);
    }

    private Broker broker() {
        return there.here.store().broker();
    }

    @ParameterizedTest
    @MethodSource("places")
    void jobsAreSeenAndCounted(JobPlace place, long priority) {
        fill(place, priority);
        if (place.isApart()) {
            assertThat(there.here.tube().counts().values()).containsOnly(0L);
            assertThat(there.field(place.set())).isEqualTo("2");
            assertThat(there.here.tube().imbalance()).isZero();
            assertSeen(JobState.READY);
            return;
        }
        there.checkInvariants();
        for (boolean isDue : List.of(false, true)) {
            JobState state = place.state(isDue);
            double score = isDue ? 1 : Instant.now().plus(HOUR).toEpochMilli();
            List.of("a", "b").forEach(id -> there.add(set(place, priority), score, id));
            assertSeen(state);
            Tube tube = there.here.tube();
            tube.counts()
                    .forEach(
                            (one, count) -> assertThat(count).as(one.wireName()).isEqualTo(one == state ? 2 : 0));
            assertThat(tube.imbalance()).isZero();
            // A job under a lease that has run out is ready, and listed only once it waits again.
            if (!(place == JobPlace.RETAINED && isDue)) {
                assertThat(get(broker().list(TUBE, new JobQuery(state, 10, null)))
                                .jobs())
                        .extracting(Job::id)
                        .containsExactly(new JobId("a"), new JobId("b"));
            }
        }
    }

    private void assertSeen(JobState state) {
        assertThat(get(broker().peek(TUBE, new JobId("a"))).state()).isEqualTo(state);
        assertThat(get(broker().explain(TUBE, new JobId("a"))).state()).isEqualTo(state);
    }

    @ParameterizedTest
    @MethodSource("places")
    void theSelfCheckLooksThere(JobPlace place, long priority) {
        fill(place, priority);
        there.drop("j:b");
        assertThat(there.round())
                .isEqualTo(
                        place.isApart()
                                ? Map.of(Inconsistency.LOST, 1, Inconsistency.RECOVERED, 1)
                                : Map.of(Inconsistency.LOST, 1));
        assertWhole();
        there.add((place == JobPlace.WAITING ? JobPlace.FAILED : JobPlace.WAITING).set(), 1, "a");
        assertThat(there.round()).isEqualTo(place.isApart() ? Map.of() : Map.of(Inconsistency.DOUBLED, 1));
        assertWhole();
    }

    private void assertWhole() {
        there.checkInvariants();
        assertThat(there.here.tube().imbalance()).isZero();
    }

    @ParameterizedTest
    @MethodSource("places")
    void aTubeIsNotEmptyAndLeavesNothingBehind(JobPlace place, long priority) {
        fill(place, priority);
        assertThat(get(there.here.store().tubes().deleteIfEmpty(TUBE))).isFalse();
        get(there.here.store().tubes().delete(TUBE));
        assertThat(get(there.redis().keys(new String(there.key("*"), UTF_8)))).isEmpty();
    }
}
