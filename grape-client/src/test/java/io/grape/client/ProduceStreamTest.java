package io.grape.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.harness.DeafPort;
import io.grape.redis.TestRedis;
import io.grape.server.ContractBroker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of the jobs of a stream. */
class ProduceStreamTest {
    private static final Tube<String> NOTES = Tube.of("notes", Codec.text());

    private final ContractBroker broker = ContractBroker.start(TestRedis.newNamespace());
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Grape grape = Grape.connect(broker.uri().toString());

    @AfterEach
    void close() {
        grape.close();
        broker.close();
    }

    private static Stream<NewJob<String>> notes(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> NewJob.of("note " + i).id("note-" + i));
    }

    private long live() {
        return grape.tubes().status("notes").orElseThrow().counts().getOrDefault(JobState.READY, 0L);
    }

    @Test
    void allOfThemAreProducedHoweverManyThereAre() {
        grape.produceAll(NOTES, notes(0, 10).toList());
        ProduceResults<String> results = grape.produceAll(NOTES, notes(0, 2500));
        assertThat(results.failed()).isEmpty();
        assertThat(results.produced()).isEqualTo(2500);
        assertThat(results.created()).isEqualTo(2490);
        assertThat(live()).isEqualTo(2500);
        assertThat(grape.peek(NOTES, "note-2400").orElseThrow().payload()).isEqualTo("note 2400");
    }

    @Test
    void aStreamWithoutEndIsNotReadToItsEndBeforeTheFirstIsProduced() {
        assertThatThrownBy(() ->
                        grape.produceAll(NOTES, Stream.iterate(0, i -> i + 1).map(i -> {
                            if (i == 1500) {
                                throw new IllegalStateException("the cursor was closed");
                            }
                            return NewJob.of("x").id("note-" + i);
                        })))
                .hasMessage("the cursor was closed");
        assertThat(live()).isEqualTo(1000);
    }

    @Test
    void thoseThatFailedAreThereToBeTriedAgain() {
        Stream<NewJob<String>> jobs = notes(0, 1200)
                .map(job -> job.id().equals("note-7") || job.id().equals("note-1100")
                        ? job.header("name", "caf\u00e9")
                        : job);
        ProduceResults<String> results = grape.produceAll(NOTES, jobs, AckLevel.MEMORY);
        assertThat(results.produced()).isEqualTo(1198);
        assertThat(results.failed())
                .extracting(failed -> failed.job().id() + " " + failed.failure().code())
                .containsExactly("note-7 BAD_REQUEST", "note-1100 BAD_REQUEST");
        ProduceResults<String> again = grape.produceAll(
                NOTES, results.failed().stream().map(failed -> failed.job().header("name", "cafe")));
        assertThat(again.created()).isEqualTo(2);
        assertThat(live()).isEqualTo(1200);
    }

    @Test
    void ifNobodyAnswersTheRestIsReadAndNotSent() throws IOException {
        try (DeafPort nobody = new DeafPort();
                Grape away = Grape.builder()
                        .brokers(nobody.uri())
                        .callTimeout(Duration.ofSeconds(3))
                        .events(new ClientEvents() {
                            @Override
                            public void called(String call, String outcome, Duration took) {
                                calls.add(call + " " + outcome);
                            }
                        })
                        .build()) {
            ProduceResults<String> results = away.produceAll(NOTES, notes(0, 2500));
            assertThat(results.produced()).isZero();
            assertThat(results.failed())
                    .hasSize(2500)
                    .allSatisfy(failed -> assertThat(failed.failure().code()).isEqualTo(ErrorCode.UNREACHABLE))
                    .allSatisfy(failed -> assertThat(failed.failure().jobId())
                            .isEqualTo(failed.job().id()))
                    .allSatisfy(failed -> assertThat(failed.job())
                            .hasToString("NewJob[" + failed.job().id() + "]"));
        }
        assertThat(calls).containsExactly("produceAll unreachable");
    }
}
