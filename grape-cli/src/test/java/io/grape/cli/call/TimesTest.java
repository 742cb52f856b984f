package io.grape.cli.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations as people type them. */
class TimesTest {
    @ParameterizedTest
    @CsvSource({
        "500ms,PT0.5S",
        "30s,PT30S",
        "15m,PT15M",
        "1h30m,PT1H30M",
        "2d,PT48H",
        "49710d,P49710D",
        "0s,PT0S",
        "PT15M,PT15M",
        "p1d,PT24H"
    })
    void areRead(String text, Duration time) {
        assertThat(Times.duration(text)).contains(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "30",
                "s",
                "1w",
                "-1s",
                "1.5s",
                "1h 30m",
                "PT-1S",
                "PT",
                "999999999999d9999999999999999d",
                "999999999999d",
                "49711d",
                "P49711D"
            })
    void orRefused(String text) {
        assertThat(Times.duration(text)).isEmpty();
    }
}
