package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.transport.Breaker.Change;
import io.grape.client.transport.Breaker.Pass;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private final SetClock clock = new SetClock();
    private final Breaker breaker = new Breaker(new Random(7));

    private Change ended(boolean failed) {
        return breaker.ended(failed, clock.getAsLong(), clock.getAsLong());
    }

    private Pass pass() {
        return breaker.pass(clock.getAsLong());
    }

    private void open() {
        for (int i = 0; i < 19; i++) {
            assertThat(ended(true)).isEqualTo(Change.NONE);
        }
        assertThat(ended(true)).isEqualTo(Change.OPENED);
    }

    private void halfOpen() {
        open();
        clock.forward(LONGEST);
    }

    @Test
    void fewerThanTwentyCallsTellNothing() {
        for (int i = 0; i < 19; i++) {
            ended(true);
        }
        assertThat(pass()).isEqualTo(Pass.YES);
    }

    @Test
    void halfOfTwentyAreEnough() {
        for (int i = 0; i < 10; i++) {
            ended(false);
        }
        for (int i = 0; i < 9; i++) {
            assertThat(ended(true)).isEqualTo(Change.NONE);
        }
        assertThat(ended(true)).isEqualTo(Change.OPENED);
        assertThat(pass()).isEqualTo(Pass.NO);
    }

    @Test
    void fewerThanHalfAreNot() {
        for (int i = 0; i < 100; i++) {
            ended(false);
            ended(false);
            assertThat(ended(true)).isEqualTo(Change.NONE);
        }
        assertThat(pass()).isEqualTo(Pass.YES);
    }

    @Test
    void whatWasMoreThanTenSecondsAgoDoesNotCount() {
        for (int i = 0; i < 19; i++) {
            ended(true);
        }
        clock.forward(Duration.ofSeconds(11));
        assertThat(ended(true)).isEqualTo(Change.NONE);
    }

    @Test
    void itIsOpenForOneToThreeSeconds() {
        open();
        assertThat(Duration.ofNanos(breaker.left(clock.getAsLong()))).isBetween(Duration.ofSeconds(1), LONGEST);
        clock.forward(Duration.ofMillis(999));
        assertThat(pass()).isEqualTo(Pass.NO);
        clock.forward(Duration.ofMillis(2001));
        assertThat(pass()).isEqualTo(Pass.AS_PROBE);
    }

    @Test
    void notAllAreOpenForEquallyLong() {
        Random random = new Random(7);
        long different = IntStream.range(0, 100)
                .mapToLong(i -> {
                    Breaker one = new Breaker(random);
                    IntStream.range(0, 20).forEach(j -> one.ended(true, clock.getAsLong(), clock.getAsLong()));
                    return Duration.ofNanos(one.left(clock.getAsLong())).toMillis() / 100;
                })
                .distinct()
                .count();
        assertThat(different).isGreaterThan(10);
    }

    @Test
    void oneCallPassesToSeeWhetherItSucceeds() {
        halfOpen();
        assertThat(pass()).isEqualTo(Pass.AS_PROBE);
        assertThat(pass()).isEqualTo(Pass.NO);
        assertThat(ended(false)).isEqualTo(Change.CLOSED);
        assertThat(pass()).isEqualTo(Pass.YES);
        assertThat(ended(true)).isEqualTo(Change.NONE);
        assertThat(pass()).isEqualTo(Pass.YES);
    }

    @Test
    void oneThatFailsLeavesItOpen() {
        halfOpen();
        pass();
        clock.forward(LONGEST);
        assertThat(ended(true)).isEqualTo(Change.NONE);
        assertThat(pass()).isEqualTo(Pass.NO);
        clock.forward(LONGEST);
        assertThat(pass()).isEqualTo(Pass.AS_PROBE);
    }

    @Test
    void oneThatHasNoResultDoesNotLeaveItOpenForEver() {
        halfOpen();
        pass();
        clock.forward(LONGEST);
        assertThat(pass()).isEqualTo(Pass.AS_PROBE);
    }

    @Test
    void whatBeganBeforeItOpenedDoesNotCloseIt() {
        long before = clock.getAsLong();
        clock.forward(Duration.ofMillis(1));
        halfOpen();
        pass();
        assertThat(breaker.ended(false, before, clock.getAsLong())).isEqualTo(Change.NONE);
        assertThat(pass()).isEqualTo(Pass.NO);
    }
}
