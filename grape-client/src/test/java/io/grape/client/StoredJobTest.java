package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.client.JobWriter.Encoded;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The form of a job in a buffer. */
class StoredJobTest {
    private static final Instant NOW = Instant.parse("2027-01-31T09:30:00.123Z");
    private static final NewJob<String> FULL = NewJob.of("päyload")
            .id("a/b 订单1")
            .at(Instant.parse("2027-02-01T00:00:00.000000001Z"))
            .ttr(Duration.ofSeconds(30))
            .priority((1L << 32) - 1)
            .maxAttempts(8)
            .dedup(Duration.ofHours(1))
            .expiresAt(Instant.parse("2027-03-01T00:00:00Z"))
            .key("acme")
            .weight(2.5)
            .labels("eu", "trial")
            .header("traceparent", "00-1")
            .header("empty", "");

    private static StoredJob stored(NewJob<String> job) {
        return StoredJob.read(StoredJob.write("orders", Encoded.of(job, Codec.text(), Map.of()), NOW, null));
    }

    private static Object field(Field field, NewJob<?> job) throws IllegalAccessException {
        field.setAccessible(true);
        return String.valueOf(field.get(job));
    }

    @ParameterizedTest
    @EnumSource(
            value = OnDuplicate.class,
            names = {"KEEP", "REPLACE", "DEBOUNCE"})
    void everySettingOfAJobIsKept(OnDuplicate onDuplicate) throws Exception {
        NewJob<String> job = FULL.onDuplicate(onDuplicate);
        if (onDuplicate == OnDuplicate.DEBOUNCE) {
            job = FULL.debounce(Duration.ZERO, Duration.ofMinutes(1)).at(NOW);
        }
        StoredJob stored = stored(job);
        assertThat(stored.tube().name()).isEqualTo("orders");
        assertThat(stored.tube().codec().contentType()).isEqualTo(Codec.text().contentType());
        assertThat(stored.job().payload()).isEqualTo("päyload".getBytes(UTF_8));
        assertThat(stored.writtenAt()).isEqualTo(NOW);
        for (Field field : NewJob.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals("payload")) {
                assertThat(field(field, stored.job())).as(field.getName()).isEqualTo(field(field, job));
            }
        }
    }

    /** Those that are set in no job here are set in none by the test above. */
    @Test
    void theTestAboveKnowsEverySetting() throws Exception {
        NewJob<String> debounced = FULL.debounce(Duration.ofSeconds(1), Duration.ofMinutes(1));
        NewJob<String> empty = NewJob.of("").id("");
        for (Field field : NewJob.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                assertThat(Arrays.asList(
                                field(field, FULL),
                                field(field, debounced),
                                field(field, FULL.expireIn(Duration.ofDays(1)))))
                        .as(field.getName())
                        .anyMatch(value -> !value.equals(valueOf(field, empty)));
            }
        }
    }

    private static Object valueOf(Field field, NewJob<?> job) {
        try {
            return field(field, job);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void timesFromTheProduceAreMadeAbsolute() {
        StoredJob stored = stored(NewJob.of("x").delay(Duration.ofMinutes(5)).expireIn(Duration.ofHours(1)));
        assertThat(stored.job().delay()).isNull();
        assertThat(stored.job().dueAt()).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
        assertThat(stored.job().expireIn()).isNull();
        assertThat(stored.job().expiresAt()).isEqualTo(NOW.plus(Duration.ofHours(1)));
    }

    @Test
    void aJobThatIsDueAtOnceNeedsNoClock() {
        assertThat(stored(NewJob.of("x")).job().dueAt()).isNull();
        assertThat(stored(NewJob.of("x").delay(Duration.ZERO)).job().dueAt()).isNull();
    }

    @Test
    void theDedupWindowOfTheBufferIsForJobsWithoutTheirOwn() {
        Encoded without = Encoded.of(NewJob.of("x"), Codec.text(), Map.of());
        Encoded with = Encoded.of(NewJob.of("x").dedup(Duration.ofDays(1)), Codec.text(), Map.of());
        Duration hour = Duration.ofHours(1);
        assertThat(StoredJob.read(StoredJob.write("t", without, NOW, hour))
                        .job()
                        .dedup())
                .isEqualTo(hour);
        assertThat(StoredJob.read(StoredJob.write("t", with, NOW, hour)).job().dedup())
                .isEqualTo(Duration.ofDays(1));
    }

    @Test
    void whatCannotBeWrittenIsRefusedAtOnce() {
        for (NewJob<String> bad : Arrays.asList(
                NewJob.of("x").onDuplicate(OnDuplicate.REJECT),
                NewJob.of("x").delay(Duration.ofMillis(-1)),
                NewJob.of("x").delay(Duration.ofSeconds(Long.MAX_VALUE)),
                NewJob.of("x").expireIn(Duration.ofMillis(-1)),
                NewJob.of("x").id("x".repeat(70_000)))) {
            assertThatThrownBy(() -> stored(bad))
                    .isInstanceOfSatisfying(
                            GrapeException.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BAD_REQUEST));
        }
    }

    @Test
    void aJobIsExpiredWhenItIsTooOldOrSaysSo() {
        StoredJob stored = stored(NewJob.of("x").expireIn(Duration.ofMinutes(10)));
        assertThat(stored.isExpired(NOW.plusSeconds(599), Duration.ofHours(1))).isFalse();
        assertThat(stored.isExpired(NOW.plusSeconds(600), Duration.ofHours(1))).isTrue();
        assertThat(stored.isExpired(NOW.plusSeconds(60), Duration.ofMinutes(1))).isTrue();
    }
}
