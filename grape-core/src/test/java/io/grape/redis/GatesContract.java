package io.grape.redis;

import static io.grape.core.ContractSteps.assertFails;
import static io.grape.core.ContractSteps.get;
import static io.grape.core.ContractSteps.ids;
import static io.grape.core.ContractSteps.job;
import static io.grape.redis.GateSteps.keyed;
import static io.grape.redis.GateSteps.labelled;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.ErrorCode;
import io.grape.core.gate.GateMatch;
import io.grape.core.gate.GateMode;
import io.grape.core.gate.GateRequest;
import io.grape.core.gate.Gates;
import io.grape.core.key.KeySettings;
import io.grape.core.tube.TubeSettings;
import io.grape.core.tube.TubeSettingsChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which gates a tube may have, and how they end. */
interface GatesContract extends GateSteps {
    @Test
    default void aGateEndsByItself() {
        timeIs(T0);
        produceAll(labelled("a", "eu"), labelled("b"));
        put("g", GateMatch.label("eu"), GateMode.HOLD, T0.plusSeconds(5));
        assertThat(ids(consume(1))).containsExactly("b");
        assertThat(handout(1).next()).isEqualTo(Duration.ofSeconds(5));
        timeIs(T0.plusSeconds(5));
        assertThat(ids(consume(1))).containsExactly("a");
        assertThat(all()).isEmpty();
        timeIs(T0);
        produceAll(labelled("c", "eu"));
        assertThat(ids(consume(1))).containsExactly("c");
    }

    @Test
    default void aGateOnAKeyEndsByItself() {
        timeIs(T0);
        share(FAIR);
        produceAll(keyed("a", "a"));
        put("g", GateMatch.key("a"), GateMode.HOLD, T0.plusSeconds(5));
        assertThat(handout(1).next()).isEqualTo(Duration.ofSeconds(5));
        timeIs(T0.plusSeconds(5));
        assertThat(ids(consume(1))).containsExactly("a");
    }

    @Test
    default void thePauseOfATubeIsAGate() {
        timeIs(T0);
        produceAll(job("a"));
        assertThat(put("pause", GateMatch.ALL, GateMode.HOLD, T0.plusSeconds(9)))
                .isTrue();
        assertThat(Objects.requireNonNull(describe().paused()).until()).isEqualTo(T0.plusSeconds(9));
        assertThat(consume(1)).isEmpty();
        assertThat(gate("pause").held()).isEqualTo(1);
        assertThat(put("pause", GateMatch.ALL, GateMode.HOLD)).isFalse();
        lift("pause");
        assertThat(describe().paused()).isNull();
        assertThat(consume(1)).hasSize(1);
        assertFails(gates().lift(tube(), "pause"), ErrorCode.NOT_FOUND);
        assertFails(
                gates().put(tube(), "pause", new GateRequest(GateMatch.ALL, GateMode.DROP, null, "", "")),
                ErrorCode.BAD_REQUEST);
    }

    private void assertRefused(String name, GateMatch match, GateMode mode, ErrorCode code) {
        assertFails(gates().put(tube(), name, new GateRequest(match, mode, null, "", "")), code);
    }

    @Test
    default void whatCannotBePutUpIsRefused() {
        assertRefused("g", GateMatch.ALL, GateMode.HOLD, ErrorCode.TUBE_NOT_FOUND);
        create(TubeSettings.DEFAULT);
        assertRefused("g/h", GateMatch.ALL, GateMode.HOLD, ErrorCode.BAD_REQUEST);
        assertRefused("", GateMatch.ALL, GateMode.HOLD, ErrorCode.BAD_REQUEST);
        assertRefused("g", GateMatch.key("a"), GateMode.HOLD, ErrorCode.WRONG_STATE);
        assertFails(
                gates().put(tube(), "g", new GateRequest(GateMatch.ALL, GateMode.HOLD, Instant.EPOCH, "", "")),
                ErrorCode.BAD_REQUEST);
        assertFails(gates().lift(tube(), "g"), ErrorCode.NOT_FOUND);
        share(KeySteps.ORDERED);
        assertRefused("g", GateMatch.label("eu"), GateMode.HOLD, ErrorCode.WRONG_STATE);
        put("g", GateMatch.key("a"), GateMode.HOLD);
        assertFails(tubes().configure(tube(), TubeSettingsChange.of(KeySettings.OFF)), ErrorCode.WRONG_STATE);
        share(FAIR);
        lift("g");
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        assertFails(tubes().configure(tube(), TubeSettingsChange.of(KeySteps.ORDERED)), ErrorCode.WRONG_STATE);
    }

    @Test
    default void aGateThatHoldsJobsIsNotTurnedIntoAnother() {
        produceAll(labelled("a", "eu"));
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        consume(1);
        assertRefused("g", GateMatch.label("us"), GateMode.HOLD, ErrorCode.WRONG_STATE);
        assertRefused("g", GateMatch.label("eu"), GateMode.DROP, ErrorCode.WRONG_STATE);
        assertThat(put("g", GateMatch.label("eu"), GateMode.HOLD, Instant.now().plus(HOUR)))
                .isFalse();
        lift("g");
        assertThat(put("g", GateMatch.label("us"), GateMode.HOLD)).isTrue();
    }

    @Test
    default void aTubeHasABoundedNumberOfGates() {
        create(TubeSettings.DEFAULT);
        IntStream.range(0, Gates.MAX_GATES).forEach(i -> put("g" + i, GateMatch.label("l" + i), GateMode.HOLD));
        assertRefused("more", GateMatch.label("x"), GateMode.HOLD, ErrorCode.WRONG_STATE);
        assertThat(put("g0", GateMatch.label("x"), GateMode.HOLD)).isFalse();
        assertThat(all()).hasSize(Gates.MAX_GATES);
    }

    @Test
    default void aTubeWithGatesIsRemovedWhole() {
        produceAll(labelled("a", "eu"), labelled("b", "eu"));
        put("g", GateMatch.label("eu"), GateMode.HOLD);
        consume(1);
        assertThat(get(tubes().deleteIfEmpty(tube()))).isFalse();
        get(tubes().delete(tube()));
        assertThat(keysOfTheTube()).isEmpty();
    }

    @Test
    default void aGateHasNoNameThatClientsTakeForAStepInAPath() {
        create(TubeSettings.DEFAULT);
        for (String name : List.of(".", "..")) {
            GateRequest request = new GateRequest(GateMatch.ALL, GateMode.HOLD, null, "", "ann");
            assertFails(gates().put(tube(), name, request), ErrorCode.BAD_REQUEST);
        }
    }
}
