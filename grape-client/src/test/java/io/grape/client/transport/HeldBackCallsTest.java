package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Acknowledgement;
import io.grape.client.AsyncGrape;
import io.grape.client.ClientEvents;
import io.grape.client.Codec;
import io.grape.client.GateMatch;
import io.grape.client.GateSettings;
import io.grape.client.Grape;
import io.grape.client.JobState;
import io.grape.client.KeyOverride;
import io.grape.client.Lease;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.client.TubeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which calls of a client are held back at a broker that sheds them. */
class HeldBackCallsTest {
    private static final Tube<String> TUBE = Tube.of("mail", Codec.text());
    private static final Acknowledgement.Finish FINISH = new Acknowledgement.Finish("a", Lease.of("7"));
    /** So that what is held back at random is held back at least once. */
    private static final int TIMES = 30;

    private final Set<String> shed = new ConcurrentSkipListSet<>();
    private final Set<String> reasons = new ConcurrentSkipListSet<>();
    private final Set<String> heldBack = new ConcurrentSkipListSet<>();
    private final ClientEvents events = new ClientEvents() {
        @Override
        public void shed(String call, String why) {
            shed.add(call);
            reasons.add(why);
        }

        @Override
        public void throttled(String call) {
            heldBack.add(call);
        }

        @Override
        public void broken(String call) {
            heldBack.add(call);
        }
    };

    @Test
    void acknowledgementsAndOperatorsCallsNeverAre() {
        try (FakeBroker broker = new FakeBroker(FakeBroker.first(shedsFor("of a later release"), shedsFor("delay")));
                Grape grape =
                        Grape.builder().brokers(broker.uri()).events(events).build()) {
            AsyncGrape async = grape.async().failingIfOverloaded();
            for (int i = 0; i < TIMES; i++) {
                calls(async)
                        .forEach(
                                call -> call.get().handle((done, failure) -> "").join());
            }
        }
        assertThat(heldBack)
                .containsExactlyInAnyOrder("produce", "produceAll", "consume", "take", "peek", "list", "tube", "kick");
        assertThat(reasons).containsExactly("delay", "other");
        assertThat(shed)
                .contains(
                        "acks", "finish", "pause", "resume", "delete", "configure", "deleteTube", "putKey", "putGate");
    }

    private static FakeBroker.Behaviour shedsFor(String why) {
        return FakeBroker.refuses(503, "OVERLOADED", "Retry-After: 1000", "Grape-Overloaded: " + why);
    }

    private static Stream<Supplier<CompletableFuture<?>>> calls(AsyncGrape async) {
        return Stream.of(
                () -> async.produce(TUBE, "x"),
                () -> async.produceAll(TUBE, List.of(NewJob.of("x"))),
                () -> async.consume(TUBE, 1, Duration.ofSeconds(1)),
                () -> async.take(TUBE, "a"),
                () -> async.peek(TUBE, "a"),
                () -> async.list(TUBE, JobState.READY, 1, null),
                () -> async.kick(TUBE, "a"),
                () -> async.tubes().status("mail"),
                () -> async.acknowledge("mail", FINISH),
                () -> async.finishAndConsume(TUBE, FINISH, 1, Duration.ZERO),
                () -> async.acknowledgeAndConsume(TUBE, List.of(FINISH), 1, Duration.ZERO),
                () -> async.tubes().pause("mail", null, null),
                () -> async.tubes().resume("mail"),
                () -> async.delete(TUBE, "a"),
                () -> async.tubes().delete("mail"),
                () -> async.tubes().configure("mail", new TubeSettings(Duration.ofMinutes(1), 20)),
                () -> async.tubes().keys("mail").put("k", KeyOverride.NONE),
                () -> async.tubes().gates("mail").put("g", GateSettings.hold(GateMatch.ALL)));
    }
}
