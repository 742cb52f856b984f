package io.grape.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grape.client.Codec;
import io.grape.client.ErrorCode;
import io.grape.client.Grape;
import io.grape.client.GrapeException;
import io.grape.client.NewJob;
import io.grape.client.Tube;
import io.grape.junit.GrapeTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The outbox refuses what a broker refuses, and takes what it takes. The broker is a real one. */
@GrapeTest
class JobChecksTest {
    private static final Tube<String> NOTES = Tube.of("notes", Codec.text());
    private static final Duration FOREVER = Duration.ofSeconds((1L << 32) - 1);
    private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");

    private final Outbox outbox = Outbox.builder()
            .table(TestDatabase.POSTGRESQL.newTable())
            .dedup(Duration.ZERO)
            .build();

    @BeforeEach
    void hasDatabase() {
        TestDatabase.POSTGRESQL.assumeInstalled();
    }

    private static NewJob<String> job() {
        return NewJob.of("text");
    }

    private static NewJob<String> withHeaders(int count, int length) {
        NewJob<String> job = job();
        for (int i = 0; i < count; i++) {
            job = job.header("name-" + i, "v".repeat(length));
        }
        return job;
    }

    private static String[] labels(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> ("label" + i + "-".repeat(length)).substring(0, length))
                .toArray(String[]::new);
    }

    static Stream<NewJob<String>> refused() {
        return Stream.of(
                job().id(""),
                job().id(".."),
                job().id("a\nb"),
                job().id("i".repeat(201)),
                job().priority(-1),
                job().priority(1L << 32),
                job().delay(FOREVER.plusSeconds(1)),
                job().at(LAST.plusSeconds(1)),
                job().ttr(Duration.ofMillis(999)),
                job().ttr(FOREVER.plusSeconds(1)),
                job().maxAttempts(-1),
                job().maxAttempts(1_000_001),
                job().dedup(Duration.ofMillis(999)),
                job().dedup(Duration.ofDays(7).plusSeconds(1)),
                job().debounce(Duration.ofSeconds(5), FOREVER.plusSeconds(1)),
                job().expireIn(Duration.ofMillis(500)).delay(Duration.ofSeconds(1)),
                job().expireIn(FOREVER.plusSeconds(1)),
                job().expiresAt(LAST.plusSeconds(1)),
                job().key("a b"),
                job().key("k".repeat(129)),
                job().key("k").weight(0.001),
                job().key("k").weight(1001),
                job().labels("Upper"),
                job().labels("twice", "twice"),
                job().labels(labels(9, 10)),
                job().labels(labels(1, 65)),
                job().labels(labels(8, 33)),
                withHeaders(17, 1),
                withHeaders(1, 1025),
                withHeaders(5, 1000),
                job().header("under_score", "a"),
                job().header("name", "ä"));
    }

    static Stream<NewJob<String>> taken() {
        return Stream.of(
                job().id("i".repeat(200)),
                job().id("a b/ü"),
                job().priority((1L << 32) - 1),
                job().delay(Duration.ofDays(40_000)).dedup(Duration.ofDays(7)),
                job().at(LAST),
                job().ttr(Duration.ofSeconds(1)),
                job().ttr(FOREVER),
                job().maxAttempts(1_000_000),
                job().dedup(Duration.ofSeconds(1)),
                job().debounce(Duration.ofSeconds(5), FOREVER),
                job().expireIn(Duration.ofHours(1)).delay(Duration.ofSeconds(1)),
                job().key("k".repeat(128)).weight(0.01),
                job().labels(labels(8, 32)),
                withHeaders(16, 200),
                withHeaders(1, 1024));
    }

    private void write(Tube<String> tube, NewJob<String> job) throws SQLException {
        try (Connection connection = TestDatabase.POSTGRESQL.connect()) {
            outbox.createTable(connection);
            outbox.produce(connection, tube, job);
            connection.rollback();
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void jobThatABrokerRefusesIsRefused(NewJob<String> job, Grape grape) {
        assertThat(catchThrowableOfType(GrapeException.class, () -> grape.produce(NOTES, job))
                        .code())
                .isEqualTo(ErrorCode.BAD_REQUEST);
        assertThatThrownBy(() -> write(NOTES, job)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @MethodSource("taken")
    void jobThatABrokerTakesIsTaken(NewJob<String> job, Grape grape) throws SQLException {
        assertThat(grape.produce(NOTES, job).created()).isTrue();
        write(NOTES, job);
    }

    private record Raw(String contentType) implements Codec<String> {
        @Override
        public byte[] encode(String value) {
            return value.getBytes(UTF_8);
        }

        @Override
        public String decode(byte[] bytes) {
            return new String(bytes, UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":", "", "{} {}", "nothing"})
    void textThatClaimsToBeJsonIsRefused(String text, Grape grape) {
        Tube<String> tube = Tube.of("raw", new Raw("application/json"));
        assertThat(catchThrowableOfType(GrapeException.class, () -> grape.produce(tube, text))
                        .code())
                .isEqualTo(ErrorCode.BAD_REQUEST);
        assertThatThrownBy(() -> write(tube, NewJob.of(text))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void jsonOfTooManyLevelsIsRefused(Grape grape) throws SQLException {
        Tube<String> tube = Tube.of("raw", new Raw("application/json"));
        String deep = "[".repeat(1000) + "]".repeat(1000);
        assertThat(grape.produce(tube, deep).created()).isTrue();
        write(tube, NewJob.of(deep));
        assertThatThrownBy(() -> grape.produce(tube, "[" + deep + "]")).isInstanceOf(GrapeException.class);
        assertThatThrownBy(() -> write(tube, NewJob.of("[" + deep + "]"))).isInstanceOf(IllegalArgumentException.class);
    }
}
