package io.grape.client.worker;

import static io.grape.client.worker.Jobs.TUBE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.GateMatch;
import io.grape.client.GateMode;
import io.grape.client.GatePreview;
import io.grape.client.GateSettings;
import io.grape.client.GateStatus;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.Job;
import io.grape.client.JobState;
import io.grape.client.KeySettings;
import io.grape.client.NewJob;
import io.grape.client.Produced;
import io.grape.client.Result;
import io.grape.client.Tube;
import io.grape.client.TubeGates;
import io.grape.client.TubeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client does with the gates of a tube. */
class GatesTest {
    private static final GateMatch EU = GateMatch.label("eu");
    private static final Instant LATER = Instant.parse("2127-01-31T11:30:00.125Z");

    @RegisterExtension
    final TestBroker broker = new TestBroker();

    private final TubeGates gates = broker.grape().tubes().gates("work");

    private void produce(String id, String... labels) {
        broker.grape().produce(TUBE, NewJob.of(id).id(id).labels(labels));
    }

    private List<String> consumed() {
        return broker.grape().consume(TUBE, 10, Duration.ZERO).stream()
                .map(Job::id)
                .toList();
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        GrapeException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    @Test
    void whatAGateHoldsIsDeliveredWhenItIsLifted() {
        produce("a", "eu");
        produce("b");
        GateStatus put = gates.put("outage", GateSettings.hold(EU).reason("incident 17"));
        assertThat(put.name()).isEqualTo("outage");
        assertThat(put.isLifting()).isFalse();
        assertThat(put.since()).isNotNull();
        assertThat(put.by()).isEqualTo("anonymous");
        assertThat(consumed()).containsExactly("b");
        assertThat(broker.grape().peek(TUBE, "a").orElseThrow().state()).isEqualTo(JobState.GATED);
        assertThat(broker.grape().list(TUBE, JobState.GATED, 10, null).jobs()).hasSize(1);
        assertThat(broker.grape().tubes().status("work").orElseThrow().counts()).containsEntry(JobState.GATED, 1L);
        assertThat(gates.list()).extracting(GateStatus::held).containsExactly(1L);
        assertThat(gates.lift("outage")).isTrue();
        assertThat(gates.lift("outage")).isFalse();
        assertThat(gates.list()).isEmpty();
        assertThat(consumed()).containsExactly("a");
    }

    @ParameterizedTest
    @EnumSource
    void aGateShowsWhatItWasGiven(GateMode mode) {
        broker.grape().tubes().configure("work", new TubeSettings(Duration.ofMinutes(1), 3, KeySettings.FAIR));
        for (GateMatch match : List.of(GateMatch.key("Acme:7"), EU, GateMatch.ALL)) {
            GateSettings settings = new GateSettings(match, mode, LATER, "données");
            assertThat(gates.put("g", settings).settings()).isEqualTo(settings);
            GateSettings less = new GateSettings(match, mode, null, null);
            assertThat(gates.put("g", less).settings()).isEqualTo(less);
            assertThat(gates.list()).extracting(GateStatus::settings).containsExactly(less);
        }
    }

    @Test
    void gatesDropAndBuryWhatIsReady() {
        produce("a", "eu");
        produce("b", "us");
        produce("c");
        gates.put("bury", GateSettings.bury(EU));
        gates.put("drop", GateSettings.drop(GateMatch.label("us")));
        assertThat(consumed()).containsExactly("c");
        assertThat(gates.list()).extracting(GateStatus::buried).containsExactly(1L, 0L);
        assertThat(gates.list()).extracting(GateStatus::dropped).containsExactly(0L, 1L);
        assertThat(broker.grape().peek(TUBE, "a").orElseThrow().reason()).hasValue("gate bury");
        assertThat(broker.grape().tubes().status("work").orElseThrow().totals()).containsEntry("dropped", 1L);
    }

    @Test
    void whatAGateWouldMatchIsCounted() {
        IntStream.range(0, 30).forEach(i -> produce("j" + i, "eu"));
        GatePreview preview = gates.preview(GateSettings.hold(EU));
        assertThat(preview.matching()).isEqualTo(30);
        assertThat(preview.isExact()).isTrue();
        assertThat(preview.sample()).hasSize(20).startsWith("j0", "j1");
        assertThat(gates.preview(GateSettings.refuse(GateMatch.ALL))).isEqualTo(new GatePreview(0, true, List.of()));
        assertThat(gates.list()).isEmpty();
    }

    @Test
    void aSampleMayHoldAnyPayload() {
        Tube<byte[]> deep = Tube.of("work", Codec.bytes());
        broker.grape()
                .produce(
                        deep,
                        NewJob.of(("[".repeat(2000) + "]".repeat(2000)).getBytes(UTF_8))
                                .id("deep"));
        assertThat(gates.preview(GateSettings.drop(GateMatch.ALL)).sample()).containsExactly("deep");
    }

    @Test
    void aProduceThatAGateRefusesIsNotRetried() {
        produce("live", "eu");
        gates.put("closed", GateSettings.refuse(EU).until(LATER));
        List<String> retried = new CopyOnWriteArrayList<>();
        ClientEvents events = new ClientEvents() {
            @Override
            public void retried(String call) {
                retried.add(call);
            }
        };
        try (Grape grape = broker.client(events)) {
            assertFails(
                    ErrorCode.GATED,
                    () -> grape.produce(TUBE, NewJob.of("x").id("new").labels("eu")));
            assertThat(grape.produce(TUBE, NewJob.of("x").id("live").labels("eu"))
                            .created())
                    .isFalse();
            List<Result<Produced>> results = grape.produceAll(
                    TUBE, List.of(NewJob.of("x").labels("eu"), NewJob.of("x").id("other")));
            assertThat(results.get(0).failure())
                    .extracting(GrapeException::code)
                    .isEqualTo(ErrorCode.GATED);
            assertThat(results.get(1).get().created()).isTrue();
        }
        assertThat(retried).isEmpty();
    }

    @Test
    void aJobThatAGateHoldsIsNotTaken() {
        produce("a", "eu");
        gates.put("outage", GateSettings.hold(EU));
        assertFails(ErrorCode.GATED, () -> broker.grape().take(TUBE, "a"));
    }

    @Test
    void thePauseOfATubeIsAGate() {
        produce("a");
        broker.grape().tubes().pause("work", null, "the relay is down");
        GateSettings pause = GateSettings.hold(GateMatch.ALL).reason("the relay is down");
        assertThat(gates.list()).extracting(GateStatus::settings).containsExactly(pause);
        assertThat(gates.lift("pause")).isTrue();
        assertThat(consumed()).containsExactly("a");
    }

    @Test
    void whatCannotBeIsRefused() {
        assertFails(ErrorCode.TUBE_NOT_FOUND, gates::list);
        assertFails(ErrorCode.TUBE_NOT_FOUND, () -> gates.lift("g"));
        produce("a");
        assertFails(ErrorCode.BAD_REQUEST, () -> gates.put("g/h", GateSettings.hold(EU)));
        assertFails(ErrorCode.BAD_REQUEST, () -> gates.put("g", GateSettings.hold(GateMatch.label("EU"))));
        assertFails(
                ErrorCode.BAD_REQUEST,
                () -> gates.put("g", GateSettings.hold(EU).until(Instant.EPOCH)));
        assertFails(ErrorCode.WRONG_STATE, () -> gates.put("g", GateSettings.hold(GateMatch.key("acme"))));
    }
}
