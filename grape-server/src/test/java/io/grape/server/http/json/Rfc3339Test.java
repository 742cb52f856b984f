package io.grape.server.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.Seed;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Rfc3339Test {
    private static final DateTimeFormatter SLOW = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 1970-01-01T00:00:00.000Z",
        "2000-02-29T23:59:59.999Z, 2000-02-29T23:59:59.999Z",
        "2027-01-31T09:30:00.005Z, 2027-01-31T09:30:00.005Z",
        "2336-02-06T06:28:15Z, 2336-02-06T06:28:15.000Z"
    })
    void anInstantIsWrittenInFull(Instant instant, String text) {
        assertThat(Rfc3339.text(instant)).isEqualTo(text);
    }

    @Test
    void everyInstantIsWrittenAsTheLibraryWritesIt() {
        Random random = Seed.random();
        for (int i = 0; i < 100_000; i++) {
            Instant instant = Instant.ofEpochMilli((long) (random.nextDouble() * 253_402_300_799_999L));
            assertThat(Rfc3339.text(instant)).isEqualTo(SLOW.format(instant));
        }
    }

    @Test
    void whatWasWrittenIsReadAgain() {
        Instant instant = Instant.parse("2027-01-31T09:30:00.120Z");
        assertThat(Rfc3339.parse("dueAt", String.valueOf(Rfc3339.text(instant))))
                .isEqualTo(instant);
        assertThat(Rfc3339.text(null)).isNull();
    }
}
