package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the caller is told of a call whose attempts all failed. */
class FailedAttemptsTest {
    private static final long REST = Duration.ofMillis(30).toNanos();
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final Broker first = broker("http://first");
    private final Broker second = broker("http://second");
    private final FailedAttempts failures = new FailedAttempts();

    private static Broker broker(String uri) {
        return new Broker(URI.create(uri), null, new Random(7));
    }

    private static AttemptResult refusedConnection(Broker broker) {
        return AttemptResult.of(broker, new ConnectException());
    }

    private static AttemptResult cutShort(Broker broker) {
        return AttemptResult.timedOut(broker, REST).cutShort();
    }

    @Test
    void anAttemptThatIsCutShortIsNamedAndMayHaveHappenedThoughNoneWasConnectedBefore() {
        failures.add(first, refusedConnection(first));
        failures.add(second, cutShort(second));
        CallException failure = failures.late(TIMEOUT);
        assertThat(failure.code()).isEqualTo(CallException.UNREACHABLE);
        assertThat(failure.detail())
                .contains(
                        "http://first: no connection",
                        "http://second: no response",
                        "2 attempts",
                        "it may have happened");
    }

    @Test
    void anAttemptThatIsCutShortDoesNotHideWhatWasSaidBefore() {
        failures.add(first, AttemptResult.timedOut(first, Duration.ofSeconds(1).toNanos()));
        failures.add(first, cutShort(first));
        CallException failure = failures.late(TIMEOUT);
        assertThat(failure.code()).isEqualTo(CallException.TIMED_OUT);
        assertThat(failure.detail())
                .contains("3000 ms", "2 attempts", "no response within 1000 ms")
                .doesNotContain("30 ms");
        assertThat(cutShort(first).health()).isEqualTo(AttemptResult.Health.UNSAID);
    }

    @Test
    void whatWasHeldBackDidNotHappen() {
        failures.add(first, AttemptResult.throttled("too much", Duration.ofSeconds(1)));
        assertThat(failures.late(TIMEOUT).code()).isEqualTo(CallException.OVERLOADED);
        assertThat(failures.last(TIMEOUT).detail())
                .isEqualTo("held back by this client, not sent: too much; it did not happen");
    }

    @Test
    void whatWasHeldBackDoesNotHideThatAnEarlierAttemptMayHaveHappened() {
        failures.add(first, AttemptResult.timedOut(first, Duration.ofSeconds(1).toNanos()));
        failures.add(first, AttemptResult.throttled("too much", Duration.ofSeconds(1)));
        CallException failure = failures.late(TIMEOUT);
        assertThat(failure.code()).isEqualTo(CallException.TIMED_OUT);
        assertThat(failure.detail()).contains("1 attempt;", "it may have happened");
    }

    @Test
    void onlyWhatTimedOutCanBeCutShort() {
        assertThat(refusedConnection(first).cutShort().isCutShort()).isFalse();
        assertThat(refusedConnection(first).cutShort().health()).isEqualTo(AttemptResult.Health.BAD);
    }
}
