package io.grape.redis.broker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.grape.redis.overload.Brake.Slowness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScriptWindowTest {
    private static final Duration SLOW = Duration.ofMillis(50);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final ScriptWindow window = new ScriptWindow();

    /** After so many seconds Redis has run so many scripts since its start. */
    private @Nullable Slowness after(long seconds, long all, long slow, long verySlow) {
        return window.add(new ScriptTimes(all, slow, verySlow), seconds * SECOND);
    }

    @Test
    void oneSampleSaysNothingOfNow() {
        assertThat(after(0, 1000, 1000, 1000)).isNull();
    }

    @Test
    void moreThanOneOfAHundredIsSlow() {
        assertThat(after(0, 0, 0, 0)).isNull();
        assertThat(after(2, 1000, 10, 10)).isEqualTo(Slowness.NONE);
        assertThat(after(4, 2000, 21, 20)).isEqualTo(Slowness.SLOW);
        assertThat(after(5, 2000, 21, 21)).isEqualTo(Slowness.VERY_SLOW);
    }

    @Test
    void aFewScriptsOfAnIdleRedisAreNotSlow() {
        after(0, 0, 0, 0);
        assertThat(after(1, 19, 19, 19)).isEqualTo(Slowness.NONE);
        after(7, 100, 19, 19);
        assertThat(after(8, 200, 23, 23)).isEqualTo(Slowness.NONE);
    }

    @Test
    void whatWasSlowBeforeIsForgotten() {
        after(0, 0, 0, 0);
        assertThat(after(2, 100, 100, 0)).isEqualTo(Slowness.SLOW);
        assertThat(after(4, 200, 100, 0)).isEqualTo(Slowness.SLOW);
        assertThat(after(5, 300, 100, 0)).isEqualTo(Slowness.SLOW);
        assertThat(after(6, 400, 100, 0)).isEqualTo(Slowness.NONE);
    }

    @Test
    void aNodeThatWasNotLookedAtForLongIsJudgedAnew() {
        after(0, 0, 0, 0);
        assertThat(after(6, 1000, 1000, 0)).isNull();
        assertThat(after(8, 2000, 2000, 0)).isEqualTo(Slowness.SLOW);
    }

    @Test
    void aRedisThatCountsAnewIsJudgedAnew() {
        after(0, 1000, 1000, 0);
        assertThat(after(1, 100, 100, 0)).isNull();
        assertThat(after(2, 200, 200, 0)).isEqualTo(Slowness.SLOW);
    }

    private static List<Object> command(String name, long calls, long... buckets) {
        List<Object> pairs = new ArrayList<>();
        for (long number : buckets) {
            pairs.add(number);
        }
        return List.of(name.getBytes(US_ASCII), List.of("calls", calls, "histogram_usec", pairs));
    }

    @Test
    void aScriptCountsAsTheTimeThatItDidNotExceed() {
        List<Object> reply = new ArrayList<>(command("evalsha", 10, 66, 3, 33816, 5, 67633, 8, 135266, 10));
        reply.addAll(command("eval", 2, 67633, 1, 270532, 2));
        assertThat(ScriptTimes.read(reply, SLOW)).isEqualTo(new ScriptTimes(12, 7, 3));
    }

    @Test
    void aRedisThatMeasuresNothingHasNoSlowScripts() {
        assertThat(ScriptTimes.read(List.of(), SLOW)).isEqualTo(new ScriptTimes(0, 0, 0));
    }
}
